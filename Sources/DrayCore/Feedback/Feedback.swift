// SPDX-License-Identifier: MIT

/// What would happen if the content were dropped now: the one thing that badge, pointer shape and words all show
/// (HIG-04, HIG-13, HIG-14).
public struct Feedback: Hashable, Sendable {
    public var outcome: Outcome
    /// How many items would be taken; 1 where nothing better is known.
    public var itemCount: Int

    public enum Outcome: Hashable, Sendable {
        /// There is nothing to tell: the content has not left where it came from and is not taken there, or its
        /// application does everything by itself.
        case undecided
        /// A drop would copy.
        case copy
        /// A drop would move.
        case move
        /// The target would ask the person after the drop.
        case ask
        /// A drop is not possible here: nothing below takes it, or no action suits both sides.
        case notPossible

        /// What a drop with this action would lead to.
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
