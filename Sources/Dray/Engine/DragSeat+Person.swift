// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

// What a person does apart from moving, as a host says it; and whose the keyboard is.

extension DragSeat {
    /// Modifiers changed; what would happen on a drop follows at once (HIG-04).
    public func modifiersChanged(to modifiers: Modifiers) {
        self.modifiers = modifiers
        deliver(.modifiersChanged(modifiers))
        for hand in beside { hand.modifiersChanged(to: modifiers) }
    }

    /// A client was told of a press. A host that says so each time, and hands in all that devices do by ``handle(_:)`` and all
    /// modifiers, drag or not, need not look at requests for drags: the engine knows which of them stand on a press that holds
    /// (WL-01), see ``DragHost/dragRequested(_:)``.
    public func pressed(_ press: Press<WlSurface>) {
        // What it was before has gone up, whether anybody said so or not.
        leftPresses.release(press.device)
        presses.pressed(press)
    }

    /// Whether a client may take the clipboard by this serial, as far as the host has told the engine: it has the keyboard
    /// focus, or something is held down that it was told of by that serial. For `DragHost.mayTakeSelection`.
    public func entitles(_ client: Client, by serial: UInt32) -> Bool {
        data.hasKeyboardFocus(client) || presses.holds(serial: serial) { $0.client === client }
    }

    /// A device did something apart from moving. What a drag has kept as it went down it keeps until that is up, also after its end
    /// (HIG-31, HIG-32).
    /// - Returns: whether the drag keeps it: nobody else is to hear of it.
    public func handle(_ input: DriverInput) -> Bool {
        presses.handle(input)
        if leftPresses.handle(input) { return true }
        if keyboardDrag.isOn, takesKeys(input), handleByKeyboard(input) { return true }
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

    /// How hard the tip of a pen or a finger presses now, from 0 to 1 of what its device can tell. For devices that tell it: who
    /// presses harder than needed on what is spring-loaded opens it at once (HIG-19). Does nothing but that, and is no motion.
    /// - Parameter finger: which one; nil for a pen.
    public func pressureChanged(to pressure: Double, of finger: FingerID?) {
        for hand in beside { hand.pressureChanged(to: pressure, of: finger) }
        guard let drag else { return }
        switch (drag.driver.device, finger) {
        case (.pen, nil): drag.pressed(with: pressure)
        case (.finger(let driver), let finger?) where driver == finger: drag.pressed(with: pressure)
        case (.pen, _), (.finger, _), (.pointer, _): break
        }
    }

    /// Drops, whatever drives the drag.
    public func drop() {
        drag?.drop()
    }

    /// Whatever the seat drags is broken off.
    public func cancel(_ interruption: DragInterruption) {
        for hand in hands { hand.ownDrag?.deliver(.cancel(interruption)) }
    }

    // MARK: The keyboard

    /// Keys that the drag before has left, and are still down.
    var keptKeys: KeptKeys {
        switch keyboard {
        case .keeping(let keys): keys
        case .free, .picking, .dragging: KeptKeys()
        }
    }

    /// The person picks: no client has the keyboard.
    func takeKeyboard() { keyboard = .picking }

    /// The person does not pick any more. If a drag came of it, the keyboard is that one's.
    func leavePicking() {
        guard case .picking = keyboard else { return }
        keyboard = .keeping(keyboardDrag.handOverKeys())
        releaseKeyboard()
    }

    /// The last drag of the seat is over.
    func keepKeys() {
        keyboard = .keeping(leftKeys.union(keyboardDrag.handOverKeys()))
        leftKeys = KeptKeys()
    }

    /// The keyboard is the clients' again, if no drag is under way, and no key of one is down.
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
