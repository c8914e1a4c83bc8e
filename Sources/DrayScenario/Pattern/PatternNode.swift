// SPDX-License-Identifier: MIT

/// A part of a regular expression.
indirect enum PatternNode: Equatable, Sendable {
    case empty
    case scalar(ScalarSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// As often as from a number to another; without end for nil.
    case repeated(PatternNode, Int, Int?)
    case anchor(PatternAnchor)
    /// Whether something comes next, or has come before; or does not, or has not.
    case look(PatternNode, isAhead: Bool, isNegated: Bool)
}

/// A place in a text between two characters.
enum PatternAnchor: Equatable, Sendable {
    case textStart, textEnd, textEndBeforeNewline, lineStart, lineEnd, wordBoundary, noWordBoundary

    /// - Parameters:
    ///   - before: the character before the place; nil at the start.
    ///   - after: the one after it; nil at the end.
    ///   - isLast: whether the text ends with the one after it.
    func holds(before: Unicode.Scalar?, after: Unicode.Scalar?, isLast: Bool) -> Bool {
        switch self {
        case .textStart: before == nil
        case .textEnd: after == nil
        case .textEndBeforeNewline: after == nil || isLast && Self.isNewline(after)
        case .lineStart: before == nil || Self.isNewline(before)
        case .lineEnd: after == nil || Self.isNewline(after)
        case .wordBoundary: Self.isWord(before) != Self.isWord(after)
        case .noWordBoundary: Self.isWord(before) == Self.isWord(after)
        }
    }

    private static func isNewline(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { ScalarSet.Kind.newline.contains($0) } ?? false
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { ScalarSet.Kind.word.contains($0) } ?? false
    }
}
