// SPDX-License-Identifier: MIT

/// The meaning of keys during a drag, by keysym and never by position (HIG-32).
public struct DriverKeys: Hashable, Sendable {
    /// The meanings by xkbcommon keysym.
    public var meanings: [UInt32: Meaning]

    public enum Meaning: Hashable, Sendable {
        /// Cancels the drag.
        case cancel
        /// Confirms the drop while the user is asked (HIG-27). Otherwise without a meaning.
        case confirm
    }

    /// Escape cancels. Return, also on the keypad, confirms.
    public static let standard = DriverKeys([0xff1b: .cancel, 0xff0d: .confirm, 0xff8d: .confirm])

    public init(_ meanings: [UInt32: Meaning]) {
        self.meanings = meanings
    }
}
