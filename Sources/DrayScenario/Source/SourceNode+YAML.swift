// SPDX-License-Identifier: MIT

import Yams

extension SourceNode {
    /// The most nodes a file may have once its aliases are written out; a file that has more is a mistake or a joke.
    private static let nodeLimit = 100_000

    /// Reads YAML; nil where it could not be read, and then the diagnostics say why.
    ///
    /// The YAML library gives up at the first key that a mapping has twice. To report that one together with everything
    /// else, the first of the two is made unique by one private-use scalar, which moves no column, and the text is read
    /// again.
    static func parse(_ source: SourceText) -> (node: SourceNode?, diagnostics: [Diagnostic]) {
        var renamed: [Location: String] = [:]
        var text = source.text
        while true {
            do {
                guard let root = try Yams.compose(yaml: text) else {
                    return (nil, [Diagnostic("the file is empty", at: Location(1, 1), help: "a scenario has `steps`")])
                }
                var conversion = Conversion(renamed: renamed, remaining: nodeLimit)
                let node = conversion.node(root)
                guard conversion.remaining >= 0 else {
                    let help = "at most \(nodeLimit) values, counting those that aliases stand for"
                    return (nil, [Diagnostic("the file is too large", at: Location(1, 1), help: help)])
                }
                return (node, conversion.diagnostics)
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                let place = Location(context.mark.line, context.mark.column)
                guard renamed[place] == nil, let name = keys.first, let mark = privateUse(renamed.count),
                    let changed = SourceText.replacing(scalarAt: place, by: mark, in: text)
                else {
                    return (nil, [Diagnostic("a key is written twice: `\(keys.joined(separator: "`, `"))`", at: place)])
                }
                renamed[place] = name
                text = changed
            } catch {
                return (nil, [syntaxError(error, in: source)])
            }
        }
    }

    private static func privateUse(_ number: Int) -> Unicode.Scalar? {
        number < 0x1900 ? Unicode.Scalar(0xE000 + UInt32(number)) : nil
    }

    private static func syntaxError(_ error: any Error, in source: SourceText) -> Diagnostic {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let place = min(Location(mark.line, mark.column), max(source.end, Location(1, 1)))
            if let diagnostic = explained(problem, context, at: place, in: source) { return diagnostic }
            let surroundings = context.map { " (\($0.text) that begins in line \($0.mark.line))" } ?? ""
            return Diagnostic("not YAML: \(problem)\(surroundings)", at: place)
        case .reader(let problem, let offset, _, let yaml):
            return Diagnostic("not YAML: \(problem)", at: offset.map { place(of: $0, in: yaml) } ?? Location(1, 1))
        default:
            return Diagnostic("not YAML: \(error)", at: Location(1, 1))
        }
    }

    /// The mistakes that people make most, in words that say what to do.
    private static func explained(
        _ problem: String, _ context: YamlError.Context?, at place: Location, in source: SourceText
    ) -> Diagnostic? {
        let line = Array((source.line(place.line) ?? "").unicodeScalars)
        let rest = line.dropFirst(place.column - 1)
        let beginning = context.map { Location($0.mark.line, $0.mark.column) }
        if problem == "found undefined alias" {
            let word = String(
                String.UnicodeScalarView(rest.dropFirst().prefix { !" \t,]}".unicodeScalars.contains($0) }))
            return Diagnostic(
                "not YAML: there is no anchor `\(word)` for this alias", at: place, length: word.count + 1,
                help: "`&\(word)` stands before a value that is complete above this; quotes make it a text")
        }
        if problem == "found character that cannot start any token", rest.first == "\t" {
            return Diagnostic("not YAML: a tab does not indent", at: place, help: "indent with blanks")
        }
        if problem == "found character that cannot start any token", let character = rest.first {
            return Diagnostic(
                "not YAML: a text cannot begin with `\(character)`", at: place, help: "put the text into quotes")
        }
        if problem == "mapping values are not allowed in this context" {
            return Diagnostic(
                "not YAML: there is a key before this `:` already", at: place,
                help: "put the text into quotes, or begin a new line")
        }
        if problem == "found unexpected end of stream", let beginning {
            return Diagnostic("not YAML: the quotation that begins here has no end", at: beginning)
        }
        if problem.hasPrefix("Maximum nesting level") {
            return Diagnostic("not YAML: too many values inside of one another", at: place)
        }
        if problem.hasPrefix("but found another document") {
            return Diagnostic("a second document begins here", at: place, help: "a file holds one scenario")
        }
        return nil
    }

    /// The place of a character, by its offset from the beginning.
    private static func place(of offset: Int, in text: String) -> Location {
        let before = text.prefix(offset).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return Location(max(1, before.count), (before.last?.count ?? 0) + 1)
    }
}

/// Turns the library's nodes into ours: restores the renamed keys, and reports the keys that stand twice.
private struct Conversion {
    let renamed: [Location: String]
    var remaining: Int
    var diagnostics: [Diagnostic] = []

    mutating func node(_ node: Yams.Node) -> SourceNode? {
        let location = node.mark.map { Location($0.line, $0.column) } ?? Location(1, 1)
        remaining -= 1
        guard remaining >= 0 else { return nil }
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain || scalar.style == .any
            return SourceNode(location: location, content: .scalar(.init(text: scalar.string, isPlain: isPlain)))
        case .sequence(let sequence):
            return SourceNode(location: location, content: .sequence(sequence.compactMap { self.node($0) }))
        case .mapping(let mapping):
            return SourceNode(location: location, content: .mapping(entries(mapping)))
        case .alias:
            // Reading resolves every alias; only a tree that a program made can hold one.
            return nil
        }
    }

    private mutating func entries(_ mapping: Yams.Node.Mapping) -> [SourceNode.Entry] {
        var entries: [SourceNode.Entry] = []
        var first: [String: Location] = [:]
        for (key, value) in mapping {
            let location = key.mark.map { Location($0.line, $0.column) } ?? Location(1, 1)
            guard case .scalar(let scalar) = key else {
                diagnostics.append(Diagnostic("a key has to be a word", at: location))
                continue
            }
            let name = renamed[location] ?? scalar.string
            let value = node(value)
            if let earlier = first[name] {
                diagnostics.append(
                    Diagnostic(
                        "the key `\(name)` is written twice", at: location, length: name.unicodeScalars.count,
                        help: "the first is in line \(earlier.line)"))
                continue
            }
            first[name] = location
            if let value { entries.append(.init(key: Located(name, at: location), value: value)) }
        }
        return entries
    }
}
