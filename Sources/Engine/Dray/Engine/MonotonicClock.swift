// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

// The only clock that the engine reads. The values it drives read no clock: each event carries its time.

extension Instant {
    /// The current time on CLOCK_MONOTONIC, the clock of input events.
    public static var monotonic: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }
}
