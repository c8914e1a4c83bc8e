// SPDX-License-Identifier: MIT

import Testing

/// The wrappers of libwayland and the generated bindings, with a real server and a real client in one process.
@Suite struct WaylandTests {}
