// SPDX-License-Identifier: MIT

import DrayCore

// Requests of the client. They create objects and begin drags. Here the proxy limits the actions that the client
// requests for an offer to those that the rule permits.

extension ProxyConnection {
    @inline(__always)
    mutating func displayRequest(_ message: WireMessage) throws(WireBreach) -> Passage {
        if message.opcode == WlDisplay.Request.getRegistry, let id = message.word(0) { try make(id, to: .registry) }
        return .pass
    }

    mutating func request(
        _ message: WireMessage, to object: FollowedObject, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        if isTelling {
            tell(message, .request, of: object)
            try watch(request: message, of: object)
        }
        if isTelling || tellsSteps { try name(message, of: object) }
        if tellsSteps { step(request: message, of: object, id) }
        defer { if object.isEnded(by: message.opcode) { objects.end(id) } }
        switch object {
        case .registry: try bind(message)
        case .compositor, .subcompositor, .windowBase, .layerShell, .subsurface, .windowSurface, .popup, .layerSurface,
            .surface:
            try surfaceRequest(message, to: object)
        case .window, .pointer, .touch, .keyboard: break
        case .manager(let version): try managerRequest(message, version)
        case .securityContexts:
            if message.opcode == WpSecurityContextManagerV1.Request.createListener { notices.append(.securityContext) }
        case .fixes:
            if message.opcode == WlFixes.Request.destroyRegistry, let id = message.word(0), objects[id] == .registry {
                objects.end(id)
            }
        case .device(let device): startDrag(message, device)
        case .offer(let offer): return try offerRequest(message, offer, id)
        case .source(let source): sourceRequest(message, source, id)
        case .seat(let seat): try seatRequest(message, seat)
        }
        return .pass
    }

    private mutating func seatRequest(_ message: WireMessage, _ seat: SeatName) throws(WireBreach) {
        guard let id = message.word(0) else { return }
        switch message.opcode {
        case WlSeat.Request.getPointer: try make(id, to: .pointer(seat))  // (id)
        case WlSeat.Request.getKeyboard: try make(id, to: .keyboard(seat))  // (id)
        case WlSeat.Request.getTouch: try make(id, to: .touch(seat))  // (id)
        default: break
        }
    }

    /// bind (name, interface, version, id)
    private mutating func bind(_ message: WireMessage) throws(WireBreach) {
        guard message.opcode == WlRegistry.Request.bind, let name = message.word(0), let (_, next) = message.string(1),
            let version = message.word(next), let id = message.word(next + 1)
        else { return }
        let object: FollowedObject? =
            if message.isString(1, "wl_data_device_manager") {
                .manager(version: version)
            } else if message.isString(1, "wl_seat") {
                // The global may not have been announced to this client: a client that knows the name may bind at once.
                .seat(name)
            } else if message.isString(1, "wl_compositor") {
                .compositor
            } else if message.isString(1, "wl_subcompositor") {
                .subcompositor
            } else if message.isString(1, "xdg_wm_base") {
                .windowBase
            } else if message.isString(1, "zwlr_layer_shell_v1") {
                .layerShell
            } else if message.isString(1, "wp_security_context_manager_v1") {
                .securityContexts
            } else if message.isString(1, "wl_fixes") {
                .fixes
            } else {
                nil
            }
        if let object { try make(id, to: object) }
    }

    private mutating func managerRequest(_ message: WireMessage, _ version: UInt32) throws(WireBreach) {
        guard let id = message.word(0) else { return }
        switch message.opcode {
        case WlDataDeviceManager.Request.createDataSource:  // (id)
            try make(id, to: .source(FollowedSource(version: version)))
        case WlDataDeviceManager.Request.getDataDevice:  // (id, seat)
            guard let seatID = message.word(1), case .seat(let seat) = objects[seatID] else { return }
            try make(id, to: .device(FollowedDevice(version: version, seat: seat)))
        default: break
        }
    }

    private mutating func sourceRequest(_ message: WireMessage, _ source: FollowedSource, _ id: UInt32) {
        switch message.opcode {
        case WlDataSource.Request.destroy: end(dragsOf: id)
        case WlDataSource.Request.setActions:  // (mask)
            guard source.version >= 3, let mask = message.word(0) else { return }
            if !DragActions(rawValue: mask).isValid { tell(.sourceActions) }
            var source = source
            source.actions = DragActions(rawValue: mask)
            objects.update(id, to: .source(source))
        default: break
        }
    }

