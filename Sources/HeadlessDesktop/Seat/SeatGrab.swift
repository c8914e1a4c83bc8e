// SPDX-License-Identifier: MIT

public import DrayCore

/// Takes a seat's input in place of the clients: a drag under way. Set by `Seat.beginGrab(_:taking:)`.
///
/// Points are in the compositor's global space.
public protocol SeatGrab: AnyObject {
    /// The pointer is at `point` now. Comes only if the grab takes the pointer, or follows it.
    func pointerMotion(to point: Point, at time: Instant)

    /// A button went down or up. Comes only if the grab takes the pointer.
    /// - Parameter code: evdev's.
    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant)

    /// A button that is down belongs to a device that is gone: it was not released, and nothing that it began may be
    /// finished. Comes only if the grab takes the pointer.
    /// - Parameter code: evdev's.
    func pointerAbandoned(_ code: UInt32, at time: Instant)

    /// The tip of a pen presses so hard now, from 0 to 1. Comes only if the grab takes the pointer.
    func penPressure(_ pressure: Double)

    /// The wheel was turned. Comes only if the grab takes the pointer.
    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant)

    /// A finger came down.
    /// - Returns: whether the grab keeps the finger to itself, from here to its end.
    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool

    /// A finger moved.
    /// - Returns: whether the grab keeps the finger to itself; true takes it away from its client, if it had one.
    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool

    /// A finger went up.
    /// - Returns: whether the grab keeps that to itself.
    func touchUp(_ finger: FingerID, time: Instant) -> Bool

    /// The device called off a finger: it was not meant, or the device is gone.
    /// - Returns: whether the grab keeps that to itself.
    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool

    /// A key went down or up, on a seat whose modifiers have not taken it in yet.
    /// - Returns: whether the grab keeps the key to itself. The client that saw a key go down sees it go up in any case.
    func key(_ key: InputEvent.Key, at time: Instant) -> Bool

    /// These modifiers are in effect now.
    func modifiersChanged(_ modifiers: Modifiers, at time: Instant)

    /// The keyboard is gone, and none of its keys will be released.
    func keyboardGone()

    /// The seat ends the grab by itself, right after this: its device is gone, another grab begins, or the compositor
    /// ends. The grab's owner may end it from here as well.
    func cancelled()
}

extension SeatGrab {
    public func keyboardGone() {}
    public func penPressure(_ pressure: Double) {}
}

/// What a grab takes away from the clients while it lasts.
public struct SeatGrabScope: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// The pointer leaves its surface, and enters what is below it when the grab ends.
    public static let pointer = SeatGrabScope(rawValue: 1)
    /// The keyboard leaves its surface, and comes back when the grab ends. Without this, keys that the grab does not
    /// keep go to the focus as ever.
    public static let keyboard = SeatGrabScope(rawValue: 2)
    /// Nothing is taken away: the pointer stays on the surface that was pressed, as long as the button is down. The grab hears
    /// of its motions, and of buttons that go up, after the client.
    public static let heldPointer = SeatGrabScope(rawValue: 4)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
