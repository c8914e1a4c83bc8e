// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// Text of one form made into that of another, whole and byte by byte.
struct TextConversionTests {
    private func converted(_ bytes: [UInt8], from: TextForm, to: TextForm) -> [UInt8] {
        var whole = TextConversion(from: from, to: to)
        let result = whole.push(bytes, isLast: true)
        var pieces = TextConversion(from: from, to: to)
        var parts: [UInt8] = []
        for byte in bytes { parts += pieces.push([byte], isLast: false) }
        parts += pieces.push([], isLast: true)
        #expect(parts == result, "it makes a difference how it comes")
        return result
    }

    private func text(_ text: String, from: TextForm, to: TextForm = .plain(.utf8)) -> String {
        String(decoding: converted(Array(text.utf8), from: from, to: to), as: UTF8.self)
    }

    private func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }

    @Test func encodings() {
        let words = "Grüße, 안녕 😀"
        let utf8 = Array(words.utf8)
        #expect(converted(utf8, from: .plain(.utf8), to: .plain(.utf8)) == utf8)
        #expect(converted(utf8, from: .plain(.utf8), to: .plain(.utf16)) == [0xFF, 0xFE] + utf16(words))
        #expect(converted([0xFF, 0xFE] + utf16(words), from: .plain(.utf16), to: .plain(.utf8)) == utf8)
        #expect(converted(utf16(words), from: .plain(.utf16), to: .plain(.utf8)) == utf8)
        let big: [UInt8] = [0xFE, 0xFF, 0, 0x48, 0, 0xFC]
        #expect(converted(big, from: .plain(.utf16), to: .plain(.utf8)) == Array("Hü".utf8))
        #expect(converted([0x47, 0xFC], from: .plain(.latin1), to: .plain(.utf8)) == Array("Gü".utf8))
        #expect(converted(utf8, from: .plain(.utf8), to: .plain(.latin1)).starts(with: [0x47, 0x72, 0xFC, 0xDF, 0x65]))
        #expect(converted(Array("ü".utf8), from: .plain(.utf8), to: .plain(.ascii)) == [UInt8(ascii: "?")])
        #expect(converted(Array("end\0".utf8), from: .plain(.utf8), to: .plain(.latin1)) == Array("end".utf8))
    }

    @Test func lists() {
        let list = "# note\r\nfile:///tmp/a%20b.txt\r\nhttps://example.org/c\r\n"
        #expect(text(list, from: .uriList) == "/tmp/a b.txt\nhttps://example.org/c")
        #expect(text(list, from: .uriList, to: .gnomeFiles) == "copy\nfile:///tmp/a%20b.txt\nhttps://example.org/c")
        #expect(
            text(list, from: .uriList, to: .netscapeLinks) == "file:///tmp/a%20b.txt\na b.txt\nhttps://example.org/c\nc"
        )
        #expect(
            converted(Array(list.utf8), from: .uriList, to: .mozillaLinks)
                == utf16("file:///tmp/a%20b.txt\na b.txt\nhttps://example.org/c\nc"))
        #expect(text("cut\nfile:///a\nfile:///b", from: .gnomeFiles, to: .uriList) == "file:///a\r\nfile:///b\r\n")
        #expect(
            converted(utf16("https://a.org/\nTitle\nhttps://b.org/\nOther"), from: .mozillaLinks, to: .uriList)
                == Array("https://a.org/\r\nhttps://b.org/\r\n".utf8))
        #expect(text("", from: .uriList, to: .gnomeFiles) == "")
    }

    /// Whatever comes, it ends, and is text.
    @Test(arguments: 0..<40) func noise(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let forms: [TextForm] = [
            .plain(.utf8), .plain(.utf16), .plain(.latin1), .html, .uriList, .mozillaLinks, .netscapeLinks, .gnomeFiles,
        ]
        let alphabet = Array("<>&;#/!-scriptp \n\r\0".utf8) + [0xFF, 0xFE, 0xC3, 0xBC, 0xF0, 0x9F, 0xD8, 0x80]
        let bytes = (0..<Int.random(in: 0..<400, using: &random)).map { _ in random.pick(alphabet) }
        for from in forms {
            let result = converted(bytes, from: from, to: .plain(.utf8))
            #expect(String(validating: result, as: UTF8.self) != nil)
        }
    }
}
