// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite("Timeline")
struct TimelineTests {
}
