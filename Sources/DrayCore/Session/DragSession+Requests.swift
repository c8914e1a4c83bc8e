// SPDX-License-Identifier: MIT

// What the target asks of its offer, and the drop between the two.

extension DragSession {
    /// The target can take this type, or nothing (`wl_data_offer.accept`).
    ///
    /// A type that was never offered is ignored: it must not undo an earlier, valid one.
    public mutating func accept(_ id: OfferID, _ type: MimeType?) -> [DragEffect] {
        let place: Int?
        if let type {
            guard let index = source?.place(of: type, offer?.breadth ?? .own) else { return [] }
            place = index
        } else {
            place = nil
        }
        var effects = changeOffer(id) {
            $0.accepted = place
            $0.stance = .answered
        }
        guard case .overTarget(let over) = state, over.liveOffer?.id == id else { return effects }
        meet(over.target, accepted: place, &effects)
        return effects
    }

    /// What the target can do, and likes best (`wl_data_offer.set_actions`). May be called many times.
    ///
    /// After a drop with copy or move it changes nothing, since toolkits send it late; after a drop with ask it is the
    /// person's answer.
    ///
    /// - Parameters:
    ///   - mask: as it came from the client.
    ///   - preferred: as it came from the client.
    public mutating func setActions(_ id: OfferID, mask: DragActions, preferred: DragActions) -> [DragEffect] {
        guard let offer, offer.id == id, offer.target != .legacy else { return [] }
        let actions: TargetActions
        do throws(OfferError) {
            actions = try TargetActions(mask: mask, preferred: preferred)
        } catch {
            return [.protocolError(id, error)]
        }
        switch state {
        case .overTarget:
            return changeOffer(id) {
                $0.target = actions
                $0.stance = .answered
            }
        case .asking(let dropped, _):
            let rule = policy.rule(for: dropped.relation)
            let answer = Negotiation.answer(visible: offer.visible, target: actions, rule: rule)
            state = .asking(dropped, answer: answer)
            return []
        case .overNothing, .awaitingFinish, .settling, .ended:
            return []
        }
    }

    /// The target takes only so many of the items (HIG-09). A target that never says takes all. For targets with the
    /// extension.
    public mutating func takeItems(_ id: OfferID, count: Int) -> [DragEffect] {
        guard isUnderWay else { return [] }
        return changeOffer(id) { $0.takenItems = count }
    }

    /// The target is done with the drop (`wl_data_offer.finish`).
    ///
    /// It is an error before the drop, with no accepted type, and after ask without an answer. It is believed as far as
    /// what is known of the content goes: see ``deliveryChanged(to:)``.
    public mutating func finish(_ id: OfferID) -> [DragEffect] {
        guard let offer, offer.id == id, offer.target != .legacy else { return [] }
        switch state {
        case .awaitingFinish(let dropped, let action):
            guard dropped.offer.accepted != nil else { return [.protocolError(id, .invalidFinish)] }
            return [.retire(id)] + conclude(dropped, action)
        case .asking(let dropped, let answer):
            guard dropped.offer.accepted != nil, let answer else { return [.protocolError(id, .invalidFinish)] }
            return [.retire(id)] + conclude(dropped, answer)
        case .overNothing, .overTarget, .settling, .ended:
            return [.protocolError(id, .invalidFinish)]
        }
    }

    /// What is known of the content since the drop has changed (HIG-17).
    public mutating func deliveryChanged(to delivery: Delivery) -> [DragEffect] {
        switch state {
        case .awaitingFinish(var dropped, let action):
            dropped.delivery = delivery
            let effects = tellBreak(&dropped)
            state = .awaitingFinish(dropped, action)
            return effects
        case .asking(var dropped, let answer):
            dropped.delivery = delivery
            let effects = tellBreak(&dropped)
            state = .asking(dropped, answer: answer)
            return effects
        case .settling(var dropped, let action):
            dropped.delivery = delivery
            return conclude(dropped, action)
        case .overNothing, .overTarget, .ended:
            return []
        }
    }

    /// The target destroyed its offer (`wl_data_offer.destroy`), or the offer died with its client's objects.
    ///
    /// A client that goes away destroys everything it has: call ``applicationGone(_:)`` first.
    public mutating func offerDestroyed(_ id: OfferID) -> [DragEffect] {
        guard offer?.id == id else { return [] }
        var effects: [DragEffect] = []
        switch state {
        case .overTarget(var over):
            over.offer = .destroyed
            state = .overTarget(over)
            tellChanges(&effects)
        case .awaitingFinish(let dropped, let action):
            switch dropped.target.dialect {
            case .legacy: effects = conclude(dropped, action)  // The only sign of success that version 1 and 2 know.
            case .negotiating: fail(.abandoned, &effects)
            }
        case .asking(let dropped, let answer):
            switch (dropped.delivery, answer) {
            // Asked, answered and copied, and then not finished: GTK 3 knows no `finish` after a question. A copy takes
            // nothing away from the source, whatever the target says.
            case (.arrived, .copy): effects = succeed(.copy)
            case (.arrived, _), (.notAsked, _), (.cameBefore, _), (.awaited, _), (.failed, _),
                (.brokeOff, _):
                fail(.abandoned, &effects)
            }
        case .overNothing, .settling, .ended:
            break
        }
        return effects
    }

