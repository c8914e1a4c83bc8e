// SPDX-License-Identifier: MIT

/// A query for an object by its name, in any window or in one.
public struct NameQuery: Hashable, Sendable {
    /// The name from its application; nil for the window itself.
    public var name: String?
    /// The role, or nil for any.
    public var role: AccessRole?
    /// The title of the window, or a part of it.
    public var window: String?
    /// The number among several objects, 1 for the nearest; nil requires a single one.
    public var number: Int?

    public init(name: String? = nil, role: AccessRole? = nil, window: String? = nil, number: Int? = nil) {
        self.name = name
        self.role = role
        self.window = window
        self.number = number
    }

    /// The query as a phrase: `the icon “Photo” in “Album”`.
    public var words: String {
        var words = name.map(\.quoted) ?? "the window"
        if name != nil, let role { words = "the \(role.name) \(words)" }
        if let number { words += " number \(number)" }
        guard let window else { return words }
        return name == nil ? "\(words) \(window.quoted)" : "\(words) in \(window.quoted)"
    }
}

/// A drag by name, such as "drag Photo to Mail": the source and the target.
public struct NamedDragRequest: Hashable, Sendable {
    public var source: NameQuery
    public var target: NameQuery

    public init(from source: NameQuery, to target: NameQuery) {
        self.source = source
        self.target = target
    }

    /// The reason why options are not a valid request.
    public struct Mistake: Error, Equatable, Sendable {
        public let words: String
    }

    /// The syntax of the options: those of the source, then those of the target with the prefix `to`.
    public static let usage =
        "--name NAME [--role ROLE] [--window TITLE] [--number N] "
        + "--to NAME [--to-role ROLE] [--to-window TITLE] [--to-number N]"

    /// Parses options: `name`, `role`, `window` and `number` for the source; `to`, `to-role`, `to-window` and
    /// `to-number` for the target. Without `to`, the target is the window itself.
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
        guard source.name != nil else { throw Mistake(words: "the source is missing: `name`") }
        guard target.name != nil || target.window != nil else {
            throw Mistake(words: "the target is missing: `to` or `to-window`")
        }
        self.init(from: source, to: target)
    }

    /// The options, each as `NAME=VALUE`, separated by tabs: the form for sockets.
    public var fields: String {
        let options: [(String, String?)] = [
            ("name", source.name), ("role", source.role?.name), ("window", source.window),
            ("number", source.number.map(String.init)), ("to", target.name), ("to-role", target.role?.name),
            ("to-window", target.window), ("to-number", target.number.map(String.init)),
        ]
        return options.compactMap { name, value in value.map { "\(name)=\($0.inOneField)" } }.joined(separator: "\t")
    }

    /// Parses ``fields``.
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
            throw Mistake(words: "there is no role `\(text)`; for example icon, push button, list item, table cell")
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
    /// The text, which is a name or title from an application, in quotation marks.
    var quoted: String { "“\(VisibleText.quotable(self, to: 100))”" }

    /// The text without tabs and line ends, which separate fields and are not significant in names.
    fileprivate var inOneField: String { String(map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
}
