// SPDX-License-Identifier: MIT

/// An action of the keyboard. Keys have xkb names, on a US layout.
package enum KeyAction: Equatable, Sendable {
    case press(String)
    case release(String)
    /// Presses and releases a key while modifiers are held.
    case tap(String, modifiers: Set<Modifier>)
    case hold(Set<Modifier>)
    case letGo(Set<Modifier>)
    /// Types a text, character by character.
    case type(String)

    /// The message for a text that cannot be typed.
    package static let cannotType =
        "this text cannot be typed: it has a control character, or more than 246 different characters"
}

extension KeyAction {
    static let shape = Shape<KeyAction>.choice([
        Case("press", "Press a key.", keyName, KeyAction.press),
        Case("release", "Release a key.", keyName, KeyAction.release),
        Case("tap", "Press and release: `Escape` or `ctrl+c`.", chord) { $0 },
        Case("type", "Type a text; it may contain characters that a US keyboard lacks.", typed, KeyAction.type),
        Case("modifiers", "Hold or release modifiers.", modifiers) { $0 },
    ])
    .named("key")

    private static let keyName = Shape<String>.text.checked { name, node, reading in
        KeyName.isKnown(name) ? name : unknown(name, node, reading)
    }

    private static let typed = Shape<String>.text.checked { text, node, reading in
        guard text.isEmpty else { return text }
        reading.report("there is nothing to type", at: node)
        return nil
    }

    private static let chord = Shape<String>.text.checked { text, node, reading -> KeyAction? in
        var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let name = parts.removeLast()
        var held: Set<Modifier> = []
        if !name.isEmpty, !parts.isEmpty {
            let combination = Located(parts.joined(separator: "+"), at: node.location)
            guard let modifiers = Modifier.combination(combination, reading) else { return nil }
            held = modifiers
        }
        guard KeyName.isKnown(name) else { return unknown(name, node, reading) }
        return .tap(name, modifiers: held)
    }

    private static let modifiers = Shape<KeyAction>.choice([
        Case("hold", "Press modifiers and keep them held.", .list(of: Shape<Modifier>.word, minimum: 1)) {
            .hold(Set($0))
        },
        Case("release", "Release held modifiers.", .list(of: Shape<Modifier>.word, minimum: 1)) { .letGo(Set($0)) },
    ])

    private static func unknown<Value>(_ name: String, _ node: SourceNode, _ reading: Reading) -> Value? {
        guard !name.isEmpty else {
            reading.report(
                "the name of a key is missing", at: node, help: "like `Escape` or `ctrl+c`; `+` itself is `plus`")
            return nil
        }
        reading.report(
            "unknown key of the keyboard `\(name)`\(Suggestion.phrase(for: name, among: KeyName.words))", at: node,
            help:
                "xkb's name on a US layout, like `Escape`, `Return`, `Left`, `F1`, `a`, `comma`; in `tap` also `ctrl+c`"
        )
        return nil
    }
}
