// SPDX-License-Identifier: MIT

import DrayInput

/// A keymap that has a key for each character of a text, and nothing else.
struct TypedKeymap {
    /// As xkbcommon reads it.
    let keymap: String
    /// evdev's codes of the keys that write the text, in order.
    let codes: [UInt32]

    /// X's clients know no keycode above this one.
    private static let lastKeycode = 255
    /// What xkb adds to evdev's codes.
    private static let offset = 8

    /// - Returns: nil for a text of which there cannot be one: with more than 246 characters that differ, or with one that
    ///   no key writes.
    init?(_ text: String) {
        var numbers: [Unicode.Scalar: Int] = [:]
        var names: [String] = []
        var codes: [UInt32] = []
        for scalar in text.unicodeScalars {
            if numbers[scalar] == nil {
                guard let name = Self.keysym(scalar) else { return nil }
                names.append(name)
                numbers[scalar] = names.count
            }
            // Key 0 is none of evdev's.
            codes.append(UInt32(numbers[scalar] ?? 0))
        }
        guard names.count + Self.offset < Self.lastKeycode else { return nil }
        let keycodes = names.indices.map { "<K\($0 + 1)> = \($0 + 1 + Self.offset);" }
        let symbols = names.enumerated().map { "key <K\($0 + 1)> { [ \($1) ] };" }
        keymap = """
            xkb_keymap {
            xkb_keycodes "typed" { minimum = 8; maximum = 255; \(keycodes.joined(separator: " ")) };
            xkb_types "typed" { include "complete" };
            xkb_compatibility "typed" { include "complete" };
            xkb_symbols "typed" { \(symbols.joined(separator: " ")) };
            };
            """
        self.codes = codes
    }

    /// xkb's name of what writes a character.
    private static func keysym(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n", "\r": return Keysym(character: "\r")?.description
        case "\t": return Keysym(character: scalar)?.description
        default:
            guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else { return nil }
            return Keysym(character: scalar)?.description
        }
    }
}
