// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import DrayPlay

/// `dray run --debug`: the step debugger.
@Suite struct DebugTests {
    @Test(arguments: [
        ("", DebugCommand.next), ("  n ", .next), ("c", .go), ("to 12", .to(line: 12)), ("to x", .unknown("to x")),
        ("skip", .skip), ("a", .again), ("l", .list), ("windows", .windows), ("names", .names(nil)),
        ("names mail", .names("mail")), ("p", .picture(nil)), ("picture now", .picture("now")),
        ("picture ../x", .unknown("picture ../x")), ("?", .help), ("q", .quit), ("say: Hello", .step("say: Hello")),
        ("{say: Hello}", .step("{say: Hello}")), ("jump", .unknown("jump")),
    ])
    func aLineIsACommand(line: String, command: DebugCommand) {
        #expect(DebugCommand(line) == command)
    }

    private static let steps = """
          - say: one
          - expect: {file: {path: made, is: file}, within: 0ms}
          - say: three
        """

    /// Starts a run in the debugger, with input typed in advance.
    private func play(
        _ ground: borrowing Playground, _ lines: [String], steps: String = steps
    ) throws -> Playground.Outcome {
        let file = try ground.write(
            "scenario.yaml",
            Playground.scenario(client: "exec sleep 60", mark: ground.mark, steps: steps))
        let command = try ground.start(["run", "--debug", "-o", ground.path("run"), file], isTypedTo: true)
        for line in lines { try command.type(line) }
        try command.endInput()
        return command.wait()
    }

    private func texts(_ ground: borrowing Playground) throws -> [String] {
        (try ground.results()["steps"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    }

    @Test func itStopsBeforeEachStepAndAtFailures() throws {
        let ground = try Playground()
        // The second step fails; after a typed step it passes when it is repeated.
        let outcome = try play(
            ground, ["", "", "say: by hand", "nonsense", "kill: {client: absent}", "picture", "again", "c"])
        let output = outcome.output
        #expect(output.contains("→ 1 of 3  one"), "\(output)")
        #expect(output.contains("✗ expected: made is a file; instead: "), "\(output)")
        #expect(output.contains("✓ by hand"), "\(output)")
        #expect(output.contains("`nonsense` is not a command"), "\(output)")
        #expect(output.contains("there is no client `absent`"), "\(output)")
        #expect(FileManager.default.fileExists(atPath: ground.path("run/debug-1.png")))
        // It fails again, and the end of the input ends the run.
        #expect(output.components(separatedBy: "✗ expected: made is a file").count == 3, "\(output)")
        #expect(output.contains("ended by the user in the debugger"), "\(output)")
        #expect(outcome.status == 1)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func stepsAreSkippedOrPlayedUpToALine() throws {
        let ground = try Playground()
        let steps = "  - say: one\n  - say: two\n  - say: three\n  - say: four"
        // The first step of the scenario is in line 13.
        let line = Playground.scenario(client: "exec sleep 60", mark: ground.mark, steps: steps)
            .components(separatedBy: "\n").firstIndex { $0.contains("three") }
        let outcome = try play(ground, ["to \(try #require(line) + 1)", "skip", "l", "continue"], steps: steps)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(!outcome.output.contains("→ 2 of 4"), "\(outcome.output)")
        #expect(outcome.output.contains("→ 3 of 4  three"), "\(outcome.output)")
        #expect(outcome.output.contains("→ line \(try #require(line) + 2): four"), "\(outcome.output)")
        #expect(try texts(ground) == ["one", "two", "three", "four"])
    }

    /// Without input clients keep running, and a signal ends everything.
    @Test func clientsAreServedMeanwhile() throws {
        let ground = try Playground()
        let file = try ground.write(
            "scenario.yaml",
            RealClients.scenario(
                from: "gtk4", to: "gtk4", mark: ground.mark,
                steps: "  - say: one\n  - wait: {windows: [source, target]}"))
        let command = try ground.start(["run", "--debug", "-o", ground.path("run"), file], isTypedTo: true)
        #expect(command.waitFor("(dray) "))
        // Its windows appear while no step is played.
        var tries = 0
        while !command.text.contains("target: “Target” of target"), tries < 100 {
            tries += 1
            try command.type("w")
            try command.type("say: look \(tries)")
            #expect(command.waitFor("✓ look \(tries)"))
        }
        #expect(command.text.contains("target: “Target” of target"), "\(command.text)")
        command.send(SIGINT)
        let outcome = command.wait()
        #expect(outcome.status == 128 + SIGINT, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func oneRunIsDebugged() throws {
        let ground = try Playground()
        let file = try ground.write("many.yaml", "name: \"a ${n}\"\nmatrix: {n: [1, 2]}\nsteps: [say: a]\n")
        let many = try ground.dray("run", "--debug", "-o", ground.path("run"), file)
        #expect(many.status == 64)
        #expect(many.errors.contains("--debug needs one run, but there are 2"), "\(many.errors)")
        let both = try ground.dray("run", "--debug", "--watch", "-o", ground.path("run"), file)
        #expect(both.status == 64)
    }
}
