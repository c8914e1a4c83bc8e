// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayInput
internal import HeadlessDesktop

/// A seat's input while the seat drags: the device that began the drag drives it, Escape cancels it, and everything else
/// goes on as ever (HIG-30, HIG-31, HIG-32).
///
/// The client hears no more of the finger that began the drag: no motion, and no `wl_touch.up`. The protocol leaves that
/// open. Toolkits forget the touch when they begin a drag, and `wl_touch.cancel` would call off their other fingers too.
final class DragGrab: SeatGrab {
    let drag: DragID
    private let device: ImplicitGrab.Device
    private let drags: DragSeat
    private unowned let keyboard: Keyboard

    init(_ drag: DragID, device: ImplicitGrab.Device, drags: DragSeat, keyboard: Keyboard) {
        self.drag = drag
        self.device = device
        self.drags = drags
        self.keyboard = keyboard
    }

    // MARK: Pointer

    func pointerMotion(to point: Point, at time: Instant) {
        switch device {
        case .pointer, .pen: drags.pointerMoved(to: point, at: time)
        case .touch: break
        }
    }

    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        // A second button neither drops nor cancels; only the one that began the drag counts.
        guard isDriven(by: code), state == .released else { return }
        drags.drop()
    }

    func pointerAbandoned(_ code: UInt32, at time: Instant) {
        if isDriven(by: code) { drags.cancel(.deviceGone) }
    }

    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}

    // MARK: Touch

    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }

    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool {
        guard device == .touch(finger) else { return false }
        drags.pointerMoved(to: point, at: time)
        return true
    }

    func touchUp(_ finger: FingerID, time: Instant) -> Bool {
        guard device == .touch(finger) else { return false }
        drags.drop()
        return true
    }

    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool {
        guard device == .touch(finger) else { return false }
        drags.cancel(.touchCancelled)
        return true
    }

    // MARK: Keyboard

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool {
        guard keyboard.means(.escape, code: key.code) else { return false }
        if key.state == .pressed { drags.cancel(.escape) }
        return true
    }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {
        drags.modifiersChanged(to: modifiers)
    }

    func cancelled() {
        drags.cancel(.deviceGone)
    }

    private func isDriven(by button: UInt32) -> Bool {
        device == .pointer(button: button) || device == .pen(button: button)
    }
}
