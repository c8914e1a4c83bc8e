// SPDX-License-Identifier: MIT

import DrayCore

// What the compositor says to the client. By it offers get their windows and devices are entered and left, and in here
// it is changed which of a source's actions the client sees.

extension ProxyConnection {
    @inline(__always)
    mutating func displayEvent(_ message: WireMessage) -> Passage {
        switch message.opcode {
        case 0: if isTelling { tellError(message) }
        case 1: if let id = message.word(0), let object = objects.removeEnded(id) { forget(object, id) }
        default: break
        }
        return .pass
    }

    /// No object with that id is this one any more.
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
        case .registry, .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .subsurface, .windowSurface, .popup, .layerSurface, .window, .manager, .source, .offer:
            break
        }
    }

    mutating func event(
        _ message: WireMessage, of object: FollowedObject, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        if isTelling { watch(event: message, of: object, id) }
        if tellsSteps { step(event: message, of: object, id) }
        defer { if isTelling { tell(message, .event, of: object) } }
        switch object {
        case .device(let device): return try deviceEvent(message, device, id)
        case .offer(let offer): offerEvent(message, offer, id)
        case .source(let source): return sourceEvent(message, source, id)
        case .registry: registryEvent(message)
        case .pointer(let seat): return pointerEvent(message, seat, id)
        case .touch(let seat): touchEvent(message, seat, id)
        case .compositor, .subcompositor, .windowBase, .layerShell, .securityContexts, .fixes, .seat,
            .surface, .subsurface, .windowSurface, .popup, .layerSurface, .window, .manager:
            break
        }
        return .pass
    }

    // MARK: wl_registry

    private mutating func registryEvent(_ message: WireMessage) {
        guard let name = message.word(0) else { return }
        switch message.opcode {
        case 0: if message.isString(1, "wl_seat") { seats.insert(name) }  // global (name, interface, version)
        case 1: seats.remove(name)  // global_remove (name)
        default: break
        }
    }

    // MARK: wl_pointer, wl_touch

    private mutating func pointerEvent(_ message: WireMessage, _ seat: SeatName, _ id: UInt32) -> Passage {
        switch message.opcode {
        case 0:  // enter (serial, surface, x, y)
            presses.enter(id, of: seat, message.word(1).flatMap(target))
            return addLeaves(on: seat)
        case 1: presses.forget(id)  // leave
        case 3:  // button (serial, time, button, state)
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
        case 0:  // down (serial, time, surface, id, x, y)
            guard let serial = message.word(0), let target = message.word(2).flatMap(target),
                let finger = message.word(3)
            else { return }
            presses.press(finger, of: id, on: seat, target, serial: serial)
        case 1:  // up (serial, time, id)
            if let finger = message.word(2) { presses.release(finger, of: id) }
        case 4: presses.forget(id)  // cancel
        default: break
        }
    }

    private func target(_ id: UInt32) -> HeldPresses.Target? {
        guard case .surface(let surface) = objects[id] else { return nil }
        return HeldPresses.Target(id: id, surface: surface)
    }

    /// What was dropped on that seat has left before its pointer comes.
    private mutating func addLeaves(on seat: SeatName) -> Passage {
        guard !dropped.isEmpty else { return .pass }
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
        case 0:  // data_offer (id)
            // An id of the compositor's own: what says another is no data device any more.
            guard let offer = message.word(0), offer >= Self.firstOfCompositor else { return .pass }
            try make(offer, to: .offer(FollowedOffer(version: device.version, device: id)))
            guard case .dropped = device.hover else { return .pass }
            return addLeave(id, device, then: .settled)
        case 1:  // enter (serial, surface, x, y, offer)
            guard let surface = message.word(1), let offer = message.word(4) else { return .pass }
            decide(offer, over: surface, device)
            let hover = FollowedDevice.Hover.over(offer: offer == 0 ? nil : offer)
            if case .dropped = device.hover { return addLeave(id, device, then: hover) }
            set(id, device, to: hover)
            return .pass
        case 2:  // leave
            set(id, device, to: .nothing)
            return device.hover == .settled && message.size == WireMessage.headSize ? .remove : .pass
        case 4:  // drop
            switch device.hover {
            case .over(let offer):
                drop(offer)
                set(id, device, to: .dropped(offer: offer))
                return .pass
            case .dropped(let offer): return addLeave(id, device, then: .dropped(offer: offer))
            case .nothing, .settled: return .pass
            }
        case 5:  // selection (offer)
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

    private mutating func addLeave(_ id: UInt32, _ device: FollowedDevice, then hover: FollowedDevice.Hover) -> Passage
    {
        set(id, device, to: hover)
        notices.append(.leaveAdded)
        return .passAfter(Self.leave(id))
    }

    /// The window is known, and with it the rule for as long as the offer lives.
    private mutating func decide(_ id: UInt32, over surfaceID: UInt32, _ device: FollowedDevice) {
        guard case .offer(var offer) = objects[id], offer.stage == .introduced else { return }
        let surface: SurfaceID? = if case .surface(let surface) = objects[surfaceID] { surface } else { nil }
        let relation = relation(of: surface, on: device.seat)
        offer.stage = .decided(relation)
        offer.surface = surface
        objects.update(id, to: .offer(offer))
        notices.append(.decided(relation))
        if relation == .otherApplication, drags[device.seat]?.isConfirmed == false {
            drags[device.seat]?.judgedEarly[offer.device] = id
        }
    }

    /// The content over this client's windows is its own, as its source was sent an event: offers that came before that
    /// are judged again.
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
            notices.append(.decided(relation))
            guard let told = offer.sourceActions else { return [] }
            let shown = rule(for: relation).shown(told)
            return shown == rule(for: former).shown(told) ? [] : Self.sourceActions(id, shown)
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
        case 1:  // source_actions (mask)
            offer.sourceActions = DragActions(rawValue: number)
            objects.update(id, to: .offer(offer))
            showActions(message, offer)
        case 2:  // action (action)
            offer.action = DragAction(rawValue: number)
            objects.update(id, to: .offer(offer))
        default: break
        }
    }

    private mutating func showActions(_ message: WireMessage, _ offer: FollowedOffer) {
        guard let told = offer.sourceActions, case .device(let device) = objects[offer.device] else { return }
        let shown: DragActions
        switch offer.stage {
        case .introduced:
            // Which window it is for comes next. What any window of this client may see is shown to all of them; what the
            // target then asks for is held to its window's rule.
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

    // MARK: wl_data_source

    private mutating func sourceEvent(_ message: WireMessage, _ source: FollowedSource, _ id: UInt32) -> Passage {
        switch message.opcode {
        case 2, 3, 4:  // cancelled, dnd_drop_performed, dnd_finished
            end(dragsOf: id)
        case 0, 5:  // target (type), action (action)
            // A source of version 1 or 2 is not told of every end, so that no event proves for how long.
            guard source.version >= 3 else { break }
            var told: [UInt8] = []
            // A client that breaks the protocol begins drags on several seats with one source.
            for seat in drags.keys.sorted() {
                guard let drag = drags[seat], drag.source == id, !drag.isConfirmed else { continue }
                confirm(on: seat)
                told += decideAgain(drag.judgedEarly, on: seat)
            }
            return told.isEmpty ? .pass : .passAfter(told)
        default: break
        }
        return .pass
    }
}
