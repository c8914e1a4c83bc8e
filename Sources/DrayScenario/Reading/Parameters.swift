// SPDX-License-Identifier: MIT

/// The values that `${name}` can stand for: what the file declares, and the combinations of its matrix.
struct Parameters {
    /// In the order of the file, with what was set from outside.
    private(set) var defaults: [Binding] = []
    private(set) var matrix: [(name: String, values: [String])] = []

    /// The keys of `parameters` and `matrix`.
    static let namePattern = "^[A-Za-z_][A-Za-z0-9_-]*$"

    /// The most runs that one file may ask for.
    static let variantLimit = 1000

    /// Reads the two keys of the file that come before all others. `overrides` replaces defaults.
    ///
    /// A default may use the names above it, and the ones that every scenario has.
    init(
        of entries: [SourceNode.Entry], source: SourceText, surroundings: Surroundings,
        overrides: [Binding], diagnostics: inout [Diagnostic]
    ) {
        let given = Self.given(surroundings)
        for entry in Self.entries("parameters", in: entries, &diagnostics) {
            guard Self.isNew(entry.key, given: given, known: defaults.map(\.name), &diagnostics) else { continue }
            let bindings = Self.dictionary(given + defaults)
            let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
            let written = Shape<String>.text.read(entry.value, reading)
            diagnostics += reading.diagnostics
            let override = overrides.last { $0.name == entry.key.value }
            defaults.append(.init(name: entry.key.value, value: override?.value ?? written ?? ""))
        }
        for entry in Self.entries("matrix", in: entries, &diagnostics) {
            let known = defaults.map(\.name) + matrix.map(\.name)
            guard Self.isNew(entry.key, given: given, known: known, &diagnostics) else { continue }
            let bindings = Self.dictionary(given + defaults)
            let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
            let values = Shape<[String]>.list(of: .text, minimum: 1).read(entry.value, reading)
            diagnostics += reading.diagnostics
            Self.report(repeated: values ?? [], in: entry.value, &diagnostics)
            matrix.append((entry.key.value, values ?? [""]))
        }
        for override in overrides where !defaults.contains(where: { $0.name == override.name }) {
            let names = defaults.map(\.name)
            diagnostics.append(
                Diagnostic(
                    "there is no parameter `\(override.name)` to set\(Suggestion.phrase(for: override.name, among: names))",
                    at: entries.first { $0.key.value == "parameters" }?.key.location ?? Location(1, 1),
                    help: names.isEmpty
                        ? "the scenario has no parameters" : "parameters: \(names.joined(separator: ", "))"))
        }
    }

    /// Every combination of the matrix, the last name changing fastest; one empty combination without a matrix.
    var variants: [[Binding]] {
        matrix.reduce([[]]) { variants, axis in
            variants.flatMap { variant in
                axis.values.map { variant + [Binding(name: axis.name, value: $0)] }
            }
        }
    }

    /// All names and values for one combination.
    func bindings(for variant: [Binding], _ surroundings: Surroundings) -> [String: String] {
        Self.dictionary(Self.given(surroundings) + defaults + variant)
    }

    /// Two equal combinations would be the same run twice.
    private static func report(repeated values: [String], in node: SourceNode, _ diagnostics: inout [Diagnostic]) {
        guard case .sequence(let nodes) = node.content, nodes.count == values.count else { return }
        for (index, value) in values.enumerated() where values[..<index].contains(value) {
            diagnostics.append(
                Diagnostic("`\(value)` stands twice", at: nodes[index].location, length: nodes[index].length))
        }
    }

    /// The names that every scenario has.
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

    private static func entries(
        _ key: String, in entries: [SourceNode.Entry], _ diagnostics: inout [Diagnostic]
    ) -> [SourceNode.Entry] {
        guard let entry = entries.first(where: { $0.key.value == key }) else { return [] }
        guard case .mapping(let inner) = entry.value.content else {
            // An empty value is reported with the other keys.
            if case .scalar(let scalar) = entry.value.content, scalar.isNull { return [] }
            diagnostics.append(
                Diagnostic("expected a mapping, found \(entry.value.kind)", at: entry.value.location))
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
                    help: "a name stands in one of `parameters` and `matrix`"))
            return false
        }
        return true
    }
}
