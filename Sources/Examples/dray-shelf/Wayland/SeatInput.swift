// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The mouse, the touch screen and the keyboard of a seat. Devices may be added and removed at any time.
final class SeatInput {
    enum Event {
        /// The pointer has entered the window.
        case entered(Point)
        /// The left mouse button or a finger was pressed.
        case pressed(Press.Device, at: Point)
        case moved(Press.Device, to: Point)
        case released(Press.Device)
        /// The compositor has cancelled all touch points, for instance because of a drag that the client began.
        case cancelled
        /// A scroll event, in points; positive values scroll down.
        case scrolled(by: Double, at: Point)
        /// The window has received or lost keyboard focus.
        case focused(Bool)
        case command(Command)
    }

    private let seat: WlSeat
    private let cursor: Cursor
    private let handler: (Event) -> Void
    private var pointer: WlPointer?
    private var touch: WlTouch?
    private var keyboard: WlKeyboard?
    /// Nil until the compositor has sent it.
    private var keymap: Keymap?
    private var position = Point.zero
    /// The serial of the last user action, or of the keyboard's `enter`; needed to start a drag and to set a selection.
    /// Nil before the first one.
    private(set) var serial: UInt32?

    /// `BTN_LEFT`.
    private static let leftButton: UInt32 = 0x110

    init(_ seat: WlSeat, _ cursor: Cursor, handler: @escaping (Event) -> Void) {
        self.seat = seat
        self.cursor = cursor
        self.handler = handler
        seat.onEvent { [weak self] event in
            if case .capabilities(let capabilities) = event { self?.update(capabilities) }
        }
    }

    /// The held modifiers.
    var modifiers: Command.Modifiers { keymap?.modifiers ?? [] }

    private func update(_ capabilities: WlSeat.Capability) {
        if capabilities.contains(.pointer) != (pointer != nil) {
            pointer?.release()
            pointer = pointer == nil ? seat.getPointer() : nil
            pointer?.onEvent { [weak self] in self?.handle($0) }
        }
        if capabilities.contains(.touch) != (touch != nil) {
            touch?.release()
            touch = touch == nil ? seat.getTouch() : nil
            touch?.onEvent { [weak self] in self?.handle($0) }
        }
        if capabilities.contains(.keyboard) != (keyboard != nil) {
            keyboard?.release()
            keymap = nil
            keyboard = keyboard == nil ? seat.getKeyboard() : nil
            keyboard?.onEvent { [weak self] in self?.handle($0) }
        }
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, _, let x, let y):
            position = Point(x: x.doubleValue, y: y.doubleValue)
            // The client sets the cursor over its window; until then it is undefined.
            if let pointer { cursor.show(on: pointer, serial: serial) }
            handler(.entered(position))
        case .motion(_, let x, let y):
            position = Point(x: x.doubleValue, y: y.doubleValue)
            handler(.moved(.pointer, to: position))
        case .button(let serial, _, Self.leftButton, let state):
            self.serial = serial
            handler(state == .pressed ? .pressed(.pointer, at: position) : .released(.pointer))
        case .axis(_, .verticalScroll, let distance): handler(.scrolled(by: distance.doubleValue, at: position))
        case .button, .axis, .leave, .frame, .axisSource, .axisStop, .axisDiscrete, .axisValue120: break
        }
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, _, _, let id, let x, let y):
            self.serial = serial
            handler(.pressed(.finger(id), at: Point(x: x.doubleValue, y: y.doubleValue)))
        case .motion(_, let id, let x, let y):
            handler(.moved(.finger(id), to: Point(x: x.doubleValue, y: y.doubleValue)))
        case .up(_, _, let id): handler(.released(.finger(id)))
        case .cancel: handler(.cancelled)
        case .frame, .shape, .orientation: break
        }
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            if format == .xkbV1, let file = file.borrowed { keymap = Keymap(file, size: Int(size)) ?? keymap }
        case .enter(let serial, _, _):
            self.serial = serial
            handler(.focused(true))
        case .leave: handler(.focused(false))
        case .key(let serial, _, let key, .pressed):
            self.serial = serial
            if let command = keymap?.command(of: key) { handler(.command(command)) }
        case .modifiers(_, let depressed, let latched, let locked, let layout):
            keymap?.update(depressed: depressed, latched: latched, locked: locked, layout: layout)
        case .key, .repeatInfo: break
        }
    }
}
