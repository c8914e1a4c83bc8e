// SPDX-License-Identifier: MIT

// Who is told what, and when: everything is compared with what was told last, and only changes go out.

extension DragSession {
    /// Tells everybody what has changed for them.
    mutating func tellChanges(_ effects: inout [DragEffect]) {
        switch state {
        case .overNothing:
            tellSource(accepted: nil, action: nil, &effects)
            show(home == .neverLeft ? .undecided : .notPossible, count: itemCount, over: nil, isTaken: false, &effects)
        case .overTarget(let over):
            tellChanges(over: over, &effects)
        case .awaitingFinish(let dropped, _), .asking(let dropped, _):
            // The action is settled, or asked for: the source hears the answer right before `dnd_finished`.
            tellSource(accepted: dropped.offer.accepted, action: told.action, &effects)
        case .settling, .ended:
            break
        }
    }

    /// Tells the target what it may see of the source's actions now, if that is something else.
    mutating func showActions(_ effects: inout [DragEffect]) {
        guard case .overTarget(var over) = state, case .live(var offer) = over.offer, let source else { return }
        let visible = policy.visibleActions(of: source, for: over.relation, modifiers: modifiers)
        guard visible != offer.visible else { return }
        if over.target.dialect == .negotiating { effects.append(.target(.sourceActions(offer.id, visible))) }
        offer.visible = visible
        over.offer = .live(offer)
        state = .overTarget(over)
    }

    /// Sends an event to the source, if it is there and its version knows the event.
    func tellSource(_ effect: SourceEffect, _ effects: inout [DragEffect]) {
        guard case .offered(let source) = content else { return }
        switch effect {
        case .target:
            effects.append(.source(effect))
        case .action, .dropPerformed, .finished, .cancelled:
            // `cancelled` is older than version 3, but meant that another source took the place of this one.
            if source.dialect == .negotiating { effects.append(.source(effect)) }
        }
    }

    /// Tells a source that carries a window that the button was released, even if nothing was dropped.
    func tellWindowReleased(_ effects: inout [DragEffect]) {
        if let source, source.carriesWindow { tellSource(.dropPerformed, &effects) }
    }

    /// Tells the source what its content would come to.
    mutating func tellSource(accepted: Int?, action: DragAction?, _ effects: inout [DragEffect]) {
        if accepted != told.accepted {
            let before = told.accepted
            told.accepted = accepted
            if let source {
                // Of two types that are made of the same the source hears once.
                let type = accepted.map { source.origin(at: $0) }
                if type != before.map({ source.origin(at: $0) }) { tellSource(.target(type), &effects) }
            }
        }
        if action != told.action {
            told.action = action
            tellSource(.action(action), &effects)
        }
    }

    /// Moves the highlight, or takes it away.
    mutating func tellHighlight(_ surface: SurfaceID?, _ effects: inout [DragEffect]) {
        guard surface != told.highlight else { return }
        told.highlight = surface
        effects.append(.highlight(surface))
        if surface != nil { effects.append(.haptic(.target)) }
    }

    /// What a client learns of the content on `enter`.
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

    /// Tells the target the action. The first on an offer comes after the target's own `set_actions`, never before it,
    /// and always, even where the source has heard the same before.
    private mutating func tellTarget(_ action: DragAction?, over: Over, _ effects: inout [DragEffect]) {
        guard case .live(var offer) = over.offer, case .stated = offer.target else { return }
        guard offer.toldAction != .told(action) else { return }
        effects.append(.target(.action(offer.id, action)))
        offer.toldAction = .told(action)
        var over = over
        over.offer = .live(offer)
        state = .overTarget(over)
    }

    private mutating func show(
        _ outcome: Feedback.Outcome, count: Int, over surface: SurfaceID?, isTaken: Bool, _ effects: inout [DragEffect]
    ) {
        let feedback = Feedback(outcome: outcome, itemCount: count)
        if feedback != told.feedback {
            told.feedback = feedback
            effects.append(.presentation(.feedback(feedback)))
        }
        tellHighlight(isTaken && home != .neverLeft ? surface : nil, &effects)
        let announcement = Announcement.over(surface, outcome)
        if outcome != .undecided, announcement != told.announced {
            told.announced = announcement
            effects.append(.announce(announcement))
        }
    }
}

extension [DragEffect] {
    /// None yet, with room for as many as an event leads to: on a crossing it would grow three times otherwise.
    static var withRoom: [DragEffect] {
        var effects: [DragEffect] = []
        effects.reserveCapacity(8)
        return effects
    }
}
