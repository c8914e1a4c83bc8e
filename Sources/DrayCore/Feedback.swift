// SPDX-License-Identifier: MIT

/// What would happen if the content were dropped now: the one thing that badge, pointer shape and words all show
/// (HIG-04, HIG-13, HIG-14).
public struct Feedback: Equatable, Sendable {
    public var outcome: Outcome
    /// How many items would be taken; 1 where nothing better is known.
    public var itemCount: Int

    public enum Outcome: Equatable, Sendable {
        /// The content is still where it came from, so there is nothing to tell.
        case undecided
        /// A drop would copy.
        case copy
        /// A drop would move.
        case move
        /// The target would ask the person after the drop.
        case ask
        /// A drop is not possible here: nothing below takes it, or no action suits both sides.
        case notPossible
    }

    public init(outcome: Outcome, itemCount: Int = 1) {
        self.outcome = outcome
        self.itemCount = itemCount
    }
}
