// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// Desktop entries of links, parsed by the rules of the Desktop Entry Specification.
struct LinkEntryTests {
    /// Returns the keys of the only group, as a program parses them. Programs differ in the scalars that end a line,
    /// but all of them must find the same keys.
    private func keys(_ text: String, isEnd: (Unicode.Scalar) -> Bool) -> [(key: String, value: String)]? {
        let lines = text.unicodeScalars.split(whereSeparator: isEnd).map { String($0) }
        guard lines.first == "[Desktop Entry]" else { return nil }
        return lines.dropFirst().map { line in
            let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? unescaped(String(parts[1])) : "")
        }
    }

    private func unescaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = value.unicodeScalars.makeIterator()
        while let scalar = rest.next() {
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            let escapes: [Unicode.Scalar: Unicode.Scalar] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
            guard let next = rest.next(), let meaning = escapes[next] else { return "no escape" }
            text.append(meaning)
        }
        return String(text)
    }

    private func check(_ address: String, _ title: String?) {
        guard let entry = LinkEntry(address: address, title: title) else { return }
        let ends: [(Unicode.Scalar) -> Bool] = [
            { $0 == "\n" }, { $0 == "\n" || $0 == "\r" },
            { $0.value < 0x20 || [0x7F, 0x85, 0x2028, 0x2029].contains($0.value) },
        ]
        for isEnd in ends {
            let keys = keys(entry.text, isEnd: isEnd) ?? []
            #expect(keys.map(\.key) == ["Version", "Type", "Name", "URL", "Icon"], "\(address) \(title ?? "-")")
            let values = Dictionary(keys.map { ($0.key, $0.value) }) { $1 }
            #expect(values["Type"] == "Link")
            #expect(values["Name"] == entry.name)
            #expect(values["URL"] == entry.address)
        }
        #expect(LineText.isSafe(entry.address) && LineText.isSafe(entry.name))
    }

    @Test func aURLMakesNoLauncher() {
        let address = "http://example.org/Invoice%0AType=Application%0AExec=sh%20-c%20%22id%22%0ATerminal=false%0AX-="
        check(address, nil)
        #expect(LinkEntry(address: address, title: nil)?.address == address)
        check("http://a.example/\nExec=x\u{85}\u{2028}\r", "a\nExec=x\rType=Application\u{2029}\u{1B}")
        check(#"http://a.example/\nExec=x\"#, #"\nExec=rm\"#)
        check("http://a.example/", " leading")
        check("  http://a.example/%E2%80%A8Exec=x%C2%85Exec=y \r", nil)
        check("\u{1B}\u{2028}", "\u{202E}")
        #expect(LinkEntry(address: " \r\0", title: "x") == nil)
    }

    @Test func writtenEntry() {
        let entry = LinkEntry(address: #"https://a.example/\x"#, title: "A title")
        #expect(
            entry?.text
                == #"""
                [Desktop Entry]
                Version=1.0
                Type=Link
                Name=A title
                URL=https://a.example/\\x
                Icon=text-html

                """#)
        #expect(LinkEntry(address: "https://a.example/b%20c", title: " \u{1B}\n")?.name == "b c")
    }

    @Test func randomText() {
        var random = SplitMix64(seed: 36)
        let pieces = [
            "http://a.example/", "%0A", "\n", "\r", "Exec=x", "[Desktop Action]", "\\", "\\n", "=", " ", "%5C",
            "\u{85}", "\u{2028}",
            "\u{2029}", "%E2%80%A8", "\t", "\0", "\u{1B}", "\u{202E}", "ä", "%", "\\s", "#", ";", "\u{301}",
        ]
        func text() -> String { (0..<Int.random(in: 0..<8, using: &random)).map { _ in random.pick(pieces) }.joined() }
        for _ in 0..<5000 { check(text(), random.chance(50) ? text() : nil) }
    }
}