    /// What to do with a read by this offer (`wl_data_offer.receive`). Changes nothing, and may be asked many times.
    public func verdict(onReading type: MimeType, from id: OfferID) -> ReadVerdict {
        guard let source, let offer, offer.id == id, source.place(of: type, offer.breadth) != nil
        else { return .close }
        switch state {
        case .overTarget:
            switch (policy.earlyReads, offer.stance) {
            case (.heldUntilDrop, _): return .hold
            case (.forwarded, .answered), (.afterAnswer, .answered): return .forward
            case (.forwarded, .silent): return .forwardEarly
            case (.afterAnswer, .silent): return .tooEarly
            }
        case .awaitingFinish, .asking:
            return .forward
        case .overNothing, .settling, .ended:
            return .close
        }
    }

    /// The button was released, or the finger or pen lifted.
    ///
    /// A target of version 3 gets the drop only if its last `accept` was a type and there is an action; for an older one
    /// `accept` is mere feedback. The modifiers that count are those in effect now (HIG-03).
    ///
    /// Where there is no drop, the source hears `cancelled` and not `dnd_drop_performed`. The specification allows both
    /// together, but there are clients that then wait for an end which has been already. One that carries a window is told
    /// of the release all the same.
    ///
    /// `leave` follows `drop` at once. All compositors but one do that, and some clients wait for it, although the
    /// specification has the client destroy its offer on `leave`; so the offer stays usable until the target finishes.
    public mutating func drop() -> [DragEffect] {
        var effects: [DragEffect] = []
        switch state {
        case .overNothing:
            tellWindowReleased(&effects)
            fail(.missed, &effects)
        case .overTarget(let over):
            switch over.offer {
            case .null: handOver(to: over.target, &effects)
            case .live(let offer): drop(offer, on: over, &effects)
            case .destroyed: refuse(&effects)
            }
        case .awaitingFinish, .asking, .settling, .ended:
            break
        }
        return effects
    }

    // MARK: - Helpers

    /// The target says that it has the content; whether that is so, its reads tell.
    private mutating func conclude(_ dropped: Dropped, _ action: DragAction) -> [DragEffect] {
        switch dropped.delivery {
        case .arrived, .cameBefore:
            return succeed(action)
        case .notAsked:
            // Nobody has read, and nobody can any more; with a source that lives, the types were all that it needed.
            guard case .orphaned = content else { return succeed(action) }
            return failDelivery()
        case .awaited:
            state = .settling(dropped, action)
            return []
        case .failed, .brokeOff:
            return failDelivery()
        }
    }

    /// Tells the user at once that only a part arrived: all that the target sees is the end of the file, and it may
    /// well take the part for the whole.
    private func tellBreak(_ dropped: inout Dropped) -> [DragEffect] {
        guard dropped.delivery == .brokeOff, !dropped.isBreakTold else { return [] }
        dropped.isBreakTold = true
        return [.presentation(.dropFailed(at: pointer)), .haptic(.refusal), .announce(.brokeOff)]
    }

    /// Ends the drag because nothing came of the drop: the source is gone, or has written nothing.
    private mutating func failDelivery() -> [DragEffect] {
        var effects: [DragEffect] = []
        switch content {
        case .orphaned: fail(.sourceGone, &effects)
        case .offered, .withinApplication: fail(.interrupted(.transferFailed), &effects)
        }
        return effects
    }

    /// Changes the current offer if it is this one, and tells what follows from it.
    private mutating func changeOffer(_ id: OfferID, _ change: (inout Offer) -> Void) -> [DragEffect] {
        guard var offer, offer.id == id else { return [] }
        change(&offer)
        switch state {
        case .overTarget(var over):
            over.offer = .live(offer)
            state = .overTarget(over)
        case .awaitingFinish(var dropped, let action):
            dropped.offer = offer
            state = .awaitingFinish(dropped, action)
        case .asking(var dropped, let answer):
            dropped.offer = offer
            state = .asking(dropped, answer: answer)
        case .overNothing, .settling, .ended:
            break
        }
        var effects = [DragEffect].withRoom
        tellChanges(&effects)
        return effects
    }

    private mutating func drop(_ offer: Offer, on over: Over, _ effects: inout [DragEffect]) {
        guard let action = action(of: over), over.target.dialect == .legacy || offer.accepted != nil else {
            refuse(&effects)
            return
        }
        let surface = over.target.surface
        let dropped = Dropped(target: over.target, relation: over.relation, offer: offer)
        effects += [.target(.drop(surface)), .target(.leave(surface))]
        tellSource(.dropPerformed, &effects)
        tellHighlight(nil, &effects)
        effects.append(.announce(.dropped(surface)))
        land(&effects)
        effects.append(.released)
        switch action {
        case .copy, .move: state = .awaitingFinish(dropped, action)
        case .ask: state = .asking(dropped, answer: nil)
        }
    }

    private mutating func handOver(to target: Target, _ effects: inout [DragEffect]) {
        effects += [.target(.drop(target.surface)), .target(.leave(target.surface))]
        effects.append(.announce(.dropped(target.surface)))
        end(.handedOver, &effects)
    }

    private mutating func refuse(_ effects: inout [DragEffect]) {
        leaveTarget(&effects)
        // `action` may not follow `dnd_drop_performed`.
        tellSource(accepted: nil, action: nil, &effects)
        tellWindowReleased(&effects)
        fail(.refused, &effects)
    }
}
