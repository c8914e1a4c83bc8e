// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// Client text that is displayed, spoken or written into lines.
@Suite struct VisibleTextTests {
    /// The planes with characters, and the ends of Unicode.
    private static let scalars = [0...0x1FFFF, 0xE0000...0xE0FFF, 0x10FF00...0x10FFFF].joined().compactMap {
        Unicode.Scalar($0)
    }

    @Test func noHiddenScalarRemainsBetweenLetters() {
        let wrong = Self.scalars.filter { scalar in
            let kept: [Unicode.Scalar] = ["a", scalar, "b"]
            let cleaned = VisibleText.cleaned("a\(scalar)b").unicodeScalars
            let isKept = !scalar.isHidden || ["\t", "\n", "\r"].contains(scalar)
            return cleaned.elementsEqual(kept) != isKept
                || VisibleText.singleLine("a\(scalar)b").unicodeScalars.contains(where: \.isHidden)
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}",
            "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
        ] as [Unicode.Scalar])
    func textControlsAreThese(_ scalar: Unicode.Scalar) {
        #expect(scalar.isTextControl && scalar.isHidden)
    }

    @Test(
        arguments: [
            "\u{34F}", "\u{115F}", "\u{180E}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{2064}", "\u{206F}",
            "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFF9}", "\u{FFFE}", "\u{1D173}", "\u{E0001}",
            "\u{E0041}",
            "\u{E007F}", "\u{E0100}", "\u{E0FFF}", "\u{10FFFF}",
        ] as [Unicode.Scalar])
    func hiddenAreTheseAsWell(_ scalar: Unicode.Scalar) {
        #expect(scalar.isHidden && !scalar.isTextControl)
    }

    /// Letters, marks, spaces, private-use symbols, and unassigned scalars.
    @Test(
        arguments: ["a", "é", "\u{301}", "\u{A0}", "\u{3000}", "\u{E0B0}", "\u{FFFD}", "\u{1FAE9}"] as [Unicode.Scalar])
    func visibleScalarsAreKept(_ scalar: Unicode.Scalar) {
        #expect(!scalar.isHidden)
        #expect(VisibleText.cleaned("a\(scalar)b") == "a\(scalar)b")
    }

    /// Joiners and selectors that scripts and emoji need: Persian, Hindi, Japanese variants, emoji sequences, keycaps.
    @Test(arguments: [
        "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}城", "👩\u{200D}❤\u{FE0F}\u{200D}👨", "1\u{FE0F}\u{20E3}",
    ])
    func joinersStayWhereTheyShape(_ text: String) { #expect(VisibleText.singleLine(text) == text) }

    /// Bytes can be hidden in a run of selectors, and a joiner can distinguish a name from one that looks the same.
    @Test(arguments: [
        ("😀\u{FE0F}\u{FE01}\u{E0101}", "😀\u{FE0F}\u{FFFD}\u{FFFD}"), ("a\u{200D}b", "a\u{FFFD}b"),
        ("می\u{200C}\u{200C}خ", "می\u{200C}\u{FFFD}خ"), ("\u{200D}a", "\u{FFFD}a"), ("Donau\u{AD}dampf", "Donaudampf"),
        ("🏴\u{E0067}\u{E007F}", "🏴\u{FFFD}\u{FFFD}"), ("a\u{FEFF}", "a\u{FFFD}"),
    ])
    func joinersHideNothing(_ text: String, _ shown: String) { #expect(VisibleText.singleLine(text) == shown) }

    @Test func limitsAreInScalars() {
        #expect(VisibleText.shortened("abcd", to: 4) == "abcd")
        #expect(VisibleText.shortened("abcde", to: 4) == "abc…")
        #expect(VisibleText.shortened("", to: 1) == "")
        // Sixty-two letters with 31 marks each are 1,984 scalars.
        let stacked = String(repeating: "a" + String(repeating: "\u{301}", count: 31), count: 62)
        for limit in [1, 2, 31, 32, 33, 34, 100] {
            let cut = VisibleText.shortened(stacked, to: limit)
            #expect(cut.unicodeScalars.count <= limit && cut.hasSuffix("…"), "\(limit)")
        }
        // A letter keeps its marks, or is removed with them.
        #expect(VisibleText.shortened("ab\u{301}\u{302}c", to: 4) == "a…")
        #expect(VisibleText.shortened("x\r\ny", to: 3) == "x…")
    }

    @Test(arguments: ["“", "”", "„", "‟", "«", "»", "‹", "›", "「", "」", "『", "』", "\"", "〝", "＂"] as [Unicode.Scalar])
    func nameCannotEndItsQuotation(_ mark: Unicode.Scalar) {
        #expect(VisibleText.quotable("Docs\(mark), will copy. \(mark)Docs", to: 100) == "Docs', will copy. 'Docs")
    }

    @Test func apostrophesStay() {
        #expect(VisibleText.quotable("Anna’s ‘best’ photo's", to: 100) == "Anna’s ‘best’ photo's")
    }

    /// Every scalar, in a text that an encoder has quoted: the line is one line for every reader, with the same
    /// meaning.
    @Test func linesOfJSONAreLines() {
        let wrong = Self.scalars.filter { scalar in
            // Escaped by the encoder.
            guard scalar.value >= 0x20, scalar != "\"", scalar != "\\" else { return false }
            let units = String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            let written = scalar.isHidden ? units.joined() : String(scalar)
            return VisibleText.escaped(json: "{\"text\":\"é\(scalar)b\"}") != "{\"text\":\"é\(written)b\"}"
        }
        #expect(wrong == [])
    }
}
