// SPDX-License-Identifier: MIT

import DrayCore

// Events from the compositor. They assign offers to windows and update the state of data devices. Here the proxy
// changes which of the source's actions the client sees.

extension ProxyConnection {
    @inline(__always)
    mutating func displayEvent(_ message: WireMessage) -> Passage {
        switch message.opcode {
        case WlDisplay.Event.error: if isTelling { tellError(message) }
        case WlDisplay.Event.deleteId:
            if let id = message.word(0), let object = objects.removeEnded(id) { forget(object, id) }
        default: break
        }
        return .pass
    }

    /// Discards the state of an object whose id is free or reused.
    mutating func forget(_ object: FollowedObject, _ id: UInt32) {
        switch object {
        case .surface(let surface):
            forest.detach(surface)
            sight.forget(surface)
        case .device:
            if steps.hovers.removeValue(forKey: id) != nil { lastHover = nil }
            sight.drag(of: id, is: nil)
            dropped.removeAll { $0 == id }
        case .pointer, .touch: presses.forget(id)
        case .keyboard: modifiers.forget(id)
        case .registry, .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .subsurface, .windowSurface, .popup, .layerSurface, .window, .manager, .source, .offer:
            break
        }
    }

    mutating func event(
        _ message: WireMessage, of object: FollowedObject, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        guard isTelling || tellsSteps else { return try change(event: message, of: object, id) }
        // An action is reported as the client is sent it.
        let isChangedFirst = object.isAction(message.opcode)
        if !isChangedFirst { report(event: message, of: object, id) }
        let passage = try change(event: message, of: object, id)
        if case .passAfter(let added) = passage { report(added: added) }
        if isChangedFirst { report(event: message, of: object, id) }
        if isTelling { tell(message, .event, of: object) }
        return passage
    }

