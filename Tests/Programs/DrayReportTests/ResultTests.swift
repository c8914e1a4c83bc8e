// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import FoundationXML
import Testing

@testable import DrayReport

@Suite struct ResultTests {
    /// Step 1 passes, step 2 fails twice; all texts contain characters that are special in XML.
    private static let trace = [
        record(0, .step(TraceEvent.Step(index: 1, text: "Lift <it>", line: 4))),
        record(10_000, expectation("lifted", nil)),
        record(20_000, .step(TraceEvent.Step(index: 2, text: "Drop \"it\"", line: 6))),
        record(30_000, expectation("a & b", "\u{1B}[0m\u{0}c\nd")),
        record(40_000, expectation("no ]]> end", "'x'")),
        record(70_000, .note(TraceEvent.Note(text: "end"))),
    ]

    private static let notReached = [TraceEvent.Step(index: 3, text: "Never", line: 9)]

    @Test func resultIsDerivedFromTheTrace() {
        let result = RunResult(scenario: "s", trace: Self.trace, realDuration: 5)
        #expect(result.verdict == .failed)
        #expect(result.virtualDuration == 70_000)
        #expect(result.steps.map(\.duration) == [20_000, 50_000])
        #expect(result.steps[0].outcome == .passed)
        #expect(result.steps[0].held == 1)
        #expect(result.failures.map(\.expected) == ["a & b", "no ]]> end"])
    }

    @Test func aProblemBreaksTheLastStepAndKeepsItsFailures() {
        let result = RunResult(
            scenario: "s", trace: Self.trace, notReached: Self.notReached, realDuration: 5, problem: "client died")
        #expect(result.verdict == .broken)
        #expect(result.steps[1].outcome == .broken(reason: "client died", failures: result.failures))
        #expect(result.failures.count == 2)
        #expect(result.steps[2].outcome == .notReached)
    }

    @Test func expectationsBeforeTheFirstStepAreKept() {
        let result = RunResult(scenario: "s", trace: [Self.record(1, Self.expectation("a", "b"))], realDuration: 0)
        #expect(result.verdict == .failed)
        #expect(result.steps.map(\.index) == [0])
    }

    @Test func jsonContainsTheSame() throws {
        let result = RunResult(
            scenario: "s", file: "s.yaml", trace: Self.trace, notReached: Self.notReached, realDuration: 5,
            versions: ["dray": "1"])
        let json = try #require(JSONSerialization.jsonObject(with: result.json()) as? [String: Any])
        #expect(json["verdict"] as? String == "failed")
        #expect(json["virtualMicroseconds"] as? Int == 70_000)
        #expect(json["held"] as? Int == 1)
        #expect(json["failed"] as? Int == 2)
        let steps = try #require(json["steps"] as? [[String: Any]])
        #expect(steps.map { $0["outcome"] as? String } == ["passed", "failed", "notReached"])
        let failures = try #require(steps[1]["failures"] as? [[String: Any]])
        #expect(failures.map { $0["seen"] as? String } == ["\u{1B}[0m\u{0}c\nd", "'x'"])
    }

