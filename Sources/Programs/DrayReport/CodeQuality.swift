// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// Failures as a GitLab "Code Quality" report, which merge requests show next to lines of files.
package struct CodeQuality {
    /// The conventional file name in the folder of the runs.
    package static let fileName = "gl-code-quality-report.json"

    private let results: [RunResult]
    private let paths: RepositoryPaths?

    /// - Parameter paths: The mapping of file paths; nil leaves them unchanged.
    package init(_ results: [RunResult], _ paths: RepositoryPaths? = nil) {
        self.results = results
        self.paths = paths
    }

    /// A reported issue. GitLab treats entries with the same fingerprint as the same issue, within a report and across
    /// branches.
    private struct Entry: Encodable {
        var description: String
        var checkName: String
        var fingerprint: String
        var severity: Severity
        var location: Location

        enum Severity: String, Encodable {
            case minor, major, critical
        }

        struct Location: Encodable {
            var path: String
            var lines: Lines
        }

        struct Lines: Encodable {
            var begin: Int
        }

        private enum CodingKeys: String, CodingKey {
            case description, checkName = "check_name", fingerprint, severity, location
        }
    }

    /// The file's content, a JSON array. Runs without a file are left out, because GitLab requires a location for every
    /// entry.
    package func json() throws -> Data {
        Data(try JSONText.write(results.flatMap(entries), isIndented: true).utf8)
    }

    private func entries(of result: RunResult) -> [Entry] {
        guard let file = result.file else { return [] }
        func entry(_ check: String, _ severity: Entry.Severity, _ place: (any ScenarioPlace)?, _ message: String)
            -> Entry
        {
            let named = place?.file ?? file
            let (path, line) = (paths?.path(named) ?? named, place?.line)
            return Entry(
                description: "\(result.scenario): \(message)", checkName: check,
                fingerprint: Self.fingerprint([check, path, result.scenario, "\(line ?? 0)"]), severity: severity,
                location: .init(path: path, lines: .init(begin: line ?? 1)))
        }
        guard !result.verdict.isGood else {
            guard result.isFlaky else { return [] }
            return [entry("flaky", .minor, nil, "passed at attempt \(result.attempts)")]
        }
        let failures = result.failures.map {
            entry("expectation", .major, $0, "expected: \($0.expected); seen instead: \($0.seen)")
        }
        guard let problem = result.problem else { return failures }
        let step = result.steps.first { $0.outcome.isBroken }
        return failures + [entry("broken", .critical, step, problem)]
    }

    /// The 64-bit FNV-1a hash, which is stable across processes and machines.
    private static func fingerprint(_ parts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in parts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
