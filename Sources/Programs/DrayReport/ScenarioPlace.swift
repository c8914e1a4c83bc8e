// SPDX-License-Identifier: MIT

/// A location in the scenario file or in an included file.
protocol ScenarioPlace {
    /// The line, from 1; nil if unknown.
    var line: Int? { get }
    /// The included file; nil for the scenario file itself.
    var file: String? { get }
}

extension ScenarioPlace {
    /// The text `line 3`, or `line 3 of steps.yaml` in an included file; nil if the line is unknown.
    var placeWords: String? { line.map { "line \($0)\(file.map { " of \($0)" } ?? "")" } }
}

extension TraceEvent.Step: ScenarioPlace {}
extension TraceEvent.Expectation: ScenarioPlace {}
extension RunResult.Step: ScenarioPlace {}
extension RunResult.Failure: ScenarioPlace {}
