// SPDX-License-Identifier: MIT

/// What commands do to the cards. What the clipboard and the past have to do with it is the application's.
extension Shelf {
    /// Whether there is something for a command to do.
    func allows(_ command: Command) -> Bool {
        switch command {
        case .intoZone:
            layout.zone != nil && selected.contains { !zone.contains($0) } && hasRoom(for: concerned(by: command))
        case .ontoTable: selected.contains(where: zone.contains)
        case .earlier: neighbour(-1) != nil
        case .later: neighbour(1) != nil
        case .duplicate: layout.zone != nil && !given.isEmpty && hasRoom(for: given.count)
        case .cut, .copy: !given.isEmpty
        case .remove: !selected.isEmpty
        case .selectMore, .selectAll: !items.isEmpty
        case .paste: layout.zone != nil && hasRoom(for: 1)
        case .fold: layout.zone != nil
        case .undo, .redo: false
        }
    }

    /// How many cards a command is about.
    func concerned(by command: Command) -> Int {
        switch command {
        case .intoZone: selected.count { !zone.contains($0) }
        case .ontoTable: selected.count(where: zone.contains)
        case .duplicate, .cut, .copy: given.count
        case .earlier, .later, .remove, .paste, .selectMore, .selectAll, .fold, .undo, .redo: selected.count
        }
    }

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
        case .intoZone: land(selected.filter { !zone.contains($0) }, .join)
        case .ontoTable: land(selected.filter(zone.contains), .origin)
        case .earlier: moveInZone(by: -1)
        case .later: moveInZone(by: 1)
        case .duplicate:
            let copies = given.compactMap { self[$0]?.content }.map { receive($0) }
            select(copies)
        // What has not arrived is not in the clipboard.
        case .cut: for id in given { remove(id) }
        case .remove: for id in selected { remove(id) }
        case .selectAll: select(ids(in: .table) + zone)
        case .fold: layout = layout.folding(!layout.isFolded)
        case .copy, .paste, .selectMore, .undo, .redo: return false
        }
        return true
    }

    /// The card of the zone that the selected one would change places with.
    private func neighbour(_ distance: Int) -> Item.ID? {
        guard selected.count == 1, let id = selection, let here = zone.firstIndex(of: id),
            zone.indices.contains(here + distance)
        else { return nil }
        return zone[here + distance]
    }

    private mutating func moveInZone(by distance: Int) {
        guard let id = selection, let other = neighbour(distance) else { return }
        land(id, .swap(other))
    }
}
