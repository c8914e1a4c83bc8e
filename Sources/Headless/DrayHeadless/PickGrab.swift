// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayInput
internal import HeadlessDesktop

/// The keyboard grab while the user selects by keyboard what to drag (HIG-32). Pointer events are sent to clients as
/// usual.
final class PickGrab: SeatGrab {
    private let drags: DragSeat
    private unowned let keyboard: Keyboard

    init(drags: DragSeat, keyboard: Keyboard) {
        self.drags = drags
        self.keyboard = keyboard
    }

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool {
        drags.handle(.key(key.code, keysym: keyboard.keysym(of: key.code).rawValue, key.state))
    }

    func keyboardGone() { _ = drags.handle(.keyboardGone) }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) { drags.modifiersChanged(to: modifiers) }

    /// Called if the seat loses its keyboard or another grab begins, such as that of the drag.
    func cancelled() {
        if !drags.isDragging { _ = drags.handle(.keyboardGone) }
    }

    func pointerMotion(to point: Point, at time: Instant) {}
    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {}
    func pointerAbandoned(_ code: UInt32, at time: Instant) {}
    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}
    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }
    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool { false }
    func touchUp(_ finger: FingerID, time: Instant) -> Bool { false }
    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { false }
}
