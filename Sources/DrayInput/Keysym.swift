// SPDX-License-Identifier: MIT

import CXKBCommon
import Glibc

/// What a key means: a letter, or a name such as `Escape`; the number is X11's and xkbcommon's.
public struct Keysym: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// The key means nothing.
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

    /// By xkbcommon's name: `a`, `adiaeresis`, `Escape`, `Super_L`. nil where there is no such name.
    public init?(named name: String) {
        let symbol = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        guard symbol != 0 else { return nil }
        self.init(rawValue: symbol)
    }

    /// The one that writes a character. nil for characters that no key could write.
    public init?(character: Unicode.Scalar) {
        let symbol = xkb_utf32_to_keysym(character.value)
        guard symbol != 0 else { return nil }
        self.init(rawValue: symbol)
    }

    /// xkbcommon's name for it.
    public var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let length = xkb_keysym_get_name(rawValue, buffer.baseAddress, buffer.count)
            return length < 0 ? "\(rawValue)" : String(cString: buffer.baseAddress!)
        }
    }
}
