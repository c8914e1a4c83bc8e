// SPDX-License-Identifier: MIT

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

    /// `100 200` on the screen; `Window`, `Window center`, `Window 10 20` or `Window 50% 50%` on a window.
    mutating func place() throws(ControlMistake) -> Place {
        let first = try next("the place")
        if let x = Self.number(first) {
            return .screen(ScreenPoint(x: x, y: try number("y")))
        }
        let window = Located(first, at: Location(1, 1))
        guard let word = words.first, Self.duration(word) == nil else { return .window(window, at: .named(.center)) }
        if let x = Self.length(word) {
            words = words.dropFirst()
            let word = try next("y")
            guard let y = Self.length(word) else { throw ControlMistake(description: "y is no distance: `\(word)`") }
            return .window(window, at: .offset(x: x, y: y))
        }
        return .window(window, at: .named(try choice("place on a window")))
    }

    private static func number(_ word: String) -> Double? {
        Double(word).flatMap { (-65536...65536).contains($0) ? $0 : nil }
    }

    private static func length(_ word: String) -> Place.Length? {
        if word.hasSuffix("%") { return number(String(word.dropLast())).map { .share($0 / 100) } }
        return number(word).map { .points($0) }
    }

    private static func duration(_ word: String) -> Duration? {
        for (unit, milliseconds) in [("ms", 1.0), ("s", 1000)] where word.hasSuffix(unit) {
            guard let number = Double(word.dropLast(unit.count)), (0...3_600_000).contains(number * milliseconds) else {
                return nil
            }
            return .microseconds(Int64(number * milliseconds * 1000))
        }
        return nil
    }
}
