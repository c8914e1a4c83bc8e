// SPDX-License-Identifier: MIT

/// What there is to be seen of a window: what a scenario can wait for, and what it can expect.
package enum Sight: Equatable, Sendable {
    /// It has a title like this, while it is there.
    case title(Located<String>, TextMatch)
    /// It is not there any more, or not yet.
    case gone(Located<String>)
    /// It shows something that has a name for assistive technology.
    case seen(AccessName, in: Located<String>)
    /// It shows nothing of that name.
    case unseen(AccessName, in: Located<String>)
    /// It shows a text, as assistive technology has it.
    case text(Located<String>, TextMatch)
}

extension Sight {
    static let titleShape = Shape<Sight>.record { keys in
        let window = keys.required("window", "Whose.", .reference(to: .window))
        let match = keys.exactlyOne(matches)
        guard let window, let match else { return nil }
        return .title(window, match)
    }

    static let goneShape = Shape<Located<String>>.reference(to: .window).map { Sight.gone($0) }
    static let seenShape = namedShape.map { Sight.seen($0.name, in: $0.window) }
    static let unseenShape = namedShape.map { Sight.unseen($0.name, in: $0.window) }

    static let textShape = Shape<Sight>.record { keys in
        let window = keys.required("window", "Whose.", Shape<Located<String>>.reference(to: .window))
        let match = keys.exactlyOne(matches)
        guard let window, let match else { return nil }
        keys.reading?.useAccessibility(for: window)
        return .text(window, match)
    }

    private static let namedShape = Shape<Named>.record { keys in
        let window = keys.required("window", "Which.", .reference(to: .window))
        let name = AccessName(keys, isRequired: true)
        guard let window, let name else { return nil }
        return Named(name: name, window: window)
    }

    private struct Named: Sendable {
        let name: AccessName
        let window: Located<String>
    }

    /// Ways to say how a text is.
    private static let matches: [Case<TextMatch>] = [
        Case("text", "A piece of it.", Shape<String>.text) { TextMatch.contains($0) },
        Case("matches", "A regular expression that is found in it.", .pattern) { TextMatch.matches($0) },
        Case("equals", "All of it.", Shape<String>.text) { TextMatch.equals($0) },
    ]
}

extension Sight {
    /// What is to be so, as people read it.
    package var words: String {
        switch self {
        case .title(let window, let match): "the title of \(window.value) is \(match.words)"
        case .gone(let window): "\(window.value) is gone"
        case .seen(let name, let window): "\(name.words) is in \(window.value)"
        case .unseen(let name, let window): "\(name.words) is not in \(window.value)"
        case .text(let window, let match): "\(window.value) shows \(match.words)"
        }
    }
}
