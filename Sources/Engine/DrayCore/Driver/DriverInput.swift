// SPDX-License-Identifier: MIT

/// Device input during a drag, except motion.
public enum DriverInput: Hashable, Sendable {
    /// A button of the pointer, with its evdev code.
    case pointerButton(UInt32, InputEvent.PressState)
    /// The tip or a button of the pen, with the evdev code of the corresponding button.
    case penButton(UInt32, InputEvent.PressState)
    case finger(FingerID, Finger)
    /// A key that is no shortcut of the host: its evdev code, and its keysym by the keymap.
    case key(UInt32, keysym: UInt32, InputEvent.PressState)
    case deviceGone(DragDevice.Kind)
    /// The keyboard was removed: none of its keys will be released.
    case keyboardGone

    public enum Finger: Hashable, Sendable {
        case down
        case moved
        case up
        /// Cancelled by the touch screen or by a gesture.
        case cancelled
    }
}

/// The handling of an input.
public enum DriverAnswer: Hashable, Sendable {
    /// Forwarded to clients and the host's own gestures, as without a drag (HIG-31).
    case passed
    /// Consumed by the drag.
    case kept
    /// Consumed: the content is dropped.
    case drop
    /// Consumed: the drag is cancelled.
    case cancel(DragInterruption)
    /// Consumed: the user has accepted or rejected the drop (HIG-27).
    case answer(isWanted: Bool)
}
