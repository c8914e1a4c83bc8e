// SPDX-License-Identifier: MIT

internal import Glibc

/// The reason of the last failed system call, in words.
enum Errno {
    static var currentReason: String { String(cString: strerror(errno)) }
}
