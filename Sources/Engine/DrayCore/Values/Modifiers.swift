// SPDX-License-Identifier: MIT

/// The modifiers in effect on a keyboard: pressed, latched or locked, by meaning rather than by key.
public struct Modifiers: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public static let shift = Modifiers(rawValue: 1 << 0)
    public static let control = Modifiers(rawValue: 1 << 1)
    /// The Option key of the Human Interface Guidelines.
    public static let alt = Modifiers(rawValue: 1 << 2)
    /// Super, the logo key.
    public static let logo = Modifiers(rawValue: 1 << 3)
    /// AltGr on many layouts; has no effect on a drag.
    public static let level3 = Modifiers(rawValue: 1 << 4)
    public static let capsLock = Modifiers(rawValue: 1 << 5)
    public static let numLock = Modifiers(rawValue: 1 << 6)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
