// SPDX-License-Identifier: MIT

/// Reads the text and the style out of HTML that another application has dragged here.
///
/// This takes in anything, since anything may come: what it does not know it passes over, but keeps the text in it.
struct HTMLReader {
    private var rest: Substring.UnicodeScalarView
    private var text = StyledText()
    /// How many elements of each style are open.
    private var open: [StyledText.Style.RawValue: Int] = [:]
    /// White space has been read that is written only if more text follows.
    private var space = Space.none

    private enum Space: Equatable {
        case none
        /// Between two words; its style counts where it is underlined.
        case word(StyledText.Style)
        case line
    }

    private init(_ html: String) {
        rest = Substring(html).unicodeScalars
    }

    static func read(_ html: String) -> StyledText {
        var reader = HTMLReader(html)
        reader.read()
        return reader.text
    }

    // MARK: Reading

    private mutating func read() {
        while let scalar = rest.first {
            switch scalar {
            case "<": readTag()
            case "&": readReference()
            case " ", "\t", "\n", "\r", "\u{c}":
                rest.removeFirst()
                if space == .none { space = .word(style) }
            default:
                rest.removeFirst()
                write(String(Character(scalar)))
            }
        }
    }

    private mutating func readTag() {
        if rest.starts(with: "<!--".unicodeScalars) {
            rest.removeFirst(4)
            return skip(past: "-->")
        }
        let tag = rest.prefix { $0 != ">" }
        let inner = Substring(tag.dropFirst())
        let isEnd = inner.first == "/"
        let name = inner.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        guard tag.endIndex < rest.endIndex, !name.isEmpty || inner.first == "!" || inner.first == "?" else {
            // A lone `<` is text.
            rest.removeFirst()
            return write("<")
        }
        rest = rest[tag.endIndex...].dropFirst()
        switch name {
        case "b", "strong": isEnd ? close(.bold) : begin(.bold)
        case "i", "em": isEnd ? close(.italic) : begin(.italic)
        case "u": isEnd ? close(.underline) : begin(.underline)
        case "br", "p", "div", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table", "blockquote": space = .line
        // Nothing in these is text.
        case "head", "style", "script", "title": if !isEnd { skip(past: "</\(name)>") }
        default: break
        }
    }

    /// `&amp;`, `&#65;`, `&#x41;`
    private mutating func readReference() {
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
        let isEnded = name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
        guard isEnded, let character = Self.character(named: String(name)) else {
            rest.removeFirst()
            return write("&")
        }
        rest = rest[name.endIndex...].dropFirst()
        write(character)
    }

    private static func character(named name: String) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{a0}"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    /// Passes over everything up to `end`, and over `end` too.
    private mutating func skip(past end: String) {
        let end = Array(end.unicodeScalars)
        while !rest.isEmpty {
            let isEnd = rest.prefix(end.count).elementsEqual(end) { $0.properties.lowercaseMapping == String($1) }
            rest.removeFirst(isEnd ? end.count : 1)
            if isEnd { return }
        }
    }

    // MARK: Writing

    private var style: StyledText.Style {
        open.filter { $0.value > 0 }.reduce(into: []) { $0.insert(StyledText.Style(rawValue: $1.key)) }
    }

    private mutating func begin(_ style: StyledText.Style) { open[style.rawValue, default: 0] += 1 }

    private mutating func close(_ style: StyledText.Style) {
        open[style.rawValue] = max((open[style.rawValue] ?? 0) - 1, 0)
    }

    private mutating func write(_ character: String) {
        if !text.isEmpty {
            switch space {
            case .none: break
            case .word(let style): text.append(" ", style)
            case .line: text.append("\n", style)
            }
        }
        space = .none
        text.append(character, style)
    }
}
