// SPDX-License-Identifier: MIT

import CLibinput

/// The library, loaded when it is first called.
///
/// A pointer to a function cannot say that it never returns NULL, as Swift believes of the functions themselves: hence the
/// exclamation marks behind calls.
enum Libinput {
    /// Written once, and functions never change: every thread may read it.
    nonisolated(unsafe) static let calls = dray_libinput_load()

    /// Why it is not there, or not all of it; nil if it is. Nothing may be called then.
    static var fault: String? { calls.fault.map { String(cString: $0) } }
}
