// SPDX-License-Identifier: MIT

/// What the shelf takes of a contact: the name and the address, and nothing else of the card (HIG-37).
struct Contact: Equatable {
    var name: String
    /// Street, town and so on, in the order of the card; empty where there is none.
    var address: [String] = []

    /// Reads the first contact of a vCard (RFC 6350, and the versions before it); nil where it has no name.
    init?(card: String) {
        var name: String?
        var address: [String]?
        lines: for line in Self.unfold(card) {
            guard let colon = Self.endOfName(in: line) else { continue }
            // `item1.ADR;TYPE=home`: a group before the name, parameters behind it.
            let head = line[..<colon].prefix { $0 != ";" }.split(separator: ".").last?.uppercased() ?? ""
            let value = line[line.index(after: colon)...]
            switch head {
            case "FN" where name == nil: name = Self.fields(of: value, separator: nil).first
            case "ADR" where address == nil: address = Self.fields(of: value, separator: ";").filter { !$0.isEmpty }
            // Only the first contact of several.
            case "END": break lines
            default: break
            }
        }
        guard let name, !name.isEmpty else { return nil }
        self.name = name
        self.address = address ?? []
    }

    /// As it is written on an item.
    var text: StyledText {
        var text = StyledText(name, .bold)
        if !address.isEmpty { text.append("\n" + address.joined(separator: ", "), []) }
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

    /// The parts of a value, with `\n`, `\,`, `\;` and `\\` replaced by what they stand for.
    private static func fields(of value: Substring, separator: Character?) -> [String] {
        var fields = [""]
        var isEscaped = false
        for character in value {
            if isEscaped {
                fields[fields.count - 1].append(character == "n" || character == "N" ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == separator {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}
