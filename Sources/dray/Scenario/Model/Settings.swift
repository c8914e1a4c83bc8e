// SPDX-License-Identifier: MIT

/// What a person would set on the desktop.
struct Settings: Equatable, Sendable {
    /// Movement is replaced by short fades (HIG-18).
    var reduceMotion = false
    var theme = Theme.light
    /// How opaque the drag image is, from 0 to 1 (HIG-12); nil leaves it to the engine.
    var opacity: Double?
    /// What held modifiers ask for (HIG-03); nil leaves it to the policy.
    var modifiers: [ModifierRule]?
    var location = Location(1, 1)

    enum Theme: String, CaseIterable, Sendable {
        case light, dark
    }

    /// A combination of modifiers and the action it asks for.
    struct ModifierRule: Equatable, Sendable {
        var modifiers: Set<Modifier>
        var action: DropAction
        var location: Location
    }
}

extension Settings {
    static let shape = Shape<Settings>.record { keys in
        Settings(
            reduceMotion: keys.optional("reduce-motion", "Fades in place of movement.", .truth, default: false),
            theme: keys.optional("theme", "The colours of badges.", .word, default: .light),
            opacity: keys.optional("opacity", "Of the drag image, 0 to 1.", .number(in: 0...1)),
            modifiers: keys.optional(
                "modifiers", "What held modifiers ask for, as `ctrl+shift: ask`.", modifierRules),
            location: keys.location)
    }
    .named("settings")

    private static let modifierRules = Shape<[ModifierRule]>(schema: {
        .map(Shape<DropAction>.word.schema(), keyPattern: Modifier.combinationPattern)
    }) { node, reading in
        let entries = Shape<[(key: Located<String>, value: DropAction)]>.map(of: Shape<DropAction>.word)
            .read(node, reading)
        guard let entries else { return nil }
        var rules: [ModifierRule] = []
        for entry in entries {
            guard let modifiers = Modifier.combination(entry.key, reading) else { continue }
            if let earlier = rules.first(where: { $0.modifiers == modifiers }) {
                reading.report(
                    "`\(entry.key.value)` has a rule already", key: entry.key,
                    help: "the first is in line \(earlier.location.line)")
                continue
            }
            rules.append(.init(modifiers: modifiers, action: entry.value, location: entry.key.location))
        }
        return rules.count == entries.count ? rules : nil
    }
}
