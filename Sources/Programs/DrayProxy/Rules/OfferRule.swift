// SPDX-License-Identifier: MIT

import DrayCore

/// Computes the arguments of messages, so that the compositor selects the action that the policy's rule requires, and
/// both sides are sent no other, even by a compositor that does not negotiate.
///
/// Only the compositor knows the modifier keys, so it keeps the choice among the actions that the rule permits: the
/// mask contains every action that some modifier would select, and the preferred action is the one without modifiers.
/// The action that the compositor selects reveals the modifiers.
struct OfferRule {
    let rule: ActionRule

    /// The actions that modifier keys can request, and nil for no modifier.
    private static let wishes: [DragAction?] = [nil] + DragAction.allCases

    /// The actions of the source that the target sees (`wl_data_offer.source_actions`). `ask` is included if a modifier
    /// could select it, since the proxy does not know the modifiers.
    func shown(_ source: DragActions) -> DragActions {
        guard rule != .wayland else { return source }
        return Self.wishes.reduce([]) {
            $0.union(Negotiation.visibleActions(of: source, rule: rule, wish: $1))
        }
    }

    /// Returns the arguments that replace those of a target's `wl_data_offer.set_actions`.
    ///
    /// - Parameter source: the source's actions that the compositor has sent; nil if it has sent none.
    /// - Returns: nil if nothing has to be changed. Arguments that the protocol forbids are not changed either, so that
    ///   the compositor reports the error.
    func asked(
        mask: DragActions, preferred: DragActions, source: DragActions?
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let target = try? TargetActions(mask: mask, preferred: preferred) else { return nil }
        func action(_ wish: DragAction?) -> DragAction? {
            let visible = Negotiation.visibleActions(of: source, rule: rule, wish: wish)
            return Negotiation.action(visible: visible, target: target, rule: rule, wish: wish)
        }
        // Without an action for no modifier, the compositor could not be prevented from selecting a modifier's action.
        guard let plain = action(nil) else { return (mask: [], preferred: nil) }
        return (
            mask: Self.wishes.reduce(DragActions(plain)) { $0.union(action($1).map(DragActions.init) ?? []) }, plain
        )
    }

    /// Returns the arguments that replace those of a target's answer after a drop with `ask`. They never contain an
    /// action that one of the sides did not offer, so that the target can always finish, and contain no other action:
    /// mutter removes actions from the mask according to the modifier that is still held.
    /// - Returns: nil if nothing has to be changed.
    func answered(
        mask: DragActions, preferred: DragActions, source: DragActions?
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let target = try? TargetActions(mask: mask, preferred: preferred) else { return nil }
        let visible = Negotiation.visibleActions(of: source, rule: rule, wish: .ask)
        let answer = Negotiation.answer(visible: visible, target: target, rule: rule)
        guard let answer, answer != .ask, answer != target.preferred || mask != DragActions(answer) else { return nil }
        return (DragActions(answer), answer)
    }

    /// Returns the arguments that replace those that a target sends after a drop without `ask`: only the action of the
    /// drop. With Shift still held, mutter selects move from any mask that contains it, whichever action is preferred.
    /// A target that rejects the drop can still do so.
    /// - Returns: nil if nothing has to be changed.
    func held(
        to action: DragAction?, mask: DragActions, preferred: DragActions
    ) -> (mask: DragActions, preferred: DragAction?)? {
        guard rule != .wayland, let action, !mask.isEmpty,
            let target = try? TargetActions(mask: mask, preferred: preferred),
            target.preferred != action || mask != DragActions(action)
        else { return nil }
        return (DragActions(action), action)
    }

    /// Returns the action to send to either side in place of the compositor's. It is the compositor's own if a modifier
    /// could select it, and the action without modifiers otherwise. Hyprland sends move, whatever both sides have
    /// requested.
    ///
    /// - Parameters:
    ///   - source: the source's actions; nil if it has stated none.
    ///   - target: the target's last answer; nil if it is unknown.
    func sent(_ action: DragActions, source: DragActions?, target: TargetActions?) -> DragActions {
        guard rule != .wayland, let stated = DragAction(rawValue: action.rawValue) else { return action }
        let isPossible = Self.wishes.contains { chosen(source: source, target: target, wish: $0) == stated }
        return isPossible ? action : plain(source: source, target: target)
    }

    /// Returns the action to send to both sides in place of the action of a compositor that does not negotiate.
    ///
    /// - Parameters:
    ///   - action: the compositor's action; nil if it has sent none.
    ///   - source: the source's actions; nil if it has stated none.
    ///   - target: the target's last answer; nil if it is unknown.
    ///   - wish: the action that the modifiers request.
    func negotiated(
        insteadOf action: DragActions?, source: DragActions?, target: TargetActions?, wish: DragAction? = nil
    ) -> DragActions {
        guard rule != .wayland else { return action ?? [] }
        return chosen(source: source, target: target, wish: wish).map(DragActions.init) ?? []
    }

    /// Whether a drop performs the action that the modifiers request.
    func permits(_ wish: DragAction, source: DragActions?, target: TargetActions?) -> Bool {
        rule != .wayland && chosen(source: source, target: target, wish: wish) == wish
    }

    private func plain(source: DragActions?, target: TargetActions?) -> DragActions {
        chosen(source: source, target: target, wish: nil).map(DragActions.init) ?? []
    }

    private func chosen(source: DragActions?, target: TargetActions?, wish: DragAction?) -> DragAction? {
        Negotiation.action(
            visible: Negotiation.visibleActions(of: source, rule: rule, wish: wish),
            target: target ?? .stated(mask: .all, preferred: nil), rule: rule, wish: wish)
    }
}
