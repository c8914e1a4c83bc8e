// SPDX-License-Identifier: MIT

/// One pass over a file with one set of parameter values; collects diagnostics and names.
package final class Reading {
    /// The file being read.
    private(set) var source: SourceText
    let surroundings: Surroundings
    /// The values of `${name}` in the current file.
    private(set) var bindings: [String: String]
    /// The folder that the current file's relative paths start from.
    private var folder: String
    /// The stack of files being read, each included by its predecessor.
    private(set) var chain: [(identity: String, name: String)]
    let inclusions: Inclusions
    private(set) var diagnostics: [Diagnostic] = []
    /// The number of bytes that parameter expansion may still add.
    private var textLeft = 4 << 20
    private var declared: [Name: [Located<String>]] = [:]
    private var references: [(name: Name, text: Located<String>, length: Int)] = []

    /// The kinds of things that have names in a scenario.
    enum Name: String {
        case client, window, output, picture

        /// The kind with its indefinite article.
        var words: String {
            switch self {
            case .client, .window, .picture: "a \(rawValue)"
            case .output: "an \(rawValue)"
            }
        }
    }

    /// The first reference to an object by its accessible name.
    private(set) var accessibleName: Located<String>?

    /// Whether there is a desktop portal, which can have windows like a client.
    var hasPortal = false

    /// The reason why the scenario is skipped, so that its programs may be missing; nil if it is not skipped.
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

    /// Runs `read` with another file as the current one.
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

    /// The absolute path of a file or folder that the scenario needs. A relative path starts from the folder of the
    /// file that contains it.
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

    /// Appends to the help of the last diagnostic if it is about a node.
    func amendLast(at node: SourceNode, _ help: String) {
        guard let last = diagnostics.indices.last, diagnostics[last].location == node.location else { return }
        diagnostics[last].help = [diagnostics[last].help, help].compactMap { $0 }.joined(separator: "; ")
    }

    func report(_ diagnostics: [Diagnostic]) {
        self.diagnostics += diagnostics
    }

    /// Declares a name. If another object of the same kind has it, reports that and returns false.
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

    /// Declares the default output of a file that declares none.
    func declareUsualOutput() {
        if declared[.output] == nil { declared[.output] = [Located(Output().name, at: Location(1, 1))] }
    }

    /// Records a reference to an object by its accessible name.
    func useAccessibility(for name: Located<String>) { accessibleName = accessibleName ?? name }

    /// Records a reference to a name, which may be declared further down.
    func refer(to kind: Name, _ text: Located<String>, length: Int) {
        references.append((kind, text, length))
    }

    /// Reports all references to undeclared names, once everything is read.
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

    /// The text of a scalar with its parameters expanded; nil, with a diagnostic, if a parameter does not exist.
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
                            "there is no parameter `\(name)`"
                                + Suggestion.phrase(for: name, among: bindings.keys.sorted()),
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
            report("a text cannot contain a NUL character", at: node)
            return nil
        }
        return result
    }
}
