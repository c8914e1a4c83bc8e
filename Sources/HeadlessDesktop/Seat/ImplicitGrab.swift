// SPDX-License-Identifier: MIT

public import DrayCore

/// A button or a finger that is down on a surface: what a serial of `wl_data_device.start_drag` must stand for (WL-01).
public struct ImplicitGrab {
    public enum Device: Equatable, Sendable {
        /// The button with that evdev code.
        case pointer(button: UInt32)
        /// A pen that stands for the button with that evdev code.
        case pen(button: UInt32)
        case touch(FingerID)
    }

    /// What is down.
    public let device: Device
    /// Where it went down. Of the same client as the origin that was asked about, not necessarily the same surface.
    public let surface: Surface
    /// Of the event that told the client.
    public let serial: UInt32
    /// Where it was pressed, in the compositor's global space.
    public let start: Point
    /// Where it is now, in the compositor's global space.
    public let position: Point
}
