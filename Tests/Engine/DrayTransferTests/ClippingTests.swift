// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import Randomness
import Testing

@testable import DrayTransfer

/// Files that are created from content: their names and contents (HIG-25).
@Suite final class ClippingTests {
    // Destroyed first, since it removes its files from the session folder.
    private let container: ClippingContainer
    private let session: SessionFolder
    private let moment = ClippingName.Moment(day: "2026-11-28", time: "14.05.33")

    init() throws {
        session = try SessionFolder()
        container = try #require(ClippingContainer(in: session.path))
    }

    /// Returns the name and the content of the file that is created from bytes; nil if none is.
    private func file(_ bytes: [UInt8], _ type: MimeType, piece: Int = 1000) throws -> (name: String, content: [UInt8])?
    {
        let kind = try #require(ClippingKind(type))
        var clipping = Clipping(kind, in: container, of: .host, at: moment)
        var rest = bytes[...]
        while !rest.isEmpty {
            guard clipping.push(rest.prefix(piece), isLast: false) else { return nil }
            rest = rest.dropFirst(piece)
        }
        guard clipping.push([], isLast: true), let list = clipping.list else { return nil }
        let uri = String(decoding: list, as: UTF8.self).trimmingBlanks
        let path = try #require(FileURI.path(of: uri, host: ""))
        #expect(path.hasPrefix(session.path + "/dray-clippings-"))
        // A path of container, number and name: a name contains no slash.
        #expect(path.dropFirst(session.path.count).count { $0 == "/" } == 3)
        return (String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]), try content(path))
    }

    private func content(_ path: String) throws -> [UInt8] {
        let stream = try #require(fopen(path, "r"))
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
        return bytes
    }

    private func text(_ text: String, _ type: MimeType) throws -> (name: String, content: String)? {
        try file(Array(text.utf8), type).map { ($0.name, String(decoding: $0.content, as: UTF8.self)) }
    }

    // MARK: Links

    private func entry(_ name: String, _ address: String) -> String {
        "[Desktop Entry]\nVersion=1.0\nType=Link\nName=\(name)\nURL=\(address)\nIcon=text-html\n"
    }

    @Test(arguments: ["text/x-moz-url", "_NETSCAPE_URL"]) func aLinkInEitherEncoding(type: String) throws {
        let link = "https://a.example/page?x=1\nA title"
        let little = link.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = link.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for bytes in [Array(link.utf8), little, big, [0xFF, 0xFE] + little] {
            let file = try #require(try file(bytes, MimeType(type)))
            #expect(file.name == "A title.desktop")
            #expect(String(decoding: file.content, as: UTF8.self) == entry("A title", "https://a.example/page?x=1"))
        }
        let alone = try #require(try text("https://a.example/page?x=1", MimeType(type)))
        #expect(alone.name == "page.desktop")
    }

    @Test func linkNeverCreatesALauncher() throws {
        let address = "http://example.org/Invoice%0AType=Application%0AExec=sh%20-c%20%22id%22%0ATerminal=false%0AX-="
        let file = try #require(try text(address, "text/x-moz-url"))
        let name = "Invoice%0AType=Application%0AExec=sh%20-c%20%22id%22%0ATerminal=false%0AX-="
        #expect(file.content == entry(name, address))
        #expect(file.name == "\(name.prefix(40)).desktop")
        let other = try #require(try text("http://a.example/\rb\u{85}\nT\u{2028}Exec=x\rExec=y", "text/x-moz-url"))
        #expect(other.content == entry("T Exec=x Exec=y", "http://a.example/%0Db%C2%85"))
    }

    /// The desktop entry contains only the link, whatever follows it.
    @Test(arguments: [1000, 1 << 15, 1 << 17, 3 << 20]) func entryContainsOnlyTheLink(length: Int) throws {
        let padding = String(repeating: "x\n", count: length / 2)
        let made = try text(
            "https://a.example/\nTitle\n\(padding)\n[Desktop Entry]\nType=Application\nExec=x\n", "text/x-moz-url")
        #expect(made.map { $0.content == entry("Title", "https://a.example/") } ?? (length > 1 << 21))
    }

    @Test func invalidLinkCreatesNoFile() throws {
        #expect(try text("\n\n", "text/x-moz-url") == nil)
        #expect(try text(String(repeating: "h", count: 3 << 20), "text/x-moz-url") == nil)
    }

    // MARK: Promised files

    @Test(arguments: [
        ("photo.png", "photo.png"), ("../../x", "x"), (".hidden", "hidden"), ("x.desktop", "x.desktop.txt"),
        ("..", "File 2026-11-28 14.05.33"),
        ("a/b\u{202E}gnp.sh", "bgnp.sh"),
    ])
    func aPromisedFileHasItsNameAndItsBytes(name: String, expected: String) throws {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try #require(try file(bytes, MimeType("application/octet-stream;name=\"\(name)\"")))
        #expect(file.name == expected)
        #expect(file.content == bytes)
    }

    // MARK: Documents

    @Test(arguments: [
        ("text/vcard", "Contact 2026-11-28 14.05.33.vcf"), ("text/calendar", "Event 2026-11-28 14.05.33.ics"),
        ("message/rfc822", "Message 2026-11-28 14.05.33.eml"), ("text/rtf", "Clipping 2026-11-28 14.05.33.rtf"),
        ("application/pdf", "Document 2026-11-28 14.05.33.pdf"),
        ("text/csv;charset=utf-16", "Clipping 2026-11-28 14.05.33.csv"),
        ("text/markdown", "Clipping 2026-11-28 14.05.33.md"), ("image/heic", "Picture 2026-11-28 14.05.33.heic"),
        ("image/jxl", "Picture 2026-11-28 14.05.33.jxl"), ("image/x-icon", "Picture 2026-11-28 14.05.33.ico"),
    ])
    func documentsAreUnchanged(type: String, name: String) throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0, 1, 13, 10, 0x80, 0]
        let file = try #require(try file(bytes, MimeType(type)))
        #expect(file.name == name)
        #expect(file.content == bytes)
    }

    // MARK: Text

    @Test func aTextIsInUTF8() throws {
        #expect(try file([0x4B, 0xE4, 0x73, 0x65], "text/plain")?.content == Array("Käse".utf8))
        #expect(try file([0xCB, 0xC1], "text/plain;charset=koi8-r")?.content == Array("ка".utf8))
        let little = "Käse".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let text = try #require(try file([0xFF, 0xFE] + little, "text/plain;charset=utf-16", piece: 1))
        #expect(text.content == Array("Käse".utf8))
        #expect(text.name == "Clipping 2026-11-28 Käse.txt")
    }

    /// A browser that opens a file has no MIME type to go by.
    @Test func pageHasAByteOrderMark() throws {
        let page = Array("<p>K".utf8) + [0xE4] + Array("se</p>".utf8)
        for type: MimeType in ["text/html", "text/html;charset=iso-8859-1"] {
            let file = try #require(try file(page, type))
            #expect(file.content == [0xEF, 0xBB, 0xBF] + Array("<p>Käse</p>".utf8))
            #expect(file.name == "Clipping 2026-11-28 14.05.33.html")
        }
    }
}
