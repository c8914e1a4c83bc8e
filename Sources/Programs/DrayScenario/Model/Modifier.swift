// SPDX-License-Identifier: MIT

/// A keyboard modifier, independent of the key that produces it.
package enum Modifier: String, CaseIterable, Sendable {
    case shift, ctrl, alt, logo

    /// The pattern for modifier combinations as keys of a mapping: `ctrl+shift`.
    package static let combinationPattern = "^(shift|ctrl|alt|logo)([+](shift|ctrl|alt|logo))*$"

    /// Parses a combination such as `ctrl+shift`; reports an invalid one.
    package static func combination(_ text: Located<String>, _ reading: Reading) -> Set<Modifier>? {
        let words = text.value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        var result: Set<Modifier> = []
        for word in words {
            guard let modifier = Modifier(rawValue: word) else {
                let names = allCases.map(\.rawValue)
                reading.report(
                    "unknown modifier `\(word)`\(Suggestion.phrase(for: word, among: names))", key: text,
                    help: "allowed: \(names.joined(separator: ", ")), joined by `+`")
                return nil
            }
            guard result.insert(modifier).inserted else {
                reading.report("`\(word)` is listed twice in `\(text.value)`", key: text)
                return nil
            }
        }
        return result
    }
}
