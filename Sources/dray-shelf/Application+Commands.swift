// SPDX-License-Identifier: MIT

/// What is done without dragging: by the keyboard, by the menu, and by assistive technology.
extension Application {
    /// Whether a command has something to do now.
    func allows(_ command: Command) -> Bool { refusal(of: command) == nil }

    /// Why a command has nothing to do now, as people are told; nil where it has.
    func refusal(of command: Command) -> String? {
        // What is under the pointer is nobody else's before it is dropped.
        guard dragOut?.carried == nil else { return "Not while something is dragged" }
        return switch command {
        case .undo: history.canUndo ? nil : shelf.refusal(of: command)
        case .redo: history.canRedo || redoableExchange != nil ? nil : shelf.refusal(of: command)
        case .paste:
            shelf.refusal(of: command)
                ?? (dropIn?.canPaste == true ? nil : "There is nothing in the clipboard for this window")
        case .cut, .copy: shelf.refusal(of: command) ?? clipboardRefusal
        case .intoZone, .ontoTable, .earlier, .later, .duplicate, .selectMore, .selectAll, .remove, .shred, .fold:
            shelf.refusal(of: command)
        }
    }

    /// The clipboard is that of the window with the keyboard, which has to name something that the person has done.
    private var clipboardRefusal: String? {
        lastSerial == nil || keyboard != nil && !hasKeyboard ? "The clipboard is another window's now" : nil
    }

    /// Does what a command says, and tells the person by voice what has become of it; of one that has nothing to do, why.
    @discardableResult
    func perform(_ command: Command) -> Bool {
        if let reason = refusal(of: command) { return refuse(reason) }
        let chosen = shelf.concerned(by: command)
        // It cannot be undone.
        guard command != .shred || shredQuestion.last == shelf.selected else {
            shredQuestion.now = shelf.selected
            return refuse("\(Self.cards(chosen)) would be gone for ever: once more to shred")
        }
        interface.closeMenu()
        switch command {
        case .undo:
            guard undo() else { return refuse("There is nothing to undo") }
        case .redo:
            guard redo() else { return refuse("There is nothing to redo") }
        case .copy: copy { [weak self] in self?.access?.announce("\(Self.cards($0.count)) copied") }
        // Nothing goes away before it is in the clipboard.
        case .cut:
            copy { [weak self] in
                self?.remove($0)
                self?.access?.announce("\(Self.cards($0.count)) cut")
            }
        case .paste: paste()
        case .selectMore: interface.selectsMore.toggle()
        case .selectAll: changeSelection { $0.perform(command) }
        case .fold: fold(!shelf.layout.isFolded)
        case .shred:
            shred(shelf.selected)
            reportShelf()
        case .intoZone, .ontoTable, .earlier, .later, .duplicate, .remove:
            arrange(command)
            reportShelf()
        }
        if let words = words(of: command, count: chosen) { access?.announce(words) }
        return true
    }

    /// What cannot be undone is no step of the history, and no other window brings it back (HIG-27).
    func shred(_ ids: [Item.ID]) {
        change { for id in ids { $0.remove(id) } }
        history = History()
        exchanges.removeAll { $0.items.contains { ids.contains($0.id) } }
        report("shredded")
    }

    /// Cards were dropped on the shredder, and the compositor has not asked: they stay until the person has answered,
    /// by the next key or press.
    func askToShred(_ ids: [Item.ID]) {
        changeSelection { $0.select(ids) }
        shredQuestion.now = shelf.selected
        let cards = Self.cards(shelf.selected.count)
        refuse("\(cards) would be gone for ever: Return or a click on the shredder shreds, Escape keeps")
    }

    /// Whether the person answers that the selected cards are to be gone for ever, if this is a yes.
    var isAskedToShred: Bool { !shelf.selected.isEmpty && shredQuestion.last == shelf.selected }

    /// Nothing comes of what the person wants: it is said and shown why.
    @discardableResult
    func refuse(_ reason: String) -> Bool {
        interface.notice = reason
        access?.announce(reason)
        report("refused", ["reason": .string(reason)])
        window.setNeedsDisplay()
        return false
    }

