// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayX11
import HeadlessDesktop

/// A seat's input while an X client drags by its pointer. The client follows pointer, button and keys by itself, so nothing is
/// taken from it; beside that the bridge and the engine hear where the content is (HIG-31 is the client's: it knows Escape).
final class XDragGrab: SeatGrab {
    /// Nil until the content has left the windows of X's.
    var drag: DragID?
    private let button: UInt32
    private let drags: DragSeat
    private let isOverX: (Point) -> Bool
    private let bridge: X11Bridge
    /// It is over, since the button is up, or the seat takes its input back.
    private let ended: (XDragGrab) -> Void

    init(
        button: UInt32, drags: DragSeat, bridge: X11Bridge, isOverX: @escaping (Point) -> Bool,
        ended: @escaping (XDragGrab) -> Void
    ) {
        self.button = button
        self.drags = drags
        self.bridge = bridge
        self.isOverX = isOverX
        self.ended = ended
    }

    /// Looks what the content is over, where the pointer is.
    func look(at point: Point, time: Instant) {
        bridge.pointer(isOverX: isOverX(point))
        if drag != nil { drags.pointerMoved(to: point, at: time) }
    }

    func pointerMotion(to point: Point, at time: Instant) { look(at: point, time: time) }

    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        guard code == button, state == .released else { return }
        // The drop is the X client's word, where the content is now.
        bridge.released()
        ended(self)
    }

    func pointerAbandoned(_ code: UInt32, at time: Instant) {
        guard code == button else { return }
        cancelled()
        ended(self)
    }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {
        if drag != nil { drags.modifiersChanged(to: modifiers) }
    }

    func cancelled() {
        if let drag, drags.has(drag) { drags.cancel(drag, .deviceGone) }
        bridge.released()
    }

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool { false }
    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}
    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }
    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool { false }
    func touchUp(_ finger: FingerID, time: Instant) -> Bool { false }
    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { false }
}
