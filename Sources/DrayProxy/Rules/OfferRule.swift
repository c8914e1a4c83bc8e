// SPDX-License-Identifier: MIT

import DrayCore

/// What a rule of the policy makes of the numbers in two messages, so that the compositor's own choice is the rule's.
///
/// The compositor knows what the proxy does not: the modifiers. So it is left to choose among what the rule leaves: the
/// mask has every action that some modifier would lead to, and the preference is the one without modifiers. Which action
/// comes back tells what the person holds.
struct OfferRule {
    let rule: ActionRule

    /// All that a person can wish for by modifiers, and nothing.
    private static let wishes: [DragAction?] = [nil] + DragAction.allCases

    /// What the target may see of the source's actions (`wl_data_offer.source_actions`). `ask` is shown where a modifier
    /// may bring it about, since nobody tells the proxy whether one is held.
    func shown(_ source: DragActions) -> DragActions {
        guard rule != .wayland else { return source }
        return Self.wishes.reduce([]) {
            $0.union(Negotiation.visibleActions(of: source, rule: rule, wish: $1))
        }
    }

    /// What goes to the compositor in place of a target's `wl_data_offer.set_actions`.
    ///
    /// - Parameter source: what the compositor told of the source; nil where it told nothing.
    /// - Returns: nil where nothing is to be changed. That goes for what the protocol does not allow: the compositor
    ///   answers for that.
    func asked(
        mask: DragActions, preferred: DragActions, source: DragActions?
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let target = try? TargetActions(mask: mask, preferred: preferred) else { return nil }
        func action(_ wish: DragAction?) -> DragAction? {
            let visible = Negotiation.visibleActions(of: source, rule: rule, wish: wish)
            return Negotiation.action(visible: visible, target: target, rule: rule, wish: wish)
        }
        // Where nothing would happen without a modifier, the compositor could not be kept from choosing it without one.
        guard let plain = action(nil) else { return (mask: [], preferred: nil) }
        return (
            mask: Self.wishes.reduce(DragActions(plain)) { $0.union(action($1).map(DragActions.init) ?? []) }, plain
        )
    }

    /// What goes to the compositor in place of a target's answer after a drop with `ask`: never an action that a side did
    /// not offer, so that the target can always finish, and no other beside it. mutter takes from the mask what a modifier that
    /// is still held stands for.
    /// - Returns: nil where nothing is to be changed.
    func answered(
        mask: DragActions, preferred: DragActions, source: DragActions?
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let target = try? TargetActions(mask: mask, preferred: preferred) else { return nil }
        let visible = Negotiation.visibleActions(of: source, rule: rule, wish: .ask)
        let answer = Negotiation.answer(visible: visible, target: target, rule: rule)
        guard let answer, answer != .ask, answer != target.preferred || mask != DragActions(answer) else { return nil }
        return (DragActions(answer), answer)
    }

    /// What goes to the compositor in place of what a target says after a drop that did not ask: the action that the drop
    /// was done with, alone: with Shift still held mutter takes the move from a mask that has it, whatever is preferred. A target
    /// that takes nothing any more says so.
    /// - Returns: nil where nothing is to be changed.
    func held(
        to action: DragAction?, mask: DragActions, preferred: DragActions
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let action, !mask.isEmpty,
            let target = try? TargetActions(mask: mask, preferred: preferred),
            target.preferred != action || mask != DragActions(action)
        else { return nil }
        return (DragActions(action), action)
    }
}
