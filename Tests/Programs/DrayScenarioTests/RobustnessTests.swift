// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

/// Reading any file results in scenarios or in diagnostics that can be rendered.
@Suite struct RobustnessTests {
    /// Reads a text and renders its diagnostics.
    private func read(_ text: String) throws -> String {
        do {
            return "\(try Fixture().scenarios(text).count) scenarios"
        } catch let mistakes as ScenarioFile.Mistakes {
            #expect(!mistakes.diagnostics.isEmpty)
            for diagnostic in mistakes.diagnostics {
                #expect(diagnostic.location >= Location(1, 1))
                #expect(mistakes.source.line(diagnostic.location.line) != nil, "\(diagnostic)")
            }
            return mistakes.description
        }
    }

    @Test func everyPrefixOfAFileIsReadOrRejected() throws {
        let text = FullLanguageTests.text
        for length in stride(from: 0, to: text.count, by: 13) {
            #expect(try !read(String(text.prefix(length))).isEmpty)
        }
    }

    @Test func everyFileWithAGapIsReadOrRejected() throws {
        let characters = Array(FullLanguageTests.text)
        for start in stride(from: 0, to: characters.count - 5, by: 17) {
            #expect(try !read(String(characters[..<start] + characters[(start + 5)...])).isEmpty)
        }
    }

    @Test(arguments: [
        "\0", "\u{FEFF}name: a", "%YAML 9.9\n---\na", "--- a\n--- b\n", "? a\n: b\n", "<<: {name: a}", "!!int a: b",
        "&a a: *a", "\u{FFFD}: x", "a: !!binary x", "name: a\r\nname: b\r\n", "\"\": 1\n\"\": 2\n", "{a: 1, a: 2}",
        "a:\n- b\n c",
        "'", "[", "{", "*", "&", "|", "name: |\n", "a: {b: {c: {b: 1, b: 2}}}", "1: a\n1: b\n",
    ])
    func oddTextIsRejected(text: String) throws {
        #expect(try read(text).contains(": error: "))
    }

    @Test func deepNestingIsRejected() throws {
        #expect(try read("a: " + String(repeating: "[", count: 100_000)).contains(": error: "))
        #expect(try read("a: " + String(repeating: "{b: ", count: 20_000)).contains(": error: "))
    }

    @Test func locationsAreRightAfterOtherLineBreaks() throws {
        #expect(
            try Fixture().mistakes("name: a\r\nsteps: [say: b]\r\nnaem: c\r\n") == [
                "3:1 unknown key `naem`, did you mean `name`?"
            ])
        #expect(
            try Fixture().mistakes("name: a\rsteps: [say: b]\rname: c\r") == ["3:1 the key `name` is written twice"])
    }

    @Test func hugeMatrixIsRejected() throws {
        let values = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"
        let text = "name: a\nmatrix: {a: \(values), b: \(values), c: \(values), d: \(values)}\nsteps: [say: b]\n"
        #expect(try Fixture().mistakes(text) == ["2:1 the matrix has too many combinations"])
    }
}