    /// start_drag (source, origin, icon, serial)
    private mutating func startDrag(_ message: WireMessage, _ device: FollowedDevice) {
        guard message.opcode == WlDataDevice.Request.startDrag, seats.contains(device.seat),
            let source = message.word(0),
            let originID = message.word(1), let serial = message.word(3)
        else { return }
        let isPressed = takePress(serial, on: device.seat)
        if tellsSteps { beginStep(source, originID, on: device.seat, isPressed: isPressed) }
        guard case .surface(let origin) = objects[originID], source != 0 else {
            // Without a source no client receives an offer. Current offers belong to another drag.
            return begin(nil, on: device.seat)
        }
        begin((forest.root(of: origin), source), on: device.seat, isPressed: isPressed)
    }

    /// Whether the client holds the press with this serial. Compositors refuse a drag without one.
    private mutating func takePress(_ serial: UInt32, on seat: SeatName) -> Bool {
        guard let target = presses.take(serial, on: seat) else { return false }
        if target == .unknown { return true }
        return objects[target.id] == .surface(target.surface) && !objects.isEnded(target.id)
    }

    private mutating func offerRequest(
        _ message: WireMessage, _ offer: FollowedOffer, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        switch message.opcode {
        case WlDataOffer.Request.destroy:
            _ = objects.remove(id)
            return settle(offer, id)
        case WlDataOffer.Request.finish: return settle(offer, id)
        case WlDataOffer.Request.setActions:  // (mask, preferred)
            setActions(message, offer, id)
            let passage = negotiate(id)
            if case .passAnswering(let added) = passage { report(added: added) }
            return passage
        default: return .pass
        }
    }

    /// Completes a drop: after the client has finished, no `leave` will arrive from the compositor, so one is added.
    private mutating func settle(_ offer: FollowedOffer, _ id: UInt32) -> Passage {
        guard case .device(let device) = objects[offer.device], device.hover == .dropped(offer: id) else {
            return .pass
        }
        set(offer.device, device, to: addsLeaves ? .settled : .nothing)
        guard addsLeaves else { return .pass }
        notices.append(.leaveAdded)
        return .passAnswering(Self.leave(offer.device))
    }

    private mutating func setActions(_ message: WireMessage, _ offer: FollowedOffer, _ id: UInt32) {
        guard offer.version >= 3, let mask = message.word(0), let preferred = message.word(1) else { return }
        let said = (mask: DragActions(rawValue: mask), preferred: DragActions(rawValue: preferred))
        var offer = offer
        offer.answer = try? TargetActions(mask: said.mask, preferred: said.preferred)
        if offer.answer == nil { tell(.answer) }
        objects.update(id, to: .offer(offer))
        let answer: (mask: DragActions, preferred: DragAction?)?
        switch offer.stage {
        case .introduced:
            guard case .device(let device) = objects[offer.device] else { return }
            answer = rule(for: earlyRelation(on: device.seat))
                .asked(mask: said.mask, preferred: said.preferred, source: offer.sourceActions)
        // A drop without a known action has no final action yet.
        case .decided(let relation), .dropped(let relation, nil):
            answer = rule(for: relation).asked(
                mask: said.mask, preferred: said.preferred, source: offer.sourceActions)
        case .asked(let relation):
            answer = rule(for: relation).answered(
                mask: said.mask, preferred: said.preferred, source: offer.sourceActions)
        case .dropped(let relation, let action?):
            answer = rule(for: relation).held(to: action, mask: said.mask, preferred: said.preferred)
        case .selection: return
        }
        guard let answer, answer.mask.rawValue != mask || (answer.preferred?.rawValue ?? 0) != preferred else { return }
        message.setWord(0, to: answer.mask.rawValue)
        message.setWord(1, to: answer.preferred?.rawValue ?? 0)
        tellChange(.answerChanged(from: said.mask, to: answer.mask, preferred: answer.preferred))
    }

    /// Negotiates in place of the compositor after the client's answer: both sides are sent the action, if both are
    /// this client's.
    private mutating func negotiate(_ id: UInt32) -> Passage {
        guard case .offer(let offer) = objects[id], offer.isUnnegotiated, case .decided = offer.stage else {
            return .pass
        }
        let action = negotiate(offer, id)
        guard case .device(let device) = objects[offer.device], drags[device.seat]?.ownOffer == id else {
            return action.isEmpty ? .pass : .passAnswering(action)
        }
        let both = action + renewSourceAction(on: device.seat)
        return both.isEmpty ? .pass : .passAnswering(both)
    }

    /// Registers a new object. Removes the previous object with the id even if `delete_id` has not arrived.
    mutating func make(_ id: UInt32, to object: FollowedObject) throws(WireBreach) {
        if let former = try objects.set(id, to: object) { forget(former, id) }
    }
}
