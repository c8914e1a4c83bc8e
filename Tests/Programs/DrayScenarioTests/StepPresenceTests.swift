// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

/// Steps that use clients and outputs that are not present.
@Suite struct StepPresenceTests {
    /// The mistakes in steps, the first of which is in line 4, with a client that is present from the start and an
    /// output that is not.
    private func mistakes(_ steps: String...) throws -> [String] {
        let text = """
            outputs: [{name: a}, {name: b, plugged: false}]
            clients: {app: {command: [sh]}, late: {command: [sh], windows: {w: {title: w, position: [0, 0]}}}}
            steps:
            \(steps.map { "- \($0)" }.joined(separator: "\n"))
            name: a
            """
        return try Fixture().mistakes(text)
    }

    @Test func waitPrecedesTheStartOfTheClient() throws {
        #expect(
            try mistakes("wait: {window: w}", "start: late", "wait: {window: w}") == [
                "4:18 the client of `w`, `late`, is not started yet"
            ])
        #expect(try mistakes("kill: late", "start: late") == ["4:9 `late` is not started yet"])
    }

    @Test func clientIsStartedTwice() throws {
        #expect(try mistakes("start: late", "start: late") == ["5:10 `late` is started already"])
        #expect(try mistakes("start: late", "kill: late", "start: late") == [])
    }

    @Test func stoppedClient() throws {
        let stop = "kill: {client: app, signal: STOP}"
        let go = "kill: {client: app, signal: CONT}"
        #expect(try mistakes(stop, go, stop, "kill: {client: app, signal: KILL}") == [])
        #expect(try mistakes(go) == ["4:18 `app` is not stopped here"])
        #expect(try mistakes(stop, stop) == ["5:18 `app` is stopped already"])
        #expect(try mistakes(stop, "kill: app") == ["5:9 `app` is stopped: `CONT` must come first, or `KILL`"])
        #expect(
            try mistakes("kill: {client: app, signal: KILL}", "kill: app") == ["5:9 `app` has ended already"])
    }

    @Test func outputs() throws {
        #expect(try mistakes("plug: {output: b}", "unplug: {output: a}", "plug: {output: a}") == [])
        #expect(try mistakes("unplug: {output: b}") == ["4:20 the output `b` is not plugged in here"])
        #expect(try mistakes("plug: {output: a}") == ["4:18 the output `a` is already plugged in"])
    }

    @Test func noInitialOutput() throws {
        #expect(
            try Fixture().mistakes("name: a\noutputs: [{plugged: false}]\nsteps: [say: b]\n") == [
                "2:11 no output is there from the beginning"
            ])
    }

    @Test func theDefaultOutputHasAName() throws {
        #expect(try Fixture().mistakes("name: a\nsteps: [unplug: {output: screen}]\n") == [])
        #expect(
            try Fixture().mistakes("name: a\nsteps: [unplug: {output: scren}]\n") == [
                "2:26 there is no output `scren`, did you mean `screen`?"
            ])
    }

    @Test func outputTooLargeForAScreenshot() throws {
        #expect(
            try Fixture().mistakes("name: a\noutput: {size: 16384x16384, scale: 8}\nsteps: [say: b]\n") == [
                "2:9 the output has 131072x131072 pixels"
            ])
    }
}
