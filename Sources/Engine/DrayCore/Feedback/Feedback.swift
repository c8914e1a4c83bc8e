// SPDX-License-Identifier: MIT

/// The result of a drop at this moment, which badge, pointer shape and announcements show (HIG-04, HIG-13, HIG-14).
public struct Feedback: Hashable, Sendable {
    public var outcome: Outcome
    /// The number of items that the target would accept; 1 if unknown.
    public var itemCount: Int

    public enum Outcome: Hashable, Sendable {
        /// There is nothing to show: the content has not left its container and is not accepted there, or its
        /// application handles the drag internally.
        case undecided
        /// A drop would copy.
        case copy
        /// A drop would move.
        case move
        /// The target would ask the user after the drop.
        case ask
        /// A drop is not possible here: no target accepts it, or no action suits both sides.
        case notPossible

        /// Creates the outcome of a drop with this action.
        public init(_ action: DragAction) {
            switch action {
            case .copy: self = .copy
            case .move: self = .move
            case .ask: self = .ask
            }
        }
    }

    public init(outcome: Outcome, itemCount: Int = 1) {
        self.outcome = outcome
        self.itemCount = itemCount
    }
}