    /// Changes the order of things, so that it can be undone, and keeps the keyboard on what was moved.
    private func arrange(_ command: Command) {
        history.record(shelf)
        change { $0.perform(command) }
        if let id = shelf.selection { interface.focus(on: .item(id)) }
    }

    private func remove(_ ids: [Item.ID]) {
        history.record(shelf)
        change { for id in ids { $0.remove(id) } }
        reportShelf()
    }

    /// - Parameter done: called with what is in the clipboard now.
    private func copy(done: @escaping ([Item.ID]) -> Void) {
        guard let lastSerial else { return }
        let ids = shelf.given
        // A window without a keyboard is not told what becomes of it.
        let isTold = hasKeyboard
        clipboard.copy(ids.compactMap { shelf[$0]?.content }, serial: lastSerial) { [weak self] isTaken in
            if isTaken || !isTold { return done(ids) }
            self?.refuse("The clipboard is another window's now")
        }
    }

    /// A placeholder stands for it until it is here, as for a drop.
    private func paste() {
        history.record(shelf)
        var placeholder: Item.ID?
        change { placeholder = $0.receive(.arriving(bytes: 0)) }
        guard let placeholder else { return }
        interface.focus(on: .item(placeholder))
        pasted.insert(placeholder)
        dropIn?.paste(into: placeholder)
    }

    private func words(of command: Command, count: Int) -> String? {
        let cards = Self.cards(count)
        return switch command {
        case .intoZone: "\(cards) put into the zone"
        case .ontoTable: "\(cards) put onto the table"
        case .earlier: count == 1 ? placeWords : "\(cards) moved earlier"
        case .later: count == 1 ? placeWords : "\(cards) moved later"
        case .duplicate: "\(cards) copied into the zone"
        case .remove: "\(cards) removed"
        case .shred: "\(cards) shredded for ever"
        case .paste: "Pasting"
        case .undo: "Undone"
        case .redo: "Done again"
        case .selectMore:
            interface.selectsMore
                ? "Selecting several: Space adds a card or takes it away, Escape ends" : "Selecting one again"
        case .selectAll: "\(Self.cards(shelf.selected.count)) selected"
        // They say so themselves.
        case .fold, .cut, .copy: nil
        }
    }

    /// Where the card that was moved is now.
    private var placeWords: String? {
        shelf.selectedInZone.last.flatMap(shelf.place).map { "Moved to place \($0 + 1) of \(shelf.zone.count)" }
    }

    static func cards(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }

    // MARK: The menu

    func openMenu() {
        interface.openMenu()
        if !interface.isMenuOpen { refuse("There is nothing to do") }
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

    /// - Returns: whether there was something to take back.
    private func undo() -> Bool {
        // The other window takes its part back, too; ours is taken back when we are told.
        if let exchange = undoableExchange {
            exchange.takeBack?.undo()
            return true
        }
        guard let past = history.undo(shelf) else { return false }
        // What was dropped and is still arriving is not wanted any more.
        for item in shelf.items where past[item.id] == nil {
            dropIn?.abandon(item.id)
            dropBeside?.abandon(item.id)
        }
        change { $0 = past }
        reportShelf(isUndone: true)
        return true
    }

    private func redo() -> Bool {
        if let exchange = redoableExchange {
            exchange.takeBack?.redo()
            return true
        }
        guard let next = history.redo(shelf) else { return false }
        change { $0 = next }
        reportShelf()
        return true
    }

    // MARK: What the person does

    /// They do the next thing: what was said of the last one is read, and a question is answered by this or not at all.
    func beginNextInput() {
        interface.notice = nil
        shredQuestion = (last: shredQuestion.now, now: [])
    }

    // MARK: Assistive technology

    /// - Returns: false where it cannot be done.
    func perform(_ request: AccessRequest) -> Bool {
        beginNextInput()
        // Whoever looks on sees where it is.
        showsFocus = true
        switch request {
        case .action(.press, .more):
            interface.turnMenuPage()
            return true
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
