// SPDX-License-Identifier: MIT

public import DrayCore
internal import Glibc

/// The clock of the compositor. It advances only when its owner advances it, so that a scenario is reproducible and
/// runs as fast as possible.
public final class VirtualClock {
    /// Never decreases.
    public private(set) var now: Instant

    /// - Parameter now: the initial time. The default is not zero, since toolkits interpret the time 0 as "no time".
    public init(now: Instant = Instant(microseconds: 1_000_000)) {
        self.now = now
    }

    /// The time of `CLOCK_MONOTONIC`, which clients and libinput use. A compositor's clock that begins at it sends
    /// times that clients can compare with their own.
    public static var machineNow: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }

    /// Advances the clock.
    public func advance(byMicroseconds delta: UInt64) {
        now = now.advanced(byMicroseconds: delta)
    }
}
