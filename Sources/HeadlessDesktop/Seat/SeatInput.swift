// SPDX-License-Identifier: MIT

public import DrayCore

/// What a person does with a seat apart from moving, whatever plays the seat: what a recording is made of.
///
/// Movements are not told one by one; where things are, `Pointer.position` and `Touch.position(of:)` say.
public enum SeatInput: Equatable, Sendable {
    /// A button of the pointer, or a pen's tip or button that stands for one, with its evdev code.
    case button(UInt32, InputEvent.PressState)
    case scroll(InputEvent.Scroll)
    /// In the compositor's global space.
    case fingerDown(FingerID, at: Point)
    case fingerUp(FingerID)
    /// A device that held a button is gone.
    case buttonAbandoned(UInt32)
    /// A screen has called off a finger, or is gone.
    case fingerCancelled(FingerID)
    /// A key, and what it means by the keymap of its keyboard, as xkbcommon's name.
    case key(InputEvent.Key, keysym: String)
    /// These modifiers are in effect without any key of the seat: a virtual keyboard says so, or a pen's button is held.
    case modifiersWithoutKeys(Modifiers)
}
