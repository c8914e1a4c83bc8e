// SPDX-License-Identifier: MIT

import DrayCore

// What the client says to the compositor. By it objects become known and drags begin, and in here the actions that it
// asks an offer for are held to the rule.

extension ProxyConnection {
    @inline(__always)
    mutating func displayRequest(_ message: WireMessage) throws(WireBreach) -> Passage {
        // get_registry
        if message.opcode == 1, let id = message.word(0) { try make(id, to: .registry) }
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
        case .window, .pointer, .touch: break
        case .manager(let version): try managerRequest(message, version)
        case .securityContexts:
            if message.opcode == 1 { notices.append(.securityContext) }
        case .fixes:  // destroy_registry (registry)
            if message.opcode == 1, let id = message.word(0), objects[id] == .registry { objects.end(id) }
        case .device(let device): startDrag(message, device)
        case .offer(let offer): return try offerRequest(message, offer, id)
        case .source: if message.opcode == 1 { end(dragsOf: id) }  // destroy
        case .seat(let seat): try seatRequest(message, seat)
        }
        return .pass
    }

    private mutating func seatRequest(_ message: WireMessage, _ seat: SeatName) throws(WireBreach) {
        guard let id = message.word(0) else { return }
        switch message.opcode {
        case 0: try make(id, to: .pointer(seat))  // get_pointer (id)
        case 2: try make(id, to: .touch(seat))  // get_touch (id)
        default: break
        }
    }

    /// bind (name, interface, version, id)
    private mutating func bind(_ message: WireMessage) throws(WireBreach) {
        guard message.opcode == 0, let name = message.word(0), let (_, next) = message.string(1),
            let version = message.word(next), let id = message.word(next + 1)
        else { return }
        let object: FollowedObject? =
            if message.isString(1, "wl_data_device_manager") {
                .manager(version: version)
            } else if message.isString(1, "wl_seat") {
                // Also one that the compositor has not told of, as who knows its name need not wait for that.
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
        case 0:  // create_data_source (id)
            try make(id, to: .source(FollowedSource(version: version)))
        case 1:  // get_data_device (id, seat)
            guard let seatID = message.word(1), case .seat(let seat) = objects[seatID] else { return }
            try make(id, to: .device(FollowedDevice(version: version, seat: seat)))
        default: break
        }
    }

    /// start_drag (source, origin, icon, serial)
    private mutating func startDrag(_ message: WireMessage, _ device: FollowedDevice) {
        guard message.opcode == 0, seats.contains(device.seat), let source = message.word(0),
            let originID = message.word(1), let serial = message.word(3)
        else { return }
        let isPressed = takePress(serial, on: device.seat)
        if tellsSteps { beginStep(source, originID, on: device.seat, isPressed: isPressed) }
        guard case .surface(let origin) = objects[originID], source != 0 else {
            // Without a source no client is offered anything: what is offered now is of another drag.
            return begin(nil, on: device.seat)
        }
        begin((forest.root(of: origin), source), on: device.seat, isPressed: isPressed)
    }

    /// Whether the client holds the press that the serial names: without one no compositor grants a drag.
    private mutating func takePress(_ serial: UInt32, on seat: SeatName) -> Bool {
        guard let target = presses.take(serial, on: seat) else { return false }
        return objects[target.id] == .surface(target.surface) && !objects.isEnded(target.id)
    }

    private mutating func offerRequest(
        _ message: WireMessage, _ offer: FollowedOffer, _ id: UInt32
    ) throws(WireBreach) -> Passage {
        switch message.opcode {
        case 2:  // destroy
            _ = objects.remove(id)
            return settle(offer, id)
        case 3:  // finish
            return settle(offer, id)
        case 4:  // set_actions (mask, preferred)
            setActions(message, offer)
            return .pass
        default: return .pass
        }
    }

    /// The client is done with a drop: a leave that has not come by now will not come.
    private mutating func settle(_ offer: FollowedOffer, _ id: UInt32) -> Passage {
        guard case .device(let device) = objects[offer.device], device.hover == .dropped(offer: id) else {
            return .pass
        }
        set(offer.device, device, to: .settled)
        notices.append(.leaveAdded)
        return .passAnswering(Self.leave(offer.device))
    }

    private mutating func setActions(_ message: WireMessage, _ offer: FollowedOffer) {
        guard offer.version >= 3, let mask = message.word(0), let preferred = message.word(1) else { return }
        let said = (mask: DragActions(rawValue: mask), preferred: DragActions(rawValue: preferred))
        let answer: (mask: DragActions, preferred: DragAction?)?
        switch offer.stage {
        case .introduced:
            guard case .device(let device) = objects[offer.device] else { return }
            answer = rule(for: earlyRelation(on: device.seat))
                .asked(mask: said.mask, preferred: said.preferred, source: offer.sourceActions)
        // A drop of which no action was told has none to be held to.
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

    /// There is a new object with that id. What had it before is gone, though nobody has told so yet.
    mutating func make(_ id: UInt32, to object: FollowedObject) throws(WireBreach) {
        if let former = try objects.set(id, to: object) { forget(former, id) }
    }
}
