// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// Lists that are converted from hostile ones, read by the rules of each format: every item remains one item.
struct LineFormatTests {
    private static let forms: [TextForm] = [.uriList, .gnomeFiles, .mozillaLinks, .netscapeLinks]
    private static let pieces = [
        "file:///tmp/", "file:/", "file://desk.example/a", "https://a.example/", "%0A", "%0D", "%00", "%1B", "%C2%85",
        "%E2%80%A8", "%7F",
        "%9B", "%C0%8A", "%+1", "% 1", "%", "\r", "\u{1B}]0;x\u{7}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}",
        "\u{7F}", "\u{9B}",
        "https://a.example/with\0zero", "#", " ", "\t", "ä", "\\", "a", "..", "%2F", "?", "\u{301}", "file%3A%2F%2F",
        "https%3A%2F%2Fevil.example",
    ]

    /// An item without a line feed, as one line of a list.
    private func item(_ random: inout SplitMix64) -> String {
        (0..<Int.random(in: 0..<7, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
    }

    /// A list in a form, and the number of items that a reader finds in it.
    private func list(_ items: [(uri: String, title: String)], _ form: TextForm) -> (text: String, count: Int) {
        let real = items.filter {
            let first = $0.uri.unicodeScalars.first { !" \t\r\n\0".unicodeScalars.contains($0) }
            return first != nil && first != "#"
        }
        let text =
            switch form {
            case .uriList: items.map { $0.uri + "\r\n" }.joined()
            case .gnomeFiles: "cut\n" + items.map(\.uri).joined(separator: "\n")
            case .mozillaLinks, .netscapeLinks: items.map { $0.uri + "\n" + $0.title }.joined(separator: "\n")
            case .plain, .html: ""
            }
        return (text, real.count)
    }

    /// Splits a text at everything that a lenient reader accepts as a line break.
    private func lines(_ text: String) -> [String] {
        let ends = Set<UInt32>([0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029])
        return text.replacing("\r\n", with: "\n").unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { ends.contains($0.value) }
        ).map { String($0) }
    }

    private func check(_ made: String, _ form: TextForm, count: Int) {
        #expect(
            made.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || LineText.isSafe($0) },
            "\(made.debugDescription)")
        let lines = lines(made)
        switch form {
        case .uriList:
            #expect(lines.last == "")
            #expect(lines.dropLast().filter { !$0.isEmpty && !$0.hasPrefix("#") }.count == count)
            #expect(lines.count == count + 1)
        case .gnomeFiles:
            #expect(count == 0 ? made.isEmpty : lines.first == "copy" && lines.count == count + 1)
        case .mozillaLinks, .netscapeLinks:
            #expect(count == 0 ? made.isEmpty : lines.count == count * 2)
            #expect(count == 0 || lines.allSatisfy { !$0.isEmpty })
        case .plain, .html: #expect(count == 0 ? made.isEmpty : lines.count == count)
        }
    }

    @Test(arguments: 0..<60) func everyItemIsOne(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                (uri: item(&random), title: item(&random))
            }
            for from in Self.forms {
                let (source, count) = list(items, from)
                for to in Self.forms + [.plain(.utf8)] {
                    var conversion = TextConversion(from: from, to: to, host: "desk.example")
                    let bytes = conversion.push(Array(source.utf8), isLast: true)
                    let made =
                        if to == .mozillaLinks {
                            String(
                                decoding: stride(from: 0, to: bytes.count, by: 2).map {
                                    UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
                                }, as: UTF16.self)
                        } else {
                            String(decoding: bytes, as: UTF8.self)
                        }
                    check(made, to, count: count)
                }
            }
        }
    }

    /// A path in a text refers to the file of the URI: it has no other effect in a terminal.
    @Test(arguments: 0..<20) func pathRefersToTheSameFile(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let uri = "file:///" + item(&random)
            var conversion = TextConversion(from: .uriList, to: .plain(.utf8), host: "desk.example")
            let made = String(decoding: conversion.push(Array(uri.utf8), isLast: true), as: UTF8.self)
            // Compared by bytes: a combining mark may follow the slash.
            let isOfFile = made.utf8.starts(with: "/".utf8) || made.utf8.starts(with: "file:///".utf8)
            #expect(isOfFile, "\(made.debugDescription)")
            guard made.utf8.first == UInt8(ascii: "/") else { continue }
            // Encoded again, possibly with other escapes, it is the same path.
            #expect(FileURI.path(of: FileURI.uri(ofPath: made), host: "") == made)
        }
    }
}
