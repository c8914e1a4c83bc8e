// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import WaylandScanner

/// The output of the scanner for a protocol with every construct, compared with reference files.
///
/// The references are stored next to the protocol, in `Reference`. After an intended change, update them with
/// `DRAY_RENEW_REFERENCES=1 make test FILTER=ReferenceTests` and review the difference before committing it.
@Suite struct ReferenceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Reference")

    private func bindings(_ side: BindingsGenerator.Side, importing: String?) throws -> BindingsGenerator {
        let file = Self.folder.appendingPathComponent("constructs.xml")
        return BindingsGenerator(
            model: try ProtocolParser.parse(try Data(contentsOf: file), file: "constructs.xml"), side: side,
            importing: importing)
    }

    @Test func serverBindingsMatchTheReference() throws {
        try compare(try bindings(.server, importing: nil).generate(), with: "server.txt")
    }

    @Test func clientBindingsMatchTheReference() throws {
        try compare(try bindings(.client, importing: "WaylandClient").generate(), with: "client.txt")
    }

    @Test func tablesMatchTheReference() throws {
        let own = TableGenerator(protocols: [try bindings(.server, importing: nil)], importing: nil)
        let importing = TableGenerator(protocols: [try bindings(.client, importing: "Other")], importing: "Other")
        try compare(own.generate() + "\n" + importing.generate(), with: "tables.txt")
    }

    @Test func opcodesMatchTheReference() throws {
        let opcodes = OpcodesGenerator(model: try bindings(.server, importing: nil).model, access: .internal)
        try compare(opcodes.generate(), with: "opcodes.txt")
    }

    private func compare(_ text: String, with name: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["DRAY_RENEW_REFERENCES"] == "1" {
            return try Data(text.utf8).write(to: file)
        }
        let reference = try String(contentsOf: file, encoding: .utf8)
        if let difference = Self.firstDifference(text, reference) { Issue.record("\(name): \(difference)") }
    }

    /// Returns the first line that differs, with its number and both versions.
    static func firstDifference(_ text: String, _ reference: String) -> String? {
        guard text != reference else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = reference.split(separator: "\n", omittingEmptySubsequences: false)
        let index = zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, expected.count)
        let now = index < lines.count ? "\(lines[index])" : "(the end)"
        let before = index < expected.count ? "\(expected[index])" : "(the end)"
        return "line \(index + 1) is\n\(now)\nand was\n\(before)"
    }

    @Test func theFirstDifferenceIsShown() {
        #expect(Self.firstDifference("a\nb\nc", "a\nb\nc") == nil)
        #expect(Self.firstDifference("a\nx\nc", "a\nb\nd") == "line 2 is\nx\nand was\nb")
        #expect(Self.firstDifference("a\n", "a") == "line 2 is\n\nand was\n(the end)")
        #expect(Self.firstDifference("a", "a\nb") == "line 2 is\n(the end)\nand was\nb")
    }
}
