// SPDX-License-Identifier: MIT

/// Drops between this window and another one, and how they are taken back on both sides.
extension Application {
    /// As many as the history has steps.
    func makeExchange() -> Exchange {
        exchangeCount += 1
        let exchange = Exchange(number: exchangeCount)
        exchanges.append(exchange)
        if exchanges.count > History.limit { exchanges.removeFirst() }
        return exchange
    }

    /// The drop that undo would take back, where the other window is there to do its part.
    var undoableExchange: Exchange? {
        guard let number = history.lastExchange else { return nil }
        return exchanges.last { $0.number == number && $0.canUndo }
    }

    var redoableExchange: Exchange? { history.canRedo ? nil : exchanges.last { $0.canRedo } }

    /// What came in is taken away again, or brought back.
    func takeBack(_ event: TakeBack.Event, incoming exchange: Exchange) -> Bool {
        switch event {
        case .undo:
            let items = exchange.items.map { shelf[$0.id] ?? $0 }
            exchange.items = items
            exchange.isUndone = true
            history.forget(exchange: exchange.number, items: items.map(\.id))
            change { for item in items { $0.remove(item.id) } }
        case .redo:
            guard shelf.layout.zone != nil, shelf.hasRoom(for: exchange.items.count) else { return false }
            exchange.isUndone = false
            history.record(shelf, exchange: exchange.number)
            change { shelf in
                let items = exchange.items
                shelf.restore(items)
                shelf.land(items.map(\.id), .join)
            }
        }
        reportShelf(isUndone: event == .undo)
        return true
    }

    /// What has gone out is put back, or taken away again. Of a copy there is nothing to do here.
    func takeBack(_ event: TakeBack.Event, outgoing exchange: Exchange) -> Bool {
        guard !exchange.items.isEmpty else { return true }
        switch event {
        case .undo:
            exchange.isUndone = true
            history.forget(exchange: exchange.number, items: [])
            change { $0.restore(exchange.items) }
        case .redo:
            exchange.isUndone = false
            history.record(shelf, exchange: exchange.number)
            change { for item in exchange.items { $0.remove(item.id) } }
        }
        reportShelf(isUndone: event == .undo)
        return true
    }
}
