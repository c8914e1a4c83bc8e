// SPDX-License-Identifier: MIT

/// What the keyboard does. Keys have xkb's names, on a US layout.
package enum KeyAction: Equatable, Sendable {
    case press(String)
    case release(String)
    /// Down and up, with modifiers held around it.
    case tap(String, modifiers: Set<Modifier>)
    case hold(Set<Modifier>)
    case letGo(Set<Modifier>)
    /// A text, character by character.
    case type(String)

    /// Why a text is not typed.
    package static let cannotType =
        "this text cannot be typed: it has a control character, or more than 246 different characters"
}

extension KeyAction {
    static let shape = Shape<KeyAction>.choice([
        Case("press", "A key goes down.", keyName, KeyAction.press),
        Case("release", "A key comes up.", keyName, KeyAction.release),
        Case("tap", "Down and up, `Escape` or `ctrl+c`.", chord) { $0 },
        Case("type", "A text, also one that no key of a US keyboard writes.", typed, KeyAction.type),
        Case("modifiers", "Modifiers go down, or come up.", modifiers) { $0 },
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
        Case("hold", "They go down, and stay.", .list(of: Shape<Modifier>.word, minimum: 1)) { .hold(Set($0)) },
        Case("release", "They come up.", .list(of: Shape<Modifier>.word, minimum: 1)) { .letGo(Set($0)) },
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
