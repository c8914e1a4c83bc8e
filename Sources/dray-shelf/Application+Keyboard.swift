// SPDX-License-Identifier: MIT

/// What the keyboard does: all that the mouse does (HIG-39).
extension Application {
    func handle(_ event: KeyboardInput.Event) {
        switch event {
        case .focus(let isActive, let serial):
            hasKeyboard = isActive
            lastSerial = serial ?? lastSerial
            report("focus", ["active": .truth(isActive)])
        case .pressed(let name, let stroke, let serial):
            lastSerial = serial
            report("key", ["key": .string(name), "state": .string("pressed")])
            guard let stroke else { return }
            beginNextInput()
            handle(stroke)
        }
    }

    private func handle(_ stroke: KeyStroke) {
        showsFocus = true
        switch stroke {
        case .command(let command): perform(command)
        case .move(let direction, let extends): moveFocus(adds: extends) { $0.move(direction) }
        case .first: moveFocus(adds: false) { $0.moveToEnd(isFirst: true) }
        case .last: moveFocus(adds: false) { $0.moveToEnd(isFirst: false) }
        case .nextPart: moveFocus(adds: false, keeps: true) { $0.moveToNextPart(backwards: false) }
        case .previousPart: moveFocus(adds: false, keeps: true) { $0.moveToNextPart(backwards: true) }
        case .select: select(adds: interface.selectsMore)
        case .selectMore:
            if interface.selectsMore { select(adds: true) } else { beginToSelectMore() }
        case .press: if isAskedToShred { perform(.shred) } else { press(interface.focus) }
        case .openMenu: openMenu()
        case .close: close()
        }
        window.setNeedsDisplay()
    }

    /// The card that the keyboard comes to is selected, and can be seen; with `adds` those that were stay selected, and with `keeps`
    /// if it is one of them.
    private func moveFocus(adds: Bool, keeps: Bool = false, _ move: (inout Interface) -> Void) {
        let before = interface.focus
        move(&interface)
        guard case .item(let id) = interface.focus, interface.focus != before || !adds else { return }
        shelf.reveal(id)
        if interface.selectsMore, !adds { return }
        guard adds else {
            if !keeps || !shelf.selected.contains(id) { changeSelection { $0.select(id) } }
            return
        }
        var ids = shelf.selected
        if case .item(let start) = before, !ids.contains(start) { ids.append(start) }
        changeSelection { $0.select(ids.filter { $0 != id } + [id]) }
        access?.announce("\(Self.cards(shelf.selected.count)) selected")
    }

    /// What the keyboard is on is the first of them.
    private func beginToSelectMore() {
        guard perform(.selectMore) else { return }
        if case .item(let id) = interface.focus, !shelf.selected.contains(id) { changeSelection { $0.toggle(id) } }
    }

    private func select(adds: Bool) {
        guard case .item(let id) = interface.focus else { return press(interface.focus) }
        changeSelection { adds ? $0.toggle(id) : $0.select(id) }
        // Which of several are selected is heard only in passing, card by card.
        guard adds else { return }
        let change = shelf.selected.contains(id) ? "Selected" : "Not selected any more"
        access?.announce("\(change), \(Self.cards(shelf.selected.count)) in all")
    }

    /// Return: what a double click would do, which takes a card to the other part of the window.
    private func press(_ node: Node) {
        switch node {
        case .menuButton: openMenu()
        case .shredder: perform(.shred)
        case .command(let command): perform(command)
        case .item(let id):
            if !shelf.selected.contains(id) { changeSelection { $0.select(id) } }
            perform(shelf.zone.contains(id) ? .ontoTable : .intoZone)
        case .area(.zone): if shelf.layout.isFolded { perform(.fold) }
        case .application, .window, .area(.table), .menu, .more, .note: break
        }
    }

    /// Escape: first a question, then the menu, then the mode, then what is selected.
    private func close() {
        if isAskedToShred {
            access?.announce("Kept")
        } else if interface.isMenuOpen {
            interface.closeMenu()
        } else if interface.selectsMore {
            perform(.selectMore)
        } else {
            changeSelection { $0.select(nil) }
        }
    }
}
