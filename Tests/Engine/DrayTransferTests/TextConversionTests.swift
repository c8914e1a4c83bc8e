// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// Text conversion, in one piece and byte by byte.
struct TextConversionTests {
    private func converted(_ bytes: [UInt8], from: TextForm, to: TextForm = .plain(.utf8)) -> [UInt8] {
        var whole = TextConversion(from: from, to: to, host: "Desk.example")
        let result = whole.push(bytes, isLast: true)
        var pieces = TextConversion(from: from, to: to, host: "Desk.example")
        var parts: [UInt8] = []
        for byte in bytes { parts += pieces.push([byte], isLast: false) }
        parts += pieces.push([], isLast: true)
        #expect(parts == result, "the result depends on the pieces")
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

    private func text(_ bytes: [UInt8], _ type: MimeType) throws -> String {
        let form = try #require(TextForm(type))
        return String(decoding: converted(bytes, from: form), as: UTF8.self)
    }

    @Test func theBytesSayHowTheyAreRead() throws {
        let page = "<p>Käse für 5 €</p>", words = "Käse für 5 €"
        let big = page.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for type: MimeType in ["text/html", "text/html;charset=utf-16", "text/html;charset=iso-8859-1"] {
            #expect(try text([0xFF, 0xFE] + utf16(page), type) == page)
            #expect(try text([0xFE, 0xFF] + big, type) == page)
            #expect(try text([0xEF, 0xBB, 0xBF] + page.utf8, type) == page)
        }
        #expect(try text(utf16(page), "text/html") == page)
        #expect(try text(big, "text/html") == page)
        #expect(try text(big, "text/html;charset=utf-16") == page)
        #expect(try text(utf16(words), "text/plain") == words)
        #expect(try text(Array("<meta charset=windows-1252>".utf8) + [0x4B, 0xE4, 0x80], "text/html").hasSuffix("Kä€"))
        #expect(try text([0x4B, 0xE4], "text/html;charset=iso-8859-1") == "Kä")
    }

    @Test func textWithoutADeclaration() throws {
        #expect(try text([0x4B, 0xE4, 0x73, 0x65, 0x20, 0x80, 0x9B], "text/plain") == "Käse €›")
        #expect(try text(Array("Käse".utf8) + [0xFF], "text/plain") == "Käse\u{FFFD}")
        #expect(try text([0xE4, 0xB8], "text/plain") == "ä¸")
        #expect(try text([0xE4, 0xB8, 0xAD], "text/plain") == "中")
        #expect(try text([0x4B, 0xE4], "text/plain;charset=utf-8") == "K\u{FFFD}")
        // A charset that is UTF-8, and one that cannot be.
        let long = [UInt8](repeating: 0x41, count: 5000)
        #expect(try text(long + [0xE4], "text/plain") == String(repeating: "A", count: 5000) + "ä")
        #expect(try text(long + Array("ä".utf8), "TEXT") == String(repeating: "A", count: 5000) + "ä")
    }

    /// Bytes of each charset, and their meaning. The C library supports more of each.
    @Test(arguments: [
        ("windows-1252", [0x80, 0x99] as [UInt8], "€™"), ("iso-8859-15", [0xA4, 0xBD], "€œ"),
        ("koi8-r", [0xF0, 0xD2], "Пр"),
        ("windows-1251", [0xCF, 0xF0], "Пр"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
        ("shift_jis", [0x93, 0xFA, 0x5C], "日\\"),
        ("gb18030", [0xC4, 0xE3, 0x81, 0x30, 0x84, 0x36], "你\u{A5}"), ("gbk", [0xC4, 0xE3], "你"),
        ("big5", [0xA7, 0x41], "你"),
        ("euc-kr", [0xBE, 0xC8], "안"), ("utf-16be", [0x00, 0xE4], "ä"), ("utf-16le", [0xE4, 0x00], "ä"),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "日A"), ("latin2", [0xB1], "ą"),
    ])
    func charsets(label: String, bytes: [UInt8], expected: String) throws {
        #expect(try text(bytes, MimeType("text/plain;charset=\(label)")) == expected)
        let page = Array("<p>".utf8) + bytes + Array("</p>".utf8)
        guard !label.hasPrefix("utf-16") else { return }
        #expect(try text(page, MimeType("text/html; charset=\(label.uppercased())")) == "<p>\(expected)</p>")
        #expect(try text(Array("<meta charset='\(label)'>".utf8) + page, "text/html").hasSuffix("<p>\(expected)</p>"))
    }

    @Test func invalidBytesAreReplaced() throws {
        #expect(try text([0x41, 0x81, 0x0A, 0x42, 0x93], "text/plain;charset=shift_jis").contains("\u{FFFD}\nB"))
        #expect(try text([0x41, 0xFF, 0x42], "text/plain;charset=euc-jp") == "A\u{FFFD}B")
    }

    @Test(arguments: LegacyCharset.all) func theCLibraryReads(charset: LegacyCharset) throws {
        #expect(LegacyDecoder.reads(charset))
        let every = (0..<3).flatMap { _ in (0...255).map { UInt8($0) } }
        #expect(String(validating: converted(every, from: .plain(.legacy(charset))), as: UTF8.self) != nil)
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
        #expect(
            converted(Array("https://a.org/\nTitle\n".utf8), from: .mozillaLinks, to: .uriList)
                == Array("https://a.org/\r\n".utf8))
    }

