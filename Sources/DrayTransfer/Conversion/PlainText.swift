// SPDX-License-Identifier: MIT

// Where in a page the reader is, and what leads from one state to the next. The end may come in any of them.
//
//   state     character                         next
//   --------  --------------------------------  --------------------------------------------------------------
//   text      <                                 tag
//             &                                 entity
//   tag       <                                 tag
//             >                                 text, or hidden after <script>, <style>, <title>, …
//   entity    ; or what cannot be in one        text
//   hidden    <                                 tag (hidden stays, until the end tag of what it began with)

/// The text of a page of HTML that comes piece by piece: without tags, scripts and styles, its lines where blocks begin.
struct PlainText {
    private var state = State.text
    /// The element whose content nobody sees.
    private var hidden: String?
    /// Blanks that are written before the next character.
    private var gap = Gap.start

    private enum State {
        case text
        /// Its name so far, and whether it still goes on. A comment ends like a tag, with the next `>`.
        case tag(name: String, isNameOver: Bool)
        case entity(String)
    }

    private enum Gap: Int {
        /// Nothing was written yet.
        case start
        case none
        case blank
        case line
        case paragraph
    }

    private static let unseen: Set<String> = ["script", "style", "title", "template", "noscript"]
    private static let blocks: Set<String> = [
        "address", "article", "blockquote", "body", "dd", "div", "dt", "footer", "form", "header", "li", "main", "nav",
        "section",
        "tr", "td", "th", "option", "figcaption",
    ]
    private static let paragraphs: Set<String> = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "pre", "table", "hr", "figure",
    ]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
        "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
        "raquo": "»", "bull": "•", "middot": "·", "deg": "°", "times": "×", "euro": "€", "pound": "£", "yen": "¥",
        "cent": "¢", "sect": "§", "para": "¶", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
        "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
    ]

    mutating func push(_ scalars: [Unicode.Scalar], isLast: Bool) -> [Unicode.Scalar] {
        var out: [Unicode.Scalar] = []
        for scalar in scalars { take(scalar, &out) }
        if isLast, case .entity(let name) = state { write(name, &out) }
        return out
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ out: inout [Unicode.Scalar]) {
        switch state {
        case .text:
            switch scalar {
            case "<": state = .tag(name: "", isNameOver: false)
            case "&" where hidden == nil: state = .entity("&")
            case " ", "\n", "\t", "\r", "\u{C}", "\u{A0}": widen(.blank)
            default: write(scalar, &out)
            }
        case .tag(let name, let isNameOver):
            if scalar == ">" {
                state = .text
                return ended(name, &out)
            }
            if scalar == "<" {
                // What came before was none.
                state = .tag(name: "", isNameOver: false)
                return
            }
            let goesOn =
                !isNameOver && name.unicodeScalars.count < 16 && (scalar.properties.isAlphabetic || isMark(scalar))
            let longer = goesOn ? name + String(scalar) : name
            state = .tag(name: longer, isNameOver: !goesOn)
        case .entity(let name):
            if scalar == ";" {
                state = .text
                return write(Self.meaning(of: name), &out)
            }
            guard name.unicodeScalars.count < 12, scalar == "#" || scalar.properties.isAlphabetic || isDigit(scalar)
            else {
                state = .text
                write(name, &out)
                return take(scalar, &out)
            }
            state = .entity(name + String(scalar))
        }
    }

    private func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || isDigit(scalar) }
    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private mutating func ended(_ tag: String, _ out: inout [Unicode.Scalar]) {
        let isEnd = tag.hasPrefix("/")
        let name = tag.lowercased().filter { $0 != "/" }
        if let hidden {
            if isEnd, name == hidden { self.hidden = nil }
            return
        }
        if !isEnd, Self.unseen.contains(name) {
            hidden = name
        } else if name == "br" {
            if gap != .start { out.append("\n") }
        } else if Self.paragraphs.contains(name) {
            widen(.paragraph)
        } else if Self.blocks.contains(name) {
            widen(.line)
        }
    }

    private mutating func widen(_ gap: Gap) {
        guard self.gap != .start, gap.rawValue > self.gap.rawValue else { return }
        self.gap = gap
    }

    private mutating func write(_ text: String, _ out: inout [Unicode.Scalar]) {
        for scalar in text.unicodeScalars { write(scalar, &out) }
    }

    private mutating func write(_ scalar: Unicode.Scalar, _ out: inout [Unicode.Scalar]) {
        guard hidden == nil else { return }
        switch gap {
        case .start, .none: break
        case .blank: if out.last != "\n" { out.append(" ") }
        case .line: out.append("\n")
        case .paragraph: out += ["\n", "\n"]
        }
        gap = .none
        out.append(scalar)
    }

    private static func meaning(of name: String) -> String {
        let word = String(name.dropFirst())
        if let scalar = entities[word] { return String(scalar) }
        guard word.hasPrefix("#") else { return name + ";" }
        let digits = word.dropFirst()
        let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { $0 == "\0" ? "\u{FFFD}" : String($0) } ?? "\u{FFFD}"
    }
}
