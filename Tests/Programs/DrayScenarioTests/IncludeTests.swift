// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayScenario

@Suite struct IncludeTests {
    private let tap = Step.Action.key(.tap("a", modifiers: []))

    @Test func includedStepsReplaceTheInclude() throws {
        let fixture = try Fixture()
        try fixture.write("other.yaml", "steps:\n  - key: {tap: a}\n  - say: there\n")
        let steps = "  - say: before\n  - include: other.yaml\n  - say: after"
        #expect(try fixture.actions(steps) == [.say("before"), tap, .say("there"), .say("after")])
    }

    @Test func eachStepKnowsItsFileAndLine() throws {
        let fixture = try Fixture()
        try fixture.write("other.yaml", "# of others\nsteps:\n  - say: there\n")
        let text = Fixture.file(steps: "  - say: before\n  - include: {file: other.yaml}")
        let places = try #require(try fixture.scenarios(text).first).steps.map(\.location)
        #expect(places == [Location(4, 5), Location(3, 5, in: "other.yaml")])
    }

    @Test func parametersAreOverridden() throws {
        let fixture = try Fixture()
        try fixture.write(
            "other.yaml", "parameters: {who: Bob, greeting: 'Hello ${who}'}\nsteps: [{say: '${greeting}'}]\n")
        let file = """
            name: test
            parameters: {name: Ada}
            steps:
              - include: other.yaml
              - include: {file: other.yaml, set: {who: '${name}'}}
              - include: {file: other.yaml, set: {greeting: Bye}}
            """
        let actions = try #require(try fixture.scenarios(file).first).steps.map(\.action)
        #expect(actions == [.say("Hello Bob"), .say("Hello Ada"), .say("Bye")])
    }

    /// An included file declares all its parameters, so that it means the same wherever it is included.
    @Test func parametersOfTheScenarioAreNotVisible() throws {
        let fixture = try Fixture()
        try fixture.write("other.yaml", "steps:\n  - say: ${name}\n")
        let file = "name: test\nparameters: {name: Ada}\nsteps: [include: other.yaml]"
        #expect(fixture.mistakes(file) == ["2:10 there is no parameter `name`"])
        try fixture.write("other.yaml", "steps:\n  - say: ${run-dir}\n")
        let actions = try #require(try fixture.scenarios(file).first).steps.map(\.action)
        #expect(actions == [.say(fixture.folder.path + "/run")])
    }

