// SPDX-License-Identifier: MIT

internal import Glibc

/// The description of the last failed system call's error.
enum Errno {
    static var currentReason: String { String(cString: strerror(errno)) }
}
