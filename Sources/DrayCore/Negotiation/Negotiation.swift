// SPDX-License-Identifier: MIT

/// Which action a drop would perform: pure functions of what both sides offer, the modifiers and the policy.
///
/// Two things hold whatever the policy says: the result is one action or none, and never one that a side did not offer.
public enum Negotiation {
    /// What the target may see of the source's actions (`wl_data_offer.source_actions`).
    ///
    /// - Parameters:
    ///   - source: the mask of `wl_data_source.set_actions`; nil where the source never called it. Such a source was
    ///     written for version 1 or 2, where the one thing a drop could do was to copy.
    ///   - rule: the policy's rule for where the target is.
    ///   - wish: what the modifiers ask for.
    public static func visibleActions(of source: DragActions?, rule: ActionRule, wish: DragAction?) -> DragActions {
        var visible = (source ?? .copy).intersection(.all).intersection(rule.allowed)
        switch rule.asking {
        case .anybody: break
        case .byModifier: if wish != .ask { visible.remove(.ask) }
        }
        return rule.restricts ? withoutDeadEnd(visible) : visible
    }

    /// The action that a drop would perform now (HIG-01 to HIG-04), or nil where none suits both sides.
    ///
    /// A modifier rules if both sides offer what it asks for; then the target's preference, where the rule lets it; then
    /// the rule's own order.
    ///
    /// - Parameter visible: the source's side, from ``visibleActions(of:rule:wish:)``.
    public static func action(
        visible: DragActions, target: TargetActions, rule: ActionRule, wish: DragAction?
    ) -> DragAction? {
        let both = visible.intersection(target.mask)
        let legal = rule.restricts ? withoutDeadEnd(both) : both
        if let wish, legal.contains(wish) { return wish }
        if rule.targetMayChoose, let preferred = target.preferred, legal.contains(preferred) { return preferred }
        return rule.order.first(where: legal.contains)
    }

    /// The same, from the ingredients.
    public static func action(
        source: DragActions?, target: TargetActions, relation: Relation, modifiers: Modifiers, policy: DragPolicy
    ) -> DragAction? {
        let rule = policy.rule(for: relation)
        let wish = policy.modifiers.wish(for: modifiers)
        return action(
            visible: visibleActions(of: source, rule: rule, wish: wish), target: target, rule: rule, wish: wish)
    }

    /// What a target's `set_actions` after a drop with `ask` comes to. Modifiers have no say any more.
    ///
    /// - Parameters:
    ///   - visible: the source's side.
    ///   - target: what the target says now.
    /// - Returns: the final action; nil where the target goes on asking, or where nothing legal is left. A drop cannot
    ///   be finished with nil.
    public static func answer(visible: DragActions, target: TargetActions, rule: ActionRule) -> DragAction? {
        guard target.preferred != .ask else { return nil }
        let legal = visible.intersection(target.mask).subtracting(.ask)
        if let preferred = target.preferred, legal.contains(preferred) { return preferred }
        if let action = (rule.order + DragAction.allCases).first(where: legal.contains) { return action }
        // The person chose what the rule does not allow here. `ask` came about only because both sides offered an
        // allowed action beside it (see `withoutDeadEnd`), so that one is no surprise to either.
        guard rule.restricts, !target.mask.isEmpty else { return nil }
        return rule.order.first(where: visible.subtracting(.ask).contains)
    }

    /// Under a rule that overrides answers, asking makes sense only where an allowed action stands beside it.
    private static func withoutDeadEnd(_ actions: DragActions) -> DragActions {
        actions == .ask ? [] : actions
    }
}
