// SPDX-License-Identifier: MIT

/// A reason for which a drag is cancelled by neither its source nor its target.
public enum DragInterruption: Hashable, Sendable, BitwiseCopyable {
    /// The user pressed Escape (HIG-32).
    case escape
    /// The pointer, touch screen or tablet that drives the drag was removed.
    case deviceGone
    /// The touch sequence was cancelled, for example by a gesture.
    case touchCancelled
    /// The session was locked.
    case sessionLocked
    /// The host cancelled the drag, for example because the user rejected a confirmation (HIG-27).
    case host
    /// The content could not be transferred (HIG-17).
    case transferFailed
    /// The target did not finish in time.
    case timedOut
}
