// SPDX-License-Identifier: MIT

/// How one action is chosen from those that both sides offer, for one ``Relation``.
public struct ActionRule: Hashable, Sendable {
    /// The only actions that either side may see. Others are masked out of the source's, before the target sees them.
    ///
    /// A rule that leaves one out holds after the drop too: a target that asks the person may answer with an allowed
    /// action only, any other answer is overridden by ``order`` (HIG-01).
    public var allowed: DragActions
    /// Whether the target's preferred action counts, where no modifier decides.
    public var targetMayChoose: Bool
    /// When either side may see ``DragAction/ask``, where it is allowed.
    public var asking: Asking
    /// What is taken where neither a modifier nor the target decides: the first of these that both sides offer.
    public var order: [DragAction]

    /// Who can bring about that a drop asks.
    public enum Asking: Hashable, Sendable {
        /// Whoever can choose another action: the person, the target, the order.
        case anybody
        /// Only the person, by holding the modifiers that ask. Nobody is asked who did not want to be.
        case byModifier
    }

    public init(
        allowed: DragActions = .all, targetMayChoose: Bool, asking: Asking = .anybody, order: [DragAction]
    ) {
        self.allowed = allowed
        self.targetMayChoose = targetMayChoose
        self.asking = asking
        self.order = order
    }

    /// What the specification of Wayland recommends: the target's preference, else the lowest bit that both sides offer.
    public static let wayland = ActionRule(targetMayChoose: true, order: [.copy, .move, .ask])

    /// The guideline's rule between applications: a drop copies, whatever either side asks for (HIG-01).
    public static let copying = ActionRule(
        allowed: [.copy, .ask], targetMayChoose: true, asking: .byModifier, order: [.copy])

    /// Whether the rule takes an action away from the clients.
    public var restricts: Bool { !allowed.isSuperset(of: .all) }
}
