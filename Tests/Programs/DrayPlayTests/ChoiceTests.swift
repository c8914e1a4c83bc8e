// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayPlay

/// The selection and repetition of runs.
@Suite struct ChoiceTests {
    private static let yaml = """
        name: "number ${n} of ${kind}"
        tags: ["${kind}", all]
        matrix: {kind: [small, large], n: [1, 2, 3]}
        steps: [say: Hello]
        """

    private func titles(_ ground: borrowing Playground, _ arguments: [String]) throws -> [String] {
        let file = try ground.write("many.yaml", Self.yaml)
        let outcome = try ground.start(["run", "-o", ground.path("run")] + arguments + [file]).wait()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        return runs.compactMap { $0["scenario"] as? String }
    }

    @Test func titlesAndTagsChoose() throws {
        let ground = try Playground()
        #expect(try titles(ground, ["--grep", "[12] of"]).count == 4)
        #expect(try titles(ground, ["--grep", "^number 1", "--grep", "3 of s"]).count == 3)
        #expect(try titles(ground, ["--tag", "large", "--grep", "2"]) == ["number 2 of large"])
        #expect(try titles(ground, ["--tag", "large", "--tag", "small"]).count == 6)
    }

    @Test func everyRunIsInOneShard() throws {
        let ground = try Playground()
        let all = try titles(ground, [])
        let shards = try (1...4).map { try titles(ground, ["--shard", "\($0)/4"]) }
        #expect(shards.map(\.count) == [2, 2, 1, 1])
        #expect(shards.flatMap { $0 }.sorted() == all.sorted())
        #expect(try titles(ground, ["--shard", "8/8"]).isEmpty)
    }

    @Test(arguments: ["0/3", "4/3", "3", "a/b", "1/2/3", "-1/3", ""]) func noShard(text: String) {
        #expect(RunChoice.Shard(text) == nil)
    }

    @Test func anEmptySelectionIsAMistake() throws {
        let ground = try Playground()
        let file = try ground.write("many.yaml", Self.yaml)
        let none = try ground.dray("run", "-o", ground.path("run"), "--grep", "number 4", file)
        #expect(none.status == 64)
        #expect(none.errors.contains("none of the 6 runs matches --grep: “"), "\(none.errors)")
        let neither = try ground.dray("run", "-o", ground.path("run"), "--tag", "none", "--grep", "1", file)
        #expect(neither.errors.contains("none of the 6 runs matches --grep and --tag: “"), "\(neither.errors)")
        let wrong = try ground.dray("run", "-o", ground.path("run"), "--grep", "(", file)
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("`(` is not a regular expression"), "\(wrong.errors)")
    }

    /// A client that writes the expected word when it is started for the second time.
    private func flaky(_ ground: borrowing Playground) throws -> String {
        try ground.write(
            "flaky.yaml",
            """
            name: sometimes
            clients: {app: {command: [sh, -c, 'test -e been && echo yes; touch been; exec sleep 60', "\(ground.mark)"]}}
            steps: [expect: {client: {name: app, output: "yes"}, within: 200ms}]
            """)
    }

    @Test func aRunThatPassesLaterIsFlaky() throws {
        let ground = try Playground()
        let outcome = try ground.dray("run", "--retries", "2", "-o", ground.path("run"), try flaky(ground))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("again   sometimes  attempt 1: app writes"), "\(outcome.output)")
        #expect(outcome.output.contains("flaky  sometimes: passed at attempt 2"), "\(outcome.output)")
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["attempts"] as? Int } == [2])
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        #expect(junit.contains("<property name=\"attempts\" value=\"2\"/>"))
        // The report of the single run, and no page that links to itself.
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("Expectations held") && !report.contains("runs passed"))
        #expect(ground.leftovers.isEmpty)
    }

    @Test func retriesAreLimited() throws {
        let ground = try Playground()
        let file = try ground.write(
            "never.yaml",
            """
            name: never
            clients: {app: {command: [sh, -c, 'echo x >> count; exec sleep 60', "\(ground.mark)"]}}
            steps: [expect: {client: {name: app, output: "yes"}, within: 50ms}]
            """)
        let outcome = try ground.dray("run", "--retries", "2", "--annotate", "github", "-o", ground.path("run"), file)
        #expect(outcome.status == 1)
        #expect(try String(contentsOfFile: ground.path("count"), encoding: .utf8) == "x\nx\nx\n")
        #expect(outcome.output.contains("::error file=\(file),line=3,title=never::expected: app writes"))
    }

    @Test func passedRunsAreNotRepeated() throws {
        let ground = try Playground()
        let file = try ground.write(
            "some.yaml",
            """
            name: "says ${word}"
            matrix: {word: [one, two]}
            clients: {app: {command: [sh, -c, 'echo ${word} >> said; cat said; exec sleep 60', "\(ground.mark)"]}}
            steps: [expect: {client: {name: app, output: one}, within: 300ms}]
            """)
        // The second run finds the output of the first, so both pass in sequence.
        let first = try ground.dray("run", "-o", ground.path("run"), "--grep", "one", file)
        #expect(first.status == 0, "\(first.output)")
        let second = try ground.dray("run", "-o", ground.path("run"), "--resume", file)
        #expect(second.status == 0, "\(second.output)")
        #expect(second.output.contains("kept    says one  passed before"), "\(second.output)")
        #expect(try String(contentsOfFile: ground.path("said"), encoding: .utf8) == "one\ntwo\n")
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["verdict"] as? String } == ["passed", "passed"])
        // A changed file is another scenario.
        try ground.write("some.yaml", try String(contentsOfFile: file, encoding: .utf8) + "\n")
        let third = try ground.dray("run", "-o", ground.path("run"), "--resume", file)
        #expect(!third.output.contains("kept"), "\(third.output)")
    }

    @Test func runsWithOtherValuesAreRepeated() throws {
        let ground = try Playground()
        let file = try ground.write(
            "set.yaml",
            """
            name: fixed
            parameters: {word: one}
            clients: {app: {command: [sh, -c, 'echo ${word}; exec sleep 60', "\(ground.mark)"]}}
            steps: [expect: {client: {name: app, output: one}, within: 2s}]
            """)
        let first = try ground.dray("run", "--resume", "-o", ground.path("run"), file)
        #expect(first.status == 0, "\(first.output)")
        let other = try ground.dray("run", "--set", "word=two", "--resume", "-o", ground.path("run"), file)
        #expect(other.status == 1, "\(other.output)")
        let same = try ground.dray("run", "--set", "word=one", "--resume", "-o", ground.path("run"), file)
        #expect(same.status == 0 && !same.output.contains("kept"), "\(same.output)")
        let again = try ground.dray("run", "--set", "word=one", "--resume", "-o", ground.path("run"), file)
        #expect(again.output.contains("kept    fixed  passed before"), "\(again.output)")
    }

    @Test func aKeptRunStaysFlaky() throws {
        let ground = try Playground()
        let file = try ground.write(
            "flaky.yaml",
            """
            name: flaky
            clients: {app: {command: [sh, -c, 'test -e flag && echo yes; touch flag; exec sleep 60', "\(ground.mark)"]}}
            steps: [expect: {client: {name: app, output: "yes"}, within: 2s}]
            """)
        let first = try ground.dray("run", "--retries", "1", "-o", ground.path("run"), file)
        #expect(first.status == 0, "\(first.output)")
        let second = try ground.dray("run", "--resume", "-o", ground.path("run"), file)
        #expect(second.status == 0, "\(second.output)")
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["attempts"] as? Int } == [2])
    }
}
