// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// Files that a source promises by a parameter of their type.
struct PromisedFileTests {
    @Test(arguments: [
        (#"application/octet-stream;name="photo.png""#, "photo.png"),
        ("application/octet-stream;name=photo.png", "photo.png"),
        (#"Application/Octet-Stream ; Name = "a photo.png" "#, "a photo.png"),
        (#"application/octet-stream;name="a \"b\"; c.png""#, #"a "b"; c.png"#),
        (#"application/octet-stream;x="name=no";name="yes.png""#, "yes.png"),
        ("application/octet-stream;name*=UTF-8''na%C3%AFve.png", "naïve.png"),
        (#"application/octet-stream;name="nave.png";name*=utf-8'en'na%C3%AFve.png"#, "naïve.png"),
        (#"application/octet-stream;filename="x.pdf""#, "x.pdf"),
        (#"application/octet-stream;name="Grüße 中.txt""#, "Grüße 中.txt"),
        (#"application/octet-stream;charset=binary; name="x.gz""#, "x.gz"),
    ])
    func names(type: String, name: String) throws {
        let file = try #require(PromisedFile(MimeType(type)))
        #expect(file.name == name)
        #expect(file.fileName == name)
    }

    @Test(arguments: [
        "application/octet-stream", "application/octet-stream;name=", #"application/octet-stream;name="""#,
        "application/octet-stream;",
        "application/octet-streams;name=a", "image/png;name=a.png", "application/octet-stream;name",
        "application/octet-stream;;;",
        "application/octet-stream;name*=utf-8''a%0Ab", "application/octet-stream;name*=koi8-r''a",
        "application/octet-stream;name*=a", "",
    ])
    func typesThatPromiseNothing(type: String) {
        #expect(PromisedFile(MimeType(type)) == nil)
    }

    @Test(arguments: [
        ("../../x", "x"), ("a/b", "b"), ("/etc/passwd", "passwd"), (".bashrc", "bashrc"), ("...", nil), ("..", nil),
        ("-rf", "rf"),
        ("~/.ssh/config", "config"), ("a\nb.png", "ab.png"), ("\u{1B}[2J.png", "[2J.png"),
        ("\u{202E}gnp.exe", "gnp.exe"),
        ("a\u{0}.png", "a.png"), (" .x", "x"), ("x.desktop", "x.desktop.txt"), ("x.DESKTOP", "x.DESKTOP.txt"),
        ("x.desktop. ", "x.desktop.txt"), ("x.desk\u{200B}top", "x.desktop.txt"), ("x.kdelnk", "x.kdelnk.txt"),
        ("C:\\dir\\a.png", "C:dira.png"), ("/", nil), ("photo.png.", "photo.png"), (".desktop", "desktop"),
        ("a  b.png", "a b.png"),
        ("\u{85}\u{2028}", nil), ("x.directory", "x.directory.txt"),
    ])
    func hostileNames(name: String, expected: String?) throws {
        let file = PromisedFile(MimeType("application/octet-stream;name=\"\(name)\""))
        #expect(file?.fileName == expected)
    }

    @Test func longNamesKeepTheirExtension() throws {
        for stem in [String(repeating: "a", count: 5000), String(repeating: "😀", count: 400)] {
            let name = try #require(PromisedFile(MimeType("application/octet-stream;name=\"\(stem).png\""))?.fileName)
            #expect(name.utf8.count <= 255 && name.hasSuffix(".png"))
            let launcher = try #require(
                PromisedFile(MimeType("application/octet-stream;name=\"\(stem).desktop\""))?.fileName)
            #expect(launcher.utf8.count <= 255 && launcher.hasSuffix(".txt"))
        }
        let ending = String(repeating: "e", count: 400)
        #expect(
            PromisedFile(MimeType("application/octet-stream;name=\"a.\(ending)\""))?.fileName?.utf8.count ?? 999 <= 255)
    }

    @Test func noNameLeavesTheDirectory() {
        var random = SplitMix64(seed: 37)
        let pieces = [
            "..", "/", ".", "\\", "a", ".desktop", "\"", ";", "name=", "\n", "\0", "\u{202E}", "%2F", "*", "'", " ",
            "-", "~", "ä", ".png",
            "\u{301}", "\u{85}", ".Desktop",
        ]
        for _ in 0..<5000 {
            let name = (0..<Int.random(in: 1..<10, using: &random)).map { _ in random.pick(pieces) }.joined()
            for type in ["name=\"\(name)\"", "name=\(name)", "name*=utf-8''\(name)"] {
                guard let file = PromisedFile(MimeType("application/octet-stream;" + type))?.fileName else { continue }
                #expect(!file.unicodeScalars.contains("/") && !file.isEmpty && file.utf8.count <= 255)
                #expect(LineText.isSafe(file) && ![".", "-", "~", " "].contains(file.unicodeScalars.first))
                #expect(!file.lowercased().hasSuffix(".desktop") && ![".", " "].contains(file.unicodeScalars.last))
            }
        }
    }
}
