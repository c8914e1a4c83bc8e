// SPDX-License-Identifier: MIT

/// The values of `${name}`: the declared parameters and the combinations of the matrix.
struct Parameters {
    /// The declared parameters in the order of the file, with overrides applied.
    private(set) var defaults: [Binding] = []
    /// The parts of the matrix, each with the same names.
    private(set) var matrix: [[Axis]] = []

    /// A name of the matrix and its values.
    struct Axis {
        let name: String
        let values: [String]
    }

    /// The pattern for the keys of `parameters` and `matrix`.
    static let namePattern = "^[A-Za-z_][A-Za-z0-9_-]*$"

    /// The maximum number of runs of one file.
    static let variantLimit = 1000

    /// Reads `parameters` and `matrix`, which come before all other keys. `overrides` replaces defaults.
    ///
    /// A default may refer to the names above it and to the predefined ones.
    init(
        of entries: [SourceNode.Entry], source: SourceText, surroundings: Surroundings,
        overrides: [Binding], diagnostics: inout [Diagnostic]
    ) {
        let given = Self.given(surroundings)
        let declared = Self.value(of: "parameters", in: entries)
        for entry in declared.map({ Self.entries($0, &diagnostics) }) ?? [] {
            guard Self.isNew(entry.key, given: given, known: defaults.map(\.name), &diagnostics) else { continue }
            let bindings = Self.dictionary(given + defaults)
            let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
            let written = Shape<String>.text.read(entry.value, reading)
            diagnostics += reading.diagnostics
            let override = overrides.last { $0.name == entry.key.value }
            defaults.append(.init(name: entry.key.value, value: override?.value ?? written ?? ""))
        }
        for part in Self.parts(of: entries, &diagnostics) {
            var axes: [Axis] = []
            for entry in Self.entries(part, &diagnostics) {
                let known = defaults.map(\.name) + axes.map(\.name)
                guard Self.isNew(entry.key, given: given, known: known, &diagnostics) else { continue }
                let bindings = Self.dictionary(given + defaults)
                let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
                let values = Shape<[String]>.list(of: .text, minimum: 1).read(entry.value, reading)
                diagnostics += reading.diagnostics
                Self.report(repeated: values ?? [], in: entry.value, &diagnostics)
                axes.append(Axis(name: entry.key.value, values: values ?? [""]))
            }
            add(axes, at: part, &diagnostics)
        }
        for override in overrides where !defaults.contains(where: { $0.name == override.name }) {
            let names = defaults.map(\.name)
            diagnostics.append(
                Diagnostic(
                    "there is no parameter `\(override.name)` to set"
                        + Suggestion.phrase(for: override.name, among: names),
                    at: entries.first { $0.key.value == "parameters" }?.key.location ?? Location(1, 1),
                    help: names.isEmpty
                        ? "the scenario has no parameters" : "parameters: \(names.joined(separator: ", "))"))
        }
    }

    /// All combinations of each part of the matrix, the last name changing fastest; a single empty combination without
    /// a matrix.
    var variants: [[Binding]] {
        matrix.isEmpty ? [[]] : matrix.flatMap(Self.combinations)
    }

    /// The number of ``variants``. They may be too many to make them.
    var variantCount: Double {
        matrix.isEmpty ? 1 : matrix.map { $0.reduce(1.0) { $0 * Double($1.values.count) } }.reduce(0, +)
    }

    private static func combinations(of axes: [Axis]) -> [[Binding]] {
        axes.reduce([[]]) { variants, axis in
            variants.flatMap { variant in
                axis.values.map { variant + [Binding(name: axis.name, value: $0)] }
            }
        }
    }

