// SPDX-License-Identifier: MIT

import Testing

/// The owners over libwayland and the generated bindings, through a real server and a real client in one process.
@Suite struct WaylandTests {}
