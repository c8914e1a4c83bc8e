// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayInput
internal import HeadlessDesktop

/// A seat's grab during a drag. Input that the drag does not consume is handled as usual (HIG-30, HIG-31, HIG-32).
///
/// The client receives no further events of the touch point that began the drag: no motion, and no `wl_touch.up`. The
/// protocol leaves this open. Toolkits discard the touch when they begin a drag, and `wl_touch.cancel` would also
/// cancel their other touch points.
final class DragGrab: SeatGrab {
    /// The drag of the pointer or pen, if any.
    private(set) var pointerDrag: DragID?
    /// The drags that are cancelled with the grab if they are still active.
    private var begun: [DragID] = []
    private let device: DragDevice
    private let drags: DragSeat
    private unowned let keyboard: Keyboard
    private let carrier: WindowCarrier

    /// - Parameter device: the device of the first drag.
    init(device: DragDevice, drags: DragSeat, keyboard: Keyboard, carrier: WindowCarrier) {
        self.device = device
        self.drags = drags
        self.keyboard = keyboard
        self.carrier = carrier
    }

    /// Adds a drag: the first one of the grab, or a concurrent one by another finger (HIG-10).
    func add(_ drag: DragID) {
        if begun.isEmpty, device.kind != .touch { pointerDrag = drag }
        begun.removeAll { !drags.has($0) }
        begun.append(drag)
    }

    // MARK: Pointer

    func pointerMotion(to point: Point, at time: Instant) {
        guard let pointerDrag else { return }
        carrier.move(to: point, with: pointerDrag)
        drags.pointerMoved(to: point, at: time)
    }

    // The headless seat has one pointer, which pens move too.
    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        _ = drags.handle(device.kind == .pen ? .penButton(code, state) : .pointerButton(code, state))
    }

    func pointerAbandoned(_ code: UInt32, at time: Instant) {
        if device == .pointer(button: code) || device == .pen(button: code) {
            _ = drags.handle(.deviceGone(device.kind))
        }
    }

    func penPressure(_ pressure: Double) { drags.pressureChanged(to: pressure, of: nil) }

    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) { drags.scrolled(at: time) }

    // MARK: Touch

    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool {
        guard drags.handle(.finger(finger, .down)) else { return false }
        moved(finger, to: point, at: time)
        return true
    }

    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool {
        guard drags.handle(.finger(finger, .moved)) else { return false }
        moved(finger, to: point, at: time)
        return true
    }

    func touchUp(_ finger: FingerID, time: Instant) -> Bool { drags.handle(.finger(finger, .up)) }

    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { drags.handle(.finger(finger, .cancelled)) }

    // MARK: Keyboard

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool {
        drags.handle(.key(key.code, keysym: keyboard.keysym(of: key.code).rawValue, key.state))
    }

    func keyboardGone() { _ = drags.handle(.keyboardGone) }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {
        drags.modifiersChanged(to: modifiers)
    }

    private func moved(_ finger: FingerID, to point: Point, at time: Instant) {
        if let drag = drags.drag(by: .finger(finger)) { carrier.move(to: point, with: drag) }
        drags.fingerMoved(finger, to: point, at: time)
    }

    func cancelled() {
        // The keyboard grab outlasts the drag briefly, and another drag may have begun.
        for drag in begun where drags.has(drag) { drags.cancel(drag, .deviceGone) }
        _ = drags.handle(.keyboardGone)
    }
}
