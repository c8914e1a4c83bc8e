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
    /// What is taken where neither a modifier nor the target decides: the first of these that both sides offer.
    public var order: [DragAction]

    public init(allowed: DragActions = .all, targetMayChoose: Bool, order: [DragAction]) {
        self.allowed = allowed
        self.targetMayChoose = targetMayChoose
        self.order = order
    }

    /// What the specification of Wayland recommends: the target's preference, else the lowest bit that both sides offer.
    public static let wayland = ActionRule(targetMayChoose: true, order: [.copy, .move, .ask])

    /// Whether the rule takes an action away from the clients.
    public var restricts: Bool { !allowed.isSuperset(of: .all) }
}
