// SPDX-License-Identifier: MIT

/// Any number of cards on a table, or in a zone that aligns them (HIG-36).
///
/// A pure value without dependencies on Wayland, devices or time. All changes are mutating methods; undo restores an
/// earlier value.
///
/// Every card has a place on the table. In the zone, cards are in a row without gaps. Overlaps are only determined by
/// the stacking order.
struct Shelf: Equatable {
    /// In stacking order, from bottom to top.
    private(set) var items: [Item] = []
    /// The cards in the zone, in their order.
    private(set) var zone: [Item.ID] = []
    /// The selected cards in the order of selection (HIG-39).
    private(set) var selected: [Item.ID] = []
    var layout: Layout
    /// The maximum number of cards in the zone; nil for no limit.
    var room: Int?

    /// The place of each card on the table, reserved while it is in the zone.
    private var origins: [Item.ID: Int] = [:]
    private var lastNumber = 0

    init(_ texts: [String] = [], layout: Layout, room: Int? = nil) {
        self.layout = layout
        self.room = room
        for text in texts { put(.text(text)) }
    }

    // MARK: Positions

    subscript(id: Item.ID) -> Item? { items.first { $0.id == id } }

    /// The card that was selected last, if any.
    var selection: Item.ID? { selected.last }

    /// The cards of an area, in reading order.
    func ids(in area: Layout.Area) -> [Item.ID] {
        switch area {
        case .zone: zone
        case .shredder: []
        case .table:
            items.map(\.id).filter { !zone.contains($0) }.sorted { (origins[$0] ?? 0) < (origins[$1] ?? 0) }
        }
    }

    /// The topmost card at a point, except for those that are scrolled out of their area.
    func item(at point: Point) -> Item? {
        items.last { (frame(of: $0.id)?.contains(point) ?? false) && area(of: $0.id) == layout.area(at: point) }
    }

    /// The area of a card.
    func area(of id: Item.ID) -> Layout.Area { zone.contains(id) ? .zone : .table }

    /// The number of places in an area, including empty ones.
    func places(in area: Layout.Area) -> Int {
        area == .table ? (origins.values.max() ?? 0) + 1 : zone.count
    }

    /// The rectangle of a card.
    func frame(of id: Item.ID) -> Rectangle? {
        if let slot = zone.firstIndex(of: id) { return layout.slot(slot, of: zone.count) }
        return origin(of: id)
    }

    /// The rectangle of a card's place on the table, wherever the card is.
    func origin(of id: Item.ID) -> Rectangle? {
        origins[id].map { layout.origin($0, of: places(in: .table)) }
    }

    /// The effect of a drop; nil if a drop is not possible.
    /// - Parameters:
    ///   - ids: the dragged cards; empty for content of other applications, or for a copy.
    ///   - count: the number of new cards in this case.
    ///   - point: the position of the pointer or touch point, which determines the area and the gap.
    ///   - centre: the centre of the dragged card, which determines the card that it covers.
    func landing(of ids: [Item.ID], copying count: Int = 1, at point: Point, centre: Point) -> Landing? {
        if let shredder = layout.shredder, shredder.contains(point) { return .shred }
        let isFromZone = ids.contains(where: zone.contains)
        guard let area = layout.zone, area.contains(point) else { return isFromZone ? .origin : nil }
        guard hasRoom(for: ids.isEmpty ? count : ids.count { !zone.contains($0) }) else { return nil }
        if let next = itemAfterGap(at: point, without: ids) {
            var later = self
            later.land(ids, .insert(before: next))
            return later.zone == zone && !ids.isEmpty ? .align : .insert(before: next)
        }
        guard isFromZone, ids.allSatisfy(zone.contains) else { return .join }
        let covered = items.last { item in
            !ids.contains(item.id) && zone.contains(item.id) && area.contains(centre)
                && frame(of: item.id)?.contains(centre) ?? false
        }
        return covered.map { .swap($0.id) } ?? .align
    }

    /// The number of further cards that fit in the zone; nil for no limit.
    var spare: Int? { room.map { max($0 - zone.count, 0) } }

