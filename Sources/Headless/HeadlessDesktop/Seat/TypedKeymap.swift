// SPDX-License-Identifier: MIT

import DrayInput

/// A keymap with one key for each character of a text.
struct TypedKeymap {
    /// In the text format of xkbcommon.
    let keymap: String
    /// The evdev codes of the keys that type the text, in order.
    let codes: [UInt32]

    /// The highest keycode, a limit of X11 clients.
    private static let lastKeycode = 255
    /// The difference between xkb keycodes and evdev codes.
    private static let offset = 8

    /// - Returns: nil if the text has more than 246 different characters, or one that no key can type.
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
            // 0 is not a valid evdev code.
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

    /// The xkb keysym name of a character.
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
