// SPDX-License-Identifier: MIT

/// What the shelf takes of a contact: the name and the e-mail address, and nothing else of the card (HIG-37).
struct Contact: Equatable {
    var name: String
    /// The e-mail address: the one that the card prefers, else its first; nil where there is none.
    var email: String?

    /// Reads the first contact of a vCard (RFC 6350, and the versions before it); nil where it has no name.
    init?(card: String) {
        var name: String?
        var email: (address: String, rank: Int)?
        lines: for line in Self.unfold(card) {
            guard let colon = Self.endOfName(in: line) else { continue }
            // `item1.EMAIL;TYPE=home`: a group before the name, parameters behind it.
            let head = line[..<colon].prefix { $0 != ";" }.split(separator: ".").last?.uppercased() ?? ""
            let value = line[line.index(after: colon)...]
            switch head {
            case "FN" where name == nil: name = Self.unescape(value)
            case "EMAIL":
                let address = Self.unescape(value)
                let rank = Self.rank(of: line[..<colon])
                if !address.isEmpty, rank < email?.rank ?? .max { email = (address, rank) }
            // Only the first contact of several.
            case "END": break lines
            default: break
            }
        }
        guard let name, !name.isEmpty else { return nil }
        self.name = name
        self.email = email?.address
    }

    /// As it is written on an item.
    var text: StyledText {
        var text = StyledText(name, .bold)
        if let email { text.append("\n" + email, []) }
        return text
    }

    /// Joins the lines that were folded: those that begin with white space go on with the line before.
    private static func unfold(_ card: String) -> [String] {
        var lines: [String] = []
        for line in card.split(whereSeparator: \.isNewline) {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }

    /// The colon before the value; one inside quotes belongs to a parameter.
    private static func endOfName(in line: String) -> String.Index? {
        var isQuoted = false
        return line.indices.first { index in
            if line[index] == "\"" { isQuoted.toggle() }
            return line[index] == ":" && !isQuoted
        }
    }

    /// How much the card likes a value, less is more: 1 to 100 as `PREF` says (RFC 6350), 1 for `TYPE=PREF` (RFC 2426),
    /// 101 where it says nothing.
    private static func rank(of head: Substring) -> Int {
        var rank = 101
        for parameter in head.uppercased().split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            let values = parts.last?.split(whereSeparator: { $0 == "," || $0 == "\"" }) ?? []
            switch parts.first {
            case "PREF" where parts.count == 2: rank = min(rank, values.first.flatMap { Int($0) } ?? rank)
            case "TYPE", "PREF": if values.contains("PREF") { rank = min(rank, 1) }
            default: break
            }
        }
        return rank
    }

    /// A value, with `\n`, `\,`, `\;` and `\\` replaced by what they stand for, and without the blanks around it.
    private static func unescape(_ value: Substring) -> String {
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                text.append(character == "n" || character == "N" ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
