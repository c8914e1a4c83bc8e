// SPDX-License-Identifier: MIT

import FoundationEssentials

/// A scenario file that has no mistakes: one scenario, or one for every combination of its matrix.
package struct ScenarioFile: Equatable, Sendable {
    package var scenarios: [Scenario]

    /// Everything that is wrong with a file, in the order of its lines.
    package struct Mistakes: Error, CustomStringConvertible {
        package let source: SourceText
        package let diagnostics: [Diagnostic]

        /// More than these are seldom more than one mistake, made again and again.
        private static let shownLimit = 40

        package var description: String {
            let shown = diagnostics.prefix(Self.shownLimit).map { $0.rendered(in: source) }
            let rest = diagnostics.count - shown.count
            return (shown + (rest > 0 ? ["\(source.name): and \(rest) more"] : [])).joined(separator: "\n\n")
        }
    }

    /// What tells a run from the others of the file: the scenario's name, and the values of the matrix where the names do
    /// not differ.
    /// - Parameter index: which of the scenarios.
    package func title(at index: Int) -> String {
        let scenario = scenarios[index]
        guard scenarios.count(where: { $0.name == scenario.name }) > 1, !scenario.variant.isEmpty else {
            return scenario.name
        }
        return "\(scenario.name) (\(scenario.variant.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    }

    /// Reads a file; `runDirectory` is where the run will put its results.
    /// - Parameter updatesPictures: the run replaces pictures of `compare` that differ, and makes those that are missing.
    package init(
        path: String, runDirectory: String, overrides: [Scenario.Binding] = [], updatesPictures: Bool = false
    ) throws {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let (source, flaw) = try SourceText.read(path)
        if let flaw { throw Mistakes(source: source, diagnostics: [flaw]) }
        var surroundings = Surroundings(
            scenarioDirectory: url.deletingLastPathComponent().path,
            runDirectory: URL(fileURLWithPath: runDirectory).standardizedFileURL.path,
            searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
            dataFolders: Self.dataFolders)
        surroundings.updatesPictures = updatesPictures
        try self.init(source, surroundings: surroundings, overrides: overrides)
    }

    private static var dataFolders: [String] {
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"]?.split(separator: ":").map(String.init) ?? []
        return folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders
    }

    /// Reads a text.
    package init(_ source: SourceText, surroundings: Surroundings, overrides: [Scenario.Binding] = []) throws(Mistakes)
    {
        var (root, diagnostics) = SourceNode.parse(source)
        var scenarios: [Scenario] = []
        switch root?.content {
        case .mapping(let entries)?:
            scenarios = Self.scenarios(
                from: entries, at: root?.location ?? Location(1, 1), source, surroundings, overrides, &diagnostics)
        case .scalar, .sequence:
            if diagnostics.isEmpty, let root {
                diagnostics.append(
                    Diagnostic("expected a mapping, found \(root.kind)", at: root.location, help: "`name:`, `steps:`"))
            }
        case nil:
            break
        }
        guard diagnostics.isEmpty else {
            var seen: Set<Diagnostic> = []
            let unique = diagnostics.filter { seen.insert($0).inserted }
            throw Mistakes(source: source, diagnostics: unique.sorted { $0.location < $1.location })
        }
        self.scenarios = scenarios
    }

    private static func scenarios(
        from entries: [SourceNode.Entry], at location: Location, _ source: SourceText, _ surroundings: Surroundings,
        _ overrides: [Scenario.Binding], _ diagnostics: inout [Diagnostic]
    ) -> [Scenario] {
        let parameters = Parameters(
            of: entries, source: source, surroundings: surroundings, overrides: overrides, diagnostics: &diagnostics)
        let root = SourceNode(location: location, content: .mapping(entries))
        let count = parameters.matrix.reduce(1.0) { $0 * Double($1.values.count) }
        let limit = min(Parameters.variantLimit, max(1, Parameters.valueLimit / root.valueCount))
        guard count <= Double(limit) else {
            diagnostics.append(
                Diagnostic(
                    "the matrix has too many combinations",
                    at: entries.first { $0.key.value == "matrix" }?.key.location ?? location, length: 6,
                    help: "at most \(limit), and there are \(Int(count))"))
            return []
        }
        var scenarios: [Scenario] = []
        for variant in parameters.variants {
            let bindings = parameters.bindings(for: variant, surroundings)
            let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
            let scenario = Scenario.shape.read(root, reading)
            reading.resolveReferences()
            diagnostics += reading.diagnostics
            guard var scenario else { continue }
            scenario.variant = variant
            scenarios.append(scenario)
        }
        return scenarios
    }
}