    /// Paths in an included file are relative to that file, also for nested inclusions.
    @Test func pathsAreRelativeToTheirFile() throws {
        let fixture = try Fixture()
        let parts = fixture.folder.appendingPathComponent("parts").path
        try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
        try fixture.write("parts/one.yaml", "steps: [{include: two.yaml}, {include: ../three.yaml}]")
        try fixture.write("parts/two.yaml", "steps: [{picture: {name: p, compare: {file: p.png}}}]")
        try fixture.write("parts/p.png")
        try fixture.write("three.yaml", "steps: [{say: three}]")
        let scenario = try #require(
            try fixture.scenarios(Fixture.file(steps: "  - include: parts/one.yaml")).first)
        guard case .picture(let picture) = scenario.steps[0].action else {
            Issue.record("no picture: \(scenario.steps)")
            return
        }
        #expect(picture.comparison?.file == "\(parts)/p.png")
        #expect(scenario.steps.map(\.location.file) == ["parts/two.yaml", "three.yaml"])
        #expect(scenario.directory == fixture.folder.path)
    }

    @Test func usedFilesAreKnown() throws {
        let fixture = try Fixture()
        try fixture.write("p.png")
        try fixture.write("other.yaml", "steps: [{picture: {name: p, compare: {file: p.png}}}]")
        let file = try ScenarioFile(
            SourceText(name: "test.yaml", text: Fixture.file(steps: "  - include: other.yaml")),
            surroundings: fixture.surroundings)
        #expect(file.usedFiles == [fixture.folder.path + "/p.png", fixture.folder.path + "/other.yaml"])
    }

    @Test func roundsOfARepeatInclude() throws {
        let fixture = try Fixture()
        try fixture.write("other.yaml", "steps: [{repeat: {times: 2, steps: [picture: p]}}]")
        let names = try fixture.actions("  - repeat: {times: 2, steps: [include: other.yaml]}").map { action in
            if case .picture(let picture) = action { picture.name.value } else { "" }
        }
        #expect(names == ["p-1-1", "p-2-1", "p-1-2", "p-2-2"])
    }

    /// The order of steps is checked across all files.
    @Test func theOrderIsCheckedAcrossFiles() throws {
        let fixture = try Fixture()
        try fixture.write("press.yaml", "steps: [{pointer: {press: left}}]")
        let good = "  - include: press.yaml\n  - pointer: {release: left}"
        #expect(fixture.mistakes(steps: good) == [])
        let bad = "  - include: press.yaml\n  - include: press.yaml"
        #expect(fixture.mistakes(steps: bad) == ["1:9 the left button is down already"])
    }

    @Test(arguments: [
        ("none.yaml", "4:14 `none.yaml` cannot be included: there is no such file, did you mean `good.yaml`?"),
        ("''", "4:14 `` cannot be included: it is a folder, and a scenario is a file"),
        ("{set: {a: b}}", "4:14 the key `file` is missing"),
        ("{file: good.yaml, set: {a: b}}", "4:38 there is no parameter `a` to set"),
        ("{file: good.yaml, times: 2}", "4:32 unknown key `times`"),
        ("list.yaml", "1:1 expected a mapping, found a list"),
        ("whole.yaml", "1:12 unknown key `clients`"),
        ("matrix.yaml", "1:1 unknown key `matrix`"),
        ("empty.yaml", "1:1 the file is empty"),
        ("broken.yaml", "1:11 not YAML: there is a key before this `:` already"),
        ("misspelt.yaml", "2:6 unknown key `sya`, did you mean `say`?"),
    ])
    func mistakeIsReported(text: String, mistake: String) throws {
        let fixture = try Fixture()
        try fixture.write("good.yaml", "steps: [{say: a}]")
        try fixture.write("list.yaml", "- say: a")
        try fixture.write("whole.yaml", "{name: a,  clients: {b: {command: [sh]}}, steps: [{say: a}]}")
        try fixture.write("matrix.yaml", "matrix: {a: [1, 2]}\nsteps: [{say: a}]")
        try fixture.write("empty.yaml")
        try fixture.write("broken.yaml", "steps: say: a")
        try fixture.write("misspelt.yaml", "steps:\n  - {sya: a}")
        #expect(fixture.mistakes(steps: "  - include: \(text)") == [mistake])
    }

    /// A mistake is shown in its file, with the chain of inclusions.
    @Test func mistakesSayWhichFile() throws {
        let fixture = try Fixture()
        try fixture.write("main.yaml", "name: a\nsteps:\n  - include: one.yaml\n")
        try fixture.write("one.yaml", "steps:\n  - say: a\n  - include: two.yaml\n")
        try fixture.write("two.yaml", "steps:\n  - sya: b\n")
        let path = fixture.folder.path
        let mistakes = #expect(throws: ScenarioFile.Mistakes.self) {
            _ = try ScenarioFile(path: "\(path)/main.yaml", runDirectory: "\(path)/run")
        }
        let text = try #require(mistakes).description
        #expect(text.hasPrefix("\(path)/two.yaml:2:5: error: unknown key `sya`"), "\(text)")
        #expect(text.contains("  2 |   - sya: b\n"))
        let way = ["one", "main"].map { "    = included by \(path)/\($0).yaml:3" }.joined(separator: "\n")
        #expect(text.hasSuffix(way), "\(text)")
        #expect(mistakes?.usedFiles == ["\(path)/one.yaml", "\(path)/two.yaml"])
    }

    @Test(arguments: [
        ("main.yaml", "main.yaml → main.yaml"), ("./one.yaml", "main.yaml → one.yaml → main.yaml"),
        ("link.yaml", "main.yaml → link.yaml → main.yaml"),
    ])
    func aFileCannotIncludeItself(first: String, circle: String) throws {
        let fixture = try Fixture()
        let path = fixture.folder.path
        try fixture.write("main.yaml", "name: a\nsteps: [{include: \(first)}]")
        try fixture.write("one.yaml", "steps: [{include: main.yaml}]")
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link.yaml", withDestinationPath: "one.yaml")
        let mistakes = #expect(throws: ScenarioFile.Mistakes.self) {
            _ = try ScenarioFile(path: "\(path)/main.yaml", runDirectory: "\(path)/run")
        }
        let diagnostics = try #require(mistakes).diagnostics
        #expect(diagnostics.map(\.message) == ["a file cannot include itself"])
        #expect(diagnostics[0].help?.replacing("\(path)/", with: "").contains(circle) == true, "\(diagnostics)")
    }

    @Test func depthHasALimit() throws {
        let fixture = try Fixture()
        for number in 1...20 {
            try fixture.write("\(number).yaml", "steps: [{include: \(number + 1).yaml}]")
        }
        try fixture.write("21.yaml", "steps: [{say: deep}]")
        #expect(fixture.mistakes(steps: "  - include: 1.yaml") == ["1:19 the inclusions are nested too deeply"])
        #expect(fixture.mistakes(steps: "  - include: 6.yaml") == [])
    }

    /// A few small files can expand to a huge scenario.
    @Test func sizeHasALimit() throws {
        let fixture = try Fixture()
        for number in 1...9 {
            let entries = Array(repeating: "{include: \(number + 1).yaml}", count: 10).joined(separator: ", ")
            try fixture.write("\(number).yaml", "steps: [\(entries)]")
        }
        try fixture.write("10.yaml", "steps: [{say: a}]")
        #expect(
            fixture.mistakes(steps: "  - include: 1.yaml").map { $0.split(separator: " ", maxSplits: 1)[1] }
                == ["too much is included"])
        #expect(try fixture.actions("  - include: 7.yaml").count == 1000)
    }

    @Test func theSchemaOfIncludedFilesIsThatOfSteps() {
        let schema = Include.jsonSchema.text()
        #expect(schema.contains("\"include\"") && !schema.contains("\"clients\""))
    }

    @Test(arguments: [
        ("a.yaml", "b.yaml", "b.yaml"), ("x/a.yaml", "b.yaml", "x/b.yaml"), ("x/a.yaml", "../b.yaml", "b.yaml"),
        ("a.yaml", "../b.yaml", "../b.yaml"), ("/x/a.yaml", "./y/../b.yaml", "/x/b.yaml"),
        ("x/a.yaml", "/b.yaml", "/b.yaml"),
        ("../x/a.yaml", "../../b.yaml", "../../b.yaml"),
    ])
    func filesHaveReadableNames(other: String, file: String, name: String) {
        #expect(SourceText.name(of: file, besides: other) == name)
    }
}
