// SPDX-License-Identifier: MIT

public import DrayCore

/// What a button on a pen stands for.
public enum PenButtonRole: Hashable, Sendable {
    /// Nothing.
    case none
    /// A button of the pointer, with its evdev code.
    case button(UInt32)
    /// Modifiers that are in effect while it is held, as if they were held on the keyboard (HIG-03, HIG-30).
    case modifiers(Modifiers)

    /// The button nearer to the tip is the right button, the other one is Option.
    public static let standard: [UInt32: PenButtonRole] = [
        0x14b: .button(InputEvent.Button.right), 0x14c: .modifiers(.alt),
    ]
}
