// SPDX-License-Identifier: MIT

/// A condition on a text.
package enum TextMatch: Equatable, Sendable {
    case equals(String)
    case contains(String)
    /// A regular expression that matches anywhere in the text, with the syntax of PCRE2. It compiled when the scenario
    /// was read, so compiling it again cannot fail.
    case matches(String)

    package func holds(for text: String) -> Bool {
        switch self {
        case .equals(let expected): text == expected
        case .contains(let part): text.contains(part)
        case .matches(let pattern):
            (try? RegularExpression(pattern))?.isFound(in: text) ?? false
        }
    }
}

extension TextMatch {
    /// The mistake in a regular expression; nil if it is valid.
    package static func mistake(inPattern text: String) -> String? {
        do throws(RegularExpression.Mistake) {
            _ = try RegularExpression(text)
            return nil
        } catch { return error.text }
    }

    /// A substring, `{matches: …}` or `{equals: …}`.
    static let shape = Shape<TextMatch>.scalar(
        Shape<String>.text.map { .contains($0) },
        or: .choice([
            Case("matches", "A regular expression that matches anywhere in it.", .pattern, TextMatch.matches),
            Case("equals", "The whole text.", Shape<String>.text, TextMatch.equals),
        ])
    )
    .named("text")

    /// The whole text, or `{matches: …}`.
    static let wholeShape = Shape<TextMatch>.scalar(
        Shape<String>.text.map { .equals($0) },
        or: .choice([Case("matches", "A regular expression that matches anywhere in it.", .pattern, TextMatch.matches)])
    )
    .named("whole text")
}
