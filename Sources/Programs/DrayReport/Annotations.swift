// SPDX-License-Identifier: MIT

/// Failures as GitHub annotations on lines of a file.
package struct Annotations {
    private let results: [RunResult]
    private let paths: RepositoryPaths?

    /// - Parameter paths: The mapping of file paths; nil leaves them unchanged.
    package init(_ results: [RunResult], _ paths: RepositoryPaths? = nil) {
        self.results = results
        self.paths = paths
    }

    /// Workflow commands for standard output, one per line.
    package var commands: [String] {
        results.flatMap { result -> [String] in
            guard !result.verdict.isGood else {
                guard result.isFlaky else { return [] }
                return [command("warning", result, nil, "flaky: passed at attempt \(result.attempts)")]
            }
            let failures = result.failures.map {
                command("error", result, $0, "expected: \($0.expected)\nseen instead: \($0.seen)")
            }
            guard let problem = result.problem else { return failures }
            let step = result.steps.first { $0.outcome.isBroken }
            return failures + [command("error", result, step, problem)]
        }
    }

    private func command(_ kind: String, _ result: RunResult, _ place: (any ScenarioPlace)?, _ message: String)
        -> String
    {
        let properties = [
            (place?.file ?? result.file).map { "file=\(Self.escaped(paths?.path($0) ?? $0, isProperty: true))" },
            place?.line.map { "line=\($0)" },
            "title=\(Self.escaped(result.scenario, isProperty: true))",
        ]
        let list = properties.compactMap { $0 }.joined(separator: ",")
        return "::\(kind) \(list)::\(Self.escaped(message, isProperty: false))"
    }

    /// Escapes a value. A line break would end the command, a colon or a comma a property.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            default: scalar.value < 32 || scalar.value == 127 ? "" : String(scalar)
            }
        }
        .joined()
    }
}
