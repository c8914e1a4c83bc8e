// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Scenarios that are skipped on some machines.
@Suite struct SkipTests {
    private static let yaml = """
        name: "needs ${program}"
        matrix: {program: [sh, no-such-program]}
        if: {installed: "${program}"}
        clients: {client: {command: ["${program}", -c, "exec sleep 300"]}}
        steps: [say: hello]
        """

    @Test func aSkippedRunIsReportedAndIsNotAFailure() throws {
        let ground = try Playground()
        let file = try ground.write("needs.yaml", Self.yaml)
        let outcome = try ground.dray("run", "-j", "2", "-o", ground.path("run"), file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("skipped  needs no-such-program  no-such-program is not installed"))
        #expect(outcome.output.contains("\n1 of 1 runs passed, 1 skipped\n"))
        let runs = try #require(try ground.results()["runs"] as? [[String: Any]])
        #expect(runs.map { $0["verdict"] as? String } == ["passed", "skipped"])
        #expect(runs.last?["skipped"] as? String == "no-such-program is not installed")
        let folder = try #require(runs.last?["folder"] as? String)
        let page = try String(contentsOfFile: ground.path("run/\(folder)/report.html"), encoding: .utf8)
        #expect(page.contains("Skipped"))
        #expect(page.contains("no-such-program is not installed"))
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        #expect(junit.contains(#"skipped="1""#))
        #expect(junit.contains(#"<skipped message="no-such-program is not installed"/>"#))
    }

    @Test func aSingleRunIsSkippedToo() throws {
        let ground = try Playground()
        let yaml = Self.yaml.replacingOccurrences(of: "sh, ", with: "")
        let outcome = try ground.run(yaml: yaml)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("skipped  needs no-such-program: no-such-program is not installed"))
        #expect(try ground.results()["verdict"] as? String == "skipped")
    }
}
