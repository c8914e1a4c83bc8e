// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

/// The words of a command that have not been parsed yet.
package struct CommandTokens {
    private var words: ArraySlice<String>

    init(_ words: ArraySlice<String>) {
        self.words = words
    }

    /// Splits a line at whitespace. A word in double quotes may contain whitespace; `\"` and `\\` are escapes in it.
    package static func split(_ line: String) throws(ControlMistake) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var characters = line.makeIterator()
        while let character = characters.next() {
            switch character {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case "\\" where isQuoted:
                guard let escaped = characters.next() else { break }
                word = (word ?? "") + (escaped == "n" ? "\n" : String(escaped))
            case " " where !isQuoted, "\t" where !isQuoted, "\r\n" where !isQuoted, "\r" where !isQuoted:
                if let finished = word { words.append(finished) }
                word = nil
            default:
                word = (word ?? "") + String(character)
            }
        }
        if isQuoted { throw ControlMistake(description: "a closing quotation mark is missing") }
        if let word { words.append(word) }
        return words
    }

    /// A line that ``split(_:)`` splits into these words.
    package static func join(_ words: [String]) -> String {
        words.map { word in
            let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || $0 == "\"" }
            guard !isPlain else { return word }
            let escaped = word.map { character in
                switch character {
                case "\"": "\\\""
                case "\\": "\\\\"
                case "\n": "\\n"
                default: String(character)
                }
            }
            return "\"\(escaped.joined())\""
        }
        .joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }
    var first: String? { words.first }

    mutating func next() -> String? { words.popFirst() }

    /// Consumes the next word if it is one of the allowed words.
    mutating func next(amongst allowed: Set<String>) -> String? {
        guard let word = words.first, allowed.contains(word) else { return nil }
        return words.popFirst()
    }

    /// Consumes the next word, unless it is a time or an option `key=`.
    mutating func nextName() -> String? {
        guard let word = words.first, Self.duration(word) == nil, !Self.isKeyed(word) else { return nil }
        return words.popFirst()
    }

    /// Whether a word is an option such as `tolerance=1%`.
    private static func isKeyed(_ word: String) -> Bool {
        guard let key = word.split(separator: "=", omittingEmptySubsequences: false).first, key.count < word.count
        else {
            return false
        }
        return !key.isEmpty && key.allSatisfy { $0.isLowercase && $0.isASCII }
    }

    mutating func next(_ what: String) throws(ControlMistake) -> String {
        guard let word = words.popFirst() else { throw ControlMistake(description: "\(what) is missing") }
        return word
    }

    /// Consumes all remaining words.
    mutating func rest(_ what: String) throws(ControlMistake) -> [String] {
        guard !words.isEmpty else { throw ControlMistake(description: "\(what) is missing") }
        defer { words = [] }
        return Array(words)
    }

    mutating func number(_ what: String) throws(ControlMistake) -> Double {
        let word = try next(what)
        guard let number = Self.number(word) else {
            throw ControlMistake(description: "\(what) is not a number: `\(word)`")
        }
        return number
    }

    mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(ControlMistake) -> Int {
        let word = try next(what)
        guard let number = Int(word), range.contains(number) else {
            throw ControlMistake(
                description: "\(what) must be from \(range.lowerBound) to \(range.upperBound), not `\(word)`")
        }
        return number
    }

    /// A case of an enumeration; the fallback if no word is left.
    mutating func choice<Value>(_ what: String, default fallback: Value? = nil) throws(ControlMistake) -> Value
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        if words.isEmpty, let fallback { return fallback }
        let word = try next(what)
        if let value = Value(rawValue: word) { return value }
        let all = Value.allCases.map(\.rawValue)
        throw ControlMistake(
            description:
                "unknown \(what) `\(word)`\(Suggestion.phrase(for: word, among: all)) (\(all.joined(separator: ", ")))")
    }

    /// Consumes the next word if it is a duration: `300ms`, `1.5s`.
    mutating func duration() -> Duration? {
        guard let word = words.first, let duration = Self.duration(word) else { return nil }
        words = words.dropFirst()
        return duration
    }

    /// Parses a place: `100 200` on the screen; `Window`, `Window center`, `Window 10 20` or `Window 50% 50%` on a
    /// window; `Window name=Photo` for an object with an accessible name. Other words belong to the next argument.
    mutating func place() throws(ControlMistake) -> Place {
        let first = try next("the place")
        if let x = Self.number(first) {
            return .screen(ScreenPoint(x: x, y: try number("y")))
        }
        let window = Located(first, at: Location(1, 1))
        if let word = value(of: "in") {
            guard word == "content" else { throw ControlMistake(description: "`in=` must be content, not `\(word)`") }
            return .content(window, at: try offset() ?? .named(.center))
        }
        if let name = try name() { return .named(name, in: window, at: try anchor()) }
        return .window(window, at: try offset() ?? .named(.center))
    }

    /// Parses `10 20`, `50% 50%` or `top-left`, if present.
    private mutating func offset() throws(ControlMistake) -> Place.Anchor? {
        guard let word = words.first, Self.duration(word) == nil else { return nil }
        if let x = Self.length(word) {
            words = words.dropFirst()
            let word = try next("y")
            guard let y = Self.length(word) else { throw ControlMistake(description: "y is not a distance: `\(word)`") }
            return .offset(x: x, y: y)
        }
        let corners = Place.Corner.allCases.map(\.rawValue)
        if corners.contains(word) { return .named(try choice("place on a window")) }
        // Another window may follow; a lowercase word close to a corner's name is treated as a misspelling.
        guard word == word.lowercased(), Suggestion.nearest(to: word, among: corners) != nil else { return nil }
        return .named(try choice("place on a window"))
    }

    /// Parses all remaining words as places.
    mutating func places() throws(ControlMistake) -> [Place] {
        var places = [try place()]
        while !isEmpty { places.append(try place()) }
        return places
    }

    /// Parses an accessible name: `name=Photo`, optionally with `role=icon` and `number=2`; nil if there is none.
    mutating func name() throws(ControlMistake) -> AccessName? {
        guard let text = value(of: "name") else { return nil }
        guard !text.isEmpty else { throw ControlMistake(description: "`name=` has no name") }
        var name = AccessName(name: Located(text, at: Location(1, 1)))
        if let word = value(of: "role") {
            guard let role = AccessRole(name: word) else {
                let near = Suggestion.phrase(for: word, among: AccessRole.names)
                throw ControlMistake(description: "there is no role `\(word)`\(near)")
            }
            name.role = role
        }
        if let word = value(of: "number") {
            guard let number = Int(word), (1...10_000).contains(number) else {
                throw ControlMistake(description: "`number=` must be from 1 to 10000, not `\(word)`")
            }
            name.number = number
        }
        return name
    }

    /// Parses `at=top-left` or `at=30%,20`: a point on the named object.
    private mutating func anchor() throws(ControlMistake) -> Place.Anchor? {
        guard let word = value(of: "at") else { return nil }
        if let corner = Place.Corner(rawValue: word) { return .named(corner) }
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { Self.length(String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else {
            throw ControlMistake(description: "`at=` must be like top-left or 30%,20, not `\(word)`")
        }
        return .offset(x: x, y: y)
    }

    /// Consumes the value of `key=` if it is next.
    mutating func value(of key: String) -> String? {
        guard let word = words.first, word.hasPrefix(key + "=") else { return nil }
        words = words.dropFirst()
        return String(word.dropFirst(key.count + 1))
    }

    /// Parses a share, `0.5%` or `0.005`, from 0 to 1.
    mutating func share(of key: String) throws(ControlMistake) -> Double? {
        guard let word = value(of: key) else { return nil }
        let share = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
        guard let share, (0...1).contains(share) else {
            throw ControlMistake(description: "`\(key)=` must be a share like 0.5%, not `\(word)`")
        }
        return share
    }

    /// Parses the pressure of a pen, from 0 to 1; nil if no word is left.
    mutating func pressure() throws(ControlMistake) -> Double? {
        guard let word = next() else { return nil }
        guard let pressure = Double(word), (0...1).contains(pressure) else {
            throw ControlMistake(description: "PRESSURE must be from 0 to 1, not `\(word)`")
        }
        return pressure
    }

    /// Parses the optional timeout at the end.
    mutating func timeout(_ usual: Duration) throws(ControlMistake) -> Duration {
        guard let word = words.first else { return usual }
        guard let duration = Self.duration(word) else {
            throw ControlMistake(description: "TIME must be like `300ms` or `1.5s`, not `\(word)`")
        }
        words = words.dropFirst()
        return duration
    }

    private static func number(_ word: String) -> Double? {
        Double(word).flatMap { (-65536...65536).contains($0) ? $0 : nil }
    }

    private static func length(_ word: String) -> Place.Length? {
        if word.hasSuffix("%") { return number(String(word.dropLast())).map { .share($0 / 100) } }
        return number(word).map { .points($0) }
    }

    static func duration(_ word: String) -> Duration? {
        for (unit, milliseconds) in [("ms", 1.0), ("s", 1000)] where word.hasSuffix(unit) {
            guard let number = Double(word.dropLast(unit.count)), (0...3_600_000).contains(number * milliseconds) else {
                return nil
            }
            return .microseconds(Int64(number * milliseconds * 1000))
        }
        return nil
    }
}
