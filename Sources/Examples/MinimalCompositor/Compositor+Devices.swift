// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import WaylandUtil

// Input devices. Their events are sent to the drag, or to clients. Hand 0 is the pointer with its button, the others
// are touch points.

extension Compositor {
    /// `BTN_LEFT`
    private static let button: UInt32 = 0x110

    var drags: DragSeat { engine.seat(Self.seat) }

    /// The events of a hand that a client receives.
    private enum Event {
        case enter, leave, motion, down, up
    }

    func move(_ index: Int, to position: Point) {
        hands[index].position = position
        if isDrays(index) { return tell(index) }
        if index == 0, !hands[0].isDown { point(to: window(at: position)) }
        send(.motion, of: index)
    }

    func press(_ index: Int) {
        let isKept = drags.handle(
            index == 0 ? .pointerButton(Self.button, .pressed) : .finger(finger(index), .down))
        if isKept {
            // An answer to the drop menu depends on this hand's position, whichever hand has begun the drag.
            tell(index)
        }
        guard !isKept, !hands[index].isDown else { return }
        let position = hands[index].position
        if index != 0 { hands[index].surface = window(at: position) }
        hands[index].isDown = true
        send(.down, of: index)
        if let surface = hands[index].surface {
            engine.keyboardFocusChanged(to: surface.object.client, on: Self.seat)
        } else if position.y >= Self.window.height, position.x < Self.noteWidth {
            dragNote(by: index)
        }
    }

    func release(_ index: Int) {
        let isKept = drags.handle(
            index == 0 ? .pointerButton(Self.button, .released) : .finger(finger(index), .up))
        // A client receives no release for input that a drag has taken.
        guard !isKept, hands[index].isDown else { return }
        send(.up, of: index)
        hands[index].isDown = false
        if index != 0 { hands[index].surface = nil }
    }

    /// Removes the device of a hand: the pointer, or the touch screen with all touch points.
    func removeDevice(of index: Int) {
        _ = drags.handle(.deviceGone(device(index).kind))
        if index == 0 { return point(to: nil) }
        for screen in touchScreens { screen.sendCancel() }
        for finger in hands.indices.dropFirst() { (hands[finger].isDown, hands[finger].surface) = (false, nil) }
    }

    func changeModifiers(to modifiers: Modifiers) {
        self.modifiers = modifiers
        drags.modifiersChanged(to: modifiers)
    }

    /// Reports that windows were mapped or unmapped, possibly under an idle pointer.
    func windowsChanged() {
        engine.sceneChanged()
        drags.sceneChanged(at: .ofDevice)
        if !isDrays(0), !hands[0].isDown { point(to: window(at: hands[0].position)) }
    }

    /// Presses Escape. If the drag does not consume it, a compositor would send it to clients.
    func pressEscape() {
        let (code, keysym): (UInt32, UInt32) = (1, 0xff1b)  // KEY_ESC, XKB_KEY_Escape
        _ = drags.handle(.key(code, keysym: keysym, .pressed))
        _ = drags.handle(.key(code, keysym: keysym, .released))
    }

    /// A drag takes over the input of a hand.
    func takeAway(_ index: Int, by drag: DragID) {
        if index == 0 {
            pointerDrag = drag
            point(to: nil)
        }
        hands[index].surface = nil
        hands[index].isDown = false
        tell(index)
    }

    /// Whether the hand's input belongs to a drag. Each touch point may have its own drag.
    private func isDrays(_ index: Int) -> Bool {
        index == 0 ? pointerDrag.map(drags.has) ?? false : drags.handle(.finger(finger(index), .moved))
    }

    private func tell(_ index: Int) {
        let position = hands[index].position
        if index == 0 {
            drags.pointerMoved(to: position, at: now)
        } else {
            drags.fingerMoved(finger(index), to: position, at: now)
        }
    }

    func point(to surface: Surface?) {
        guard surface !== hands[0].surface else { return }
        send(.leave, of: 0)
        hands[0].surface = surface
        send(.enter, of: 0)
    }

    func device(_ index: Int) -> DragDevice { index == 0 ? .pointer(button: Self.button) : .finger(finger(index)) }

    private func finger(_ index: Int) -> FingerID { FingerID(Int32(index - 1)) }

    /// Sends an event of a hand to the client of its surface, and reports it to Dray.
    private func send(_ event: Event, of index: Int) {
        let hand = hands[index]
        guard let surface = hand.surface?.object else { return }
        let (time, serial) = (now.milliseconds, display.nextSerial())
        let (x, y) = (Fixed(hand.position.x - (hand.surface?.bounds?.x ?? 0)), Fixed(hand.position.y))
        if event == .down {
            drags.pressed(
                Press(
                    device: device(index), serial: serial, surface: surface, window: surface, position: hand.position,
                    container: ContainerID(surface.resource.id)))
        }
        for pointer in index == 0 ? pointers : [] where pointer.client === surface.client {
            switch event {
            case .enter: pointer.sendEnter(serial: serial, surface: surface, surfaceX: x, surfaceY: y)
            case .leave: pointer.sendLeave(serial: serial, surface: surface)
            case .motion: pointer.sendMotion(time: time, surfaceX: x, surfaceY: y)
            case .down: pointer.sendButton(serial: serial, time: time, button: Self.button, state: .pressed)
            case .up: pointer.sendButton(serial: serial, time: time, button: Self.button, state: .released)
            }
        }
        let id = finger(index).rawValue
        for screen in index == 0 ? [] : touchScreens where screen.client === surface.client {
            switch event {
            case .enter, .leave: break
            case .motion: screen.sendMotion(time: time, id: id, x: x, y: y)
            case .down: screen.sendDown(serial: serial, time: time, surface: surface, id: id, x: x, y: y)
            case .up: screen.sendUp(serial: serial, time: time, id: id)
            }
            screen.sendFrame()
        }
    }
}
