// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// No scenario can keep a run from ending, or write outside of its folder.
@Suite struct StopTests {
    /// A pattern for which a backtracking engine takes exponential time.
    @Test func aPatternNeverKeepsARunFromEnding() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "printf '%060d' 0 | tr 0 a; echo; exec sleep 100",
            steps: "  - wait: {output: {client: client, matches: '(a+)+$c'}, within: 1000s}", timeLimit: 2)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the run took longer than 2.0 seconds"), "\(outcome.output)")
        #expect(outcome.duration < 15)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aSignalEndsALongSearch() throws {
        let ground = try Playground()
        let file = try ground.write(
            "scenario.yaml",
            Playground.scenario(
                client: "head -c 900000 /dev/zero | tr '\\0' a; echo; echo ready; exec sleep 100", mark: ground.mark,
                steps: """
                      - wait: {output: {client: client, text: ready}}
                      - say: Searching
                      - wait: {output: {client: client, matches: '(a?){990}b'}, within: 1000s}
                    """))
        let command = try ground.start(["run", "-o", ground.path("run"), file])
        #expect(command.waitFor("Searching"))
        command.send(SIGTERM)
        let outcome = command.wait()
        #expect(outcome.status == 128 + SIGTERM)
        #expect(outcome.duration < 30)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func onlyRegularFilesAreOpenedForComparisons() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - drag: {from: {window: source}, to: {window: target}}
              - expect: {payload: {file: "${run-dir}/pipe"}, within: 300ms}
              - picture: {name: all, compare: {file: "${run-dir}/pipe"}}
            """
        let yaml = RealClients.scenario(from: "gtk4", to: "gtk4", mark: ground.mark, steps: steps)
        // Created by the run before the comparison.
        try FileManager.default.createDirectory(
            at: ground.folder.appendingPathComponent("run"), withIntermediateDirectories: true)
        #expect(mkfifo(ground.path("run/pipe"), 0o600) == 0)
        let outcome = try ground.run(yaml: yaml, timeLimit: 30)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("it is not a regular file"), "\(outcome.output)")
        #expect(outcome.duration < 20)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func picturesStayInTheFolder() throws {
        let ground = try Playground()
        let precious = try ground.write("precious", "mine")
        let outcome = try ground.run(
            client: "ln -s \(precious) run/all.png; echo linked; exec sleep 100",
            steps: "  - wait: {output: {client: client, text: linked}}\n  - picture: all")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "mine")
        let type = try FileManager.default.attributesOfItem(atPath: ground.path("run/all.png"))[.type]
        #expect(type as? FileAttributeType == .typeRegular)
    }

    @Test func systemErrorsAreReportedInWords() throws {
        let ground = try Playground()
        try ground.write("file", "")
        let scenario = try ground.write("scenario.yaml", "name: a\nsteps: [say: b]")
        for arguments in [
            ["run", "-o", ground.path("file/run"), scenario], ["table", ground.path("nothing")],
        ] {
            let outcome = try ground.start(arguments).wait()
            #expect(outcome.status != 0)
            #expect(!outcome.errors.contains("Domain") && !outcome.errors.contains("could not be completed"))
            #expect(outcome.errors.contains("Not a directory") || outcome.errors.contains("No such file or directory"))
        }
    }
}
