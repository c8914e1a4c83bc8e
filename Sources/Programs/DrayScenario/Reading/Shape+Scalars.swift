// SPDX-License-Identifier: MIT

// The syntax of single values: texts, numbers, times, enumerations, files and references to names.

extension Shape {
    /// A scalar parsed from its text; if `parse` returns nil, the diagnostic names what was `expected`.
    static func scalar(
        _ schema: Schema, expected: String, help: String? = nil, quotable: Bool = true,
        _ parse: @escaping @Sendable (String) -> Value?
    ) -> Shape {
        Shape(schema: { schema }) { node, reading in
            guard case .scalar(let scalar) = node.content, !scalar.isNull else {
                reading.report("expected \(expected), found \(node.kind)", at: node, help: help)
                return nil
            }
            guard let text = reading.text(of: scalar, in: node) else { return nil }
            // A quoted number is a text, unless it is the result of a parameter.
            let mayBe = quotable || scalar.isPlain || scalar.text.contains("${")
            guard mayBe, let value = parse(text) else {
                let shown = text == scalar.text ? node.kind : "`\(text)`"
                reading.report("expected \(expected), found \(shown)", at: node, help: help)
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == String {
    /// Any text, with parameters expanded.
    static var text: Shape { .scalar(.text(pattern: nil), expected: "a text") { $0 } }

    /// A word that is also a valid file name: letters, digits, `.`, `_` and `-`.
    static var fileWord: Shape {
        .scalar(
            .word(pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]*$"), expected: "a word",
            help: "letters, digits, `.`, `_` and `-`"
        ) { text in
            let isWord = text.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
                default: false
                }
            }
            return isWord && !text.isEmpty && !text.hasPrefix(".") && !text.hasPrefix("-") ? text : nil
        }
    }

    /// A nonempty one-line text for display.
    static var words: Shape {
        text.checked { text, node, reading in
            let isEmpty = text.allSatisfy(\.isWhitespace)
            if !isEmpty, text.count <= 300 { return text }
            reading.report(
                isEmpty ? "this text is empty" : "this text is too long", at: node, help: "up to 300 characters")
            return nil
        }
    }

    /// A MIME type or one of X11's legacy target names for text: `text/plain;charset=utf-8`, `UTF8_STRING`.
    static var mimeType: Shape {
        .scalar(
            .text(pattern: "^[^/ ]+/[^/ ]+( ?;.*)?$|^[A-Z][A-Z0-9_]*$"), expected: "a MIME type",
            help: "like `text/plain`"
        ) { text in
            let type = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
            let parts = type.split(separator: "/", omittingEmptySubsequences: false)
            let isOldName =
                text.first?.isUppercase == true
                && text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
            let isType = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !type.dropLast().contains(" ")
            return !text.isEmpty && (isOldName || isType) ? text : nil
        }
    }

    /// A regular expression; it must compile.
    static var pattern: Shape {
        text.checked { text, node, reading in
            guard let mistake = TextMatch.mistake(inPattern: text) else { return text }
            reading.report("not a regular expression: \(mistake)", at: node)
            return nil
        }
    }

    /// A file that must exist, as an absolute path; a file that the run itself creates may be missing.
    static func file(_ what: String) -> Shape {
        text.checked { text, node, reading in
            let path = reading.path(of: text)
            if reading.surroundings.fileExists(path) || reading.surroundings.isMadeByRun(path) { return path }
            reading.report("there is no \(what) `\(text)`", at: node, help: "looked for \(path)")
            return nil
        }
    }
}

extension Shape where Value == Located<String> {
    /// A reference to a name declared in the scenario.
    static func reference(to kind: Reading.Name) -> Shape {
        Shape<String>.scalar(.text(pattern: nil), expected: "the name of \(kind.words)") { $0 }
            .checked { text, node, reading in
                let reference = Located(text, at: node.location)
                reading.refer(to: kind, reference, length: node.length)
                return reference
            }
    }
}

extension Shape where Value == Bool {
    static var truth: Shape {
        .scalar(.truth, expected: "`true` or `false`", quotable: false) { text in
            switch text {
            case "true": true
            case "false": false
            default: nil
            }
        }
    }
}

extension Shape where Value == Int {
    static func integer(in range: ClosedRange<Int>) -> Shape {
        .scalar(
            .integer(range), expected: "a whole number", help: "from \(range.lowerBound) to \(range.upperBound)",
            quotable: false
        ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension Shape where Value == Double {
    static func number(in range: ClosedRange<Double>) -> Shape {
        .scalar(
            .number(range), expected: "a number", help: "from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
            quotable: false
        ) { text in Double(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }

    /// A share of a whole, as a percentage: `0.5%` is 0.005.
    static var percentage: Shape {
        .scalar(
            .text(pattern: "^[0-9]+(\\.[0-9]+)?%$"), expected: "a percentage", help: "from `0%` to `100%`, like `0.5%`"
        ) { text in
            guard text.hasSuffix("%"), let number = decimal(text.dropLast()), (0...100).contains(number) else {
                return nil
            }
            return number / 100
        }
    }
}

extension Shape where Value == Duration {
    /// A duration such as `300ms`, `1.5s` or `2min`, exact to the microsecond.
    static var duration: Shape {
        .scalar(
            .text(pattern: "^[0-9]+(\\.[0-9]+)?(ms|s|min)$"), expected: "a duration",
            help: "a number and `ms`, `s` or `min`, a day at most: `300ms`, `1.5s`"
        ) { text in
            let day = 86_400e6
            for (unit, microseconds) in [("ms", 1e3), ("min", 6e7), ("s", 1e6)] where text.hasSuffix(unit) {
                guard let number = decimal(text.dropLast(unit.count)), number * microseconds <= day else { return nil }
                return .microseconds(Int64((number * microseconds).rounded()))
            }
            return nil
        }
    }
}

extension Shape where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// A case of an enumeration.
    static var word: Shape {
        let words = Value.allCases.map(\.rawValue)
        return Shape(schema: { .choice(words) }) { node, reading in
            let help = "allowed: \(words.joined(separator: ", "))"
            guard case .scalar(let scalar) = node.content, !scalar.isNull else {
                reading.report("expected one word, found \(node.kind)", at: node, help: help)
                return nil
            }
            guard let text = reading.text(of: scalar, in: node) else { return nil }
            if let value = Value(rawValue: text) { return value }
            reading.report("unknown word `\(text)`\(Suggestion.phrase(for: text, among: words))", at: node, help: help)
            return nil
        }
    }
}

/// Parses a plain decimal number such as `12` or `0.5`; exponents, signs and special values are rejected.
private func decimal(_ text: Substring) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    return isPlain ? Double(text) : nil
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
