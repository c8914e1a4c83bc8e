// SPDX-License-Identifier: MIT

import WaylandClient

/// Handles mouse, touch and keyboard.
extension Application {
    func handle(_ event: SeatInput.Event) {
        switch event {
        case .entered(let point): report("enter", ["x": point.x, "y": point.y])
        case .pressed(let device, let point): press(device, at: point)
        case .moved(let device, let point): move(device, to: point)
        case .released(let device): release(device)
        case .cancelled: for drag in devices.values { drag.press = nil }
        case .scrolled(let distance, let point):
            if let area = shelf.layout.area(at: point) { scroll(area, by: distance) }
        case .focused(let isFocused): report("focus", ["active": isFocused])
        case .command(let command): request(command)
        }
    }

    /// Handles a press of a button or a touch point. The card under it is selected at once, without a delay before a
    /// drag (HIG-11).
    private func press(_ device: Press.Device, at point: Point) {
        guard let serial = input?.serial else { return }
        report("button", ["state": "pressed", "x": point.x, "y": point.y])
        let item = shelf.item(at: point)?.id
        var press = Press(item: item, start: point, serial: serial, device: device)
        if devices[.regular]?.source.carried != nil {
            // Only the touch point that began the drag moves it (HIG-30). A further finger taps, or drags another card.
            guard device != .pointer, let second = devices[.reserved], second.source.carried == nil,
                second.press == nil
            else { return }
            press.selection = .joinsDrag
            second.press = press
            return
        }
        guard let drag = devices[.regular], drag.press == nil else { return }
        if shelf.layout.isFolded, shelf.layout.zone?.contains(point) == true { return fold(false) }
        guard item != nil || point.y >= Layout.header else {
            // The window has no title bar; the pointer moves it by its heading.
            if device == .pointer { window.beginMove(seat: globals.seat, serial: serial) }
            return
        }
        let isOneOfSeveral = item.map { shelf.selected.count > 1 && shelf.selected.contains($0) } ?? false
        if input?.modifiers.contains(.control) == true {
            press.selection = .toggles
        } else if !window.isActive || isOneOfSeveral {
            press.selection = .replaces
        } else {
            shelf.select(item)
        }
        drag.press = press
    }

    private func move(_ device: Press.Device, to point: Point) {
        guard let drag = devices.values.first(where: { $0.press?.device == device }), let press = drag.press,
            press.isDrag(at: point)
        else { return }
        drag.press = nil
        begin(press, of: drag, at: point)
    }

    private func release(_ device: Press.Device) {
        guard let drag = devices.values.first(where: { $0.press?.device == device }), let press = drag.press
        else { return }
        drag.press = nil
        switch press.selection {
        case .isDone: break
        case .replaces: shelf.select(press.item)
        case .toggles: if let item = press.item { shelf.toggle(item) }
        case .joinsDrag:
            guard let source = devices[.regular]?.source, let item = press.item.flatMap({ shelf[$0] }),
                let frame = shelf.frame(of: item.id), source.toggle(item, at: frame)
            else { return }
            report("carried", ["items": source.carried?.items.count])
        }
    }
}
