// SPDX-License-Identifier: MIT

public import DrayCore

/// An implicit grab: a button or touch point that is down on a surface, as required for the serial of
/// `wl_data_device.start_drag` (WL-01).
public struct ImplicitGrab {
    public enum Device: Equatable, Sendable {
        /// A button, by its evdev code.
        case pointer(button: UInt32)
        /// A pen that acts as the button with this evdev code.
        case pen(button: UInt32)
        case touch(FingerID)
    }

    /// The device of the press.
    public let device: Device
    /// The surface of the press. It belongs to the client of the origin, but may be another surface.
    public let surface: Surface
    /// The serial of the event that the client was sent.
    public let serial: UInt32
    /// The position of the press in global coordinates.
    public let start: Point
    /// The current position in global coordinates.
    public let position: Point
}
