// SPDX-License-Identifier: MIT

/// Where something stands in the scenario file, or in one that it includes.
protocol ScenarioPlace {
    /// From 1; nil where nothing is known.
    var line: Int? { get }
    /// The included file; nil for the scenario's own.
    var file: String? { get }
}

extension ScenarioPlace {
    /// `line 3`, or `line 3 of steps.yaml` in an included file; nil where nothing is known.
    var placeWords: String? { line.map { "line \($0)\(file.map { " of \($0)" } ?? "")" } }
}

extension TraceEvent.Step: ScenarioPlace {}
extension TraceEvent.Expectation: ScenarioPlace {}
extension RunResult.Step: ScenarioPlace {}
extension RunResult.Failure: ScenarioPlace {}
