// SPDX-License-Identifier: MIT

// Requests of the target on its offer, and the drop.

extension DragSession {
    /// Handles `wl_data_offer.accept`: the target can accept this type, or nothing.
    ///
    /// A type that was never offered is ignored, so that it does not undo an earlier, valid one.
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

    /// Handles `wl_data_offer.set_actions`: the actions that the target supports and the one it prefers. May be called
    /// repeatedly.
    ///
    /// After a drop with copy or move it has no effect, since toolkits send it late. After a drop with ask it is the
    /// user's answer.
    ///
    /// - Parameters:
    ///   - mask: The unchecked value from the client.
    ///   - preferred: The unchecked value from the client.
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

    /// Limits the number of items that the target accepts (HIG-09). By default it accepts all. Only targets with the
    /// extension send this.
    public mutating func takeItems(_ id: OfferID, count: Int) -> [DragEffect] {
        guard isUnderWay else { return [] }
        return changeOffer(id) { $0.takenItems = count }
    }

    /// Handles `wl_data_offer.finish`: the target has finished the drop.
    ///
    /// It is a protocol error before the drop, without an accepted type, and after ask without an answer. It counts as
    /// success only if the content was delivered: see ``deliveryChanged(to:)``.
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

    /// Handles a change of the delivery state since the drop (HIG-17).
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

    /// Handles `wl_data_offer.destroy`, or the destruction of the offer together with its client's objects.
    ///
    /// A client that disconnects destroys all its objects: call ``applicationGone(_:)`` first.
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
            case .legacy: effects = conclude(dropped, action)  // In version 1 and 2, the only sign of success.
            case .negotiating: fail(.abandoned, &effects)
            }
        case .asking(let dropped, let answer):
            switch (dropped.delivery, answer) {
            // The target asked, received an answer and read the content, but did not finish: GTK 3 sends no `finish`
            // after a question. A copy removes nothing from the source, whatever the target reports.
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

    /// Returns how to handle a read of this offer (`wl_data_offer.receive`). Has no side effects.
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

    /// Handles the release of the button, or the lifting of the finger or pen.
    ///
    /// A target of version 3 receives the drop only if its last `accept` named a type and there is an action; for an
    /// older one `accept` is only feedback. The modifiers in effect at this moment count (HIG-03).
    ///
    /// Without a drop, the source receives `cancelled` and no `dnd_drop_performed`. The specification permits both, but
    /// some clients would then wait for an end that has already happened. A source that carries a window receives
    /// `dnd_drop_performed` in any case.
    ///
    /// `leave` immediately follows `drop`. All compositors but one do this, and some clients wait for it, although the
    /// specification has the client destroy its offer on `leave`. Therefore the offer stays usable until the target
    /// finishes.
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

    /// Ends the drag after the target's `finish`, with the result that the delivery state implies.
    private mutating func conclude(_ dropped: Dropped, _ action: DragAction) -> [DragEffect] {
        switch dropped.delivery {
        case .arrived, .cameBefore:
            return succeed(action)
        case .notAsked:
            // Nothing was read, and nothing can be read any more. If the source still exists, the types were all that
            // was needed.
            guard case .orphaned = content else { return succeed(action) }
            return failDelivery()
        case .awaited:
            state = .settling(dropped, action)
            return []
        case .failed, .brokeOff:
            return failDelivery()
        }
    }

    /// Notifies the user immediately that only a part arrived: the target sees only end of file and may mistake the
    /// part for the whole content.
    private func tellBreak(_ dropped: inout Dropped) -> [DragEffect] {
        guard dropped.delivery == .brokeOff, !dropped.isBreakShown else { return [] }
        dropped.isBreakShown = true
        return [.presentation(.dropFailed(at: pointer)), .haptic(.refusal), .announce(.brokeOff)]
    }

    /// Ends the drag because the drop transferred nothing: the source no longer exists, or has written nothing.
    private mutating func failDelivery() -> [DragEffect] {
        var effects: [DragEffect] = []
        switch content {
        case .orphaned: fail(.sourceGone, &effects)
        case .offered, .withinApplication: fail(.interrupted(.transferFailed), &effects)
        }
        return effects
    }

    /// Changes the current offer if it is this one, and sends the resulting events.
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
