// SPDX-License-Identifier: MIT

import WaylandClient

/// What people do with the mouse, their fingers and the keyboard.
extension Application {
    func handle(_ event: WlSeat.Event) {
        switch event {
        case .capabilities(let capabilities):
            // Devices come and go while the program runs.
            if !capabilities.contains(.pointer) {
                pointer = nil
            } else if pointer == nil {
                pointer = PointerInput(globals.seat, cursor: cursor) { [unowned self] in handle($0) }
            }
            if !capabilities.contains(.touch) {
                touch = nil
            } else if touch == nil {
                touch = TouchInput(globals.seat) { [unowned self] in handle($0) }
            }
            if !capabilities.contains(.keyboard) {
                keyboard = nil
            } else if keyboard == nil {
                keyboard = KeyboardInput(globals.seat) { [unowned self] in handle($0) }
            }
        case .name: break
        }
    }

    func handle(_ event: PointerInput.Event) {
        switch event {
        case .enter(let point): report("enter", ["x": .number(point.x), "y": .number(point.y)])
        case .leave: report("leave")
        case .moved(let point): move(.pointer, to: point)
        case .button(let code, let isPressed, let point, let serial):
            report(
                "button",
                [
                    "button": .number(PointerInput.number(of: code)),
                    "state": .string(isPressed ? "pressed" : "released"), "x": .number(point.x),
                    "y": .number(point.y),
                ])
            guard code == PointerInput.leftButton else { return }
            if isPressed {
                begin(.pointer, at: point, serial: serial)
                // The window has no title bar of its own: it is moved by its heading.
                if press == nil, point.y < Layout.header { window.beginMove(seat: globals.seat, serial: serial) }
            } else {
                press = nil
            }
        }
    }

    func handle(_ event: TouchInput.Event) {
        switch event {
        case .down(let finger, let point, let serial):
            report("touch", ["state": .string("down"), "x": .number(point.x), "y": .number(point.y)])
            // Only the finger that began drives it (HIG-30).
            if press == nil { begin(.finger(finger), at: point, serial: serial) }
        case .moved(let finger, let point): move(.finger(finger), to: point)
        case .up(let finger):
            report("touch", ["state": .string("up")])
            if press?.device == .finger(finger) { press = nil }
        case .cancelled:
            report("touch", ["state": .string("cancel")])
            press = nil
        }
    }

    func handle(_ event: KeyboardInput.Event) {
        switch event {
        case .focus(let isActive): report("focus", ["active": .truth(isActive)])
        case .pressed(let name, let isControlHeld):
            report("key", ["key": .string(name), "state": .string("pressed")])
            if isControlHeld, name == "z" { undo() }
        }
    }

    /// A button or a finger goes down: what is there is selected at once, without a pause before a drag (HIG-11).
    private func begin(_ device: Press.Device, at point: Point, serial: UInt32) {
        let item = shelf.item(at: point)
        shelf.select(item?.id)
        press = item.map { Press(item: $0.id, start: point, serial: serial, device: device) }
        window.setNeedsDisplay()
    }

    private func move(_ device: Press.Device, to point: Point) {
        guard let press, press.device == device, press.isDrag(at: point) else { return }
        self.press = nil
        // Another finger drags already: a seat has one drag at a time.
        guard dragOut?.carried == nil else { return }
        // What has not arrived cannot be given away.
        guard let item = shelf[press.item], item.content.text != nil, let frame = shelf.frame(of: item.id) else {
            return
        }
        let types = dragOut?.begin(
            item, serial: press.serial, from: window, grip: press.start - frame.origin
        ) { context in
            let place = Rectangle(origin: Point(x: DragIcon.margin, y: DragIcon.margin), size: frame.size)
            CardPainter(context: context, time: 0).draw(item, in: place, isSelected: false, isLifted: true)
        }
        report("drag-begin", ["types": .strings(types ?? []), "actions": .strings(["copy", "move"])])
        window.setNeedsDisplay()
    }

    private func undo() {
        guard let past = history.undo(shelf) else { return }
        // What was dropped and is still arriving is not wanted any more.
        for item in shelf.items where past[item.id] == nil { dropIn?.abandon(item.id) }
        change { $0 = past }
        reportShelf(isUndone: true)
    }
}
