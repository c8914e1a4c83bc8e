// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// Several runs: in parallel, in sequence, and with failures.
@Suite struct PoolTests {
    /// A matrix of clients that each write a word; the last one fails the expectation.
    private static let yaml = """
        name: "says ${word}"
        matrix: {word: [one, two, three]}
        clients:
          client: {command: [sh, -c, "echo ${word}; exec sleep 300", "MARK"]}
        steps:
          - expect: {client: {name: client, output: {matches: "one|two"}}, within: 300ms}
        """

    private func matrix(_ ground: borrowing Playground) throws -> String {
        try ground.write("words.yaml", Self.yaml.replacingOccurrences(of: "MARK", with: ground.mark))
    }

    @Test(arguments: ["1", "3"]) func everyRunIsPlayedAndTheResultsAreMerged(jobs: String) throws {
        let ground = try Playground()
        let outcome = try ground.dray("run", "--jobs", jobs, "-o", ground.path("run"), try matrix(ground))
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("2 of 3 runs passed"))
        #expect(outcome.output.contains("instead   it wrote: three"))
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["verdict"] as? String } == ["passed", "passed", "failed"])
        #expect(runs.map { $0["folder"] as? String } == ["1-one", "2-two", "3-three"])
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        #expect(junit.components(separatedBy: "<testsuite ").count == 4)
        #expect(FileManager.default.fileExists(atPath: ground.path("run/3-three/report.html")))
        #expect(FileManager.default.fileExists(atPath: ground.path("run/report.html")))
        #expect(ground.leftovers.isEmpty)
    }

    @Test func runsPlayAtTheSameTime() throws {
        let ground = try Playground()
        // Each run waits for the other's client.
        let file = try ground.write(
            "meet.yaml",
            """
            name: meet
            matrix: {me: [a, b]}
            clients:
              client:
                command: [sh, -c, 'touch \(ground.folder.path)/$1; while [ ! -e \(ground.folder.path)/a ] ||
                  [ ! -e \(ground.folder.path)/b ]; do sleep 0.05; done; echo met', sh, "${me}"]
            steps:
              - wait: {output: {client: client, text: met}, within: 20s}
            """)
        let outcome = try ground.dray("run", "-j", "2", "-o", ground.path("run"), file)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func aSignalEndsAllRunsAndReportsThoseNotStarted() throws {
        let ground = try Playground()
        let file = try ground.write(
            "long.yaml",
            """
            name: long
            matrix: {number: [1, 2, 3]}
            clients:
              client: {command: [sh, -c, "touch $1; exec sleep 300", "\(ground.mark)", \
                       "\(ground.folder.path)/up-${number}"]}
            steps:
              - wait: {output: {client: client, text: never}, within: 1000s}
            """)
        let command = try ground.start(["run", "-j", "2", "-o", ground.path("run"), file])
        let bothRun = try FolderWatch(ground.folder).wait {
            ["up-1", "up-2"].allSatisfy { FileManager.default.fileExists(atPath: ground.path($0)) }
        }
        try #require(bothRun)
        command.send(SIGINT)
        let outcome = command.wait()
        #expect(outcome.status == 130)
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["verdict"] as? String } == ["broken", "broken", "broken"])
        #expect(runs.last?["problem"] as? String == "it was not started")
        #expect(runs.first?["problem"] as? String == "interrupted by SIGINT")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aRunWhoseProcessDiesIsBrokenAndLeavesNothing() throws {
        let ground = try Playground()
        let file = try ground.write(
            "murder.yaml",
            """
            name: murder
            matrix: {number: [1, 2]}
            clients:
              client: {command: [sh, -c, 'kill -KILL $PPID; exec sleep 300', "\(ground.mark)"]}
            steps:
              - wait: {output: {client: client, text: never}, within: 1000s}
            """)
        let outcome = try ground.dray("run", "-o", ground.path("run"), file)
        #expect(outcome.status == 1)
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.allSatisfy { ($0["problem"] as? String)?.contains("ended by signal 9") ?? false })
        #expect(ground.leftovers.isEmpty)
    }

    @Test func mistakesOfAllFilesAreFoundBeforeAnythingStarts() throws {
        let ground = try Playground()
        let good = try matrix(ground)
        let bad = try ground.write("bad.yaml", "name: bad\nsteps:\n  - pointer: {pres: left}\n")
        let outcome = try ground.dray("run", "-o", ground.path("run"), good, bad)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("bad.yaml:3:"))
        #expect(outcome.errors.contains("did you mean `press`?"))
        #expect(!FileManager.default.fileExists(atPath: ground.path("run")))
    }
}
