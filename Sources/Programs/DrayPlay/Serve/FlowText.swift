// SPDX-License-Identifier: MIT

import DrayCore

/// A YAML value in flow style: `{move: {to: {window: notes, at: [10, 20]}}}`.
indirect enum FlowText {
    case text(String)
    case number(Double)
    case truth(Bool)
    case list([FlowText])
    case map([(key: String, value: FlowText)])

    var yaml: String {
        switch self {
        case .text(let text): Self.scalar(text)
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\((number * 1000).rounded() / 1000)"
        case .truth(let truth): truth ? "true" : "false"
        case .list(let items): "[\(items.map(\.yaml).joined(separator: ", "))]"
        case .map(let entries): "{\(entries.map { "\($0.key): \($0.value.yaml)" }.joined(separator: ", "))}"
        }
    }

    /// A scalar that a scenario reads as exactly this text, quoted if necessary.
    static func scalar(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", "%": true
            default: false
            }
        }
        let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let mayBegin = text.first.map { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "_" } ?? false
        if isPlain, mayBegin, !words.contains(text.lowercased()) { return text }
        var quoted = ""
        for scalar in text.replacing("${", with: "$${").unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // YAML has line breaks besides U+000A, and forbids raw control characters.
            case _ where scalar.isHidden:
                let digits = String(scalar.value, radix: 16)
                let (mark, length) = digits.count > 4 ? ("U", 8) : ("u", 4)
                quoted += "\\\(mark)" + String(repeating: "0", count: length - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}

extension FlowText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: FlowText...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, FlowText)...) { self = .map(elements.map { (key: $0.0, value: $0.1) }) }

    /// A duration in the notation of scenarios.
    static func duration(_ duration: Duration) -> FlowText {
        let milliseconds = Double(duration.microseconds) / 1000
        return .text("\(FlowText.number(milliseconds).yaml)ms")
    }
}
