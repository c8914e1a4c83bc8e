// SPDX-License-Identifier: MIT

// Builds nodes with locations from libyaml's events. Aliases are expanded here, which is where a small file can grow
// exponentially.

extension SourceNode {
    /// The maximum number of nodes after alias expansion.
    fileprivate static let nodeLimit = 100_000
    /// The maximum nesting depth.
    fileprivate static let depthLimit = 200

    /// Parses YAML; the node is nil if parsing failed, and the diagnostics say why.
    static func parse(_ source: SourceText) -> (node: SourceNode?, diagnostics: [Diagnostic]) {
        var composer = Composer(source)
        do throws(Composer.Failure) {
            guard let root = try composer.document() else {
                return (nil, [Diagnostic("the file is empty", at: source.start, help: "a scenario has `steps`")])
            }
            return (root, composer.diagnostics)
        } catch {
            switch error {
            case .syntax(let failure): return (nil, [syntaxError(failure, in: source)])
            case .other(let diagnostic): return (nil, [diagnostic])
            }
        }
    }

    private static func syntaxError(_ failure: YAMLParser.Failure, in source: SourceText) -> Diagnostic {
        let place = min(failure.location, max(source.end, source.start))
        if let diagnostic = explained(failure, at: place, in: source) { return diagnostic }
        let context = failure.context.map { " (\($0.text) that begins in line \($0.location.line))" } ?? ""
        return Diagnostic("not YAML: \(failure.problem)\(context)", at: place)
    }

    /// Replaces libyaml's message for the most common mistakes by one that says what to do.
    private static func explained(
        _ failure: YAMLParser.Failure, at place: Location, in source: SourceText
    ) -> Diagnostic? {
        let line = Array((source.line(place.line) ?? "").unicodeScalars)
        let rest = line.dropFirst(place.column - 1)
        if failure.problem == "found character that cannot start any token", rest.first == "\t" {
            return Diagnostic("not YAML: a tab does not indent", at: place, help: "indent with blanks")
        }
        if failure.problem == "found character that cannot start any token", let character = rest.first {
            return Diagnostic(
                "not YAML: a text cannot begin with `\(character)`", at: place, help: "put the text into quotes")
        }
        if failure.problem == "mapping values are not allowed in this context" {
            return Diagnostic(
                "not YAML: there is a key before this `:` already", at: place,
                help: "put the text into quotes, or begin a new line")
        }
        if failure.problem == "found unexpected end of stream", let context = failure.context {
            return Diagnostic("not YAML: the quotation that begins here has no end", at: context.location)
        }
        return nil
    }
}

/// Builds nodes from the parser's events, expands aliases and reports duplicate keys.
private struct Composer {
    private let parser: YAMLParser
    private let start: Location
    private(set) var diagnostics: [Diagnostic] = []
    /// Completed anchored values, and the number of nodes in each.
    private var anchors: [String: (node: SourceNode, count: Int)] = [:]
    /// The number of nodes so far, with aliases expanded.
    private var count = 0
    private var depth = 0

    enum Failure: Error {
        case syntax(YAMLParser.Failure)
        /// Valid YAML that a scenario cannot use.
        case other(Diagnostic)
    }

    init(_ source: SourceText) {
        parser = YAMLParser(source)
        start = source.start
    }

    /// The only document of the text; nil if there is none.
    mutating func document() throws(Failure) -> SourceNode? {
        _ = try next()  // Stream start.
        guard case .documentStart = try next().content else { return nil }
        let root = try node(next())
        _ = try next()  // Document end.
        let after = try next()
        guard case .streamEnd = after.content else {
            throw .other(
                Diagnostic("a second document begins here", at: after.location, help: "a file holds one scenario"))
        }
        return root
    }

    private func next() throws(Failure) -> YAMLParser.Event {
        do throws(YAMLParser.Failure) { return try parser.next() } catch { throw .syntax(error) }
    }

    private mutating func node(_ event: YAMLParser.Event) throws(Failure) -> SourceNode {
        let before = count
        try add(1)
        let content: SourceNode.Content
        let name: String?
        switch event.content {
        case .scalar(let text, let isPlain, let anchor):
            content = .scalar(.init(text: text, isPlain: isPlain))
            name = anchor
        case .sequenceStart(let anchor):
            content = try nested(at: event.location) { composer throws(Failure) in .sequence(try composer.sequence()) }
            name = anchor
        case .mappingStart(let anchor):
            content = try nested(at: event.location) { composer throws(Failure) in .mapping(try composer.mapping()) }
            name = anchor
        case .alias(let name):
            guard let anchored = anchors[name] else {
                throw .other(
                    Diagnostic(
                        "not YAML: there is no anchor `\(name)` for this alias", at: event.location,
                        length: name.unicodeScalars.count + 1,
                        help: "`&\(name)` must precede a complete value above this; quotes make it a text"))
            }
            try add(anchored.count - 1)
            return anchored.node
        case .sequenceEnd, .mappingEnd, .documentStart, .documentEnd, .streamStart, .streamEnd:
            // libyaml's grammar provides a value at every call.
            throw .other(Diagnostic("not YAML: a value is missing", at: event.location))
        }
        let node = SourceNode(location: event.location, content: content)
        if let name { anchors[name] = (node, count - before) }
        return node
    }

    private mutating func sequence() throws(Failure) -> [SourceNode] {
        var nodes: [SourceNode] = []
        while true {
            let event = try next()
            if case .sequenceEnd = event.content { return nodes }
            nodes.append(try node(event))
        }
    }

    private mutating func mapping() throws(Failure) -> [SourceNode.Entry] {
        var entries: [SourceNode.Entry] = []
        var first: [String: Location] = [:]
        while true {
            let event = try next()
            if case .mappingEnd = event.content { return entries }
            let key = try node(event)
            let value = try node(next())
            guard case .scalar(let scalar) = key.content else {
                diagnostics.append(Diagnostic("a key has to be a word", at: key.location))
                continue
            }
            let name = scalar.text
            if let earlier = first[name] {
                diagnostics.append(
                    Diagnostic(
                        "the key `\(name)` is written twice", at: key.location, length: name.unicodeScalars.count,
                        help: "the first is in line \(earlier.line)"))
                continue
            }
            first[name] = key.location
            entries.append(.init(key: Located(name, at: key.location), value: value))
        }
    }

    private mutating func nested(
        at location: Location, _ read: (inout Composer) throws(Failure) -> SourceNode.Content
    ) throws(Failure) -> SourceNode.Content {
        depth += 1
        defer { depth -= 1 }
        guard depth <= SourceNode.depthLimit else {
            throw .other(Diagnostic("not YAML: values are nested too deeply", at: location))
        }
        return try read(&self)
    }

    private mutating func add(_ nodes: Int) throws(Failure) {
        count += nodes
        guard count <= SourceNode.nodeLimit else {
            let help = "at most \(SourceNode.nodeLimit) values, with aliases expanded"
            throw .other(Diagnostic("the file is too large", at: start, help: help))
        }
    }
}
