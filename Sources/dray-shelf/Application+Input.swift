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
                end(.pointer)
            }
        case .scrolled(let distance, let point): scroll(by: distance, at: point)
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
            end(.finger(finger))
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

    /// A button or a finger goes down: what is there is selected at once, without a pause before a drag (HIG-11). In a
    /// background window it is selected when the press turns out to be a click.
    private func begin(_ device: Press.Device, at point: Point, serial: UInt32) {
        let item = shelf.item(at: point)?.id
        let press = Press(
            item: item, start: point, serial: serial, device: device,
            selects: window.isActive ? .atOnce : .onRelease)
        switch press.selects {
        case .atOnce:
            select(item)
            self.press = item == nil ? nil : press
        case .onRelease:
            // The heading is there to move the window by.
            self.press = item == nil && point.y < Layout.header ? nil : press
        }
    }

    /// A button or a finger is lifted.
    private func end(_ device: Press.Device) {
        guard let press, press.device == device else { return }
        self.press = nil
        if press.selects == .onRelease { select(press.item) }
    }

    private func select(_ item: Item.ID?) {
        let before = shelf.selection
        shelf.select(item)
        window.setNeedsDisplay()
        if shelf.selection != before { reportSelection() }
    }

    /// - Parameter distance: positive is down.
    private func scroll(by distance: Double, at point: Point) {
        guard let area = shelf.layout.area(at: point) else { return }
        scroll(area, by: distance)
    }

    private func move(_ device: Press.Device, to point: Point) {
        guard let press, press.device == device, press.isDrag(at: point) else { return }
        self.press = nil
        // Another finger drags already: a seat has one drag at a time.
        guard dragOut?.carried == nil else { return }
        // What has not arrived cannot be given away.
        guard let item = press.item.flatMap({ shelf[$0] }), item.content.text != nil,
            let frame = shelf.frame(of: item.id)
        else { return }
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
        // What is under the pointer has no place to go back to before it is dropped.
        guard dragOut?.carried == nil, let past = history.undo(shelf) else { return }
        // What was dropped and is still arriving is not wanted any more.
        for item in shelf.items where past[item.id] == nil { dropIn?.abandon(item.id) }
        change { $0 = past }
        reportShelf(isUndone: true)
    }
}
