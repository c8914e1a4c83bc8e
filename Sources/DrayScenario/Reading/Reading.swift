// SPDX-License-Identifier: MIT

/// One pass over a file with one set of parameter values: collects the diagnostics and the names.
package final class Reading {
    /// The file that is read now.
    private(set) var source: SourceText
    let surroundings: Surroundings
    /// The values that `${name}` stands for in it.
    private(set) var bindings: [String: String]
    /// The folder in which its relative names begin.
    private var folder: String
    /// The files that are being read, each included by the one before it.
    private(set) var chain: [(identity: String, name: String)]
    let inclusions: Inclusions
    private(set) var diagnostics: [Diagnostic] = []
    /// How many bytes more the parameters may add; what is over that is a mistake or a joke.
    private var textLeft = 4 << 20
    private var declared: [Name: [Located<String>]] = [:]
    private var references: [(name: Name, text: Located<String>, length: Int)] = []

    /// What a name in a scenario can name.
    enum Name: String {
        case client, window, output, picture

        /// With its article.
        var words: String {
            switch self {
            case .client, .window, .picture: "a \(rawValue)"
            case .output: "an \(rawValue)"
            }
        }
    }

    /// The first thing that is looked for by what assistive technology calls it.
    private(set) var accessibleName: Located<String>?

    /// There is a desktop portal, which has windows as a client has.
    var hasPortal = false

    /// Why nothing of this is played, so that programs may be missing; nil where it is.
    var skipReason: String?

    init(
        source: SourceText, surroundings: Surroundings, bindings: [String: String],
        inclusions: Inclusions = Inclusions()
    ) {
        self.source = source
        self.surroundings = surroundings
        self.bindings = bindings
        self.inclusions = inclusions
        folder = surroundings.scenarioDirectory
        chain = [(surroundings.scenarioFile.map(Self.identity) ?? "", source.name)]
    }

    /// Reads another file in the midst of this one.
    func within<Value>(
        _ source: SourceText, identity: String, folder: String, _ bindings: [String: String], _ read: () -> Value
    ) -> Value {
        let outer = (self.source, self.folder, self.bindings)
        (self.source, self.folder, self.bindings) = (source, folder, bindings)
        chain.append((identity, source.name))
        defer {
            (self.source, self.folder, self.bindings) = outer
            chain.removeLast()
        }
        return read()
    }

    /// The absolute path of a file or folder that the scenario needs; a relative name begins beside the file that
    /// it stands in.
    func path(of name: String) -> String {
        let path = surroundings.path(of: name, from: folder)
        if !surroundings.isMadeByRun(path) { inclusions.note(path) }
        return path
    }

    func report(_ message: String, at node: SourceNode, help: String? = nil) {
        diagnostics.append(Diagnostic(message, at: node.location, length: node.length, help: help))
    }

    func report(_ message: String, key: Located<String>, help: String? = nil) {
        let length = key.value.unicodeScalars.count
        diagnostics.append(Diagnostic(message, at: key.location, length: length, help: help))
    }

    func report(_ message: String, at location: Location, help: String? = nil) {
        diagnostics.append(Diagnostic(message, at: location, help: help))
    }

    /// Adds to the help of what was reported last, if that is about a node.
    func amendLast(at node: SourceNode, _ help: String) {
        guard let last = diagnostics.indices.last, diagnostics[last].location == node.location else { return }
        diagnostics[last].help = [diagnostics[last].help, help].compactMap { $0 }.joined(separator: "; ")
    }

    func report(_ diagnostics: [Diagnostic]) {
        self.diagnostics += diagnostics
    }

    /// Something has a name now; reports that another of its kind has it already, and answers false then.
    func declare(_ kind: Name, _ name: Located<String>) -> Bool {
        if let earlier = declared[kind, default: []].first(where: { $0.value == name.value }) {
            report(
                "two \(kind.rawValue)s are called `\(name.value)`", key: name,
                help: "the first is in \(earlier.location.words)")
            return false
        }
        declared[kind, default: []].append(name)
        return true
    }

    /// A file that says nothing of outputs has one.
    func declareUsualOutput() {
        if declared[.output] == nil { declared[.output] = [Located(Output().name, at: Location(1, 1))] }
    }

    /// Something is looked for by what assistive technology calls it.
    func useAccessibility(for name: Located<String>) { accessibleName = accessibleName ?? name }

    /// A name is used here; it may be declared further down.
    func refer(to kind: Name, _ text: Located<String>, length: Int) {
        references.append((kind, text, length))
    }

    /// Reports every name that nothing has, once everything is read.
    func resolveReferences() {
        for (kind, text, length) in references {
            let known = declared[kind, default: []].map(\.value)
            guard !known.contains(text.value) else { continue }
            let suggestion = Suggestion.phrase(for: text.value, among: known)
            diagnostics.append(
                Diagnostic(
                    "there is no \(kind.rawValue) `\(text.value)`\(suggestion)", at: text.location, length: length,
                    help: known.isEmpty
                        ? "the scenario has no \(kind.rawValue)s"
                        : "\(kind.rawValue)s: \(known.joined(separator: ", "))"
                ))
        }
    }

    /// The text of a scalar with its parameters filled in; nil (and a diagnostic) where one does not exist.
    func text(of scalar: SourceNode.Scalar, in node: SourceNode) -> String? {
        var result = ""
        var rest = scalar.text[...]
        var isComplete = true
        var searchFrom = node.location
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                result += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
                let name = String(rest[rest.index(dollar, offsetBy: 2)..<end])
                let written = "${\(name)}"
                let place = source.firstPlace(of: written, from: searchFrom) ?? node.location
                searchFrom = source.location(place.line, place.column + 1)
                if let value = bindings[name] {
                    textLeft -= value.utf8.count
                    guard textLeft >= 0 else {
                        report("the parameters make this text too large", at: node)
                        return nil
                    }
                    result += value
                } else {
                    isComplete = false
                    diagnostics.append(
                        Diagnostic(
                            "there is no parameter `\(name)`\(Suggestion.phrase(for: name, among: bindings.keys.sorted()))",
                            at: place, length: written.unicodeScalars.count,
                            help: "parameters: \(bindings.keys.sorted().joined(separator: ", "))"))
                }
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("${") {
                let place = source.firstPlace(of: "${", from: searchFrom) ?? node.location
                diagnostics.append(
                    Diagnostic(
                        "there is no `}` to this `${`", at: place, length: 2,
                        help: "`${name}`, or `$${` for the characters themselves"))
                return nil
            } else {
                result += "$"
                rest = rest.dropFirst()
            }
        }
        result += rest
        guard isComplete else { return nil }
        if result.unicodeScalars.contains("\0") {
            report("a text cannot hold the character of the number 0", at: node)
            return nil
        }
        return result
    }
}
