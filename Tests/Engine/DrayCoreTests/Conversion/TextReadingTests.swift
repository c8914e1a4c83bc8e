// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// The encoding that a text is decoded with.
struct TextReadingTests {
    private func reading(_ bytes: [UInt8], _ type: String) throws -> TextReading {
        let form = try #require(TextForm(MimeType(type)))
        let isPage = if case .html = form { true } else { false }
        return TextReading(head: bytes, declared: form.declaredEncoding, isPage: isPage)
    }

    private func little(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    private func big(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }

    @Test(arguments: ["text/plain", "text/html", "text/html;charset=koi8-r", "text/x-moz-url", "UTF8_STRING", "STRING"])
    func aByteOrderMarkComesFirst(type: String) throws {
        let page = #"<meta charset="koi8-r">Käse"#
        #expect(try reading([0xFF, 0xFE] + little(page), type) == .utf16LittleEndian)
        #expect(try reading([0xFE, 0xFF] + big(page), type) == .utf16BigEndian)
        #expect(try reading([0xEF, 0xBB, 0xBF] + page.utf8, type) == .utf8)
    }

    @Test(arguments: [
        ("text/html;charset=utf-16", TextReading.utf16LittleEndian), ("text/html; charset=\"UTF-8\"", .utf8),
        ("text/plain;charset=utf-16be", .utf16BigEndian), ("text/plain;charset=UTF-16LE", .utf16LittleEndian),
        ("text/plain;charset=windows-1252", .windows1252), ("text/plain;charset=iso-8859-1", .windows1252),
        ("text/plain;charset=us-ascii", .utf8OrWindows1252), ("UTF8_STRING", .utf8), ("STRING", .windows1252),
        ("text/plain", .utf8OrWindows1252), ("TEXT", .utf8OrWindows1252), ("text/x-moz-url", .utf8OrWindows1252),
        ("_NETSCAPE_URL", .utf8OrWindows1252), ("text/uri-list", .utf8OrWindows1252),
    ])
    func thenTheParameter(type: String, expected: TextReading) throws {
        #expect(
            try reading(Array(#"<meta charset="koi8-r">text"#.utf8), type) == (type == "text/html" ? .utf8 : expected))
    }

    @Test(arguments: [
        "iso-8859-15", "euc-jp", "shift_jis", "gb18030", "GBK", "koi8-r", "big5", "euc-kr", "windows-1251", "latin2",
        "iso-2022-jp",
    ])
    func charsetsOfTheCLibrary(label: String) throws {
        let charset = try #require(LegacyCharset(label: label.lowercased()))
        for type in ["text/plain;charset=\(label)", "text/html; charset=\"\(label)\""] {
            #expect(try reading([0x41], type) == .legacy(charset))
        }
        #expect(try reading(Array("<META CHARSET='\(label)'>".utf8), "text/html") == .legacy(charset))
    }

    @Test(arguments: [
        (#"<meta charset=koi8-r>"#, "koi8-r"), (#"<html><head><META   Charset = "KOI8-R" >"#, "koi8-r"),
        (#"<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">"#, "koi8-r"),
        (#"<meta content='text/html;charset = "koi8-r"' http-equiv=content-type />"#, "koi8-r"),
        (#"<?xml version="1.0" encoding="koi8-r"?><html>"#, "koi8-r"),
        (#"<?xml version='1.0' encoding = 'koi8-r' ?>"#, "koi8-r"),
        (#"<!-- <meta charset="big5"> --><meta charset="koi8-r">"#, "koi8-r"),
        (#"<!--><meta charset="koi8-r">-->"#, "koi8-r"),
        (#"<a title="<meta charset=big5>"><meta charset="koi8-r">"#, "koi8-r"),
        (#"<p title='>'><meta name="x" charset="koi8-r" charset="big5">"#, "koi8-r"),
        (#"</p x="<meta charset=big5>"><!doctype html><meta charset="koi8-r">"#, "koi8-r"),
    ])
    func thenTheDeclarationOfAPage(page: String, label: String) throws {
        let charset = try #require(LegacyCharset(label: label))
        #expect(try reading(Array(page.utf8), "text/html") == .legacy(charset))
        // Only HTML pages have declarations.
        #expect(try reading(Array(page.utf8), "text/plain") == .utf8OrWindows1252)
    }

    @Test(arguments: [
        "<metal charset=koi8-r>", #"<meta name="description" content="text/html; charset=koi8-r">"#,
        "<meta charset=nonsense>",
        "<!-- <meta charset=koi8-r>", "<meta charset", "<meta charset=", "<meta charset=\"koi8-r", "<", "", "<!", "</",
        "<?xml", "< meta",
        "<meta http-equiv=content-type content=\"charset\">", "charset=koi8-r",
    ])
    func pagesWithoutADeclaration(page: String) throws {
        #expect(try reading(Array(page.utf8), "text/html") == .utf8OrWindows1252)
    }

    @Test func aPageInASCIIIsNotUTF16() throws {
        #expect(try reading(Array("<meta charset=utf-16>".utf8), "text/html") == .utf8)
        #expect(try reading(Array("<meta charset=utf-8>".utf8), "text/html") == .utf8)
        #expect(try reading(Array("<meta charset=iso-8859-1>".utf8), "text/html") == .windows1252)
    }

    @Test(arguments: [
        "text/plain", "text/html", "text/x-moz-url", "_NETSCAPE_URL", "text/plain;charset=utf-16", "TEXT",
    ])
    func thenZeroes(type: String) throws {
        for text in ["https://a.example/", "<p>Käse", "<b>日本語</b>", "Grüße €"] {
            #expect(try reading(little(text), type) == .utf16LittleEndian)
            #expect(try reading(big(text), type) == .utf16BigEndian)
        }
    }

    @Test(arguments: ["a\0", "abc\0", "ab\0", "Grüße\0", "", "a", "\0\0"])
    func aZeroAtTheEndIsNoUTF16(text: String) throws {
        #expect(try reading(Array(text.utf8), "text/plain") == .utf8OrWindows1252)
    }

    @Test(arguments: [
        "text/plain;charset=utf-7", "text/plain;charset=nonsense", "text/html;charset=", "text/plain;charset=ebcdic-us",
    ])
    func anUnknownCharsetIsNoText(type: String) {
        #expect(TextForm(MimeType(type)) == nil)
    }
}