    func hasRoom(for count: Int) -> Bool { spare.map { count <= $0 } ?? true }

    /// The card of the zone after the gap at a point; nil if there is none.
    private func itemAfterGap(at point: Point, without ids: [Item.ID]) -> Item.ID? {
        zone.first { id in
            guard !ids.contains(id), let frame = frame(of: id) else { return false }
            return layout.gap(before: frame).contains(point)
        }
    }

    // MARK: Changes

    /// Selects a card and raises it; nil clears the selection.
    mutating func select(_ id: Item.ID?) { select(id.map { [$0] } ?? []) }

    /// Selects exactly these cards.
    mutating func select(_ ids: [Item.ID]) {
        selected = ids.filter { self[$0] != nil }
        for id in selected { raise(id) }
    }

    /// Adds a card to the selection, or removes it.
    mutating func toggle(_ id: Item.ID) {
        if let index = selected.firstIndex(of: id) {
            selected.remove(at: index)
        } else if self[id] != nil {
            selected.append(id)
            raise(id)
        }
    }

    private mutating func raise(_ id: Item.ID) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items.append(items.remove(at: index))
    }

    /// Scrolls an area; positive values scroll down.
    mutating func scroll(_ area: Layout.Area, by distance: Double) {
        layout.scroll(area, by: distance, count: places(in: area))
    }

    /// Scrolls a card into view.
    mutating func reveal(_ id: Item.ID) {
        let area = area(of: id)
        let number = area == .zone ? zone.firstIndex(of: id) : origins[id]
        if let number { layout.reveal(number, of: places(in: area), in: area) }
    }

    /// Drops own cards. They stay selected (HIG-37), and the last one is scrolled into view.
    mutating func land(_ ids: [Item.ID], _ landing: Landing) {
        let ids = ids.filter { self[$0] != nil }
        guard let last = ids.last else { return }
        switch landing {
        case .join:
            zone += ids.filter { !zone.contains($0) }
        case .insert(let next):
            insert(ids, before: next)
        case .swap(let other):
            // Only a single card can change places.
            if ids.count > 1 {
                insert(ids, before: other)
            } else if let here = zone.firstIndex(of: last), let there = zone.firstIndex(of: other) {
                zone.swapAt(here, there)
            }
        case .align:
            break
        case .shred:
            for id in ids { remove(id) }
            return
        case .origin:
            zone.removeAll(where: ids.contains)
        }
        select(ids)
        reveal(last)
    }

    /// Moves cards of the zone past the previous or next card. Several cards keep their order, and those at the end of
    /// the zone stay there.
    mutating func shift(_ ids: [Item.ID], towardsStart: Bool) {
        for index in zone.indices.dropFirst() {
            let (here, there) = towardsStart ? (index, index - 1) : (zone.count - 1 - index, zone.count - index)
            if ids.contains(zone[here]), !ids.contains(zone[there]) { zone.swapAt(here, there) }
        }
        if let last = ids.last { reveal(last) }
    }

    private mutating func insert(_ ids: [Item.ID], before next: Item.ID) {
        guard !ids.contains(next), zone.contains(next) else { return }
        zone.removeAll(where: ids.contains)
        zone.insert(contentsOf: ids, at: zone.firstIndex(of: next) ?? zone.endIndex)
    }

    /// Whether the same cards with the same content are at the same places, regardless of selection and stacking.
    func isArranged(like other: Shelf) -> Bool {
        let byNumber = { (shelf: Shelf) in shelf.items.sorted { $0.id.number < $1.id.number } }
        return zone == other.zone && origins == other.origins && byNumber(self) == byNumber(other)
    }

    /// Drops new content into the zone, and selects it.
    @discardableResult
    mutating func receive(_ content: Item.Content, _ landing: Landing = .join) -> Item.ID {
        let id = put(content)
        land([id], .join)
        if case .insert = landing { land([id], landing) }
        return id
    }

    /// Adds further cards of the same drop to its area.
    /// - Returns: the cards that were added: as many as fit.
    @discardableResult
    mutating func add(_ texts: some Collection<String>, behind id: Item.ID) -> [Item.ID] {
        guard self[id] != nil, !texts.isEmpty else { return [] }
        let index = zone.firstIndex(of: id)
        let more = texts.prefix(index == nil ? texts.count : spare ?? texts.count).map { put(.text($0)) }
        if let index { zone.insert(contentsOf: more, at: index + 1) }
        select([id] + more)
        return more
    }

    /// Restores removed cards.
    mutating func restore(_ lost: [Item]) {
        for item in lost where self[item.id] == nil {
            origins[item.id] = freePlace
            items.append(item)
        }
        select(lost.map(\.id))
    }

    /// Changes the content of a card if it still exists.
    mutating func update(_ id: Item.ID, to content: Item.Content) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].content = content
    }

    /// Removes a card permanently.
    mutating func remove(_ id: Item.ID) {
        items.removeAll { $0.id == id }
        zone.removeAll { $0 == id }
        origins[id] = nil
        selected.removeAll { $0 == id }
    }

    private var freePlace: Int? {
        let taken = Set(origins.values)
        return (0...taken.count).first { !taken.contains($0) }
    }

    /// Puts new content on the table, at the first free place.
    @discardableResult
    mutating func put(_ content: Item.Content) -> Item.ID {
        lastNumber += 1
        let id = Item.ID(number: lastNumber)
        origins[id] = freePlace
        items.append(Item(id: id, content: content))
        return id
    }

    // MARK: The keyboard

    /// The selected cards whose content has arrived, in reading order.
    var given: [Item] {
        (ids(in: .table) + zone).filter(selected.contains).compactMap { self[$0] }.filter { $0.text != nil }
    }

    /// The next card in a direction, across the ends of rows too.
    func neighbour(of id: Item.ID, _ direction: Command.Direction) -> Item.ID? {
        let ids = ids(in: area(of: id))
        guard let index = ids.firstIndex(of: id), let here = frame(of: id)?.origin else { return nil }
        // Above and below, the nearest card in the next row.
        func nearest(_ sign: Double) -> Item.ID? {
            let ways = ids.compactMap { id in frame(of: id).map { (id: id, way: $0.origin - here) } }
            return ways.filter { $0.way.y * sign > 0 }
                .min { (abs($0.way.y), abs($0.way.x)) < (abs($1.way.y), abs($1.way.x)) }?.id
        }
        return switch direction {
        case .left: index > 0 ? ids[index - 1] : nil
        case .right: index + 1 < ids.count ? ids[index + 1] : nil
        case .up: nearest(-1)
        case .down: nearest(1)
        }
    }

    /// Removes the selected cards, and selects the one that takes the place of the last one.
    mutating func removeSelected() {
        guard let last = selection else { return }
        let area = area(of: last)
        let index = ids(in: area).prefix { $0 != last }.count { !selected.contains($0) }
        for id in selected { remove(id) }
        let rest = ids(in: area)
        if !rest.isEmpty { select(rest[min(index, rest.count - 1)]) }
    }

    /// Moves the selected cards to the other area, in reading order like in a drag.
    mutating func changeArea() {
        if let last = selection, area(of: last) == .zone { return land(zone.filter(selected.contains), .origin) }
        let ids = ids(in: .table).filter(selected.contains)
        if layout.zone != nil, hasRoom(for: ids.count) { land(ids, .join) }
    }

    /// Copies the selected cards into the zone.
    mutating func duplicate() {
        let texts = given.compactMap(\.text)
        guard layout.zone != nil, hasRoom(for: texts.count) else { return }
        select(texts.map { receive(.text($0)) })
    }
}

/// The effect of a drop at a position.
enum Landing: Equatable {
    /// The card is appended to the zone.
    case join
    /// The card is inserted before another one in the zone (HIG-39).
    case insert(before: Item.ID)
    /// The card changes places with another one in the zone.
    case swap(Item.ID)
    /// The card returns to its place in the zone.
    case align
    /// The card is deleted.
    case shred
    /// The card returns from the zone to its place on the table.
    case origin
}
