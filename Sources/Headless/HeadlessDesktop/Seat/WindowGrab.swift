// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// An interactive move or resize of a window, requested by its client with the serial of a press: `xdg_toplevel.move`
/// and `resize`.
///
/// It lasts until the button or touch point is released, the window is unmapped, or another grab begins. The window
/// keeps its position in all cases.
final class WindowGrab: SeatGrab {
    private(set) weak var window: Window?
    private let device: ImplicitGrab.Device
    /// The position of the press in global coordinates.
    private let start: Point
    private var work: Work
    private unowned let seat: Seat

    private enum Work {
        /// `from` is the initial position of the window.
        case moving(from: Point)
        case stretching(WindowStretch)
    }

    /// Begins the grab if the serial belongs to a press on the window that is still held, and no other grab is active:
    /// during a drag, the serial of the press belongs to the drag. Maximised and fullscreen windows are not moved.
    /// - Parameter edges: nil to move the window.
    static func begin(_ window: Window, by serial: UInt32, of seat: Seat, edges: XdgToplevel.ResizeEdge?) {
        if let press = seat.implicitGrab(serial: serial, origin: window.surface.object) {
            begin(window, by: press, of: seat, edges: edges)
        }
    }

    static func begin(
        _ window: Window, by press: ImplicitGrab, of seat: Seat, edges: XdgToplevel.ResizeEdge?
    ) {
        guard seat.grab == nil, window.isMapped, window.isFloating, press.surface.window === window else { return }
        let grab = WindowGrab(window, press, seat, edges: edges)
        // The window is activated, as by a click.
        seat.host.activate(window, for: seat)
        switch press.device {
        case .pointer, .pen: seat.beginGrab(grab, taking: .pointer)
        case .touch: seat.beginGrab(grab, taking: [])
        }
        grab.show()
    }

    private init(_ window: Window, _ press: ImplicitGrab, _ seat: Seat, edges: XdgToplevel.ResizeEdge?) {
        self.window = window
        self.seat = seat
        device = press.device
        start = press.position
        work = edges.map { .stretching(WindowStretch($0, of: window.geometry)) } ?? .moving(from: window.position)
    }

    private func move(to point: Point) {
        let way = point - start
        switch work {
        case .moving(let place):
            if let window, window.isFloating { seat.host.place(window, at: place + way) }
        case .stretching(var stretch):
            stretch.pull(by: way)
            work = .stretching(stretch)
            show()
        }
    }

    /// Sends the client its size during a resize.
    private func show() {
        guard case .stretching(let stretch) = work, let window, window.isFloating else { return }
        window.stretch(stretch)
    }

    private func finish() {
        guard case .stretching(var stretch) = work else { return }
        stretch.letGo()
        work = .stretching(stretch)
        show()
    }

    private func end() {
        finish()
        seat.endGrab()
    }

    // MARK: The seat's input

    func pointerMotion(to point: Point, at time: Instant) { move(to: point) }

    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        if state == .released, isHeld(by: code) { end() }
    }

    func pointerAbandoned(_ code: UInt32, at time: Instant) {
        if isHeld(by: code) { end() }
    }

    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}

    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }

    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool {
        guard device == .touch(finger) else { return false }
        move(to: point)
        return true
    }

    func touchUp(_ finger: FingerID, time: Instant) -> Bool {
        guard device == .touch(finger) else { return false }
        end()
        return true
    }

    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { touchUp(finger, time: time) }

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool { false }
    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {}
    func cancelled() { finish() }

    private func isHeld(by button: UInt32) -> Bool {
        device == .pointer(button: button) || device == .pen(button: button)
    }
}
