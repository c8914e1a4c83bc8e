// SPDX-License-Identifier: MIT

/// A modifier of the keyboard, by meaning and never by key.
package enum Modifier: String, CaseIterable, Sendable {
    case shift, ctrl, alt, logo

    /// The keys of a mapping that names combinations: `ctrl+shift`.
    package static let combinationPattern = "^(shift|ctrl|alt|logo)([+](shift|ctrl|alt|logo))*$"

    /// A combination such as `ctrl+shift`; reports what is not one.
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
                reading.report("`\(word)` stands twice in `\(text.value)`", key: text)
                return nil
            }
        }
        return result
    }
}
