// SPDX-License-Identifier: MIT

/// A value of JSON, to be written.
enum JSON {
    case null
    case string(String)
    case number(Int)
    case truth(Bool)
    case array([JSON])
    /// In the order in which the members are written.
    case object([(String, JSON)])

    static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
    /// Half points are left out.
    static func number(_ value: Double) -> JSON { .number(Int(value.rounded())) }

    static func rectangle(_ rectangle: Rectangle) -> JSON {
        .array(
            [rectangle.origin.x, rectangle.origin.y, rectangle.size.width, rectangle.size.height].map { number($0) })
    }

    var text: String {
        switch self {
        case .null: "null"
        case .string(let text): Self.quote(text)
        case .number(let number): "\(number)"
        case .truth(let truth): truth ? "true" : "false"
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { Self.quote($0) + ": " + $1.text }.joined(separator: ", ") + "}"
        }
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.isHidden:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    /// Whether it is a control, a separator of lines or invisible: some readers end a line at it.
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
