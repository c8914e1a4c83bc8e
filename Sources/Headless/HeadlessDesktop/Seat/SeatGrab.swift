// SPDX-License-Identifier: MIT

public import DrayCore

/// Receives a seat's input instead of clients, for instance during a drag. Set by `Seat.beginGrab(_:taking:)`.
///
/// Points are in global coordinates.
public protocol SeatGrab: AnyObject {
    /// The pointer has moved. Called only if the grab takes or follows the pointer.
    func pointerMotion(to point: Point, at time: Instant)

    /// A button was pressed or released. Called only if the grab takes the pointer.
    /// - Parameter code: the evdev code.
    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant)

    /// The device of a pressed button was removed. The button was not released, so whatever it began must not be
    /// completed. Called only if the grab takes the pointer.
    /// - Parameter code: the evdev code.
    func pointerAbandoned(_ code: UInt32, at time: Instant)

    /// The pressure of the pen tip has changed, from 0 to 1. Called only if the grab takes the pointer.
    func penPressure(_ pressure: Double)

    /// A scroll event. Called only if the grab takes the pointer.
    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant)

    /// A touch point went down.
    /// - Returns: whether the grab consumes the touch point until its end.
    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool

    /// A touch point moved.
    /// - Returns: whether the grab consumes the touch point; if true, a client that had it loses it.
    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool

    /// A touch point went up.
    /// - Returns: whether the grab consumes the event.
    func touchUp(_ finger: FingerID, time: Instant) -> Bool

    /// A touch point was cancelled, by the device or because the device was removed.
    /// - Returns: whether the grab consumes the event.
    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool

    /// A key was pressed or released. The seat's modifiers do not include it yet.
    /// - Returns: whether the grab consumes the key. A client that was sent the press is sent the release in any case.
    func key(_ key: InputEvent.Key, at time: Instant) -> Bool

    /// The active modifiers have changed.
    func modifiersChanged(_ modifiers: Modifiers, at time: Instant)

    /// The keyboard was removed. Its keys will not be released.
    func keyboardGone()

    /// The seat ends the grab directly after this: its device was removed, another grab begins, or the compositor is
    /// closed. The grab's owner may also end it from here.
    func cancelled()
}

extension SeatGrab {
    public func keyboardGone() {}
    public func penPressure(_ pressure: Double) {}
}

/// The input that a grab takes from clients.
public struct SeatGrabScope: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// The pointer leaves its surface, and enters the surface under it when the grab ends.
    public static let pointer = SeatGrabScope(rawValue: 1)
    /// The keyboard leaves its surface, and returns to it when the grab ends. Without this option, keys that the grab
    /// does not consume are sent to the focused client.
    public static let keyboard = SeatGrabScope(rawValue: 2)
    /// Nothing is taken: the pointer stays on the surface of the press while the button is held. The grab receives
    /// motion and releases after the client.
    public static let heldPointer = SeatGrabScope(rawValue: 4)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
