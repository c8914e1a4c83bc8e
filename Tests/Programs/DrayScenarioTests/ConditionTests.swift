// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

@Suite struct ConditionTests {
    private func file(_ condition: String) -> String {
        """
        name: test
        if: \(condition)
        clients: {app: {command: [no-such-program], windows: {one: {title: 1, position: [0, 0]}}}}
        steps: [say: hello]
        """
    }

    @Test(arguments: [
        ("{installed: no-such-program}", "no-such-program is not installed"),
        ("{installed: [sh, no-such-program]}", "no-such-program is not installed"),
        ("{installed: [a-b-c, no-such-program, sh]}", "a-b-c and no-such-program are not installed"),
    ])
    func aScenarioIsSkippedWhereAProgramIsMissing(condition: String, reason: String) throws {
        let scenario = try #require(try Fixture().scenarios(file(condition)).first)
        #expect(scenario.skipReason == reason)
    }

    /// Missing programs that the condition does not name are still mistakes.
    @Test func otherMissingProgramsAreStillReported() throws {
        #expect(try Fixture().mistakes(file("{installed: sh}")) == ["3:27 there is no program `no-such-program`"])
    }

    @Test func otherMistakesAreReported() throws {
        #expect(
            try Fixture().mistakes(file("{installed: no-such-program}") + "\nclock: late").map { $0.prefix(3) } == [
                "5:8"
            ])
        #expect(try Fixture().mistakes(file("{installed: []}")).first == "2:17 expected a list of at least one entry")
        #expect(try Fixture().mistakes(file("{}")).first == "2:5 the key `installed` is missing")
    }
}
