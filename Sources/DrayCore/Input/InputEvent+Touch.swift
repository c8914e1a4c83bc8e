// SPDX-License-Identifier: MIT

/// One finger while it touches. Two fingers of one seat never share it at the same time, on whichever device they are;
/// it is used again once the finger is up.
public struct FingerID: Hashable, Sendable {
    public let rawValue: Int32
    public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

extension InputEvent {
    /// What fingers do on a touchscreen. Nothing counts before the `frame` that follows it, as in `wl_touch.frame`.
    public enum Touch: Equatable, Sendable {
        /// A finger that was not there before touches.
        case down(finger: FingerID, position: NormalizedPosition)
        /// A finger that is down moved.
        case motion(finger: FingerID, position: NormalizedPosition)
        /// The finger was lifted.
        case up(finger: FingerID)
        /// The finger never was meant, or its device is gone: nothing that it began may be finished.
        case cancel(finger: FingerID)
        /// What came before happened at one moment.
        case frame
    }
}
