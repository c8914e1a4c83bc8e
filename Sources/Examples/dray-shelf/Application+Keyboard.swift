// SPDX-License-Identifier: MIT

/// Handles the keyboard, which can do everything that the mouse can (HIG-39).
extension Application {
    /// Performs a command with the selected cards, or with one card.
    /// - Returns: false during a drag, since the dragged cards must not change before the drop.
    @discardableResult
    func request(_ command: Command, for card: Item.ID? = nil) -> Bool {
        guard devices.values.allSatisfy({ $0.source.carried == nil }) else { return false }
        select(card)
        perform(command)
        return true
    }

    private func perform(_ command: Command) {
        switch command {
        case .move(let direction, let extends):
            guard let last = shelf.selection else { return select(shelf.ids(in: .table).first) }
            guard let next = shelf.neighbour(of: last, direction) else { return }
            select(next, adding: extends)
        case .first: select(shelf.ids(in: currentArea).first)
        case .last: select(shelf.ids(in: currentArea).last)
        case .otherArea: select(shelf.ids(in: currentArea == .table ? .zone : .table).first)
        case .selectAll: shelf.select(shelf.ids(in: .table) + shelf.zone)
        case .deselect: shelf.select(nil)
        case .changeArea: arrange { $0.changeArea() }
        case .earlier: arrange { $0.shift($0.zone.filter($0.selected.contains), towardsStart: true) }
        case .later: arrange { $0.shift($0.zone.filter($0.selected.contains), towardsStart: false) }
        case .duplicate: arrange { $0.duplicate() }
        case .remove: arrange { $0.removeSelected() }
        case .copy: copy()
        case .cut: if copy() { arrange { $0.removeSelected() } }
        case .paste: paste()
        case .fold: fold(!shelf.layout.isFolded)
        case .undo: undo()
        case .redo: redo()
        }
    }

    /// The area of the card that was selected last.
    private var currentArea: Layout.Area { shelf.selection.map(shelf.area) ?? .table }

    private func select(_ id: Item.ID?, adding: Bool = false) {
        guard let id else { return }
        shelf.select((adding ? shelf.selected.filter { $0 != id } : []) + [id])
        shelf.reveal(id)
    }

    /// Changes cards as an undoable step.
    private func arrange(_ change: (inout Shelf) -> Void) {
        history.record(shelf)
        change(&shelf)
        reportShelf()
    }

    /// - Returns: false if there is nothing to copy.
    @discardableResult
    private func copy() -> Bool {
        let texts = shelf.given.compactMap(\.text)
        // Setting the selection needs the serial of a user action.
        guard let serial = input?.serial, !texts.isEmpty else { return false }
        clipboard.copy(texts, serial: serial)
        return true
    }

    /// Pastes into the zone. As for a drop, a placeholder stands for the content until it has arrived.
    private func paste() {
        guard let target = devices[.regular]?.target, target.canPaste, shelf.layout.zone != nil, shelf.hasRoom(for: 1)
        else { return }
        history.record(shelf)
        target.paste(into: shelf.receive(.arriving(bytes: 0)))
    }
}
