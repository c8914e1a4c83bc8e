// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

/// The words of a command that have not been read yet.
package struct ControlWords {
    private var words: ArraySlice<String>

    init(_ words: ArraySlice<String>) {
        self.words = words
    }

    /// Splits a line at its blanks. A word in double quotes may hold blanks; in it `\"` and `\\` stand for themselves.
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
        if isQuoted { throw ControlMistake(description: "a quotation mark has no partner") }
        if let word { words.append(word) }
        return words
    }

    /// One line that ``split(_:)`` turns into these words.
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

    /// The next word, where it is one of these.
    mutating func next(amongst allowed: Set<String>) -> String? {
        guard let word = words.first, allowed.contains(word) else { return nil }
        return words.popFirst()
    }

    /// The next word, unless it is a time or says what it is for by `key=`.
    mutating func nextName() -> String? {
        guard let word = words.first, Self.duration(word) == nil, !Self.isKeyed(word) else { return nil }
        return words.popFirst()
    }

    /// Whether a word is like `tolerance=1%`.
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

    /// All that is left.
    mutating func rest(_ what: String) throws(ControlMistake) -> [String] {
        guard !words.isEmpty else { throw ControlMistake(description: "\(what) is missing") }
        defer { words = [] }
        return Array(words)
    }

    mutating func number(_ what: String) throws(ControlMistake) -> Double {
        let word = try next(what)
        guard let number = Self.number(word) else {
            throw ControlMistake(description: "\(what) is no number: `\(word)`")
        }
        return number
    }

    mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(ControlMistake) -> Int {
        let word = try next(what)
        guard let number = Int(word), range.contains(number) else {
            throw ControlMistake(
                description: "\(what) has to be \(range.lowerBound) to \(range.upperBound), not `\(word)`")
        }
        return number
    }

    /// One of the words of an enumeration; the first of them if nothing is left and `isOptional`.
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

    /// A duration, where the next word is one: `300ms`, `1.5s`.
    mutating func duration() -> Duration? {
        guard let word = words.first, let duration = Self.duration(word) else { return nil }
        words = words.dropFirst()
        return duration
    }

    /// `100 200` on the screen; `Window`, `Window center`, `Window 10 20` or `Window 50% 50%` on a window; `Window name=Photo` is
    /// what the application of a window calls so. What is none of these belongs to what follows the place.
    mutating func place() throws(ControlMistake) -> Place {
        let first = try next("the place")
        if let x = Self.number(first) {
            return .screen(ScreenPoint(x: x, y: try number("y")))
        }
        let window = Located(first, at: Location(1, 1))
        if let word = value(of: "in") {
            guard word == "content" else { throw ControlMistake(description: "`in=` has to be content, not `\(word)`") }
            return .content(window, at: try offset() ?? .named(.center))
        }
        if let name = try name() { return .named(name, in: window, at: try anchor()) }
        return .window(window, at: try offset() ?? .named(.center))
    }

    /// `10 20`, `50% 50%` or `top-left`, where that comes next.
    private mutating func offset() throws(ControlMistake) -> Place.Anchor? {
        guard let word = words.first, Self.duration(word) == nil else { return nil }
        if let x = Self.length(word) {
            words = words.dropFirst()
            let word = try next("y")
            guard let y = Self.length(word) else { throw ControlMistake(description: "y is no distance: `\(word)`") }
            return .offset(x: x, y: y)
        }
        let corners = Place.Corner.allCases.map(\.rawValue)
        if corners.contains(word) { return .named(try choice("place on a window")) }
        // Another window may come next, but hardly one that is called so.
        guard word == word.lowercased(), Suggestion.nearest(to: word, among: corners) != nil else { return nil }
        return .named(try choice("place on a window"))
    }

    /// All that is left, as places.
    mutating func places() throws(ControlMistake) -> [Place] {
        var places = [try place()]
        while !isEmpty { places.append(try place()) }
        return places
    }

    /// What is called so: `name=Photo`, and where wanted `role=icon` and `number=2`; nil where the next word is none of these.
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
                throw ControlMistake(description: "`number=` has to be 1 to 10000, not `\(word)`")
            }
            name.number = number
        }
        return name
    }

    /// `at=top-left` or `at=30%,20`: a place on what was named.
    private mutating func anchor() throws(ControlMistake) -> Place.Anchor? {
        guard let word = value(of: "at") else { return nil }
        if let corner = Place.Corner(rawValue: word) { return .named(corner) }
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { Self.length(String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else {
            throw ControlMistake(description: "`at=` has to be like top-left or 30%,20, not `\(word)`")
        }
        return .offset(x: x, y: y)
    }

    /// What stands behind `key=`, where the next word is that.
    mutating func value(of key: String) -> String? {
        guard let word = words.first, word.hasPrefix(key + "=") else { return nil }
        words = words.dropFirst()
        return String(word.dropFirst(key.count + 1))
    }

    /// A share of something, `0.5%` or `0.005`, from 0 to 1.
    mutating func share(of key: String) throws(ControlMistake) -> Double? {
        guard let word = value(of: key) else { return nil }
        let share = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
        guard let share, (0...1).contains(share) else {
            throw ControlMistake(description: "`\(key)=` has to be a share like 0.5%, not `\(word)`")
        }
        return share
    }

    /// How hard a pen presses, 0 to 1; nil where nothing is left.
    mutating func pressure() throws(ControlMistake) -> Double? {
        guard let word = next() else { return nil }
        guard let pressure = Double(word), (0...1).contains(pressure) else {
            throw ControlMistake(description: "PRESSURE has to be 0 to 1, not `\(word)`")
        }
        return pressure
    }

    /// How long something may take, where the last word says so.
    mutating func patience(_ usual: Duration) throws(ControlMistake) -> Duration {
        guard let word = words.first else { return usual }
        guard let duration = Self.duration(word) else {
            throw ControlMistake(description: "TIME has to be like `300ms` or `1.5s`, not `\(word)`")
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
