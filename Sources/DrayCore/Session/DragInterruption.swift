// SPDX-License-Identifier: MIT

/// Why a drag is broken off from outside: not by its source, not by its target.
public enum DragInterruption: Hashable, Sendable, BitwiseCopyable {
    /// The person pressed Escape (HIG-32).
    case escape
    /// The pointer, touch screen or tablet that drives the drag is gone.
    case deviceGone
    /// The touch sequence was taken away, for example by a gesture.
    case touchCancelled
    /// The session was locked.
    case sessionLocked
    /// The host wants it so, for example because the person did not confirm the drop (HIG-27).
    case host
    /// The content could not be transferred (HIG-17).
    case transferFailed
    /// The target took too long to finish.
    case timedOut
}