    @Test func filesOfThisMachine() {
        let list = "file:/tmp/a%20b\r\nfile://localhost/tmp/c\r\nfile://DESK.EXAMPLE/tmp/d\r\nfile://other/tmp/e\r\n"
        #expect(text(list, from: .uriList) == "/tmp/a b\n/tmp/c\n/tmp/d\nfile://other/tmp/e")
        #expect(
            text(list, from: .uriList, to: .gnomeFiles)
                == "copy\nfile:///tmp/a%20b\nfile:///tmp/c\nfile:///tmp/d\nfile://other/tmp/e")
    }

    @Test func undecodableURIIsUnchanged() {
        #expect(text("file:///tmp/a%0Ab", from: .uriList) == "file:///tmp/a%0Ab")
        #expect(text("file:///tmp/caf%E9.txt", from: .uriList) == "file:///tmp/caf%E9.txt")
        #expect(text("file:///tmp/%+1", from: .uriList) == "file:///tmp/%+1")
        #expect(text("file:///tmp/a\u{1B}b\rc\0", from: .uriList) == "file:///tmp/a%1Bb%0Dc")
        #expect(
            text("file:///tmp/a%0Ahttps%3A%2F%2Fevil.example%2F", from: .uriList, to: .netscapeLinks)
                == "file:///tmp/a%0Ahttps%3A%2F%2Fevil.example%2F\na%0Ahttps%3A%2F%2Fevil.example%2F")
    }

    @Test func tooLongLineIsLeftOut() {
        let long = "https://a.example/" + String(repeating: "x", count: 2 << 20)
        var list = TextConversion(from: .uriList, to: .plain(.utf8))
        #expect(list.push(Array("\(long)\nhttps://b.example/".utf8), isLast: true) == Array("https://b.example/".utf8))
    }

    /// Random input terminates, and the output is valid text.
    @Test(arguments: 0..<40) func noise(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let forms: [TextForm] = [
            .plain(.utf8), .plain(.utf16), .plain(.latin1), .html(nil), .uriList, .mozillaLinks, .netscapeLinks,
            .gnomeFiles,
        ]
        let alphabet = Array("<>&;#/!-scriptp \n\r\0".utf8) + [0xFF, 0xFE, 0xC3, 0xBC, 0xF0, 0x9F, 0xD8, 0x80]
        let bytes = (0..<Int.random(in: 0..<400, using: &random)).map { _ in random.pick(alphabet) }
        for from in forms {
            let result = converted(bytes, from: from, to: .plain(.utf8))
            #expect(String(validating: result, as: UTF8.self) != nil)
        }
    }
}
