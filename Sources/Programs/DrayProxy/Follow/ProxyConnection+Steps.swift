// SPDX-License-Identifier: MIT

import DrayCore

/// Reports the steps of drags, for announcements and for the list of drops. They contain the names of types but no
/// content.
extension ProxyConnection {
    mutating func step(request message: WireMessage, of object: FollowedObject, _ id: UInt32) {
        switch (object, message.opcode) {
        case (.source, WlDataSource.Request.offer):  // (type)
            if let type = message.string(0)?.text { steps.add(type, to: id) }
        case (.source, WlDataSource.Request.destroy):
            if let seat = steps.seat(of: id) { endStep(seat, .withdrawn) }
            steps.forget(source: id)
        case (.offer(let offer), WlDataOffer.Request.accept):  // (serial, type)
            guard let type = message.string(1), let device = steps.device(of: id) else { return }
            steps.changeHover(device) { $0.isAccepted = type.text != nil }
            tellHover(device, isOld: offer.version < 3)
        case (.offer(let offer), WlDataOffer.Request.destroy), (.offer(let offer), WlDataOffer.Request.finish):
            guard let hover = steps.hovers[offer.device], hover.offer == id, hover.isDropped else { return }
            steps.hovers[offer.device] = nil
            notices.append(.step(.settled(hover.seat)))
        case (_, _): break
        }
    }

    mutating func step(event message: WireMessage, of object: FollowedObject, _ id: UInt32) {
        switch (object, message.opcode) {
        case (.device(let device), WlDataDevice.Event.enter):  // (serial, surface, x, y, offer)
            guard let surfaceID = message.word(1), case .surface(let surface) = objects[surfaceID],
                let offer = message.word(4), offer != 0
            else { return }
            steps.hovers[id] = .init(seat: device.seat, window: window(of: surface), offer: offer)
            if case .offer(let followed) = objects[offer], followed.isUnnegotiated {
                steps.changeHover(id) {
                    $0.action = followed.action
                    $0.isActionTold = true
                }
            }
            tellHover(id, isOld: device.version < 3)
        case (.device, WlDataDevice.Event.leave):
            guard let hover = steps.hovers[id], !hover.isDropped else { return }
            steps.hovers[id] = nil
            lastHover = nil
            notices.append(.step(.left(hover.seat)))
        case (.device, WlDataDevice.Event.drop):
            guard let hover = steps.hovers[id], !hover.isDropped else { return }
            steps.changeHover(id) { $0.isDropped = true }
            lastHover = nil
            notices.append(.step(.dropped(hover.seat, hover.window)))
        case (.offer(let offer), WlDataOffer.Event.action):  // (action)
            guard let number = message.word(0), steps.hovers[offer.device]?.offer == id else { return }
            steps.changeHover(offer.device) {
                $0.action = DragAction(rawValue: number)
                $0.isActionTold = true
            }
            tellHover(offer.device, isOld: offer.version < 3)
        case (.source, let opcode):
            if let seat = steps.seat(of: id) { step(ofSourceOn: seat, opcode, message) }
        case (_, _): break
        }
    }

    /// Records the beginning of a drag. Without a press, the drag is reported when the compositor sends the first event
    /// to its source.
    mutating func beginStep(_ source: UInt32, _ originID: UInt32, on seat: SeatName, isPressed: Bool) {
        guard case .surface(let origin) = objects[originID], case .source(let followed) = objects[source] else {
            return
        }
        let begun = DragStep.begun(
            seat, from: window(of: origin), types: steps.types(of: source), isOld: followed.version < 3)
        steps.dragged[seat] = .init(source: source, untold: isPressed ? nil : begun)
        if isPressed { notices.append(.step(begun)) }
    }

    private mutating func step(ofSourceOn seat: SeatName, _ opcode: UInt16, _ message: WireMessage) {
        switch opcode {
        case WlDataSource.Event.target, WlDataSource.Event.action:  // (type), (action)
            if opcode == WlDataSource.Event.action {
                steps.changeDragged(seat) { $0.action = message.word(0).flatMap(DragAction.init) }
            }
            guard let dragged = steps.dragged[seat], !dragged.isUnderWay else { return }
            steps.changeDragged(seat) {
                $0.isUnderWay = true
                $0.untold = nil
            }
            if let begun = dragged.untold { notices.append(.step(begun)) }
            notices.append(.step(.underWay(seat)))
        case WlDataSource.Event.cancelled: endStep(seat, .cancelled(afterDrop: steps.dragged[seat]?.isDropped ?? false))
        case WlDataSource.Event.dndDropPerformed: steps.changeDragged(seat) { $0.isDropped = true }
        case WlDataSource.Event.dndFinished: endStep(seat, .finished(steps.dragged[seat]?.action ?? .copy))
        case _: break
        }
    }

    private mutating func endStep(_ seat: SeatName, _ end: DragStep.End) {
        guard let dragged = steps.dragged.removeValue(forKey: seat), dragged.untold == nil else { return }
        notices.append(.step(.ended(seat, end)))
    }

    /// Reports the target and the outcome if they have changed. Toolkits repeat their answer with every motion.
    private mutating func tellHover(_ device: UInt32, isOld: Bool) {
        guard let hover = steps.hovers[device], !hover.isDropped else { return }
        let step = DragStep.over(hover.seat, hover.window, hover.outcome(isOld: isOld))
        guard step != lastHover else { return }
        lastHover = step
        notices.append(.step(step))
    }

    private func window(of surface: SurfaceID) -> StepWindow {
        let root = forest.root(of: surface)
        return StepWindow(surface: root, title: sight.title(of: root))
    }
}
