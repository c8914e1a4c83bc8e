// SPDX-License-Identifier: MIT

/// What is done without dragging: by the keyboard, by the menu, and by assistive technology.
extension Application {
    /// Whether a command has something to do now.
    func allows(_ command: Command) -> Bool {
        // What is under the pointer is nobody else's before it is dropped.
        guard dragOut?.carried == nil else { return false }
        return switch command {
        case .undo: history.canUndo
        case .redo: history.canRedo || redoableExchange != nil
        case .paste: shelf.allows(command) && dropIn?.canPaste ?? false
        case .intoZone, .ontoTable, .earlier, .later, .duplicate, .cut, .copy, .selectMore, .selectAll, .remove, .fold:
            shelf.allows(command)
        }
    }

    /// Does what a command says, and tells the person by voice what has become of it.
    @discardableResult
    func perform(_ command: Command) -> Bool {
        guard allows(command) else { return false }
        interface.closeMenu()
        let chosen = shelf.concerned(by: command)
        switch command {
        case .undo:
            undo()
            access?.announce("Undone")
        case .redo:
            redo()
            access?.announce("Done again")
        case .copy: copy()
        case .cut:
            copy()
            arrange(command)
            reportShelf()
        case .paste: paste()
        case .selectMore: interface.selectsMore.toggle()
        case .selectAll: changeSelection { $0.perform(command) }
        case .fold: fold(!shelf.layout.isFolded)
        case .intoZone, .ontoTable, .earlier, .later, .duplicate, .remove:
            arrange(command)
            reportShelf()
        }
        if let words = Self.words(of: command, count: chosen) { access?.announce(words) }
        return true
    }

    /// Changes the order of things, so that it can be undone, and keeps the keyboard on what was moved.
    private func arrange(_ command: Command) {
        history.record(shelf)
        change { $0.perform(command) }
        if let id = shelf.selection { interface.focus(on: .item(id)) }
    }

    private func copy() {
        clipboard.copy(shelf.given.compactMap { shelf[$0]?.content }, serial: lastSerial)
    }

    /// A placeholder stands for it until it is here, as for a drop.
    private func paste() {
        history.record(shelf)
        var placeholder: Item.ID?
        change { placeholder = $0.receive(.arriving(bytes: 0)) }
        guard let placeholder else { return }
        interface.focus(on: .item(placeholder))
        dropIn?.paste(into: placeholder)
    }

    private static func words(of command: Command, count: Int) -> String? {
        let cards = count == 1 ? "1 card" : "\(count) cards"
        return switch command {
        case .intoZone: "\(cards) put into the zone"
        case .ontoTable: "\(cards) put onto the table"
        case .earlier: "Moved forward"
        case .later: "Moved back"
        case .duplicate: "\(cards) copied into the zone"
        case .cut: "\(cards) cut"
        case .copy: "\(cards) copied"
        case .remove: "\(cards) removed"
        case .paste: "Pasting"
        // What is selected, and where the keyboard is, is told by itself.
        case .selectMore, .selectAll, .fold, .undo, .redo: nil
        }
    }

    // MARK: The menu

    func openMenu() {
        interface.openMenu()
        window.setNeedsDisplay()
    }

    // MARK: The zone

    /// Folds or unfolds the zone.
    func fold(_ isFolded: Bool) {
        guard shelf.layout.zone != nil, shelf.layout.isFolded != isFolded else { return }
        change { $0.layout = $0.layout.folding(isFolded) }
        access?.announce(isFolded ? "Zone folded" : "Zone unfolded")
        report("zone", ["folded": .truth(isFolded)])
    }

    // MARK: What is selected

    /// Changes what is selected, and says so.
    func changeSelection(_ change: (inout Shelf) -> Void) {
        let before = shelf.selected
        change(&shelf)
        window.setNeedsDisplay()
        if shelf.selected != before { reportSelection() }
    }

    // MARK: The past

    func undo() {
        // What is under the pointer has no place to go back to before it is dropped.
        guard dragOut?.carried == nil else { return }
        // The other window takes its part back, too; ours is taken back when we are told.
        if let exchange = undoableExchange {
            exchange.takeBack?.undo()
            return
        }
        guard let past = history.undo(shelf) else { return }
        // What was dropped and is still arriving is not wanted any more.
        for item in shelf.items where past[item.id] == nil {
            dropIn?.abandon(item.id)
            dropBeside?.abandon(item.id)
        }
        change { $0 = past }
        reportShelf(isUndone: true)
    }

    func redo() {
        guard dragOut?.carried == nil else { return }
        if let exchange = redoableExchange {
            exchange.takeBack?.redo()
            return
        }
        guard let next = history.redo(shelf) else { return }
        change { $0 = next }
        reportShelf()
    }

    // MARK: Assistive technology

    /// - Returns: false where it cannot be done.
    func perform(_ request: AccessRequest) -> Bool {
        switch request {
        case .action(.press, _):
            openMenu()
            return interface.isMenuOpen
        case .action(.select, .item(let id)):
            guard shelf[id] != nil else { return false }
            changeSelection { $0.select(id) }
            interface.focus(on: .item(id))
            return true
        case .action(.command(let command), .item(let id)):
            // On a card that is not selected, it is about that card alone.
            if !shelf.selected.contains(id) { changeSelection { $0.select(id) } }
            return perform(command)
        case .action(.command(let command), _): return perform(command)
        case .action(.select, _): return false
        case .focus(let node):
            interface.focus(on: node)
            if case .item(let id) = node { shelf.reveal(id) }
            return interface.focus == node
        case .selection(let ids, let area):
            changeSelection { $0.select($0.selected.filter { [shelf] in shelf.area(of: $0) != area } + ids) }
            return true
        }
    }
}
