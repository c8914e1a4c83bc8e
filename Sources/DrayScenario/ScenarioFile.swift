// SPDX-License-Identifier: MIT

internal import DrayCore
import FoundationEssentials

/// A scenario file that has no mistakes: one scenario, or one for every combination of its matrix.
package struct ScenarioFile: Equatable, Sendable {
    package var scenarios: [Scenario]
    /// Absolute paths of the files and folders that it is made of beside its own: included files, fixtures, pictures.
    package var usedFiles: Set<String> = []

    /// Everything that is wrong with a file and with those that it includes, in the order of their lines.
    package struct Mistakes: Error, CustomStringConvertible {
        package let source: SourceText
        package let diagnostics: [Diagnostic]
        /// The included files that were read, by the names that diagnostics have for them, and where that was asked for.
        package var included: [String: (source: SourceText, place: Location)] = [:]
        /// What ``ScenarioFile/usedFiles`` would be, as far as it is known.
        package var usedFiles: Set<String> = []

        /// More than these are seldom more than one mistake, made again and again.
        private static let shownLimit = 40

        package var description: String {
            let shown = diagnostics.prefix(Self.shownLimit).map(rendered)
            let rest = diagnostics.count - shown.count
            return (shown + (rest > 0 ? ["\(source.name): and \(rest) more"] : [])).joined(separator: "\n\n")
        }

        /// With the places that have included the file, the nearest first.
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

    /// Reads a text.
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
        let count = parameters.matrix.reduce(1.0) { $0 * Double($1.values.count) }
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
