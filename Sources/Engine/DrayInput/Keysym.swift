// SPDX-License-Identifier: MIT

import CXKBCommon
import Glibc

/// The symbol of a key: a letter, or a name such as `Escape`. The value is that of X11 and xkbcommon.
public struct Keysym: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// No symbol.
    public static let none = Keysym(rawValue: 0)
    public static let escape = Keysym(rawValue: 0xff1b)
    public static let tab = Keysym(rawValue: 0xff09)
    public static let space = Keysym(rawValue: 0x20)
    public static let left = Keysym(rawValue: 0xff51)
    public static let up = Keysym(rawValue: 0xff52)
    public static let right = Keysym(rawValue: 0xff53)
    public static let down = Keysym(rawValue: 0xff54)

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates the keysym with xkbcommon's name: `a`, `adiaeresis`, `Escape`, `Super_L`. Nil if there is no such name.
    public init?(named name: String) {
        let symbol = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        guard symbol != 0 else { return nil }
        self.init(rawValue: symbol)
    }

    /// Creates the keysym that writes a character. Nil for characters without a keysym.
    public init?(character: Unicode.Scalar) {
        let symbol = xkb_utf32_to_keysym(character.value)
        guard symbol != 0 else { return nil }
        self.init(rawValue: symbol)
    }

    /// xkbcommon's name of the keysym.
    public var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let length = xkb_keysym_get_name(rawValue, buffer.baseAddress, buffer.count)
            return length < 0 ? "\(rawValue)" : String(cString: buffer.baseAddress!)
        }
    }
}
