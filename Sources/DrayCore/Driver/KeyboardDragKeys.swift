// SPDX-License-Identifier: MIT

/// What keys mean to a drag by keyboard, as data: by what is written on them, and never by their place (HIG-32).
public struct KeyboardDragKeys: Hashable, Sendable {
    /// By keysym, a number of xkbcommon's.
    public var meanings: [UInt32: Meaning]

    public enum Meaning: Hashable, Sendable {
        /// The pointer goes one step that way.
        case left, right, up, down
        /// On to the next window, or target; with Shift back to the one before.
        case next
        /// Back to the one before.
        case previous
        /// Picks up what is below; drops it.
        case confirm
        /// Nothing is dragged.
        case cancel
    }

    /// Arrows, Tab, Return and Escape, those of the keypad as well. Shift and Tab are a keysym of their own.
    public static let standard = KeyboardDragKeys([
        0xff51: .left, 0xff52: .up, 0xff53: .right, 0xff54: .down,
        0xff96: .left, 0xff97: .up, 0xff98: .right, 0xff99: .down,
        0xff09: .next, 0xfe20: .previous, 0xff0d: .confirm, 0xff8d: .confirm, 0xff1b: .cancel,
    ])

    public init(_ meanings: [UInt32: Meaning]) {
        self.meanings = meanings
    }
}
