// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayX11
import HeadlessDesktop

/// A seat's grab while an X11 client drags with a button or a touch point. The client itself tracks pointer, touch and
/// keys, so all input is still sent to it; the grab only informs the bridge and the engine of the position. Cancelling
/// (HIG-31) is up to the client, which receives Escape.
final class XDragGrab: SeatGrab {
    /// The engine's drag; nil until the pointer leaves X11 windows.
    var drag: DragID?
    /// The position of the drag in global coordinates.
    private(set) var position: Point
    private let device: DragDevice
    private let drags: DragSeat
    private let isOverX: (Point) -> Bool
    private let bridge: X11Bridge
    /// Called when the drag has ended: the button or touch point was released, or the seat ended the grab.
    private let ended: (XDragGrab) -> Void

    init(
        _ hold: ImplicitGrab, drags: DragSeat, bridge: X11Bridge, isOverX: @escaping (Point) -> Bool,
        ended: @escaping (XDragGrab) -> Void
    ) {
        device = DragDevice(hold.device)
        position = hold.position
        self.drags = drags
        self.bridge = bridge
        self.isOverX = isOverX
        self.ended = ended
    }

    /// Touch points stay with their window even without a grab.
    var scope: SeatGrabScope { device.kind == .touch ? [] : .heldPointer }

    /// Updates the target under the drag.
    func look(at time: Instant) {
        bridge.pointer(isOverX: isOverX(position))
        guard drag != nil else { return }
        switch device {
        case .pointer, .pen: drags.pointerMoved(to: position, at: time)
        case .finger(let finger): drags.fingerMoved(finger, to: position, at: time)
        }
    }

    private func moved(to point: Point, at time: Instant) {
        position = point
        look(at: time)
    }

    private func released() {
        // The X11 client decides about the drop at the current position.
        bridge.released()
        ended(self)
    }

    private func abandoned() {
        cancelled()
        ended(self)
    }

    func cancelled() {
        if let drag, drags.has(drag) { drags.cancel(drag, .deviceGone) }
        bridge.released()
    }

    // MARK: Pointer

    func pointerMotion(to point: Point, at time: Instant) { moved(to: point, at: time) }

    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        if isHeld(by: code), state == .released { released() }
    }

    func pointerAbandoned(_ code: UInt32, at time: Instant) {
        if isHeld(by: code) { abandoned() }
    }

    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}

    private func isHeld(by code: UInt32) -> Bool { device == .pointer(button: code) || device == .pen(button: code) }

    // MARK: Touch

    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }

    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool {
        if device == .finger(finger) { moved(to: point, at: time) }
        return false
    }

    func touchUp(_ finger: FingerID, time: Instant) -> Bool {
        if device == .finger(finger) { released() }
        return false
    }

    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool {
        if device == .finger(finger) { abandoned() }
        return false
    }

    // MARK: Keyboard

    func key(_ key: InputEvent.Key, at time: Instant) -> Bool { false }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {
        if drag != nil { drags.modifiersChanged(to: modifiers) }
    }
}
