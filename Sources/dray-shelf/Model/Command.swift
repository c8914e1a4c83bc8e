// SPDX-License-Identifier: MIT

/// What can be done with cards without dragging them (HIG-39): for each thing that a drag does there is one, in the menu, by a key,
/// and as an action for assistive technology.
enum Command: String, CaseIterable, Hashable {
    /// What a drop on the zone does.
    case intoZone
    /// What a drop beside the zone does.
    case ontoTable
    /// What a drop on the card before does, and on the one behind.
    case earlier, later
    /// What a drop on the zone does with Option held.
    case duplicate
    /// What a drag to another window does, by the clipboard.
    case cut, copy, paste
    /// What Control does beside a click: for one finger, and for who has no key at hand.
    case selectMore
    case selectAll
    case remove
    /// What a drop on the shredder does: it cannot be undone.
    case shred
    /// What content that rests over the folded zone does.
    case fold
    case undo, redo

    /// In the menu, and as it is spoken.
    var title: String {
        switch self {
        case .intoZone: "Put into the zone"
        case .ontoTable: "Put onto the table"
        case .earlier: "Move earlier"
        case .later: "Move later"
        case .duplicate: "Copy into the zone"
        case .cut: "Cut"
        case .copy: "Copy"
        case .paste: "Paste"
        case .selectMore: "Select several"
        case .selectAll: "Select all"
        case .remove: "Remove"
        case .shred: "Shred for ever"
        case .fold: "Fold or unfold the zone"
        case .undo: "Undo"
        case .redo: "Redo"
        }
    }

    /// The key that does it, as people write it.
    var key: String {
        switch self {
        case .intoZone: "Return"
        case .ontoTable: "Backspace"
        case .earlier: "Ctrl+Left"
        case .later: "Ctrl+Right"
        case .duplicate: "Ctrl+D"
        case .cut: "Ctrl+X"
        case .copy: "Ctrl+C"
        case .paste: "Ctrl+V"
        case .selectMore: "Ctrl+Space"
        case .selectAll: "Ctrl+A"
        case .remove: "Delete"
        case .shred: "Shift+Delete"
        case .fold: "Ctrl+F"
        case .undo: "Ctrl+Z"
        case .redo: "Ctrl+Shift+Z"
        }
    }

    /// Whether it is about the selected cards, so that a card has it as an action.
    var concernsCards: Bool {
        switch self {
        case .intoZone, .ontoTable, .earlier, .later, .duplicate, .cut, .copy, .remove, .shred: true
        case .paste, .selectMore, .selectAll, .fold, .undo, .redo: false
        }
    }
}
