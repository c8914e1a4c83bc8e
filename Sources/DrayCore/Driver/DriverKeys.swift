// SPDX-License-Identifier: MIT

/// What keys mean to a drag, as data: by what is written on them, and never by their place (HIG-32).
public struct DriverKeys: Hashable, Sendable {
    /// By keysym, a number of xkbcommon's.
    public var meanings: [UInt32: Meaning]

    public enum Meaning: Hashable, Sendable {
        /// The drag is broken off.
        case cancel
        /// While the person is asked, the content is dropped (HIG-27). Before that it means nothing.
        case confirm
    }

    /// Escape cancels. Return, that of the keypad as well, is a yes.
    public static let standard = DriverKeys([0xff1b: .cancel, 0xff0d: .confirm, 0xff8d: .confirm])

    public init(_ meanings: [UInt32: Meaning]) {
        self.meanings = meanings
    }
}
