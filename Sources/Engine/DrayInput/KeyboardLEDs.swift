// SPDX-License-Identifier: MIT

/// The LEDs of a keyboard that are on.
public struct KeyboardLEDs: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public static let numLock = KeyboardLEDs(rawValue: 1 << 0)
    public static let capsLock = KeyboardLEDs(rawValue: 1 << 1)
    public static let scrollLock = KeyboardLEDs(rawValue: 1 << 2)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
