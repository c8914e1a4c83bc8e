// SPDX-License-Identifier: MIT

internal import DrayCore
import FoundationEssentials

/// A scenario file without mistakes: one scenario, or one for each combination of its matrix.
package struct ScenarioFile: Equatable, Sendable {
    package var scenarios: [Scenario]
    /// The absolute paths of the files and folders that the scenarios depend on, without the scenario file: included
    /// files, fixtures, images.
    package var usedFiles: Set<String> = []

    /// All mistakes in a file and its included files, ordered by line.
    package struct Mistakes: Error, CustomStringConvertible {
        package let source: SourceText
        package let diagnostics: [Diagnostic]
        /// The included files that were read, keyed by their names in diagnostics, and the locations of the `include`
        /// steps.
        package var included: [String: (source: SourceText, place: Location)] = [:]
        /// The known part of ``ScenarioFile/usedFiles``.
        package var usedFiles: Set<String> = []

        /// The maximum number of diagnostics shown. More usually stem from a single repeated mistake.
        private static let shownLimit = 40

        package var description: String {
            let shown = diagnostics.prefix(Self.shownLimit).map(rendered)
            let rest = diagnostics.count - shown.count
            return (shown + (rest > 0 ? ["\(source.name): and \(rest) more"] : [])).joined(separator: "\n\n")
        }

        /// Renders a diagnostic with the chain of including files, innermost first.
        private func rendered(_ diagnostic: Diagnostic) -> String {
            guard let file = diagnostic.location.file, let first = included[file] else {
                return diagnostic.rendered(in: source)
            }
            var text = diagnostic.rendered(in: first.source)
            let margin = String(repeating: " ", count: "\(diagnostic.location.line)".count + 3)
            var place: Location? = first.place
            while let here = place {
                text += "\n\(margin)= included by \(VisibleText.singleLine(here.file ?? source.name)):\(here.line)"
                place = here.file.flatMap { included[$0]?.place }
            }
            return text
        }
    }

    /// The title that distinguishes a run from the other runs of the file: the scenario's name, followed by the matrix
    /// values if several scenarios share the name.
    /// - Parameter index: The index of the scenario.
    package func title(at index: Int) -> String {
        let scenario = scenarios[index]
        guard scenarios.count(where: { $0.name == scenario.name }) > 1, !scenario.variant.isEmpty else {
            return scenario.name
        }
        return "\(scenario.name) (\(scenario.variant.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    }

    /// Reads a file; `runDirectory` is the folder for the run's results.
    /// - Parameter updatesPictures: Whether the run replaces reference images of `compare` that differ and creates
    ///   missing ones.
    package init(
        path: String, runDirectory: String, overrides: [Binding] = [], updatesPictures: Bool = false
    ) throws {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let (source, flaw) = try SourceText.read(path)
        if let flaw { throw Mistakes(source: source, diagnostics: [flaw]) }
        var surroundings = Surroundings(
            scenarioDirectory: url.deletingLastPathComponent().path,
            runDirectory: URL(fileURLWithPath: runDirectory).standardizedFileURL.path,
            searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
            dataFolders: Surroundings.machineDataFolders)
        surroundings.updatesPictures = updatesPictures
        surroundings.scenarioFile = url.path
        try self.init(source, surroundings: surroundings, overrides: overrides)
    }

    /// Reads a scenario from text.
    package init(_ source: SourceText, surroundings: Surroundings, overrides: [Binding] = []) throws(Mistakes) {
        var (root, diagnostics) = SourceNode.parse(source)
        let inclusions = Inclusions()
        var scenarios: [Scenario] = []
        switch root?.content {
        case .mapping(let entries)?:
            scenarios = Self.scenarios(
                from: entries, at: root?.location ?? Location(1, 1), source, surroundings, overrides, inclusions,
                &diagnostics)
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
            var mistakes = Mistakes(source: source, diagnostics: unique.sorted { $0.location < $1.location })
            for (name, file) in inclusions.files {
                mistakes.included[name] = inclusions.places[name].map { (file.source, $0) }
            }
            mistakes.usedFiles = inclusions.paths
            throw mistakes
        }
        self.scenarios = scenarios
        usedFiles = inclusions.paths
    }

    private static func scenarios(
        from entries: [SourceNode.Entry], at location: Location, _ source: SourceText, _ surroundings: Surroundings,
        _ overrides: [Binding], _ inclusions: Inclusions, _ diagnostics: inout [Diagnostic]
    ) -> [Scenario] {
        let parameters = Parameters(
            of: entries, source: source, surroundings: surroundings, overrides: overrides, diagnostics: &diagnostics)
        let root = SourceNode(location: location, content: .mapping(entries))
        let count = parameters.variantCount
        let limit = min(Parameters.variantLimit, max(1, Inclusions.valueLimit / root.valueCount))
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
            let reading = Reading(
                source: source, surroundings: surroundings, bindings: bindings, inclusions: inclusions)
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
