// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayReport

/// Failures as a GitLab report.
@Suite struct CodeQualityTests {
    private func result(
        _ outcome: RunResult.Outcome, scenario: String = "a", file: String? = "x.yaml", problem: String? = nil
    ) -> RunResult {
        RunResult(
            scenario: scenario, file: file, virtualDuration: 0, realDuration: 0, versions: [:],
            steps: [.init(index: 1, text: "do", line: 7, start: 0, duration: 0, held: 0, outcome: outcome)],
            problem: problem)
    }

    private func entries(_ results: [RunResult]) throws -> [NSDictionary] {
        try #require(try JSONSerialization.jsonObject(with: CodeQuality(results).json()) as? [NSDictionary])
    }

    @Test func eachFailureHasItsLocation() throws {
        let failed = result(
            .failed([.init(expected: "copy", seen: "none", line: 9), .init(expected: "plus", seen: "none", line: 10)]))
        let entries = try entries([failed])
        #expect(
            entries.map { $0["description"] as? String } == [
                "a: expected: copy; seen instead: none", "a: expected: plus; seen instead: none",
            ])
        #expect(entries.map { $0["severity"] as? String } == ["major", "major"])
        #expect(entries.map { ($0["location"] as? NSDictionary)?["path"] as? String } == ["x.yaml", "x.yaml"])
        let lines = entries.map { (($0["location"] as? NSDictionary)?["lines"] as? NSDictionary)?["begin"] as? Int }
        #expect(lines == [9, 10])
        let prints = entries.compactMap { $0["fingerprint"] as? String }
        #expect(Set(prints).count == 2 && prints.allSatisfy { $0.count == 16 })
    }

    /// A merge request shows failures that are new compared with another branch, so equal failures need equal
    /// fingerprints.
    @Test func fingerprintsDoNotDependOnTheActualState() throws {
        let one = try entries([result(.failed([.init(expected: "copy", seen: "none", line: 9)]))])
        let two = try entries([result(.failed([.init(expected: "copy", seen: "move", line: 9)]))])
        let other = try entries([result(.failed([.init(expected: "copy", seen: "none", line: 9)]), scenario: "b")])
        #expect(one[0]["fingerprint"] as? String == two[0]["fingerprint"] as? String)
        #expect(one[0]["fingerprint"] as? String != other[0]["fingerprint"] as? String)
    }

    @Test func aBrokenRunIsCriticalAndAFlakyOneMinor() throws {
        var flaky = result(.passed)
        #expect(try entries([flaky, result(.passed, file: nil)]).isEmpty)
        flaky.attempts = 2
        let broken = result(.broken(reason: "gone", failures: []), problem: "gone")
        #expect(try entries([flaky, broken]).map { $0["severity"] as? String } == ["minor", "critical"])
    }
}
