// SPDX-License-Identifier: MIT

internal import CXCB

/// libxcb and two of its extensions, loaded when a connection is first opened.
enum Libxcb {
    /// Written once, and never modified: every thread may read it.
    nonisolated(unsafe) static let calls = dray_xcb_load()

    /// The loading error; nil if all functions were found. If not nil, no function may be called.
    static var fault: String? { calls.fault.map { String(cString: $0) } }
}
