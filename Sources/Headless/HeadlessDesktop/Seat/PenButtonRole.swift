// SPDX-License-Identifier: MIT

public import DrayCore

/// The role of a pen button.
public enum PenButtonRole: Hashable, Sendable {
    /// No effect.
    case none
    /// A pointer button, by its evdev code.
    case button(UInt32)
    /// Modifiers that are active while the button is held, as if held on the keyboard (HIG-03, HIG-30).
    case modifiers(Modifiers)

    /// The button nearer to the tip is the right button, the other one is Option.
    public static let standard: [UInt32: PenButtonRole] = [
        0x14b: .button(InputEvent.Button.right), 0x14c: .modifiers(.alt),
    ]
}
