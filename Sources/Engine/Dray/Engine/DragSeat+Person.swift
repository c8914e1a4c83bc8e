// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

// Input other than motion, as reported by the host, and the ownership of the keyboard.

extension DragSeat {
    /// Reports a change of modifiers, which updates the current action at once (HIG-04).
    public func modifiersChanged(to modifiers: Modifiers) {
        self.modifiers = modifiers
        deliver(.modifiersChanged(modifiers))
        for hand in beside { hand.modifiersChanged(to: modifiers) }
    }

    /// Reports a press that was sent to a client. If a host reports every press, and passes all device input to
    /// ``handle(_:)`` and all modifiers, during drags or not, the engine validates requests for drags itself (WL-01),
    /// see ``DragHost/dragRequested(_:)``.
    public func pressed(_ press: Press<WlSurface>) {
        // A previous press of the device has ended, whether its release was reported or not.
        leftPresses.release(press.device)
        presses.pressed(press)
        link.engine?.pressReported(for: press.surface.client)
    }

    /// Returns whether a serial entitles a client to set the clipboard, as far as reported by the host: the client has
    /// keyboard focus, or received this serial for a press that is still held. For `DragHost.mayTakeSelection`.
    public func entitles(_ client: Client, by serial: UInt32) -> Bool {
        data.hasKeyboardFocus(client) || presses.holds(serial: serial) { $0.client === client }
    }

    /// Handles device input other than motion. A drag that consumed a press also consumes its release, even after the
    /// drag has ended (HIG-31, HIG-32).
    /// - Returns: Whether the drag consumes the input. If so, the host must not forward it.
    public func handle(_ input: DriverInput) -> Bool {
        presses.handle(input)
        if leftPresses.handle(input) { return true }
        if keyboardDrag.isOn, takesKeys(input), keyboardDrag.handle(input, self) { return true }
        if hasSeveral { return handleAmongSeveral(input) }
        if let drag = ownDrag { return drag.handle(input) }
        switch (keyboard, input) {
        case (.keeping(var keys), .key(let code, _, .released)):
            let isKept = keys.release(code)
            keyboard = .keeping(keys)
            if keys.isEmpty { freeKeyboard() }
            return isKept
        case (.keeping, .keyboardGone):
            freeKeyboard()
            return false
        case (.free, _), (.picking, _), (.dragging, _), (.keeping, _): return false
        }
    }

    /// Reports the pressure of a pen tip or finger, from 0 to 1 of the device's range, for devices that measure it: a
    /// firm press opens spring-loaded targets at once (HIG-19). It has no other effect and is not a motion.
    /// - Parameter finger: The finger, or nil for a pen.
    public func pressureChanged(to pressure: Double, of finger: FingerID?) {
        for hand in beside { hand.pressureChanged(to: pressure, of: finger) }
        guard let drag else { return }
        switch (drag.driver.device, finger) {
        case (.pen, nil): drag.aids.hovering.pressed(with: pressure, drag)
        case (.finger(let driver), let finger?) where driver == finger:
            drag.aids.hovering.pressed(with: pressure, drag)
        case (.pen, _), (.finger, _), (.pointer, _): break
        }
    }

    /// Drops the content, whatever device drives the drag.
    public func drop() {
        drag?.release()
    }

    /// Cancels all drags of the seat.
    public func cancel(_ interruption: DragInterruption) {
        for hand in hands { hand.ownDrag?.deliver(.cancel(interruption)) }
    }

    // MARK: The keyboard

    /// Keys consumed by the previous drag that are still held.
    var keptKeys: KeptKeys {
        switch keyboard {
        case .keeping(let keys): keys
        case .free, .picking, .dragging: KeptKeys()
        }
    }

    /// Takes the keyboard from clients while the user picks.
    func takeKeyboard() { keyboard = .picking }

    /// Ends picking. If a drag began, it keeps the keyboard.
    func leavePicking() {
        guard case .picking = keyboard else { return }
        keyboard = .keeping(keyboardDrag.handOverKeys())
        releaseKeyboard()
    }

    /// Keeps the held keys of the seat's last drag.
    func keepKeys() {
        keyboard = .keeping(leftKeys.union(keyboardDrag.handOverKeys()))
        leftKeys = KeptKeys()
    }

    /// Returns the keyboard to clients if no drag is in progress and no consumed key is held.
    func releaseKeyboard() {
        if let main { return main.releaseKeyboard() }
        if keptKeys.isEmpty { freeKeyboard() }
    }

    private func freeKeyboard() {
        guard case .keeping = keyboard else { return }
        keyboard = .free
        link.host?.perform(.keyboardReleased, on: id)
    }
}
