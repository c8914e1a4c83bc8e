// SPDX-License-Identifier: MIT

// The events that a change of state causes. Every value is compared with the one that was sent last, and only changes
// are sent.

extension DragSession {
    /// Sends all changes to the source, the target and the user.
    mutating func tellChanges(_ effects: inout [DragEffect]) {
        switch state {
        case .overNothing:
            tellSource(accepted: nil, action: nil, &effects)
            show(home == .neverLeft ? .undecided : .notPossible, count: itemCount, over: nil, isTaken: false, &effects)
        case .overTarget(let over):
            tellChanges(over: over, &effects)
        case .awaitingFinish(let dropped, _), .asking(let dropped, _):
            // The action is settled or pending: the source receives the answer right before `dnd_finished`.
            tellSource(accepted: dropped.offer.accepted, action: lastSent.action, &effects)
        case .settling, .ended:
            break
        }
    }

    /// Sends the visible source actions to the target if they have changed.
    mutating func showActions(_ effects: inout [DragEffect]) {
        guard case .overTarget(var over) = state, case .live(var offer) = over.offer, let source else { return }
        let visible = policy.visibleActions(of: source, for: over.relation, modifiers: modifiers)
        guard visible != offer.visible else { return }
        if over.target.dialect == .negotiating { effects.append(.target(.sourceActions(offer.id, visible))) }
        offer.visible = visible
        over.offer = .live(offer)
        state = .overTarget(over)
    }

    /// Sends an event to the source, if it exists and its version supports the event.
    func tellSource(_ effect: SourceEffect, _ effects: inout [DragEffect]) {
        guard case .offered(let source) = content else { return }
        switch effect {
        case .target:
            effects.append(.source(effect))
        case .action, .dropPerformed, .finished, .cancelled:
            // `cancelled` is older than version 3, but meant that another source had replaced this one.
            if source.dialect == .negotiating { effects.append(.source(effect)) }
        }
    }

    /// Sends `dnd_drop_performed` to a source that carries a window, even if nothing was dropped.
    func tellWindowReleased(_ effects: inout [DragEffect]) {
        if let source, source.carriesWindow { tellSource(.dropPerformed, &effects) }
    }

    /// Sends the accepted type and the action to the source if they have changed.
    mutating func tellSource(accepted: Int?, action: DragAction?, _ effects: inout [DragEffect]) {
        if accepted != lastSent.accepted {
            let before = lastSent.accepted
            lastSent.accepted = accepted
            if let source {
                // Converted types that are made from the same type cause one event only.
                let type = accepted.map { source.origin(at: $0) }
                if type != before.map({ source.origin(at: $0) }) { tellSource(.target(type), &effects) }
            }
        }
        if action != lastSent.action {
            lastSent.action = action
            tellSource(.action(action), &effects)
        }
    }

    /// Moves the highlight, or removes it.
    mutating func tellHighlight(_ surface: SurfaceID?, _ effects: inout [DragEffect]) {
        guard surface != lastSent.highlight else { return }
        lastSent.highlight = surface
        effects.append(.highlight(surface))
        if surface != nil { effects.append(.haptic(.target)) }
    }

    /// Returns the contents of the offer that `enter` sends to a client.
    func offering(of over: Over) -> TargetEffect.Offering? {
        guard let offer = over.liveOffer, let source else { return nil }
        switch over.target.dialect {
        case .legacy: return .init(id: offer.id, types: source.types(offer.breadth), sourceActions: nil)
        case .negotiating: return .init(id: offer.id, types: source.types(offer.breadth), sourceActions: offer.visible)
        }
    }

    // MARK: - Helpers

    private mutating func tellChanges(over: Over, _ effects: inout [DragEffect]) {
        let action = action(of: over)
        let accepted = over.liveOffer?.accepted
        tellTarget(action, over: over, &effects)
        tellSource(accepted: accepted, action: action, &effects)

        let surface = over.target.surface
        let count = min(over.liveOffer?.takenItems ?? itemCount, itemCount)
        if over.offer == .null {
            show(.undecided, count: count, over: surface, isTaken: false, &effects)
        } else if accepted != nil, let action {
            show(Feedback.Outcome(action), count: count, over: surface, isTaken: true, &effects)
        } else if home == .neverLeft {
            show(.undecided, count: count, over: surface, isTaken: false, &effects)
        } else {
            show(.notPossible, count: count, over: surface, isTaken: false, &effects)
        }
    }

    /// Sends the action to the target. The first action on an offer follows the target's own `set_actions`, and is
    /// always sent, even if it equals an earlier one.
    private mutating func tellTarget(_ action: DragAction?, over: Over, _ effects: inout [DragEffect]) {
        guard case .live(var offer) = over.offer, case .stated = offer.target else { return }
        guard offer.sentAction != .sent(action) else { return }
        effects.append(.target(.action(offer.id, action)))
        offer.sentAction = .sent(action)
        var over = over
        over.offer = .live(offer)
        state = .overTarget(over)
    }

    private mutating func show(
        _ outcome: Feedback.Outcome, count: Int, over surface: SurfaceID?, isTaken: Bool, _ effects: inout [DragEffect]
    ) {
        let feedback = Feedback(outcome: outcome, itemCount: count)
        if feedback != lastSent.feedback {
            lastSent.feedback = feedback
            effects.append(.presentation(.feedback(feedback)))
        }
        tellHighlight(isTaken && home != .neverLeft ? surface : nil, &effects)
        let announcement = Announcement.over(surface, outcome)
        if outcome != .undecided, announcement != lastSent.announced {
            lastSent.announced = announcement
            effects.append(.announce(announcement))
        }
    }
}

extension [DragEffect] {
    /// An empty array with capacity for the effects of one event. Without it, the array grows three times when the
    /// pointer crosses a surface boundary.
    static var withRoom: [DragEffect] {
        var effects: [DragEffect] = []
        effects.reserveCapacity(8)
        return effects
    }
}
