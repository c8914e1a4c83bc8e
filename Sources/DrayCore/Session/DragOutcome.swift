// SPDX-License-Identifier: MIT

/// How a drag ended.
public enum DragOutcome: Hashable, Sendable, BitwiseCopyable {
    /// The target finished the drop; this is what happened to the content. Never `ask`.
    case finished(DragAction)
    /// Dropped on the application that began the drag without a source: it does the rest by itself, and nobody hears
    /// how that went.
    case handedOver
    /// Released where there was no target.
    case missed
    /// Released over a target that had accepted no type, or where no action suits both sides.
    case refused
    /// The target destroyed its offer after the drop, without having finished it. After `ask`, that is how a person's
    /// "no" arrives.
    case abandoned
    /// The target's application went away after the drop, before it had finished it.
    case targetGone
    /// The source, or its application, went away before the drop, or after it without having given the content.
    case sourceGone
    /// Broken off from outside.
    case interrupted(DragInterruption)

    /// Whether the content arrived. Everything else is visible as a failure (HIG-16).
    public var isSuccess: Bool {
        switch self {
        case .finished, .handedOver: true
        case .missed, .refused, .abandoned, .targetGone, .sourceGone, .interrupted: false
        }
    }
}
