// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient

/// Wires everything together: what people do and what the compositor says changes the shelf, and the window shows it.
final class Application {
    private let connection: Connection
    private let globals: Globals
    private let loop: EventLoop
    private let window: Window
    private let cursor: Cursor
    private let device: WlDataDevice
    private let report = Report()
    private let options: Options

    private var dragOut: DragOut?
    private var dropIn: DropIn?
    private var pointer: PointerInput?
    private var touch: TouchInput?
    private var keyboard: KeyboardInput?

    private var shelf: Shelf
    private var history = History()
    private var glides = Glides()
    private var press: Press?
    /// What a drop would do now.
    private var landing: Landing?
    /// The item of ours that was dropped on ourselves, until its source has heard the end.
    private var landedHere: Item.ID?
    private var isMapped = false

    struct Options {
        var title: String
        var appID: String
        var size: Size
        var hasZone: Bool
        var contents: [Item.Content]
    }

    init(_ options: Options) throws {
        self.options = options
        connection = try Connection()
        globals = try Globals(connection)
        loop = EventLoop(connection)
        cursor = Cursor(globals)
        device = globals.dataDeviceManager.getDataDevice(seat: globals.seat)
        shelf = Shelf(options.contents, layout: Layout(size: options.size, hasZone: options.hasZone))
        window = Window(globals, title: options.title, appID: options.appID, size: options.size)

        window.paint = { [unowned self] context, time in paint(on: context, at: time) }
        window.advance = { [unowned self] in advance(to: $0) }
        window.resized = { [unowned self] in resized() }
        globals.seat.onEvent { [unowned self] in handle($0) }
        let dragOut = DragOut(globals, device, loop) { [unowned self] in handle($0) }
        self.dragOut = dragOut
        dropIn = DropIn(
            device, loop, carried: { dragOut.carried }, judge: { [unowned self] in judge($0, $1) },
            handler: { [unowned self] in handle($0) })
    }

    /// Until the window is closed.
    func run() throws {
        try loop.run { window.isClosed }
    }

    // MARK: Drawing

    private func paint(on context: OpaquePointer, at time: UInt32) {
        let scene = Painter.Scene(
            title: options.title, shelf: shelf, carried: dragOut?.carried?.item, landing: landing, glides: glides)
        Painter(context: context, time: time).draw(scene)
    }

    private func advance(to time: UInt32) {
        let isArriving = shelf.items.contains { if case .arriving = $0.content { true } else { false } }
        let isMoving = !glides.isEmpty
        glides.advance(to: time)
        if isMoving || isArriving { window.setNeedsDisplay() }
        guard !isMapped else { return }
        // The first frame was shown.
        isMapped = true
        reportMapped()
    }

    private func resized() {
        shelf.layout = Layout(size: window.size, hasZone: options.hasZone)
    }

    /// Changes the shelf, and lets whatever has another place now slide there.
    /// - Parameter dropped: an item that starts from where it was dropped.
    private func change(dropped: (Item.ID, at: Point)? = nil, _ change: (inout Shelf) -> Void) {
        let before = shelf
        change(&shelf)
        for item in shelf.items {
            let end = shelf.frame(of: item.id)?.origin
            let start = item.id == dropped?.0 ? dropped?.at : before.frame(of: item.id)?.origin
            if let start, start != end { glides.start(item.id, from: start) }
        }
        window.setNeedsDisplay()
    }

    // MARK: Input

