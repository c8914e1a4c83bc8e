// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Waits for sockets, for a short while without sleeping where that has paid off.
///
/// Most of what a hop costs is to be woken. Where an answer came within microseconds the last time (a client that asks its
/// compositor something), the next one is looked for that long before going to sleep. Once in vain, and no more: traffic
/// that comes at a pace, as motions do, costs no processor time between.
struct ShortWait {
    /// Nanoseconds that an answer may take to be waited for awake.
    static let patience: UInt64 = 20_000
    /// Whether the last wait was that short.
    var isWorthIt = false

    /// - Parameter timeout: in milliseconds, -1 for none.
    /// - Returns: how many sockets have something, as `poll` does.
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
