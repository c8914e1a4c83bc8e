// SPDX-License-Identifier: MIT

/// Determines the action of a drop: pure functions of the actions of both sides, the modifiers and the policy.
///
/// Under every policy the result is one action or none, and never an action that a side did not offer.
public enum Negotiation {
    /// Returns the source actions that are visible to the target (`wl_data_offer.source_actions`).
    ///
    /// - Parameters:
    ///   - source: The mask of `wl_data_source.set_actions`; nil if the source never sent it. Such a source was written
    ///     for version 1 or 2, where a drop could only copy.
    ///   - rule: The policy's rule for the target.
    ///   - wish: The action that the modifiers request.
    public static func visibleActions(of source: DragActions?, rule: ActionRule, wish: DragAction?) -> DragActions {
        var visible = (source ?? .copy).intersection(.all).intersection(rule.allowed)
        switch rule.asking {
        case .unrestricted: break
        case .byModifier: if wish != .ask { visible.remove(.ask) }
        }
        return rule.restricts ? withoutDeadEnd(visible) : visible
    }

    /// Returns the action that a drop would perform now (HIG-01 to HIG-04), or nil if none suits both sides.
    ///
    /// The order of precedence is: the action that the modifiers request, if both sides offer it; the target's
    /// preference, if the rule permits it; the rule's own order.
    ///
    /// - Parameter visible: The source's side, from ``visibleActions(of:rule:wish:)``.
    public static func action(
        visible: DragActions, target: TargetActions, rule: ActionRule, wish: DragAction?
    ) -> DragAction? {
        let both = visible.intersection(target.mask)
        let legal = rule.restricts ? withoutDeadEnd(both) : both
        if let wish, legal.contains(wish) { return wish }
        if rule.targetMayChoose, let preferred = target.preferred, legal.contains(preferred) { return preferred }
        return rule.order.first(where: legal.contains)
    }

    /// Returns the action that a drop would perform now, from the unprocessed inputs.
    public static func action(
        source: DragActions?, target: TargetActions, relation: Relation, modifiers: Modifiers, policy: DragPolicy
    ) -> DragAction? {
        let rule = policy.rule(for: relation)
        let wish = policy.modifiers.wish(for: modifiers)
        return action(
            visible: visibleActions(of: source, rule: rule, wish: wish), target: target, rule: rule, wish: wish)
    }

    /// Returns the final action after a target's `set_actions` that follows a drop with `ask`. Modifiers have no effect
    /// any more.
    ///
    /// - Parameters:
    ///   - visible: The source's side.
    ///   - target: The target's answer.
    /// - Returns: The final action; nil if the target keeps asking, or if no legal action is left. A drop cannot be
    ///   finished with nil.
    public static func answer(visible: DragActions, target: TargetActions, rule: ActionRule) -> DragAction? {
        guard target.preferred != .ask else { return nil }
        let legal = visible.intersection(target.mask).subtracting(.ask)
        if let preferred = target.preferred, legal.contains(preferred) { return preferred }
        if let action = (rule.order + DragAction.allCases).first(where: legal.contains) { return action }
        // The user chose an action that the rule does not allow. Both sides offered an allowed action in addition to
        // `ask` (see `withoutDeadEnd`), so both support this one.
        guard rule.restricts, !target.mask.isEmpty else { return nil }
        return rule.order.first(where: visible.subtracting(.ask).contains)
    }

    /// Removes a lone `ask`. Under a rule that overrides answers, asking requires an allowed action beside it.
    private static func withoutDeadEnd(_ actions: DragActions) -> DragActions {
        actions == .ask ? [] : actions
    }
}
