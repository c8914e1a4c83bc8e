// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

@Suite struct RepeatTests {
    @Test func everyRoundHasItsSteps() throws {
        let steps = """
              - say: before
              - repeat: {times: 2, steps: [{key: {tap: a}}, {say: again}]}
              - say: after
            """
        let tap = Step.Action.key(.tap("a", modifiers: []))
        #expect(
            try Fixture().actions(steps)
                == [.say("before"), tap, .say("again"), tap, .say("again"), .say("after")])
    }

    @Test func aPictureHasANameInEachRound() throws {
        let names = try Fixture().actions("  - repeat: {times: 2, steps: [picture: p]}").map { action in
            if case .picture(let picture) = action { picture.name.value } else { "" }
        }
        #expect(names == ["p-1", "p-2"])
        #expect(
            try Fixture().mistakes(steps: "  - picture: p-2\n  - repeat: {times: 2, steps: [picture: p]}")
                == ["5:41 two pictures are called `p-2`"])
    }

    /// The second round presses a button that the first round has not released.
    @Test func theOrderOfAllRoundsIsChecked() throws {
        #expect(
            try Fixture().mistakes(steps: "  - repeat: {times: 3, steps: [pointer: {press: left}]}")
                == ["4:32 the left button is down already"])
    }

    @Test(arguments: [
        ("{steps: [say: a]}", "4:13 the key `times` is missing"),
        ("{times: 2}", "4:13 the key `steps` is missing"),
        ("{times: 2, steps: []}", "4:31 expected a list of at least one entry"),
        ("{times: 2, steps: [repeat: {times: 2, steps: [say: a]}]}", "4:32 unknown key `repeat`"),
    ])
    func mistakeIsReported(text: String, mistake: String) throws {
        #expect(try Fixture().mistakes(steps: "  - repeat: \(text)") == [mistake])
    }

    @Test(arguments: ["0", "1001", "many"])
    func roundsAreANumber(times: String) throws {
        #expect(
            try Fixture().mistakes(steps: "  - repeat: {times: \(times), steps: [say: a]}")
                == ["4:21 expected a whole number, found `\(times)`"])
    }

    @Test func stepsHaveALimit() throws {
        let many = (0..<11).map { _ in "say: a" }.map { "{\($0)}" }.joined(separator: ", ")
        let steps = "  - repeat: {times: 1000, steps: [\(many)]}"
        #expect(try Fixture().mistakes(steps: steps) == ["4:13 there are too many steps"])
        let few = (0..<9).map { _ in "{say: a}" }.joined(separator: ", ")
        let twice = "  - repeat: {times: 1000, steps: [\(few)]}\n  - repeat: {times: 1000, steps: [\(few)]}"
        #expect(try Fixture().mistakes(steps: twice) == ["4:3 there are too many steps"])
    }
}
