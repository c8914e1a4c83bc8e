// SPDX-License-Identifier: MIT

/// The rule that chooses one action from those that both sides offer, for one ``Relation``.
public struct ActionRule: Hashable, Sendable {
    /// The only actions that either side may see. All others are removed from the source's actions before they are sent
    /// to the target.
    ///
    /// The restriction also holds after the drop: a target that asks the user may answer only with an allowed action;
    /// any other answer is overridden by ``order`` (HIG-01).
    public var allowed: DragActions
    /// Whether the target's preferred action counts if no modifier decides.
    public var targetMayChoose: Bool
    /// The condition under which either side may see ``DragAction/ask``, if it is allowed.
    public var asking: Asking
    /// The order of precedence if neither a modifier nor the target decides: the first action that both sides offer.
    public var order: [DragAction]

    /// The condition under which a drop may ask.
    public enum Asking: Hashable, Sendable {
        /// Like any other action, `ask` can result from modifiers, the target's preference or the order.
        case unrestricted
        /// Only the modifiers for `ask` cause it, so that only users who request the question are asked.
        case byModifier
    }

    public init(
        allowed: DragActions = .all, targetMayChoose: Bool, asking: Asking = .unrestricted, order: [DragAction]
    ) {
        self.allowed = allowed
        self.targetMayChoose = targetMayChoose
        self.asking = asking
        self.order = order
    }

    /// The recommendation of the Wayland specification: the target's preference, else the lowest bit that both sides
    /// offer.
    public static let wayland = ActionRule(targetMayChoose: true, order: [.copy, .move, .ask])

    /// The rule of the Human Interface Guidelines between applications: a drop copies, whatever either side prefers
    /// (HIG-01).
    public static let copying = ActionRule(
        allowed: [.copy, .ask], targetMayChoose: true, asking: .byModifier, order: [.copy])

    /// Whether the rule removes an action that clients may offer.
    public var restricts: Bool { !allowed.isSuperset(of: .all) }
}
