// SPDX-License-Identifier: MIT

/// Something that a person calls by its name: in any window, or in one.
public struct NameQuery: Hashable, Sendable {
    /// What its application calls it; nil for the window itself.
    public var name: String?
    /// What it is, if that matters.
    public var role: AccessRole?
    /// The title of the window that it is in, or a part of that.
    public var window: String?
    /// Which of several, 1 for the nearest; nil where there is one.
    public var number: Int?

    public init(name: String? = nil, role: AccessRole? = nil, window: String? = nil, number: Int? = nil) {
        self.name = name
        self.role = role
        self.window = window
        self.number = number
    }

    /// As a person reads it: `the icon “Photo” in “Album”`.
    public var words: String {
        var words = name.map(\.quoted) ?? "the window"
        if name != nil, let role { words = "the \(role.name) \(words)" }
        if let number { words += " number \(number)" }
        guard let window else { return words }
        return name == nil ? "\(words) \(window.quoted)" : "\(words) in \(window.quoted)"
    }
}

/// "Drag Photo to Mail": what is dragged, and where to.
public struct NamedDragRequest: Hashable, Sendable {
    public var source: NameQuery
    public var target: NameQuery

    public init(from source: NameQuery, to target: NameQuery) {
        self.source = source
        self.target = target
    }

    /// Why words are no request.
    public struct Mistake: Error, Equatable, Sendable {
        public let words: String
    }

    /// How it is written: what is dragged first, and where to with a `to` before it.
    public static let usage =
        "--name NAME [--role ROLE] [--window TITLE] [--number N] --to NAME [--to-role ROLE] [--to-window TITLE] [--to-number N]"

    /// Reads options: `name`, `role`, `window` and `number` of what is dragged, `to`, `to-role`, `to-window` and `to-number` of
    /// where to. Without `to` that is the window itself.
    public init(options: [(name: String, value: String)]) throws(Mistake) {
        var (source, target) = (NameQuery(), NameQuery())
        for (option, value) in options {
            switch option {
            case "name": source.name = value
            case "to": target.name = value
            case "role": source.role = try Self.role(value)
            case "to-role": target.role = try Self.role(value)
            case "window": source.window = value
            case "to-window": target.window = value
            case "number": source.number = try Self.number(value)
            case "to-number": target.number = try Self.number(value)
            default: throw Mistake(words: "unknown option `\(option)`; usage: \(Self.usage)")
            }
            guard !value.isEmpty else { throw Mistake(words: "`\(option)` is empty") }
        }
        guard source.name != nil else { throw Mistake(words: "what is dragged is missing: `name`") }
        guard target.name != nil || target.window != nil else {
            throw Mistake(words: "where to is missing: `to`, or `to-window`")
        }
        self.init(from: source, to: target)
    }

    /// Its options, each as `NAME=VALUE`, with tabs between them: how it goes through a socket.
    public var fields: String {
        let options: [(String, String?)] = [
            ("name", source.name), ("role", source.role?.name), ("window", source.window),
            ("number", source.number.map(String.init)), ("to", target.name), ("to-role", target.role?.name),
            ("to-window", target.window), ("to-number", target.number.map(String.init)),
        ]
        return options.compactMap { name, value in value.map { "\(name)=\($0.inOneField)" } }.joined(separator: "\t")
    }

    /// Reads ``fields``.
    public init(fields: some StringProtocol) throws(Mistake) {
        var options: [(name: String, value: String)] = []
        for field in fields.split(separator: "\t") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Mistake(words: "`\(field)` has no value") }
            options.append((String(parts[0]), String(parts[1])))
        }
        try self.init(options: options)
    }

    private static func role(_ text: String) throws(Mistake) -> AccessRole {
        guard let role = AccessRole(name: text) else {
            throw Mistake(words: "there is no role `\(text)`; such as icon, push button, list item, table cell")
        }
        return role
    }

    private static func number(_ text: String) throws(Mistake) -> Int {
        guard let number = Int(text), (1...10_000).contains(number) else {
            throw Mistake(words: "a number has to be 1 to 10000, not `\(text)`")
        }
        return number
    }
}

extension String {
    /// A name or title that an application gives, in quotation marks of a sentence.
    var quoted: String { "“\(VisibleText.quotable(self, to: 100))”" }

    /// Tabs and ends of lines have a meaning of their own there, and no name is told by them.
    fileprivate var inOneField: String { String(map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
}
