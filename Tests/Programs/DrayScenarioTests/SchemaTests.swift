// SPDX-License-Identifier: MIT

import Foundation
import Repository
import Testing

@testable import DrayScenario

/// The printed schema and the reader agree.
@Suite struct SchemaTests {
    private let text = Scenario.jsonSchema.text()

    private func schemaAccepts(_ yaml: String) throws -> Bool {
        let root = try #require(SourceNode.parse(SourceText(name: "test.yaml", text: yaml)).node)
        let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try SchemaChecker(text).accepts(root, try #require(schema))
    }

    /// The paths of all keys of all mappings in the schema.
    private func keys(in json: JSON, _ path: String = "") -> Set<String> {
        switch json {
        case .object(let members):
            var result: Set<String> = []
            for (name, value) in members {
                if name == "properties", case .object(let properties) = value {
                    for (key, schema) in properties {
                        result.insert("\(path)/\(key)")
                        result.formUnion(keys(in: schema, "\(path)/\(key)"))
                    }
                } else {
                    result.formUnion(keys(in: value, name == "$defs" ? "" : "\(path)|\(name)"))
                }
            }
            return result
        case .array(let values):
            return values.reduce(into: []) { $0.formUnion(keys(in: $1, path)) }
        case .null, .boolean, .number, .string:
            return []
        }
    }

    private func keyNames() -> Set<String> {
        Set(keys(in: Scenario.jsonSchema).compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    @Test func schemaIsJSONAndAcceptsTheFullLanguage() throws {
        #expect(try schemaAccepts(FullLanguageTests.text))
        #expect(keyNames().count > 60)
    }

    @Test func fullLanguageUsesEveryKeyOfTheSchema() throws {
        let root = try #require(SourceNode.parse(SourceText(name: "test.yaml", text: FullLanguageTests.text)).node)
        var used: Set<String> = ["output"]
        func collect(_ node: SourceNode) {
            switch node.content {
            case .scalar: break
            case .sequence(let nodes): for node in nodes { collect(node) }
            case .mapping(let entries):
                for entry in entries {
                    used.insert(entry.key.value)
                    collect(entry.value)
                }
            }
        }
        collect(root)
        #expect(keyNames().subtracting(used) == [])
    }

    @Test func referencePageNamesEveryKey() throws {
        let page = try String(
            contentsOfFile: Repository.root + "/docs/scenario-reference.md", encoding: .utf8)
        // As a separate word, in code.
        let words = Set(page.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        #expect(keyNames().subtracting(words) == [])
    }

    @Test func demoIsAccepted() throws {
        #expect(try schemaAccepts(String(contentsOfFile: Repository.scenarios + "/demo.yaml", encoding: .utf8)))
    }

    @Test func removingAnyKeyGetsTheSameVerdict() throws {
        try judgeAlike { entries, index in entries.remove(at: index) }
    }

    @Test func misspellingAnyKeyGetsTheSameVerdict() throws {
        try judgeAlike { entries, index in
            let old = entries[index]
            entries[index] = .init(key: Located(old.key.value + "x", at: old.key.location), value: old.value)
        }
    }

    @Test func listInPlaceOfAnyValueGetsTheSameVerdict() throws {
        try judgeAlike { entries, index in
            let old = entries[index]
            let list = SourceNode(location: old.value.location, content: .sequence([]))
            entries[index] = .init(key: old.key, value: list)
        }
    }

    @Test func wordInPlaceOfAnyValueGetsTheSameVerdict() throws {
        try judgeAlike { entries, index in
            let old = entries[index]
            let word = SourceNode(
                location: old.value.location, content: .scalar(.init(text: "Ünsinn !", isPlain: true)))
            entries[index] = .init(key: old.key, value: word)
        }
    }

    @Test func numberInPlaceOfAnyValueGetsTheSameVerdict() throws {
        try judgeAlike { entries, index in
            let old = entries[index]
            let number = SourceNode(
                location: old.value.location, content: .scalar(.init(text: "7", isPlain: true)))
            entries[index] = .init(key: old.key, value: number)
        }
    }

    /// Changes each entry of each mapping, and compares the verdicts of schema and reader on the result.
    ///
    /// The reader checks more than a schema can (names, files, programs, the order of steps). A text that only the
    /// reader rejects must be rejected for one of those reasons.
    private func judgeAlike(_ change: @escaping (inout [SourceNode.Entry], Int) -> Void) throws {
        let source = SourceText(name: "test.yaml", text: FullLanguageTests.text)
        let root = try #require(SourceNode.parse(source).node)
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let checker = try SchemaChecker(text)
        let fixture = try Fixture()
        try fixture.write("a.png")
        try fixture.write("more.yaml", FullLanguageTests.included)
        var number = 0
        for (part, lines) in try Self.parts(of: root) {
            var target = 0
            while let changed = Mutation(target: target, change: change).applied(to: part) {
                target += 1
                guard lines.contains(changed.key.location.line) else { continue }
                number += 1
                let bindings = ["word": "hello", "theme": "light"]
                let reading = Reading(source: source, surroundings: fixture.surroundings, bindings: bindings)
                let isRead = Scenario.shape.read(changed.node, reading) != nil
                let beyondSchema = reading.diagnostics.filter { diagnostic in
                    Self.beyondSchema.contains { (words: String) in diagnostic.message.contains(words) }
                }
                let isWellFormed = isRead || beyondSchema.count == reading.diagnostics.count
                let isAccepted = try checker.accepts(changed.node, schema)
                #expect(
                    isWellFormed == isAccepted,
                    "\(changed.key.location): `\(changed.key.value)`: \(reading.diagnostics.map(\.message))")
            }
        }
        #expect(number > 150)
    }

    /// The text with a single step each, and the lines in which a part differs from the previous parts.
    ///
    /// The shape of a step does not depend on other steps, and reading all of them for each change takes a minute.
    private static func parts(of root: SourceNode) throws -> [(SourceNode, Range<Int>)] {
        guard case .mapping(let entries) = root.content,
            let index = entries.firstIndex(where: { $0.key.value == "steps" }),
            case .sequence(let steps) = entries[index].value.content
        else { throw NoSteps() }
        let end = entries.dropFirst(index + 1).first?.key.location.line ?? .max
        let starts = steps.map(\.location.line) + [end]
        return steps.enumerated().map { number, step in
            var entries = entries
            let list = SourceNode(location: entries[index].value.location, content: .sequence([step]))
            entries[index] = .init(key: entries[index].key, value: list)
            let lines = number == 0 ? 0..<Int.max : starts[number]..<starts[number + 1]
            return (SourceNode(location: root.location, content: .mapping(entries)), lines)
        }
    }

    private struct NoSteps: Error {}

    /// Parts of the messages for mistakes that a JSON Schema cannot detect.
    private static let beyondSchema = [
        "there is no", "are called", "is down already", "is not down", "not held", "not in proximity",
        "has no position yet", "is not hovering", "requires AT-SPI",
        "not a regular expression", "unknown key of the keyboard", "has no event", "cannot be included",
    ]
}
