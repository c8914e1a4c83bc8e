// SPDX-License-Identifier: MIT

/// What commands do to the cards. What the clipboard and the past have to do with it is the application's.
extension Shelf {
    /// Why there is nothing for a command to do, as people are told; nil where there is something.
    func refusal(of command: Command) -> String? {
        switch command {
        case .intoZone:
            guard let reason = noZone ?? noneSelected else {
                guard selected.contains(where: { !zone.contains($0) }) else { return "It is in the zone already" }
                return noRoom(for: concerned(by: command))
            }
            return reason
        case .ontoTable:
            return noneSelected ?? (selected.contains(where: zone.contains) ? nil : "It is on the table already")
        case .earlier: return noneSelected ?? noOrder(towardsStart: true)
        case .later: return noneSelected ?? noOrder(towardsStart: false)
        case .duplicate: return noZone ?? noneSelected ?? nothingGiven ?? noRoom(for: given.count)
        case .cut, .copy: return noneSelected ?? nothingGiven
        case .remove: return noneSelected
        case .shred: return layout.shredder == nil ? "This window has no shredder" : noneSelected
        case .selectMore, .selectAll: return items.isEmpty ? "There are no cards" : nil
        case .paste: return noZone ?? noRoom(for: 1)
        case .fold: return noZone
        case .undo: return "There is nothing to undo"
        case .redo: return "There is nothing to redo"
        }
    }

    private var noZone: String? { layout.zone == nil ? "This window has no zone" : nil }
    private var noneSelected: String? { selected.isEmpty ? "No card is selected" : nil }
    private var nothingGiven: String? { given.isEmpty ? "It is still arriving" : nil }

    private func noRoom(for count: Int) -> String? {
        guard let spare, count > spare else { return nil }
        return spare == 0 ? "The zone is full" : "The zone has room for \(spare) only"
    }

    private func noOrder(towardsStart: Bool) -> String? {
        let moved = selectedInZone
        guard !moved.isEmpty else { return "Only cards in the zone have an order" }
        guard Array(towardsStart ? zone.prefix(moved.count) : zone.suffix(moved.count)) == moved else { return nil }
        return towardsStart ? "There is nothing before it" : "There is nothing behind it"
    }

    /// Whether there is something for a command to do.
    func allows(_ command: Command) -> Bool { refusal(of: command) == nil }

    /// How many cards a command is about.
    func concerned(by command: Command) -> Int {
        switch command {
        case .intoZone: selected.count { !zone.contains($0) }
        case .ontoTable, .earlier, .later: selectedInZone.count
        case .duplicate, .cut, .copy: given.count
        case .remove, .shred, .paste, .selectMore, .selectAll, .fold, .undo, .redo: selected.count
        }
    }

    /// The selected cards of the zone, in its order.
    var selectedInZone: [Item.ID] { zone.filter(selected.contains) }

    /// The selected cards in the order in which they are read, as far as their content is here: what can be given away.
    var given: [Item.ID] { given(of: selected) }

    func given(of ids: [Item.ID]) -> [Item.ID] {
        (self.ids(in: .table) + zone).filter { ids.contains($0) && self[$0]?.content.text != nil }
    }

    /// - Returns: false where it does nothing here.
    @discardableResult
    mutating func perform(_ command: Command) -> Bool {
        guard allows(command) else { return false }
        switch command {
        // In the order in which they are read, as a drag takes them along.
        case .intoZone: land(ids(in: .table).filter(selected.contains), .join)
        case .ontoTable: land(selectedInZone, .origin)
        case .earlier: shift(selectedInZone, towardsStart: true)
        case .later: shift(selectedInZone, towardsStart: false)
        case .duplicate:
            let copies = given.compactMap { self[$0]?.content }.map { receive($0) }
            select(copies)
        // What has not arrived is not in the clipboard.
        case .cut: for id in given { remove(id) }
        case .remove, .shred: for id in selected { remove(id) }
        case .selectAll: select(ids(in: .table) + zone)
        case .fold: layout = layout.folding(!layout.isFolded)
        case .copy, .paste, .selectMore, .undo, .redo: return false
        }
        return true
    }
}
