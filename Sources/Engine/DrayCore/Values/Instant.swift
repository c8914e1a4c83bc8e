// SPDX-License-Identifier: MIT

/// A moment on the compositor's clock, in microseconds since an arbitrary epoch.
///
/// This module reads no clock: time is always an argument, so that tests and replays control it.
public struct Instant: Comparable, Hashable, Sendable, BitwiseCopyable {
    public var microseconds: UInt64

    public static let zero = Instant(microseconds: 0)

    public init(microseconds: UInt64) {
        self.microseconds = microseconds
    }

    /// The timestamp for Wayland's input events: milliseconds that wrap around after about 49 days, as the protocol
    /// expects.
    public var milliseconds: UInt32 { UInt32(truncatingIfNeeded: microseconds / 1000) }

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    public func advanced(byMicroseconds delta: UInt64) -> Instant { Instant(microseconds: microseconds &+ delta) }
}
