// SPDX-License-Identifier: MIT

/// The meaning of keys in a drag by keyboard, by keysym and never by position (HIG-32).
public struct KeyboardDragKeys: Hashable, Sendable {
    /// The meanings by xkbcommon keysym.
    public var meanings: [UInt32: Meaning]

    public enum Meaning: Hashable, Sendable {
        /// Moves the pointer by one step.
        case left, right, up, down
        /// Moves to the next window or target; with Shift, to the previous one.
        case next
        /// Moves to the previous window or target.
        case previous
        /// Picks up the content under the pointer, or drops it.
        case confirm
        /// Cancels the drag.
        case cancel
    }

    /// Arrows, Tab, Return and Escape, also on the keypad. Shift and Tab produce a keysym of their own.
    public static let standard = KeyboardDragKeys([
        0xff51: .left, 0xff52: .up, 0xff53: .right, 0xff54: .down,
        0xff96: .left, 0xff97: .up, 0xff98: .right, 0xff99: .down,
        0xff09: .next, 0xfe20: .previous, 0xff0d: .confirm, 0xff8d: .confirm, 0xff1b: .cancel,
    ])

    public init(_ meanings: [UInt32: Meaning]) {
        self.meanings = meanings
    }
}
