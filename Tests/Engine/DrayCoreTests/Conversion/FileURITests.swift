// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// Paths and names of URIs: decoded exactly, or the URI itself.
struct FileURITests {
    private func path(_ uri: String) -> String? { FileURI.path(of: uri, host: "Desk.example") }

    @Test(arguments: [
        ("file:///tmp/a%20b.txt", "/tmp/a b.txt"), ("file:///tmp/Gr%C3%BC%c3%9Fe", "/tmp/Grüße"),
        ("file:///tmp/Grüße", "/tmp/Grüße"), ("FILE:///tmp/x", "/tmp/x"), ("file:/tmp/x", "/tmp/x"),
        ("file://localhost/tmp/x", "/tmp/x"), ("file://LocalHost/tmp/x", "/tmp/x"),
        ("file://desk.example/tmp/x", "/tmp/x"), ("file://DESK.EXAMPLE/tmp/x%25", "/tmp/x%"),
        ("file:///", "/"), ("file:///tmp/a%3Fb%23c", "/tmp/a?b#c"), ("file:///tmp/%F0%9F%98%80", "/tmp/😀"),
        ("file:///tmp/%CC%81", "/tmp/\u{301}"),
    ])
    func localFiles(uri: String, expected: String) {
        #expect(path(uri) == expected)
    }

    @Test(arguments: [
        // Control characters, line ends and directional controls, in every form.
        "%0A", "%0a", "%0D", "%00", "%1B", "%1b%5B2J", "%7F", "%C2%85", "%C2%9B", "%C2%80", "%E2%80%A8", "%E2%80%A9",
        "%E2%80%AE", "%E2%80%8F", "%E2%81%A6", "%D8%9C", "\u{1B}", "\n", "\r", "\u{85}", "\u{9B}", "\u{2028}",
        "\u{202E}",
        "\u{7F}", "\0",
        // Invalid UTF-8: a single byte, overlong forms, a surrogate, above U+10FFFF.
        "%E9", "%9B", "%C0%8A", "%E0%80%8A", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%C3", "%F0%9F%98", "%FF",
        // Invalid escapes.
        "%+1", "%-1", "% 1", "%0", "%", "%%", "%0x", "%g0", "%1", "%0\u{301}A", "%\u{FF11}1",
        // Escapes that would change the path.
        "%2F..%2Fetc", "%2f", "?query", "#part", "?%0A", "%0A#x",
    ])
    func undecodableURIsHaveNoPath(part: String) {
        for prefix in ["file:///tmp/a", "file:/tmp/a", "file://localhost/tmp/a", "file://DESK.example/tmp/a"] {
            #expect(path(prefix + part + "b") == nil)
            let listed = FileURI.listed(prefix + part, host: "desk.example")
            #expect(LineText.isSafe(listed), "\(listed.debugDescription)")
            #expect(listed.hasPrefix("file:///tmp/a"))
            #expect(LineText.isSafe(FileURI.name(of: prefix + part)))
        }
    }

    @Test(arguments: [
        "file://other.example/tmp/x", "file://desk/tmp/x", "file:tmp/x", "file:", "file://", "file://localhost",
        "file://user@localhost/x", "file://localhost:1/x", "https://a.example/x", "/tmp/x", "", "files:///x",
        "file:///x".replacing("/x", with: ""), "xfile:///x", "file ///x",
    ])
    func otherURIsAreUnchanged(uri: String) {
        #expect(path(uri) == nil)
        #expect(FileURI.listed(uri, host: "desk.example") == uri)
    }

    /// An empty host name matches no host.
    @Test func anEmptyHostName() {
        #expect(FileURI.path(of: "file:///x", host: "") == "/x")
        #expect(FileURI.path(of: "file://other/x", host: "") == nil)
    }

    @Test func listedFilesHaveTheCommonForm() {
        for uri in ["file:/tmp/a%20b", "file://localhost/tmp/a%20b", "file://desk.example/tmp/a%20b"] {
            #expect(FileURI.listed(uri, host: "desk.example") == "file:///tmp/a%20b")
        }
        #expect(FileURI.listed("file:/tmp/a%0Ab", host: "x") == "file:///tmp/a%0Ab")
        #expect(
            FileURI.listed("https://a.example/\u{1B}\r\u{2028}ü", host: "x") == "https://a.example/%1B%0D%E2%80%A8ü")
    }

    @Test(arguments: [
        ("https://a.example/page?x=1", "page"), ("https://a.example/", "a.example"),
        ("file:///tmp/a%20b.txt", "a b.txt"),
        ("https://a.example/a%0Ahttps%3A%2F%2Fevil.example", "a%0Ahttps%3A%2F%2Fevil.example"),
        ("https://a.example/100%+1", "100%+1"), ("mailto:a@b.example", "mailto:a@b.example"), ("", ""), ("///", "///"),
        ("https://a.example/%20%20", "https://a.example/%20%20"),
    ])
    func namesOfURIs(uri: String, name: String) {
        #expect(FileURI.name(of: uri) == name)
    }

    @Test func everyPathIsRoundTripped() {
        var random = SplitMix64(seed: 34)
        let alphabet = Array("abz09-._~ /%?#&+;:@=,'\"\\<>|äß中😀".unicodeScalars) + ["\u{301}", "\u{200D}"]
        for _ in 0..<2000 {
            var path = "/"
            for _ in 0..<Int.random(in: 0..<20, using: &random) { path.unicodeScalars.append(random.pick(alphabet)) }
            let uri = FileURI.uri(ofPath: path)
            #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(FileURI.path(of: uri, host: "") == path)
        }
    }

    /// A decoded text is the same on one line, and other text is left unchanged.
    @Test func randomEscapes() {
        var random = SplitMix64(seed: 35)
        let pieces = [
            "%0A", "%C2%85", "%41", "%E4", "%C3%A4", "%", "a", "ä", "\u{1B}", "%2", "%zz", "%E2%80%A8", "%7f", " ",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0..<8, using: &random)).map { _ in random.pick(pieces) }.joined()
            if let decoded = PercentEncoding.decoded(text) {
                #expect(LineText.isSafe(decoded))
                #expect(PercentEncoding.decoded(PercentEncoding.encoded(path: decoded)) == decoded)
            }
            #expect(LineText.isSafe(PercentEncoding.escapingUnsafe(text)))
        }
    }
}
