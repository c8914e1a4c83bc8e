// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Keys mean the same whatever is locked, and whatever alphabet they write, as in every toolkit.
@Suite struct KeyboardStateTests {
    /// Linux's codes of keys, by what is on an American keyboard.
    private enum Key {
        static let e: UInt32 = 18
        static let i: UInt32 = 23
        static let a: UInt32 = 30
        static let semicolon: UInt32 = 39
        static let z: UInt32 = 44
        static let c: UInt32 = 46
        static let v: UInt32 = 47
        static let left: UInt32 = 105
        static let capsLock: UInt32 = 58
    }

    /// The bits of real modifiers, which are the same in every keymap.
    private static let shift: UInt32 = 1
    private static let lock: UInt32 = 2
    private static let control: UInt32 = 4
    private static let alt: UInt32 = 8

    private func meaning(
        _ key: UInt32, in layouts: String, layout: UInt32 = 0, held: UInt32 = Self.control, locked: UInt32 = 0
    ) -> KeyStroke? {
        guard let state = KeyboardState(layouts: layouts) else {
            Issue.record("there is no layout \(layouts)")
            return nil
        }
        state.update(depressed: held, latched: 0, locked: locked, layout: layout)
        return state.shortcut(of: key).flatMap { KeyStroke($0, state.modifiers) }
    }

    @Test(arguments: [0, Self.lock]) func capsLockChangesNothing(_ locked: UInt32) {
        #expect(meaning(Key.c, in: "us", locked: locked) == .command(.copy))
        #expect(meaning(Key.z, in: "us", locked: locked) == .command(.undo))
        #expect(meaning(Key.z, in: "us", held: Self.control | Self.shift, locked: locked) == .command(.redo))
        #expect(meaning(Key.left, in: "us", locked: locked) == .command(.earlier))
    }

    /// Alone, and beside an American one: Russian, Greek, Hebrew, Ukrainian, Arabic, Korean, Japanese with kana.
    @Test(arguments: ["ru", "gr", "il", "ua", "ara", "kr", "jp", "bg", "th"])
    func keysOfOtherAlphabetsMeanWhatTheyDoOnAnAmericanKeyboard(_ layout: String) {
        for (layouts, index) in [(layout, 0), ("us,\(layout)", 1), ("\(layout),us", 0)] as [(String, UInt32)] {
            for locked in [0, Self.lock] {
                #expect(meaning(Key.c, in: layouts, layout: index, locked: locked) == .command(.copy), "\(layouts)")
                #expect(
                    meaning(Key.v, in: layouts, layout: index, locked: locked) == .command(.paste), "\(layouts)")
                #expect(
                    meaning(Key.a, in: layouts, layout: index, locked: locked) == .command(.selectAll), "\(layouts)"
                )
            }
        }
    }

    /// A key of Latin letters is what it writes, wherever it lies; what another layout has there does not count.
    @Test func latinLayoutsAreAsTheyWrite() {
        #expect(meaning(Key.i, in: "us(dvorak)") == .command(.copy))
        #expect(meaning(Key.i, in: "us,us(dvorak)") == nil)
        #expect(meaning(Key.c, in: "us(dvorak),us") == nil)
        // Where Dvorak has a full stop and a semicolon, Americans have E and Z.
        #expect(meaning(Key.z, in: "us(dvorak),us") == nil)
        #expect(meaning(Key.z, in: "de") == nil && meaning(21, in: "de") == .command(.undo))
        #expect(meaning(Key.semicolon, in: "de") == nil)
        #expect(meaning(16, in: "fr") == .command(.selectAll))
    }

    /// An alphabet has its own where another layout comes first that is no American one.
    @Test func theFirstLayoutWithALetterCounts() {
        #expect(meaning(Key.z, in: "de,ru", layout: 1) == nil)
        #expect(meaning(21, in: "de,ru", layout: 1) == .command(.undo))
    }

    @Test func withOtherModifiersNothingIsMeant() {
        #expect(meaning(Key.c, in: "us", held: Self.control | Self.alt) == nil)
    }

    @Test func namesAreWhatIsWritten() throws {
        let state = try #require(KeyboardState(layouts: "us,ru"))
        state.update(depressed: 0, latched: 0, locked: 0, layout: 1)
        #expect(state.name(of: Key.c) == "Cyrillic_es")
    }
}
