// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

@Suite struct ParameterTests {
    private let greeting = """
        name: Hello ${who}
        parameters: {who: world, scale: 2, both: "${who}!"}
        output: {scale: "${scale}"}
        steps: [say: "${both} $${who} $5 costs $$$"]
        """

    @Test func parametersAreExpandedEverywhere() throws {
        let scenario = try #require(try Fixture().scenarios(greeting).first)
        #expect(scenario.name == "Hello world")
        #expect(scenario.outputs.first?.scale == 2)
        #expect(scenario.steps.first?.action == .say("world! ${who} $5 costs $$$"))
        #expect(scenario.variant == [])
    }

    @Test func overrideReplacesADefault() throws {
        let set = [Binding(name: "who", value: "people")]
        #expect(
            try Fixture().scenarios(greeting, set: set).first?.steps.first?.action
                == .say("people! ${who} $5 costs $$$"))
    }

    @Test func overridingAnUndeclaredParameterIsAMistake() throws {
        let set = [Binding(name: "whoa", value: "people")]
        #expect(
            try Fixture().mistakes(greeting, set: set) == [
                "2:1 there is no parameter `whoa` to set, did you mean `who`?"
            ])
    }

    @Test func matrixMakesEveryCombination() throws {
        let text = """
            name: a
            matrix: {theme: [light, dark], scale: [1, 1.5]}
            settings: {theme: "${theme}"}
            output: {scale: "${scale}"}
            steps: [say: b]
            """
        let scenarios = try Fixture().scenarios(text)
        #expect(scenarios.map(\.settings.theme) == [.light, .light, .dark, .dark])
        #expect(scenarios.map { $0.outputs[0].scale } == [1, 1.5, 1, 1.5])
        #expect(scenarios[1].variant == [.init(name: "theme", value: "light"), .init(name: "scale", value: "1.5")])
    }

    @Test func eachPartOfAMatrixMakesItsCombinations() throws {
        let text = """
            name: a
            matrix:
              - {theme: [light], scale: [1, 2]}
              - {scale: [1.5], theme: [light, dark]}
            settings: {theme: "${theme}"}
            output: {scale: "${scale}"}
            steps: [say: b]
            """
        let scenarios = try Fixture().scenarios(text)
        #expect(scenarios.map { $0.outputs[0].scale } == [1, 2, 1.5, 1.5])
        #expect(scenarios.map(\.settings.theme) == [.light, .light, .light, .dark])
    }

    @Test(arguments: [
        ("[]", "2:9 expected a list of at least one entry"),
        ("[{a: [b]}, {c: [d]}]", "2:20 the names differ from those of the first part"),
        ("[{a: [b]}, {}]", "2:20 the names differ from those of the first part"),
        ("[{a: [b]}, c]", "2:20 expected a mapping, found `c`"),
        ("[{a: [b, c], d: [e]}, {d: [e], a: [f, c]}]", "2:31 a part above has the combination `d: e, a: c` already"),
    ])
    func wrongPart(matrix: String, mistake: String) throws {
        #expect(try Fixture().mistakes("name: a\nmatrix: \(matrix)\nsteps: [say: b]\n").first == mistake)
    }

    @Test func mistakeOfEveryCombinationIsReportedOnce() throws {
        let text = "name: a\nmatrix: {n: [1, 2]}\nsteps: [sya: b]\n"
        #expect(try Fixture().mistakes(text) == ["3:9 unknown key `sya`, did you mean `say`?"])
    }

    @Test func mistakeOfOneCombinationIsReported() throws {
        let text = "name: a\nmatrix: {t: [light, drak]}\nsettings: {theme: \"${t}\"}\nsteps: [say: b]\n"
        #expect(try Fixture().mistakes(text) == ["3:19 unknown word `drak`, did you mean `dark`?"])
    }

    @Test func misspelledParameterIsMarkedAtItsLocation() throws {
        let text = "name: a\nparameters: {who: x}\nsteps:\n  - say: |\n      one ${who}\n      two ${hwo} and ${hwo}\n"
        #expect(
            try Fixture().mistakes(text) == [
                "6:11 there is no parameter `hwo`, did you mean `who`?",
                "6:22 there is no parameter `hwo`, did you mean `who`?",
            ])
    }

    @Test(arguments: [
        ("parameters: {scenario-dir: x}", "2:14 every scenario has a parameter `scenario-dir`"),
        ("parameters: {1st: x}", "2:14 `1st` cannot be the name of a parameter"),
        ("parameters: [x]", "2:13 expected a mapping, found a list"),
        ("parameters: {a: [x]}", "2:17 expected a text, found a list"),
        ("parameters: {a: \"${b}\", b: x}", "2:18 there is no parameter `b`"),
        ("matrix: {a: x}", "2:13 expected a list, found `x`"),
        ("matrix: {a: []}", "2:13 expected a list of at least one entry"),
        ("parameters:", "2:1 the key `parameters` has no value"),
    ])
    func wrongDeclaration(line: String, mistake: String) throws {
        #expect(try Fixture().mistakes("name: a\n\(line)\nsteps: [say: b]\n") == [mistake])
    }

    @Test func nameInParametersAndMatrix() throws {
        #expect(
            try Fixture().mistakes("name: a\nparameters: {n: 1}\nmatrix: {n: [1]}\nsteps: [say: b]\n") == [
                "3:10 `n` is in `parameters` already"
            ])
    }
}