    /// Reports the events that the proxy adds.
    mutating func report(added bytes: [UInt8]) {
        guard isTelling || tellsSteps else { return }
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            while start + WireMessage.headSize <= buffer.count {
                let size = Int(buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self) >> 16)
                let message = WireMessage(at: buffer.baseAddress! + start, size: size)
                start += size
                guard let object = objects[message.object] else { continue }
                // A missing `leave` is not one for the steps: they end with the drop.
                if object.isAction(message.opcode) { report(event: message, of: object, message.object) }
                if isTelling { tell(message, .event, of: object) }
            }
        }
    }

    @inline(__always)
    private mutating func change(
        event message: WireMessage, of object: FollowedObject, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        switch object {
        case .device(let device): return try deviceEvent(message, device, id)
        case .offer(let offer): offerEvent(message, offer, id)
        case .source(let source): return sourceEvent(message, source, id)
        case .registry: registryEvent(message)
        case .pointer(let seat): return pointerEvent(message, seat, id)
        case .touch(let seat): touchEvent(message, seat, id)
        case .keyboard(let seat): return keyboardEvent(message, seat, id)
        case .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .surface, .subsurface, .windowSurface, .popup, .layerSurface, .window, .manager:
            break
        }
        return .pass
    }

    private mutating func report(event message: WireMessage, of object: FollowedObject, _ id: UInt32) {
        if isTelling { watch(event: message, of: object, id) }
        if tellsSteps { step(event: message, of: object, id) }
    }

    // MARK: wl_registry

    private mutating func registryEvent(_ message: WireMessage) {
        guard let name = message.word(0) else { return }
        switch message.opcode {
        case WlRegistry.Event.global:  // (name, interface, version)
            if message.isString(1, "wl_seat") { seats.insert(name) }
        case WlRegistry.Event.globalRemove: seats.remove(name)  // (name)
        default: break
        }
    }

    // MARK: wl_pointer, wl_touch

    private mutating func pointerEvent(_ message: WireMessage, _ seat: SeatName, _ id: UInt32) -> Passage {
        switch message.opcode {
        case WlPointer.Event.enter:  // (serial, surface, x, y)
            presses.enter(id, of: seat, message.word(1).flatMap(target))
            return addLeaves(on: seat)
        case WlPointer.Event.leave: presses.forget(id)
        case WlPointer.Event.button:  // (serial, time, button, state)
            guard let serial = message.word(0), let button = message.word(2) else { break }
            if message.word(3) == 1 {
                presses.press(button, of: id, serial: serial)
            } else {
                presses.release(button, of: id)
            }
        default: break
        }
        return .pass
    }

    private mutating func touchEvent(_ message: WireMessage, _ seat: SeatName, _ id: UInt32) {
        switch message.opcode {
        case WlTouch.Event.down:  // (serial, time, surface, id, x, y)
            guard let serial = message.word(0), let target = message.word(2).flatMap(target),
                let finger = message.word(3)
            else { return }
            presses.press(finger, of: id, on: seat, target, serial: serial)
        case WlTouch.Event.up:  // (serial, time, id)
            if let finger = message.word(2) { presses.release(finger, of: id) }
        case WlTouch.Event.cancel: presses.forget(id)
        default: break
        }
    }

    // MARK: wl_keyboard

    private mutating func keyboardEvent(_ message: WireMessage, _ seat: SeatName, _ id: UInt32) -> Passage {
        switch message.opcode {
        case WlKeyboard.Event.enter: modifiers.enter(id, on: seat)  // (serial, surface, keys)
        case WlKeyboard.Event.leave: modifiers.forget(id)
        case WlKeyboard.Event.modifiers:  // (serial, depressed, latched, locked, group)
            guard let depressed = message.word(1), let latched = message.word(2), let locked = message.word(3) else {
                break
            }
            modifiers.set(depressed | latched | locked, of: id)
            guard let offerID = drags[seat]?.ownOffer, case .offer(let offer) = objects[offerID],
                case .decided = offer.stage
            else { break }
            let actions = negotiate(offer, offerID) + renewSourceAction(on: seat)
            return actions.isEmpty ? .pass : .passAfter(actions)
        default: break
        }
        return .pass
    }

    private func target(_ id: UInt32) -> HeldPresses.Target? {
        guard case .surface(let surface) = objects[id] else { return nil }
        return HeldPresses.Target(id: id, surface: surface)
    }

    /// Adds the missing `leave` after a drop on this seat, before the pointer's `enter`.
    private mutating func addLeaves(on seat: SeatName) -> Passage {
        guard addsLeaves, !dropped.isEmpty else { return .pass }
        var leaves: [UInt8] = []
        for id in dropped {
            guard case .device(let device) = objects[id], device.seat == seat else { continue }
            set(id, device, to: .settled)
            notices.append(.leaveAdded)
            leaves += Self.leave(id)
        }
        return leaves.isEmpty ? .pass : .passAfter(leaves)
    }

    // MARK: wl_data_device

    private mutating func deviceEvent(
        _ message: WireMessage, _ device: FollowedDevice, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        switch message.opcode {
        case WlDataDevice.Event.dataOffer:  // (id)
            // The compositor allocates the ids of offers. With another id the sender is no longer a data device.
            guard let offer = message.word(0), offer >= Self.firstOfCompositor else { return .pass }
            try make(offer, to: .offer(FollowedOffer(version: device.version, device: id)))
            guard case .dropped = device.hover else { return .pass }
            return addLeave(id, device, then: .settled)
        case WlDataDevice.Event.enter:  // (serial, surface, x, y, offer)
            guard let surface = message.word(1), let offer = message.word(4) else { return .pass }
            let action = decide(offer, over: surface, device) + renewSourceAction(on: device.seat)
            let hover = FollowedDevice.Hover.over(offer: offer == 0 ? nil : offer)
            if case .dropped = device.hover { return addLeave(id, device, then: hover, after: action) }
            set(id, device, to: hover)
            return action.isEmpty ? .pass : .passAfter(action)
        case WlDataDevice.Event.leave:
            set(id, device, to: .nothing)
            if device.hover == .settled, message.size == WireMessage.headSize { return .remove }
            guard case .over = device.hover else { return .pass }
            drags[device.seat]?.relation = .otherApplication
            drags[device.seat]?.ownOffer = nil
            let action = renewSourceAction(on: device.seat)
            return action.isEmpty ? .pass : .passAfter(action)
        case WlDataDevice.Event.drop:
            switch device.hover {
            case .over(let offer):
                drop(offer)
                set(id, device, to: .dropped(offer: offer))
                return .pass
            case .dropped(let offer): return addLeave(id, device, then: .dropped(offer: offer))
            case .nothing, .settled: return .pass
            }
        case WlDataDevice.Event.selection:  // (offer)
            guard let offerID = message.word(0), case .offer(var offer) = objects[offerID] else { return .pass }
            offer.stage = .selection
            objects.update(offerID, to: .offer(offer))
            return .pass
        default: return .pass
        }
    }

    mutating func set(_ id: UInt32, _ device: FollowedDevice, to hover: FollowedDevice.Hover) {
        if !dropped.isEmpty { dropped.removeAll { $0 == id } }
        if case .dropped = hover { dropped.append(id) }
        var device = device
        device.hover = hover
        objects.update(id, to: .device(device))
    }

    private mutating func addLeave(
        _ id: UInt32, _ device: FollowedDevice, then hover: FollowedDevice.Hover, after action: [UInt8] = []
    ) -> Passage {
        guard addsLeaves else {
            set(id, device, to: hover == .settled ? .nothing : hover)
            return action.isEmpty ? .pass : .passAfter(action)
        }
        set(id, device, to: hover)
        notices.append(.leaveAdded)
        return .passAfter(action + Self.leave(id))
    }

    /// Determines the relation to the target window, and thus the rule for the lifetime of the offer.
    /// - Returns: `wl_data_offer.action`, if the client was sent one already that this rule does not permit.
    private mutating func decide(_ id: UInt32, over surfaceID: UInt32, _ device: FollowedDevice) -> [UInt8] {
        guard case .offer(var offer) = objects[id] else {
            if id != 0 { tell(.offer) }
            return []
        }
        guard offer.stage == .introduced else { return [] }
        let surface: SurfaceID? = if case .surface(let surface) = objects[surfaceID] { surface } else { nil }
        let relation = relation(of: surface, on: device.seat)
        offer.stage = .decided(relation)
        offer.surface = surface
        objects.update(id, to: .offer(offer))
        if isOwn(on: device.seat) {
            drags[device.seat]?.relation = relation
            drags[device.seat]?.ownOffer = id
        }
        notices.append(.decided(relation))
        if relation == .otherApplication, drags[device.seat]?.isConfirmed == false {
            drags[device.seat]?.judgedEarly[offer.device] = id
        }
        return negotiate(offer, id)
    }

    /// Determines the relation of offers again that were introduced before the client's own drag was confirmed.
    /// - Returns: `wl_data_offer.source_actions` for each offer whose window may see other actions now; the client
    ///   answers it.
    private mutating func decideAgain(_ early: [UInt32: UInt32], on seat: SeatName) -> [UInt8] {
        early.sorted { $0.key < $1.key }.flatMap { deviceID, id -> [UInt8] in
            guard case .device(let device) = objects[deviceID], device.hover == .over(offer: id),
                case .offer(var offer) = objects[id], case .decided(let former) = offer.stage
            else { return [] }
            let relation = relation(of: offer.surface, on: seat)
            guard relation != former else { return [] }
            offer.stage = .decided(relation)
            objects.update(id, to: .offer(offer))
            drags[seat]?.relation = relation
            drags[seat]?.ownOffer = id
            notices.append(.decided(relation))
            guard let told = offer.sourceActions else { return negotiate(offer, id) }
            let shown = rule(for: relation).shown(told)
            let actions = shown == rule(for: former).shown(told) ? [] : Self.sourceActions(id, shown)
            return actions + negotiate(offer, id)
        }
    }

    private mutating func drop(_ id: UInt32?) {
        guard let id, case .offer(var offer) = objects[id], case .decided(let relation) = offer.stage else { return }
        offer.stage = offer.action == .ask ? .asked(relation) : .dropped(relation, offer.action)
        objects.update(id, to: .offer(offer))
    }

    // MARK: wl_data_offer

    private mutating func offerEvent(_ message: WireMessage, _ offer: FollowedOffer, _ id: UInt32) {
        guard let number = message.word(0) else { return }
        var offer = offer
        switch message.opcode {
        case WlDataOffer.Event.sourceActions:  // (mask)
            offer.sourceActions = DragActions(rawValue: number)
            objects.update(id, to: .offer(offer))
            showActions(message, offer)
        case WlDataOffer.Event.action:  // (action)
            guard isAction(number) else { return }
            let selected = DragActions(rawValue: number)
            offer.selected = selected
            if negotiates, offer.version >= 3, offer.answer == nil, DragAction(rawValue: number) != nil {
                offer.isUnnegotiated = true
                isUnnegotiated = true
                tell(.unnegotiatedAction)
            }
            let action = sentAction(selected, to: offer)
            offer.action = DragAction(rawValue: action.rawValue)
            objects.update(id, to: .offer(offer))
            guard action.rawValue != number else { return }
            message.setWord(0, to: action.rawValue)
            tellChange(.actionChanged(from: DragActions(rawValue: number), to: action))
        default: break
        }
    }

    /// Whether an `action` event has one action or none; any other event is forwarded unchanged.
    private mutating func isAction(_ number: UInt32) -> Bool {
        if number == 0 || DragAction(rawValue: number) != nil { return true }
        tell(.action)
        return false
    }

    private mutating func showActions(_ message: WireMessage, _ offer: FollowedOffer) {
        guard let told = offer.sourceActions, case .device(let device) = objects[offer.device] else { return }
        let shown: DragActions
        switch offer.stage {
        case .introduced:
            // The target window is not known yet. The offer shows the actions that any window of this client may see.
            // The target's `set_actions` is limited by the rule of its window later.
            shown =
                isOwn(on: device.seat)
                ? rule(for: .sameContainer).shown(told).union(rule(for: .sameApplication).shown(told))
                : rule(for: .otherApplication).shown(told)
        case .decided(let relation): shown = rule(for: relation).shown(told)
        case .dropped, .asked, .selection: return
        }
        guard shown != told else { return }
        message.setWord(0, to: shown.rawValue)
        tellChange(.actionsHidden(from: told, to: shown))
    }

    private func sentAction(_ action: DragActions, to offer: FollowedOffer) -> DragActions {
        let relation: Relation
        switch offer.stage {
        case .introduced:
            guard case .device(let device) = objects[offer.device] else { return action }
            relation = earlyRelation(on: device.seat)
        case .decided(let decided), .dropped(let decided, _), .asked(let decided): relation = decided
        case .selection: return action
        }
        let rule = rule(for: relation)
        guard let answer = offer.answer, case .decided = offer.stage else {
            return rule.sent(action, source: offer.sourceActions, target: offer.answer)
        }
        let wish = wish(for: offer)
        if offer.isUnnegotiated {
            return rule.negotiated(insteadOf: action, source: offer.sourceActions, target: answer, wish: wish)
        }
        if let wish, rule.permits(wish, source: offer.sourceActions, target: answer) { return DragActions(wish) }
        return rule.sent(action, source: offer.sourceActions, target: answer)
    }

    /// The action that the held modifiers request for a drop on the window that an offer is over.
    private func wish(for offer: FollowedOffer) -> DragAction? {
        guard case .device(let device) = objects[offer.device], case .decided(let relation) = offer.stage,
            relation != .otherApplication
        else { return nil }
        return wish(on: device.seat, negotiates: !offer.isUnnegotiated)
    }

    /// Negotiates in place of the compositor, after the target or the window below the drag has changed.
    /// - Returns: `wl_data_offer.action`, if the action changes.
    mutating func negotiate(_ offer: FollowedOffer, _ id: UInt32) -> [UInt8] {
        guard let selected = offer.selected, case .decided = offer.stage else { return [] }
        let action = sentAction(selected, to: offer)
        guard action != offer.action.map(DragActions.init) ?? [] else { return [] }
        var offer = offer
        offer.action = DragAction(rawValue: action.rawValue)
        objects.update(id, to: .offer(offer))
        tellChange(.actionChanged(from: selected, to: action))
        return Self.offerAction(id, action)
    }

    // MARK: wl_data_source

    /// Changes the action in an event, if the rule for what is below the drag does not permit it.
    private mutating func showAction(_ message: WireMessage, _ source: FollowedSource, _ id: UInt32) {
        guard let number = message.word(0), let drag = drags.values.first(where: { $0.source == id }) else { return }
        guard isAction(number) else { return }
        let selected = DragActions(rawValue: number)
        var source = source
        source.action = selected
        objects.update(id, to: .source(source))
        guard let action = recordedAction(of: source, id, under: drag), action != selected else { return }
        message.setWord(0, to: action.rawValue)
        tellChange(.actionChanged(from: selected, to: action))
    }

    /// Returns an `action` event for the source of the client's drag, if another rule applies now: a compositor that
    /// does not negotiate sends none when the drag enters and leaves windows.
    mutating func renewSourceAction(on seat: SeatName) -> [UInt8] {
        guard let drag = drags[seat], case .source(let source) = objects[drag.source],
            let action = recordedAction(of: source, drag.source, under: drag)
        else { return [] }
        return action == source.sentAction ? [] : Self.action(drag.source, action)
    }

    /// Returns an `action` event for a source of the client's drags that the compositor has sent none: Hyprland sends
    /// none at all.
    private mutating func missingSourceAction(_ source: FollowedSource, _ id: UInt32) -> [UInt8] {
        guard isUnnegotiated, source.sentAction == nil, let drag = drags.values.first(where: { $0.source == id }) else {
            return []
        }
        var source = source
        source.sentAction = []
        return recordedAction(of: source, id, under: drag).map { Self.action(id, $0) } ?? []
    }

    /// Returns the action that the source is to be sent, and records it; nil if there is nothing to send. Over a window
    /// of the client's own it is what the offer there was sent, if the compositor does not negotiate.
    private mutating func recordedAction(
        of source: FollowedSource, _ id: UInt32, under drag: OwnDrag
    ) -> DragActions? {
        let action: DragActions
        if let offerID = drag.ownOffer, case .offer(let offer) = objects[offerID],
            offer.isUnnegotiated || (offer.action != nil && offer.action == wish(for: offer))
        {
            // A source that was sent nothing yet waits for the answer.
            guard offer.answer != nil || source.action != nil || source.sentAction != nil else { return nil }
            action = offer.action.map(DragActions.init) ?? []
        } else if let selected = source.action {
            action = rule(for: drag.relation).sent(selected, source: source.actions, target: nil)
        } else if source.sentAction != nil {
            action = rule(for: drag.relation).negotiated(insteadOf: nil, source: source.actions, target: nil)
        } else {
            return nil
        }
        var source = source
        source.sentAction = action
        objects.update(id, to: .source(source))
        return action
    }

    private mutating func sourceEvent(_ message: WireMessage, _ source: FollowedSource, _ id: UInt32) -> Passage {
        switch message.opcode {
        case WlDataSource.Event.cancelled, WlDataSource.Event.dndDropPerformed, WlDataSource.Event.dndFinished:
            let isPerformed = message.opcode == WlDataSource.Event.dndDropPerformed
            let action = isPerformed && source.version >= 3 ? missingSourceAction(source, id) : []
            end(dragsOf: id)
            return action.isEmpty ? .pass : .passAfter(action)
        case WlDataSource.Event.target, WlDataSource.Event.action:  // (type), (action)
            // A source of version 1 or 2 does not receive the end of each drag, so the event does not prove that this
            // drag is active.
            guard source.version >= 3 else { break }
            var told: [UInt8] = []
            // A client that violates the protocol can begin drags on several seats with one source.
            for seat in drags.keys.sorted() {
                guard let drag = drags[seat], drag.source == id, !drag.isConfirmed else { continue }
                confirm(on: seat)
                told += decideAgain(drag.judgedEarly, on: seat)
            }
            if message.opcode == WlDataSource.Event.action {
                showAction(message, source, id)
            } else if message.word(0) != 0 {  // The length of the type; 0 for none.
                told += missingSourceAction(source, id)
            }
            return told.isEmpty ? .pass : .passAfter(told)
        default: break
        }
        return .pass
    }
}
