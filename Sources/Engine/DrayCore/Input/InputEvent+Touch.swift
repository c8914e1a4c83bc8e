// SPDX-License-Identifier: MIT

/// One finger while it touches. Unique among the fingers of a seat that touch at the same time, across devices; reused
/// after the finger was lifted.
public struct FingerID: Hashable, Sendable {
    public let rawValue: Int32
    public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

extension InputEvent {
    /// Events of fingers on a touchscreen. They take effect with the `frame` that follows, as in `wl_touch.frame`.
    public enum Touch: Equatable, Sendable {
        /// A new finger touches.
        case down(finger: FingerID, position: NormalizedPosition)
        /// A finger that is down moved.
        case motion(finger: FingerID, position: NormalizedPosition)
        /// The finger was lifted.
        case up(finger: FingerID)
        /// The touch was not intended, or its device was removed: what it began must not be completed.
        case cancel(finger: FingerID)
        /// The preceding events happened at the same time.
        case frame
    }
}