    private func handle(_ event: WlSeat.Event) {
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

    private func handle(_ event: PointerInput.Event) {
        switch event {
        case .enter(let point): report("enter", ["x": .number(point.x), "y": .number(point.y)])
        case .leave: report("leave")
        case .moved(let point): move(.pointer, to: point)
        case .button(let code, let isPressed, let point, let serial):
            report(
                "button",
                [
                    "button": .number(Int(code) - Int(PointerInput.leftButton) + 1),
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

    private func handle(_ event: TouchInput.Event) {
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

    private func handle(_ event: KeyboardInput.Event) {
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

    // MARK: Dragging out

    private func handle(_ event: DragOut.Event) {
        switch event {
        case .action(let action): report("drag-action", ["action": .optional(action.word)])
        case .dropPerformed: report("drop-performed")
        case .finished(let item, let action):
            reportEnd(action)
            if landedHere == item {
                landedHere = nil
            } else if action.contains(.move) {
                // Another application has it now, so that we do not.
                history.record(shelf)
                change { $0.remove(item) }
                reportShelf()
            } else if shelf.selection == item {
                // The copy over there is what the person goes on with (HIG-37).
                change { $0.select(nil) }
                reportShelf()
            }
            window.setNeedsDisplay()
        case .cancelled(let item):
            if landedHere == item { landedHere = nil }
            report("drag-end", ["result": .string("cancelled"), "reason": .string("unknown")])
            window.setNeedsDisplay()
        }
    }

    // MARK: Dropping in

    /// Says what may be done at a point with one of our items, or with something from elsewhere for nil.
    private func judge(_ point: Point, _ carried: DragOut.Carried?) -> DropIn.Verdict {
        var verdict = DropIn.Verdict.refused
        if landing(of: nil, grip: nil, at: point) != nil {
            verdict.actions.insert(.copy)
            verdict.preferred = .copy
        }
        if let carried {
            if landing(of: carried.item, grip: carried.grip, at: point) != nil {
                verdict.actions.insert(.move)
                verdict.preferred = .move
            }
        } else if verdict.actions.contains(.copy) {
            verdict.actions.insert(.move)
        }
        return verdict
    }

    private func landing(of item: Item.ID?, grip: Point?, at point: Point) -> Landing? {
        let middle = Point(x: Layout.card.width / 2, y: Layout.card.height / 2)
        return shelf.landing(of: item, at: point, centre: point - (grip ?? middle) + middle)
    }

    private func handle(_ event: DropIn.Event) {
        switch event {
        case .entered(let offer, let accepts, let point):
            report(
                "drag-enter",
                [
                    "types": .strings(offer.types), "actions": .strings(offer.sourceActions.words),
                    "accepts": .optional(accepts), "x": .number(point.x), "y": .number(point.y),
                ])
        case .moved(let point, let carried):
            show(landing(of: carried?.item, grip: carried?.grip, at: point))
        case .action(let action, let point):
            report("drag-motion", ["action": .optional(action), "x": .number(point.x), "y": .number(point.y)])
        case .left:
            show(nil)
            report("drag-leave")
        case .dropped(let drop):
            show(nil)
            report(
                "drop",
                [
                    "type": .string(drop.type), "action": .optional(drop.action.word), "x": .number(drop.point.x),
                    "y": .number(drop.point.y),
                ])
            take(drop)
            reportShelf()
        case .progress(let item, let bytes):
            shelf.update(item, to: .arriving(bytes: bytes))
            report("arriving", ["bytes": .number(bytes)])
            window.setNeedsDisplay()
        case .received(let item, let text, let type, let bytes):
            guard let text else { return fail(item, type: type, reason: "there is nothing in it for us") }
            shelf.update(item, to: .text(text))
            report(
                "received",
                [
                    "type": .string(type), "size": .number(bytes.count),
                    "text": .string(String(String(decoding: bytes, as: UTF8.self).prefix(4096))),
                    "taken": .string(text.plain),
                ])
            reportShelf()
            window.setNeedsDisplay()
        case .failed(let item, let type, let reason): fail(item, type: type, reason: reason)
        }
    }

    private func show(_ landing: Landing?) {
        guard landing != self.landing else { return }
        self.landing = landing
        window.setNeedsDisplay()
    }

    private func take(_ drop: DropIn.Drop) {
        history.record(shelf)
        guard let carried = drop.carried, let item = shelf[carried.item] else {
            // A placeholder stands for it until it is here.
            var placeholder: Item.ID?
            change { placeholder = $0.receive(.arriving(bytes: 0)) }
            if let placeholder { dropIn?.receive(drop, into: placeholder) }
            return
        }
        let corner = drop.point - carried.grip
        landedHere = item.id
        if drop.action.contains(.move), let landing = landing(of: item.id, grip: carried.grip, at: drop.point) {
            change(dropped: (item.id, at: corner)) { $0.land(item.id, landing) }
        } else {
            // With Option held (HIG-03). Nothing has to be sent: we have it.
            change { $0.receive(item.content) }
            if let copy = shelf.selection { glides.start(copy, from: corner) }
        }
        dropIn?.finish(drop)
    }

    /// The placeholder goes, and the person sees that nothing came of it (HIG-17).
    private func fail(_ item: Item.ID, type: String, reason: String) {
        change { $0.remove(item) }
        report("receive-failed", ["type": .string(type), "reason": .string(reason)])
        reportShelf()
    }

    // MARK: Words

    private func reportMapped() {
        report(
            "mapped",
            [
                "toolkit": .string("none"), "title": .string(options.title), "app_id": .string(options.appID),
                "width": .number(window.size.width), "height": .number(window.size.height),
                "items": .array(shelf.items.compactMap { shelf.frame(of: $0.id).map(JSON.rectangle) }),
                "target": shelf.layout.zone.map(JSON.rectangle) ?? .null,
            ])
    }

    private func reportEnd(_ action: WlDataDeviceManager.DndAction) {
        let result =
            switch action.word {
            case "move": "moved"
            case "ask": "asked"
            default: "copied"
            }
        report("drag-end", ["result": .string(result), "action": .optional(action.word)])
    }

    private func reportShelf(isUndone: Bool = false) {
        let texts = { (ids: [Item.ID]) in JSON.array(ids.map { .optional(self.shelf[$0]?.content.text?.plain) }) }
        let table = shelf.items.map(\.id).filter { !shelf.zone.contains($0) }.sorted { $0.number < $1.number }
        report(
            "shelf",
            [
                "zone": texts(shelf.zone), "table": texts(table),
                "selected": .optional(shelf.selection.flatMap { shelf[$0]?.content.text?.plain }),
                "undone": .truth(isUndone),
            ])
    }
}