    @Test func junitIsWellFormedAndCountsRight() throws {
        let result = RunResult(
            scenario: "\"s\" <&>\u{7}", file: "s.yaml", trace: Self.trace, notReached: Self.notReached,
            realStarts: [400_000, 600_000], realDuration: 1_500_000, versions: ["dray": "1"])
        let document = try XMLDocument(xmlString: JUnitReport(results: [result, result]).xml)
        let root = try #require(document.rootElement())
        #expect(root.attribute(forName: "tests")?.stringValue == "6")
        #expect(root.attribute(forName: "failures")?.stringValue == "2")
        // The real time of the runs is the sum of the cases: the first includes the start of programs, the last their
        // exit.
        #expect(root.attribute(forName: "time")?.stringValue == "3.000000")
        let suite = try #require(root.elements(forName: "testsuite").first)
        #expect(suite.attribute(forName: "name")?.stringValue == "\"s\" <&>\u{FFFD}")
        #expect(suite.attribute(forName: "skipped")?.stringValue == "1")
        let cases = suite.elements(forName: "testcase")
        #expect(
            cases.map { $0.attribute(forName: "name")?.stringValue } == ["1. Lift <it>", "2. Drop \"it\"", "3. Never"])
        #expect(
            cases.map { $0.attribute(forName: "time")?.stringValue } == ["0.600000", "0.900000", "0.000000"])
        #expect(suite.attribute(forName: "time")?.stringValue == "1.500000")
        let failure = try #require(cases[1].elements(forName: "failure").first)
        #expect(failure.stringValue?.contains("seen instead: \u{FFFD}[0m\u{FFFD}c\nd") == true)
        #expect(failure.attribute(forName: "message")?.stringValue?.contains("c\nd; no ]]> end") == true)
        #expect(cases[2].elements(forName: "skipped").count == 1)
    }

    /// The schema of Jenkins's xUnit plugin allows no other names.
    @Test func junitConformsToTheStrictSchema() throws {
        let broken = RunResult(
            scenario: "s", file: "s.yaml", trace: Self.trace, notReached: Self.notReached, realDuration: 1,
            problem: "no more")
        let unbegun = RunResult(scenario: "s", trace: [], realDuration: 0, problem: "no such client")
        let known: [String: Set<String>] = [
            "testsuites": ["name", "time", "tests", "failures", "errors"],
            "testsuite": ["name", "tests", "failures", "errors", "time", "skipped", "file"],
            "properties": [], "property": ["name", "value"], "testcase": ["name", "time", "classname"],
            "failure": ["type", "message"], "error": ["type", "message"], "skipped": ["type", "message"],
        ]
        let root = try #require(XMLDocument(xmlString: JUnitReport(results: [broken, unbegun]).xml).rootElement())
        let elements = try root.nodes(forXPath: "descendant-or-self::*").compactMap { $0 as? XMLElement }
        #expect(elements.count > 10)
        for element in elements {
            let name = element.name ?? ""
            let attributes = Set((element.attributes ?? []).compactMap(\.name))
            #expect(attributes.isSubset(of: known[name] ?? []), "\(name) has \(attributes)")
            #expect(known[name] != nil, "\(name)")
        }
        let first = try #require(root.nodes(forXPath: "testsuite[2]/testcase[1]").first as? XMLElement)
        #expect(first.attribute(forName: "name")?.stringValue == "The run itself")
    }

    @Test func aRunThatNeverBeganIsAnErrorInJunit() throws {
        let result = RunResult(scenario: "s", trace: [], realDuration: 0, problem: "no such client: <gedit>")
        let root = try #require(XMLDocument(xmlString: JUnitReport(results: [result]).xml).rootElement())
        #expect(root.attribute(forName: "errors")?.stringValue == "1")
        let error = try #require(root.nodes(forXPath: "testsuite/testcase/error").first as? XMLElement)
        #expect(error.attribute(forName: "message")?.stringValue == "no such client: <gedit>")
    }

    @Test func consoleShowsStepsAndFailuresAsPlainLines() {
        #expect(
            consoleLines(.plain, problem: nil) == [
                "✓   1  Lift <it>" + String(repeating: " ", count: 51) + "20 ms",
                "✗   2  Drop \"it\"" + String(repeating: " ", count: 51) + "50 ms",
                "       expected  a & b  (line 7)",
                "       instead   \u{FFFD}[0m\u{FFFD}c d",
                "       expected  no ]]> end  (line 7)",
                "       instead   'x'",
                "",
                "failed  s: 1 of 3 expectations held, 70 ms of scenario time, 2.50 s of real time",
            ])
    }

    @Test func consoleSaysWhyARunWasAborted() {
        let lines = consoleLines(.plain, problem: "client died")
        #expect(lines.contains("       problem  client died  (line 6)"))
        #expect(
            lines.last
                == "broken  s: the run was aborted, 70 ms of scenario time, 2.50 s of real time"
        )
    }

    @Test func aTerminalShowsTheCurrentStep() {
        var written = ""
        var progress = ConsoleProgress(style: .plain, status: { written += $0 }, write: { written += $0 + "\n" })
        for (index, text) in ["Lift", "Drop"].enumerated() {
            let step = TraceEvent.Step(index: index + 1, text: text, line: nil)
            progress.receive(TraceRecord(at: Instant(microseconds: 0), .step(step)))
        }
        let lifted = "✓   1  Lift" + String(repeating: " ", count: 56) + "0 ms\n"
        #expect(written == "…   1  Lift" + "\r\u{1B}[K" + lifted + "…   2  Drop")
    }

    @Test func consoleUsesColoursOnlyWhereAsked() {
        #expect(consoleLines(.plain, problem: nil).allSatisfy { !$0.contains("\u{1B}") })
        #expect(consoleLines(.coloured, problem: nil).first?.hasPrefix("\u{1B}[32m✓\u{1B}[0m") == true)
    }

    @Test(
        arguments: [
            (0, "0 ms"), (499, "0 ms"), (12_400, "12 ms"), (999_499, "999 ms"), (999_500, "1.00 s"),
            (1_836_000, "1.84 s"), (59_994_999, "59.99 s"), (59_995_000, "1 min 0 s"), (125_000_000, "2 min 5 s"),
        ] as [(UInt64, String)])
    func durationsAreShort(_ microseconds: UInt64, text: String) {
        #expect(TimeText.duration(microseconds) == text)
    }

    private func consoleLines(_ style: ConsoleProgress.Style, problem: String?) -> [String] {
        let lines = Lines()
        var console = ConsoleProgress(style: style) { lines.all.append($0) }
        for record in Self.trace { console.receive(record) }
        console.finish(RunResult(scenario: "s", trace: Self.trace, realDuration: 2_500_000, problem: problem))
        return lines.all
    }

    private final class Lines {
        var all: [String] = []
    }

    private static func record(_ time: UInt64, _ event: TraceEvent) -> TraceRecord {
        TraceRecord(at: Instant(microseconds: time), event)
    }

    private static func expectation(_ text: String, _ seen: String?) -> TraceEvent {
        .expectation(
            TraceEvent.Expectation(text: text, outcome: seen.map { .failed(seen: $0) } ?? .held, line: 7))
    }
}
