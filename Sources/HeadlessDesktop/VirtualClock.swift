// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// The compositor's time. It stands still until whoever drives the compositor lets it go on, so that a scenario plays
/// the same on every machine and as fast as the machine can.
public final class VirtualClock {
    /// Never goes back.
    public private(set) var now: Instant

    /// - Parameter now: where time begins. Not zero by default, since toolkits take the time stamp 0 for "no time".
    public init(now: Instant = Instant(microseconds: 1_000_000)) {
        self.now = now
    }

    /// The machine's clock, `CLOCK_MONOTONIC`: what clients mean by now, and what libinput's events have their times from.
    /// A clock that begins with it gives time stamps that clients can compare with their own.
    public static var machineNow: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }

    /// Lets time go on.
    public func advance(byMicroseconds delta: UInt64) {
        now = now.advanced(byMicroseconds: delta)
    }
}
