// SPDX-License-Identifier: MIT

/// The result of a drag.
public enum DragOutcome: Hashable, Sendable, BitwiseCopyable {
    /// The target finished the drop with this action. Never `ask`.
    case finished(DragAction)
    /// The content was dropped on the application that began the drag without a source. The application transfers the
    /// data internally, so the result is unknown.
    case handedOver
    /// The content was released where there was no target.
    case missed
    /// The content was released over a target that had accepted no type, or no action suits both sides.
    case refused
    /// The target destroyed its offer after the drop without finishing it. After `ask`, this is also how the user's
    /// "no" arrives.
    case abandoned
    /// The target's application disconnected after the drop, before it had finished.
    case targetGone
    /// The source or its application disappeared before the drop, or after it without having delivered the content.
    case sourceGone
    /// The drag was cancelled from outside.
    case interrupted(DragInterruption)

    /// Whether the content arrived. Every other outcome is shown as a failure (HIG-16).
    public var isSuccess: Bool {
        switch self {
        case .finished, .handedOver: true
        case .missed, .refused, .abandoned, .targetGone, .sourceGone, .interrupted: false
        }
    }
}
