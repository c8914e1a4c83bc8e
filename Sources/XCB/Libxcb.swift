// SPDX-License-Identifier: MIT

internal import CXCB

/// libxcb and two of its extensions, loaded when a connection is first asked for.
enum Libxcb {
    /// Written once, and functions never change: every thread may read it.
    nonisolated(unsafe) static let calls = dray_xcb_load()

    /// Why it is not there, or not all of it; nil if it is. Nothing may be called then.
    static var fault: String? { calls.fault.map { String(cString: $0) } }
}
