// SPDX-License-Identifier: MIT

import CLibinput

/// The functions of libinput, loaded on first use.
///
/// Swift imports function pointers with optional results, unlike the functions themselves; hence the forced unwrapping
/// of results.
enum Libinput {
    /// Initialized once and immutable, so every thread may read it.
    nonisolated(unsafe) static let calls = dray_libinput_load()

    /// The reason why the library or one of its functions is missing; nil if it is complete. Otherwise no function may
    /// be called.
    static var fault: String? { calls.fault.map { String(cString: $0) } }
}
