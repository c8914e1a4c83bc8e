// SPDX-License-Identifier: MIT

/// What keys mean to a drag, as data: by what is written on them, and never by their place (HIG-32).
public struct DriverKeys: Hashable, Sendable {
    /// By keysym, a number of xkbcommon's.
    public var meanings: [UInt32: Meaning]

    public enum Meaning: Hashable, Sendable {
        /// The drag is broken off.
        case cancel
    }

    /// Escape cancels.
    public static let standard = DriverKeys([0xff1b: .cancel])

    public init(_ meanings: [UInt32: Meaning]) {
        self.meanings = meanings
    }
}