    /// Adds a part of the matrix. Its names are those of the first part, so that each has a value in every run.
    private mutating func add(_ axes: [Axis], at part: SourceNode, _ diagnostics: inout [Diagnostic]) {
        if let first = matrix.first, Set(first.map(\.name)) != Set(axes.map(\.name)) {
            let names = first.map { "`\($0.name)`" }.joined(separator: ", ")
            diagnostics.append(
                Diagnostic("the names differ from those of the first part", at: part.location, help: "names: \(names)"))
            return
        }
        matrix.append(axes)
        guard matrix.count > 1, variantCount <= Double(Self.variantLimit) else { return }
        var seen: Set<Set<Binding>> = []
        for variant in variants where !seen.insert(Set(variant)).inserted {
            let values = variant.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            diagnostics.append(Diagnostic("a part above has the combination `\(values)` already", at: part.location))
            return
        }
    }

    /// All names and values of one combination.
    func bindings(for variant: [Binding], _ surroundings: Surroundings) -> [String: String] {
        Self.dictionary(Self.given(surroundings) + defaults + variant)
    }

    /// Reports duplicate values, because equal combinations would repeat a run.
    private static func report(repeated values: [String], in node: SourceNode, _ diagnostics: inout [Diagnostic]) {
        guard case .sequence(let nodes) = node.content, nodes.count == values.count else { return }
        for (index, value) in values.enumerated() where values[..<index].contains(value) {
            diagnostics.append(
                Diagnostic("`\(value)` is listed twice", at: nodes[index].location, length: nodes[index].length))
        }
    }

    /// The predefined parameters.
    static func given(_ surroundings: Surroundings) -> [Binding] {
        [
            .init(name: "scenario-dir", value: surroundings.scenarioDirectory),
            .init(name: "run-dir", value: surroundings.runDirectory),
            .init(name: "home", value: surroundings.homeDirectory),
        ]
    }

    static func dictionary(_ bindings: [Binding]) -> [String: String] {
        Dictionary(bindings.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The mappings of the matrix: one, or a list.
    private static func parts(of entries: [SourceNode.Entry], _ diagnostics: inout [Diagnostic]) -> [SourceNode] {
        guard let matrix = value(of: "matrix", in: entries) else { return [] }
        guard case .sequence(let parts) = matrix.content else { return [matrix] }
        if parts.isEmpty {
            diagnostics.append(Diagnostic("expected a list of at least one entry", at: matrix.location))
        }
        return parts
    }

    /// Returns the value of a key; nil also for a null value, which is reported with the other keys.
    private static func value(of key: String, in entries: [SourceNode.Entry]) -> SourceNode? {
        guard let value = entries.first(where: { $0.key.value == key })?.value else { return nil }
        if case .scalar(let scalar) = value.content, scalar.isNull { return nil }
        return value
    }

    private static func entries(_ node: SourceNode, _ diagnostics: inout [Diagnostic]) -> [SourceNode.Entry] {
        guard case .mapping(let inner) = node.content else {
            diagnostics.append(Diagnostic("expected a mapping, found \(node.kind)", at: node.location))
            return []
        }
        return inner
    }

    private static func isNew(
        _ key: Located<String>, given: [Binding], known: [String], _ diagnostics: inout [Diagnostic]
    ) -> Bool {
        let length = key.value.unicodeScalars.count
        let mayBegin = key.value.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } ?? false
        let isName = key.value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        if !mayBegin || !isName {
            diagnostics.append(
                Diagnostic(
                    "`\(key.value)` cannot be the name of a parameter", at: key.location, length: length,
                    help: "a letter, then letters, digits, `_` and `-`"))
            return false
        }
        if given.contains(where: { $0.name == key.value }) {
            diagnostics.append(
                Diagnostic("every scenario has a parameter `\(key.value)`", at: key.location, length: length))
            return false
        }
        if known.contains(key.value) {
            diagnostics.append(
                Diagnostic(
                    "`\(key.value)` is in `parameters` already", at: key.location, length: length,
                    help: "a name can be in `parameters` or in `matrix`, not in both"))
            return false
        }
        return true
    }
}
