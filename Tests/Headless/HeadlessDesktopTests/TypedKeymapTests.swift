// SPDX-License-Identifier: MIT

import DrayInput
import Testing

@testable import HeadlessDesktop

/// Keymaps that are made for a text.
@Suite struct TypedKeymapTests {
    @Test func aTextHasAKeyForEachCharacter() throws {
        let map = try #require(TypedKeymap("a→漢a\n\t😀"))
        #expect(map.codes == [1, 2, 3, 1, 4, 5, 6])
        let keymap = try SharedKeymap(text: map.keymap).keymap
        for (character, code) in zip("a→漢a\r\t😀".unicodeScalars, map.codes) {
            let keysym = try #require(Keysym(character: character))
            #expect(keymap.stroke(for: keysym)?.code == code)
        }
    }

    @Test func textsThatCannotBeTypedAreRejected() {
        #expect(TypedKeymap("a\u{1}") == nil)
        #expect(TypedKeymap("\u{9F}") == nil)
        let many = String(String.UnicodeScalarView((0..<247).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        #expect(TypedKeymap(many) == nil)
        #expect(TypedKeymap(String(many.dropLast()))?.codes.last == 246)
    }
}
