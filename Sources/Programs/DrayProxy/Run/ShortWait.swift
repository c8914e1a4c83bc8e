// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Waits for sockets, for a short time without sleeping if that succeeded before.
///
/// Waking up a process is the main cost of a forwarded message. If the last answer came within microseconds, as after a
/// client's synchronous request, the next one is polled for as long before sleeping. One failure ends this, so that
/// regular traffic such as motion events costs no processor time between messages.
struct ShortWait {
    /// The maximum time of polling without sleeping, in nanoseconds.
    static let patience: UInt64 = 20_000
    /// Whether the last wait was shorter than that.
    var isWorthIt = false

    /// - Parameter timeout: in milliseconds, -1 for none.
    /// - Returns: the number of ready sockets, as `poll` does.
    mutating func poll(_ watched: UnsafeMutablePointer<pollfd>, count: Int, timeout: Int32) -> Int32 {
        let start = Self.now
        let found = Glibc.poll(watched, nfds_t(count), timeout)
        isWorthIt = found > 0 && Self.now - start < Self.patience
        return found
    }

    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
