// SPDX-License-Identifier: MIT

import Randomness
import Testing

@testable import DrayX11

/// Texts converted across the bridge, in arbitrary pieces.
@Suite struct TextTranscodingTests {
    private func convert(_ kind: TextTranscoding.Kind, _ bytes: [UInt8], cuts: [Int] = []) -> [UInt8] {
        var conversion = TextTranscoding(kind)
        var made: [UInt8] = []
        var start = 0
        for cut in cuts.sorted() + [bytes.count] {
            made += conversion.convert(Array(bytes[start..<cut]))
            start = cut
        }
        return made + conversion.finish()
    }

    @Test(arguments: [
        ("plain", "plain"), ("Grüße", "Gr\u{fc}\u{df}e"), ("10 €", "10 ?"), ("a\u{1F600}b", "a?b"), ("", ""),
    ])
    func utf8BecomesLatin1(text: String, expected: String) {
        #expect(
            convert(.utf8ToLatin1, Array(text.utf8)) == expected.unicodeScalars.map { UInt8($0.value) })
    }

    @Test func invalidUTF8IsAQuestionMark() {
        #expect(convert(.utf8ToLatin1, [0x41, 0xff, 0x42, 0xc3]) == [0x41, 0x3f, 0x42, 0x3f])
        #expect(convert(.utf8ToLatin1, [0xe2, 0x82, 0x41]) == [0x3f, 0x41])
        #expect(convert(.utf8ToLatin1, [0x80, 0xc0, 0xaf]) == [0x3f, 0x3f, 0x3f])
    }

    @Test func latin1BecomesUTF8() {
        // Without the control characters, which windows-1252 has other characters for, and zero, which ends a text.
        let all = (Array(1...0x7f) + Array(0xa0...0xff)).map { UInt8($0) }
        let expected = String(String.UnicodeScalarView(all.map { Unicode.Scalar($0) }))
        #expect(convert(.latin1ToUTF8, all) == Array(expected.utf8))
        #expect(convert(.utf8ToLatin1, Array(expected.utf8)) == all)
        #expect(convert(.latin1ToUTF8, [0x80, 0]) == Array("€".utf8))
    }

    @Test func addressesAreReadFromMozillasPairs() {
        let text = "https://a.example/x\nA title\nhttps://b.example/\nAnother"
        let little: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        let list = Array("https://a.example/x\r\nhttps://b.example/\r\n".utf8)
        // Firefox writes UTF-16, Chromium UTF-8, with the same type.
        #expect(convert(.addresses, little) == list)
        #expect(convert(.addresses, [0xff, 0xfe] + little) == list)
        #expect(convert(.addresses, big) == list)
        #expect(convert(.addresses, Array(text.utf8)) == list)
        #expect(convert(.addresses, Array("https://a.example/x".utf8)) == Array(list.prefix(21)))
    }

    @Test func anAddressIsOneLine() {
        let pairs = "https://a.example/\u{1b}\rb\u{2028}%0A\nTitle\rhttps://evil.example/\nfile:/tmp/x"
        #expect(
            convert(.addresses, Array(pairs.utf8))
                == Array("https://a.example/%1B%0Db%E2%80%A8%0A\r\nfile:///tmp/x\r\n".utf8))
    }

    /// The result does not depend on the pieces.
    @Test func cutsDoNotMatter() {
        var random = SplitMix64(seed: 14)
        let kinds: [TextTranscoding.Kind] = [.none, .latin1ToUTF8, .utf8ToLatin1, .addresses]
        for _ in 0..<2000 {
            let length = Int.random(in: 0..<40, using: &random)
            let bytes = (0..<length).map { _ in
                random.chance(50)
                    ? UInt8.random(in: 0...255, using: &random)
                    : random.pick([0x0a, 0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0])
            }
            let cuts = (0..<Int.random(in: 0..<6, using: &random)).map { _ in Int.random(in: 0...length, using: &random)
            }
            for kind in kinds { #expect(convert(kind, bytes, cuts: cuts) == convert(kind, bytes)) }
        }
    }
}
