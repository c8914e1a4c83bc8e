// SPDX-License-Identifier: MIT

/// How a text has to be.
package enum TextMatch: Equatable, Sendable {
    case equals(String)
    case contains(String)
    /// A regular expression that is found somewhere in it; it was compiled once, so it can be compiled again.
    case matches(String)

    /// - Parameter isInterrupted: asked now and then in a long search; once it says yes, the answer is no.
    package func holds(for text: String, isInterrupted: @escaping () -> Bool = { false }) -> Bool {
        switch self {
        case .equals(let expected): text == expected
        case .contains(let part): text.contains(part)
        case .matches(let pattern):
            (try? Pattern(pattern))?.isFound(in: text, isInterrupted: isInterrupted) ?? false
        }
    }
}

extension TextMatch {
    /// What is wrong with a regular expression; nil if nothing is.
    package static func mistake(inPattern text: String) -> String? {
        do throws(Pattern.Mistake) {
            _ = try Pattern(text)
            return nil
        } catch { return error.text }
    }

    /// A piece of the text, or `{matches: …}`, or `{equals: …}`.
    static let shape = Shape<TextMatch>.scalar(
        Shape<String>.text.map { .contains($0) },
        or: .choice([
            Case("matches", "A regular expression that is found in it.", .pattern, TextMatch.matches),
            Case("equals", "All of it.", Shape<String>.text, TextMatch.equals),
        ])
    )
    .named("text")

    /// All of the text, or `{matches: …}`.
    static let wholeShape = Shape<TextMatch>.scalar(
        Shape<String>.text.map { .equals($0) },
        or: .choice([Case("matches", "A regular expression that is found in it.", .pattern, TextMatch.matches)])
    )
    .named("whole text")
}
