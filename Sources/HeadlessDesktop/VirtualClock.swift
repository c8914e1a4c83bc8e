// SPDX-License-Identifier: MIT

public import DrayCore

/// The compositor's time. It stands still until whoever drives the compositor lets it go on, so that a scenario plays
/// the same on every machine and as fast as the machine can.
public final class VirtualClock {
    /// Never goes back.
    public private(set) var now: Instant

    /// - Parameter now: where time begins. Not zero by default, since toolkits take the time stamp 0 for "no time".
    public init(now: Instant = Instant(microseconds: 1_000_000)) {
        self.now = now
    }

    /// Lets time go on.
    public func advance(byMicroseconds delta: UInt64) {
        now = now.advanced(byMicroseconds: delta)
    }
}
