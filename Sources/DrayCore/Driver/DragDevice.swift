// SPDX-License-Identifier: MIT

/// What drives a drag: one button, tip or finger, from the press that began it (HIG-30).
public enum DragDevice: Hashable, Sendable {
    /// The pointer, held by a button with this evdev code.
    case pointer(button: UInt32)
    /// A pen, held by what stands for a button with this evdev code.
    case pen(button: UInt32)
    case finger(FingerID)

    /// The kind of device, for those that are unplugged.
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
