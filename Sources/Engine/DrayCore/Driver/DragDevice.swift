// SPDX-License-Identifier: MIT

/// The button, pen tip or finger that drives a drag, from the press that began it (HIG-30).
public enum DragDevice: Hashable, Sendable {
    /// The pointer, with the evdev code of the button that is held.
    case pointer(button: UInt32)
    /// A pen, with the evdev code of the button that its tip or button corresponds to.
    case pen(button: UInt32)
    case finger(FingerID)

    /// The kind of device, for devices that are unplugged.
    public enum Kind: Hashable, Sendable {
        case pointer
        case pen
        /// A touch screen with all its fingers.
        case touch
    }

    public var kind: Kind {
        switch self {
        case .pointer: .pointer
        case .pen: .pen
        case .finger: .touch
        }
    }
}
