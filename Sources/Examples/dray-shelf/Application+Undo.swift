// SPDX-License-Identifier: MIT

/// Undo and redo in this window, and of drops between this window and another one on both sides.
extension Application {
    func undo() {
        // The other window undoes its part too; the part of this window is undone on request of the compositor.
        if let exchange = exchanges.last(where: { $0.number == history.lastExchange && $0.canUndo }) {
            exchange.record?.undo()
            return
        }
        guard let past = history.undo(shelf) else { return }
        // Content of an undone drop that is still arriving is not needed any more.
        for item in shelf.items where past[item.id] == nil {
            for device in devices.values { device.target.abandon(item.id) }
        }
        shelf = past
        reportShelf(isUndone: true)
    }

    func redo() {
        if !history.canRedo, let exchange = exchanges.last(where: \.canRedo) {
            exchange.record?.redo()
        } else if let next = history.redo(shelf) {
            shelf = next
            reportShelf()
        }
    }

    /// Undoes or redoes this window's part of a drop: received cards are removed or restored, cards that were moved out
    /// are restored or removed. A source whose cards were copied has nothing to do.
    func perform(_ event: UndoRecord.Event, _ exchange: Exchange) -> Bool {
        guard !exchange.items.isEmpty else { return true }
        let isIncoming = exchange.lead == nil
        let ids = exchange.items.map(\.id)
        switch event {
        case .undo: history.forget(exchange: exchange.number, items: isIncoming ? ids : [])
        case .redo:
            guard !isIncoming || shelf.hasRoom(for: ids.count) else { return false }
            history.record(shelf, exchange: exchange.number)
        }
        exchange.isUndone = event == .undo
        if isIncoming == exchange.isUndone {
            // Later changes of the content are kept.
            exchange.items = exchange.items.map { shelf[$0.id] ?? $0 }
            for id in ids { shelf.remove(id) }
        } else {
            shelf.restore(exchange.items)
            if isIncoming { shelf.land(ids, .join) }
        }
        reportShelf(isUndone: exchange.isUndone)
        return true
    }

    /// Creates a record of a drop. Their number is limited like the steps of the history.
    /// - Parameters:
    ///   - lead: the grabbed card, if this window is the source.
    ///   - offer: offers to the other window to undo this side; returns nil without the extension.
    func makeExchange(
        lead: Item.ID? = nil, _ offer: (@escaping (UndoRecord.Event) -> Bool) -> UndoRecord?
    ) -> Exchange {
        let exchange = Exchange(number: (exchanges.last?.number ?? 0) + 1, lead: lead)
        exchange.record = offer { [weak self, weak exchange] event in
            guard let self, let exchange else { return false }
            return perform(event, exchange)
        }
        exchanges.append(exchange)
        if exchanges.count > History.limit { exchanges.removeFirst() }
        return exchange
    }
}
