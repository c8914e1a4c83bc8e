// SPDX-License-Identifier: MIT

/// The visible state of a window, which a scenario can wait for or expect.
package enum Sight: Equatable, Sendable {
    /// The window exists and its title matches.
    case title(Located<String>, TextMatch)
    /// The window does not exist, because it is closed or not yet mapped.
    case gone(Located<String>)
    /// The window shows an object with an accessible name.
    case seen(AccessName, in: Located<String>)
    /// The window shows no object with an accessible name.
    case unseen(AccessName, in: Located<String>)
    /// The window shows a text, according to AT-SPI.
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

    /// The kinds of text matches.
    private static let matches: [Case<TextMatch>] = [
        Case("text", "A substring.", Shape<String>.text) { TextMatch.contains($0) },
        Case("matches", "A regular expression that matches anywhere in it.", .pattern) { TextMatch.matches($0) },
        Case("equals", "The whole text.", Shape<String>.text) { TextMatch.equals($0) },
    ]
}

extension Sight {
    /// The condition as a phrase for the user.
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
