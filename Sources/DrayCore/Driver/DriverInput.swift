// SPDX-License-Identifier: MIT

/// What devices do during a drag, apart from moving.
public enum DriverInput: Hashable, Sendable {
    /// A button of the pointer, with its evdev code.
    case pointerButton(UInt32, InputEvent.PressState)
    /// What the tip or a button of the pen stands for, with its evdev code.
    case penButton(UInt32, InputEvent.PressState)
    case finger(FingerID, Finger)
    /// A key that is no shortcut of the host's: its evdev code, and what it means by the keymap, as a number of xkbcommon's.
    case key(UInt32, keysym: UInt32, InputEvent.PressState)
    case deviceGone(DragDevice.Kind)
    /// The keyboard is gone: none of its keys will be released.
    case keyboardGone

    public enum Finger: Hashable, Sendable {
        case down
        case moved
        case up
        /// The screen, or a gesture, has taken it away.
        case cancelled
    }
}

/// What becomes of it.
public enum DriverAnswer: Hashable, Sendable {
    /// It goes on: to the clients and the host's own gestures, as if there were no drag (HIG-31).
    case passed
    /// The drag keeps it, and nobody else hears of it.
    case kept
    /// Kept: the content is dropped.
    case drop
    /// Kept: the drag is broken off.
    case cancel(DragInterruption)
    /// Kept: the person has said whether the content is to be dropped (HIG-27).
    case answer(isWanted: Bool)
}
