// SPDX-License-Identifier: MIT

/// An action by keyboard. Every effect of a drag has one (HIG-39).
enum Command: Equatable {
    /// Selects the next card in a direction; `extends` keeps the others selected.
    case move(Direction, extends: Bool)
    /// Selects the first or the last card of the area.
    case first, last
    /// Selects a card of the other area.
    case otherArea
    case selectAll, deselect
    /// Moves the cards into the zone, or back onto the table: like a drop in the other area.
    case changeArea
    /// Like a drop on the previous or the next card.
    case earlier, later
    /// Like a drop on the zone with Option held.
    case duplicate
    case remove
    /// Like a drag to another window, by the clipboard.
    case cut, copy, paste
    /// Like spring loading on the folded zone.
    case fold
    case undo, redo

    enum Direction {
        case left, right, up, down
    }

    struct Modifiers: OptionSet {
        let rawValue: UInt8

        static let control = Modifiers(rawValue: 1)
        static let shift = Modifiers(rawValue: 2)
        /// Modifiers that no shortcut uses.
        static let other = Modifiers(rawValue: 4)
    }

    /// - Parameter key: the xkb name of the key, in lower case for letters.
    init?(_ key: String, _ modifiers: Modifiers) {
        let table: [String: Command] =
            switch modifiers {
            case []: Self.plain
            case .control: Self.withControl
            case .shift: Self.withShift
            case [.control, .shift]: ["z": .redo]
            default: [:]
            }
        guard let command = table[key] else { return nil }
        self = command
    }

    private static let plain: [String: Command] = [
        "Left": .move(.left, extends: false), "Right": .move(.right, extends: false),
        "Up": .move(.up, extends: false), "Down": .move(.down, extends: false), "Home": .first, "End": .last,
        "Tab": .otherArea, "Return": .changeArea, "Delete": .remove, "Escape": .deselect,
    ]
    private static let withShift: [String: Command] = [
        "Left": .move(.left, extends: true), "Right": .move(.right, extends: true),
        "Up": .move(.up, extends: true), "Down": .move(.down, extends: true), "ISO_Left_Tab": .otherArea,
    ]
    private static let withControl: [String: Command] = [
        "Left": .earlier, "Right": .later, "a": .selectAll, "d": .duplicate, "f": .fold, "x": .cut, "c": .copy,
        "v": .paste, "z": .undo,
    ]
}
