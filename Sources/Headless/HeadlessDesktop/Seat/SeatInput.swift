// SPDX-License-Identifier: MIT

public import DrayCore

/// The actions of a seat's devices except for motion, for recordings.
///
/// Motion is not reported; see `Pointer.position` and `Touch.position(of:)`.
public enum SeatInput: Equatable, Sendable {
    /// A pointer button, or a pen's tip or button that acts as one, by its evdev code.
    case button(UInt32, InputEvent.PressState)
    case scroll(InputEvent.Scroll)
    /// In global coordinates.
    case fingerDown(FingerID, at: Point)
    case fingerUp(FingerID)
    /// A device that held a button was removed.
    case buttonAbandoned(UInt32)
    /// A touch point was cancelled, or its device was removed.
    case fingerCancelled(FingerID)
    /// A key, and its keysym in its keyboard's keymap, by its xkbcommon name.
    case key(InputEvent.Key, keysym: String)
    /// The modifiers without keys of the seat: those of a virtual keyboard or a pen button.
    case modifiersWithoutKeys(Modifiers)
}
