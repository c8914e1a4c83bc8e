// SPDX-License-Identifier: MIT

/// The user's desktop settings.
package struct Settings: Equatable, Sendable {
    /// Whether short fades replace movement (HIG-18).
    package var reduceMotion: Bool
    package var theme: Theme
    /// The opacity of the drag image, from 0 to 1 (HIG-12); nil for the engine's default.
    package var opacity: Double?
    /// The actions of held modifiers (HIG-03); nil for the policy's default.
    package var modifiers: [ModifierRule]?
    /// The handling of clients that read before they answer the offer (HIG-22); nil for the policy's default.
    package var earlyReads: EarlyReads?
    package var transfers: TransferSettings
    package var location: Location

    package init(
        reduceMotion: Bool = false, theme: Theme = .light, opacity: Double? = nil, modifiers: [ModifierRule]? = nil,
        earlyReads: EarlyReads? = nil, transfers: TransferSettings = TransferSettings(),
        location: Location = Location(1, 1)
    ) {
        self.reduceMotion = reduceMotion
        self.theme = theme
        self.opacity = opacity
        self.modifiers = modifiers
        self.earlyReads = earlyReads
        self.transfers = transfers
        self.location = location
    }

    package enum Theme: String, CaseIterable, Sendable {
        case light, dark
    }

    package enum EarlyReads: String, CaseIterable, Sendable {
        case forwarded
        case afterAnswer = "after-answer"
        case heldUntilDrop = "held-until-drop"
    }

    /// A combination of modifiers and the action that it requests.
    package struct ModifierRule: Equatable, Sendable {
        package var modifiers: Set<Modifier>
        package var action: DropAction
        package var location: Location

        package init(modifiers: Set<Modifier>, action: DropAction, location: Location) {
            self.modifiers = modifiers
            self.action = action
            self.location = location
        }
    }
}

extension Settings {
    static let shape = Shape<Settings>.record { keys in
        Settings(
            reduceMotion: keys.optional("reduce-motion", "Whether fades replace movement.", .truth, default: false),
            theme: keys.optional("theme", "The colours of badges.", .word, default: .light),
            opacity: keys.optional("opacity", "The opacity of the drag image, 0 to 1.", .number(in: 0...1)),
            modifiers: keys.optional(
                "modifiers", "The actions of held modifiers, as `ctrl+shift: ask`.", modifierRules),
            earlyReads: keys.optional(
                "early-reads", "The handling of clients that read before they answer the offer.", .word),
            transfers: keys.optional(
                "transfers", "The observation and retention of transfers.", TransferSettings.shape,
                default: TransferSettings()),
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
