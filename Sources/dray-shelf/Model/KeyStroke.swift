// SPDX-License-Identifier: MIT

/// What a key means.
enum KeyStroke: Equatable {
    case command(Command)
    /// To the next card in a direction; `extends` adds it to the selection.
    case move(Interface.Direction, extends: Bool)
    case first, last
    case nextPart, previousPart
    /// Selects what the keyboard is on, and nothing else.
    case select
    /// Begins to select several, with what the keyboard is on; then selects that as well, or not any more.
    case selectMore
    /// What a click does.
    case press
    case openMenu
    case close

    struct Modifiers: OptionSet {
        let rawValue: UInt8

        static let control = Modifiers(rawValue: 1)
        static let shift = Modifiers(rawValue: 2)
        /// What none of our keys is pressed with.
        static let other = Modifiers(rawValue: 4)
    }

    /// - Parameter name: the key's name in xkb, and a small letter for what has one. With Shift, Tab is another key.
    init?(_ name: String, _ modifiers: Modifiers) {
        guard let row = Self.table.first(where: { $0.names.contains(name) && $0.modifiers == modifiers }) else {
            return nil
        }
        self = row.meaning
    }

    /// All keys.
    private static let table: [(names: [String], modifiers: Modifiers, meaning: KeyStroke)] = [
        (["Left", "KP_Left"], [], .move(.left, extends: false)),
        (["Right", "KP_Right"], [], .move(.right, extends: false)),
        (["Up", "KP_Up"], [], .move(.up, extends: false)),
        (["Down", "KP_Down"], [], .move(.down, extends: false)),
        (["Left", "KP_Left"], .shift, .move(.left, extends: true)),
        (["Right", "KP_Right"], .shift, .move(.right, extends: true)),
        (["Up", "KP_Up"], .shift, .move(.up, extends: true)),
        (["Down", "KP_Down"], .shift, .move(.down, extends: true)),
        (["Home", "KP_Home"], [], .first),
        (["End", "KP_End"], [], .last),
        (["Tab"], [], .nextPart),
        (["ISO_Left_Tab", "Tab"], .shift, .previousPart),
        (["space"], [], .select),
        (["space"], .control, .selectMore),
        (["Return", "KP_Enter"], [], .press),
        (["BackSpace"], [], .command(.ontoTable)),
        (["Left", "KP_Left"], .control, .command(.earlier)),
        (["Right", "KP_Right"], .control, .command(.later)),
        (["d"], .control, .command(.duplicate)),
        (["x"], .control, .command(.cut)),
        (["c"], .control, .command(.copy)),
        (["v"], .control, .command(.paste)),
        (["a"], .control, .command(.selectAll)),
        (["Delete", "KP_Delete"], [], .command(.remove)),
        (["Delete", "KP_Delete"], .shift, .command(.shred)),
        (["f"], .control, .command(.fold)),
        (["z"], .control, .command(.undo)),
        (["z"], [.control, .shift], .command(.redo)),
        (["Menu"], [], .openMenu),
        (["F10"], [], .openMenu),
        (["F10"], .shift, .openMenu),
        (["Escape"], [], .close),
    ]
}
