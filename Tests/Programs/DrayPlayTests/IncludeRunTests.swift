// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// Failures in included steps are reported with the name of their file everywhere.
@Suite struct IncludeRunTests {
    private func prepare(_ ground: borrowing Playground) throws -> String {
        try FileManager.default.createDirectory(atPath: ground.path("parts"), withIntermediateDirectories: true)
        try ground.write(
            "parts/look.yaml",
            """
            parameters: {path: none, seen: absent}
            steps:
              - say: looking
              - expect: {file: {path: "${path}", is: "${seen}"}, within: 0ms}
            """)
        return try ground.write(
            "main.yaml",
            """
            name: test
            setup: [{file: there.txt, text: a}]
            steps:
              - include: parts/look.yaml
              - include: {file: parts/look.yaml, set: {path: there.txt}}
            """)
    }

    @Test func failuresOfIncludedStepsHaveTheirFile() throws {
        let ground = try Playground()
        let file = try prepare(ground)
        let outcome = try ground.dray("run", "--annotate", "github", "-o", ground.path("run"), file)
        #expect(outcome.status == 1)
        let part = ground.path("parts/look.yaml")
        #expect(outcome.output.contains("(line 4 of \(part))"), "\(outcome.output)")
        #expect(outcome.output.contains("::error file=\(part),line=4,"), "\(outcome.output)")
        let steps = try #require(try ground.results()["steps"] as? [[String: Any]])
        #expect(steps.map { $0["file"] as? String } == [part, part, part, part])
        #expect(steps.map { $0["line"] as? Int } == [3, 4, 3, 4])
        #expect(steps.map { $0["outcome"] as? String } == ["passed", "passed", "passed", "failed"])
        let failures = try #require(steps[3]["failures"] as? [[String: Any]])
        #expect(failures.map { $0["file"] as? String } == [part])
        for name in ["report.html", "junit.xml"] {
            let text = try String(contentsOfFile: ground.path("run/\(name)"), encoding: .utf8)
            #expect(text.contains("line 4 of \(part)"), "\(name)")
        }
        #expect(FileManager.default.fileExists(atPath: ground.path("run/failed-line-4-of-look.png")))
    }

    @Test func mistakesInIncludedFilesAreReportedBeforeAnythingStarts() throws {
        let ground = try Playground()
        let file = try ground.write("main.yaml", "name: a\nsteps: [{include: other.yaml}]\n")
        try ground.write("other.yaml", "steps: [{include: main.yaml}]\n")
        for command in ["check", "run"] {
            let outcome = try ground.dray(command, "-o", ground.path("run"), file)
            #expect(outcome.status == (command == "check" ? 1 : 64))
            let errors = outcome.errors
            #expect(errors.contains("/other.yaml:1:19: error: a file cannot include itself"), "\(errors)")
            #expect(errors.contains("main.yaml:2"), "\(errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: ground.path("run")))
    }

    /// A resumed run also checks the included files for changes.
    @Test func aChangedIncludedFileIsPlayedAgain() throws {
        let ground = try Playground()
        try ground.write("other.yaml", "steps: [{say: one}]\n")
        let file = try ground.write("main.yaml", "name: test\nsteps: [{include: other.yaml}]\n")
        func texts() throws -> [String] {
            let outcome = try ground.dray("run", "--resume", "-o", ground.path("run"), file)
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            let steps = try ground.results()["runs"] as? [[String: Any]]
            return (steps?.first?["steps"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
        }
        #expect(try texts() == ["one"])
        try ground.write("other.yaml", "steps: [{say: two}]\n")
        // Files written in the same instant cannot be ordered by time.
        var times = [timespec(tv_sec: time(nil) + 5, tv_nsec: 0), timespec(tv_sec: time(nil) + 5, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, ground.path("other.yaml"), &times, 0) == 0)
        #expect(try texts() == ["two"])
    }
}
