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
                hasKeyboard = false
            } else if keyboard == nil {
                keyboard = KeyboardInput(globals.seat, loop) { [unowned self] in handle($0) }
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
            lastSerial = serial
            if isPressed { beginNextInput() }
            switch (code, isPressed) {
            case (PointerInput.leftButton, true): begin(.pointer, at: point, serial: serial)
            case (PointerInput.leftButton, false): end(.pointer)
            case (PointerInput.rightButton, true): openMenu(at: point)
            default: break
            }
        case .scrolled(let distance, let point): scroll(by: distance, at: point)
        }
    }

    func handle(_ event: TouchInput.Event) {
        switch event {
        case .down(let finger, let point, let serial):
            report("touch", ["state": .string("down"), "x": .number(point.x), "y": .number(point.y)])
            lastSerial = serial
            beginNextInput()
            // Only the finger that began drives it (HIG-30).
            if dragOut?.carried != nil {
                beginBeside(finger, at: point, serial: serial)
            } else if press == nil, menuPress == nil {
                begin(.finger(finger), at: point, serial: serial)
            }
        case .moved(let finger, let point):
            move(.finger(finger), to: point)
            moveBeside(finger, to: point)
        case .up(let finger):
            report("touch", ["state": .string("up")])
            end(.finger(finger))
            endBeside(finger)
        case .cancelled:
            report("touch", ["state": .string("cancel")])
            press = nil
            pressBeside = nil
            menuPress = nil
        }
    }

    /// A button or a finger goes down: what is there is selected at once, without a pause before a drag (HIG-11). In a
    /// background window it is selected when the press turns out to be a click, and so is one of several that are selected.
    private func begin(_ device: Press.Device, at point: Point, serial: UInt32) {
        showsFocus = false
        if interface.isMenuOpen {
            menuPress = MenuPress(device: device, entry: interface.menuLayout.entry(at: point))
            return window.setNeedsDisplay()
        }
        if isAskedToShred, shelf.layout.shredder?.contains(point) == true {
            perform(.shred)
            return
        }
        if shelf.layout.menuButton.contains(point) {
            openMenu()
            // The same press may go on to a command, and be released there.
            menuPress = MenuPress(device: device, hasJustOpened: true)
            return
        }
        if shelf.layout.isFolded, shelf.layout.zone?.contains(point) == true {
            perform(.fold)
            return
        }
        let item = shelf.item(at: point)?.id
        guard item != nil || point.y >= Layout.header else {
            // The window has no title bar of its own: it is moved by its heading.
            if window.isActive { select(nil) }
            switch device {
            case .pointer: window.beginMove(seat: globals.seat, serial: serial)
            case .finger: break
            }
            return
        }
        let isOneOfSeveral = item.map { shelf.selected.count > 1 && shelf.selected.contains($0) } ?? false
        let adds = interface.selectsMore || keyboard?.modifiers.contains(.control) == true
        let press = Press(
            item: item, start: point, serial: serial, device: device,
            selects: adds
                ? .onRelease(adds: true) : window.isActive && !isOneOfSeveral ? .atOnce : .onRelease(adds: false))
        switch press.selects {
        case .atOnce:
            select(item)
            self.press = item == nil ? nil : press
        case .onRelease:
            self.press = press
        }
    }

    /// A button or a finger is lifted.
    private func end(_ device: Press.Device) {
        if let pressed = menuPress, pressed.device == device { return endInMenu(pressed) }
        guard let press, press.device == device else { return }
        self.press = nil
        switch press.selects {
        case .onRelease(adds: true):
            guard let item = press.item else { return }
            changeSelection { $0.toggle(item) }
            interface.focus(on: .item(item))
        case .onRelease(adds: false): select(press.item)
        case .atOnce: break
        }
    }

    private func endInMenu(_ pressed: MenuPress) {
        menuPress = nil
        window.setNeedsDisplay()
        switch pressed.entry {
        case .command(let command): perform(command)
        case .more: interface.turnMenuPage()
        case nil: if !pressed.hasJustOpened { interface.closeMenu() }
        }
    }

    /// The other button: the menu, for what is there.
    private func openMenu(at point: Point) {
        guard !interface.isMenuOpen else { return interface.closeMenu() }
        showsFocus = false
        if let item = shelf.item(at: point)?.id, !shelf.selected.contains(item) { select(item) }
        openMenu()
    }

    private func select(_ item: Item.ID?) {
        changeSelection { $0.select(item) }
        if let item { interface.focus(on: .item(item)) }
    }

    /// - Parameter distance: positive is down.
    private func scroll(by distance: Double, at point: Point) {
        guard let area = shelf.layout.area(at: point) else { return }
        scroll(area, by: distance)
    }

    /// Another finger taps a card while one is carried: it comes along, or stays (HIG-07).
    func add(at point: Point) {
        guard let item = shelf.item(at: point), let frame = shelf.frame(of: item.id),
            dragOut?.toggle(item, at: frame) == true
        else { return }
        report("carried", ["items": .number(dragOut?.carried?.items.count ?? 0)])
        window.setNeedsDisplay()
    }

    private func move(_ device: Press.Device, to point: Point) {
        if menuPress?.device == device {
            menuPress?.entry = interface.menuLayout.entry(at: point)
            return window.setNeedsDisplay()
        }
        guard let press, press.device == device, press.isDrag(at: point) else { return }
        self.press = nil
        // Another finger drags already; what this one does is looked at elsewhere.
        guard dragOut?.carried == nil else { return }
        // What has not arrived cannot be given away.
        guard let item = press.item.flatMap({ shelf[$0] }), item.content.text != nil,
            let frame = shelf.frame(of: item.id)
        else { return }
        // One of several that are selected takes the others along, and another one goes by itself (HIG-39).
        let items = shelf.selected.contains(item.id) ? shelf.given.compactMap { shelf[$0] } : [item]
        let types = dragOut?.begin(
            items, by: item.id, serial: press.serial, from: window, grip: press.start - frame.origin,
            mayGrow: device != .pointer, frame: { shelf.frame(of: $0) },
            container: shelf.zone.contains(item.id) ? .zone : .table
        ) { context in
            CardPainter(context: context, time: 0).draw(item, in: Rectangle(origin: .zero, size: frame.size))
        }
        let exchange = makeExchange()
        outgoing = exchange
        exchange.takeBack = dragOut?.takeBack { [weak self, weak exchange] event in
            guard let self, let exchange else { return false }
            return takeBack(event, outgoing: exchange)
        }
        report("drag-begin", ["types": .strings(types ?? []), "actions": .strings(["copy", "move"])])
        window.setNeedsDisplay()
    }
}
