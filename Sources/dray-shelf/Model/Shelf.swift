// SPDX-License-Identifier: MIT

/// Any number of items, on a table or in a zone that aligns them (HIG-36).
///
/// A pure value: it knows nothing of Wayland, of devices, of time. Everything that happens to it is one of its mutating
/// methods, and undoing is taking an earlier value.
///
/// Every item has its origin on the table. In the zone items stand in a row, without gaps; what lies over what is said by
/// the stacking order alone.
struct Shelf: Equatable {
    /// In stacking order, from bottom to top.
    private(set) var items: [Item] = []
    /// The items in the zone, in the order in which they stand.
    private(set) var zone: [Item.ID] = []
    /// The items that a person has picked, in that order (HIG-39).
    private(set) var selected: [Item.ID] = []
    var layout: Layout
    /// How many items the zone takes; nil for any number.
    var room: Int?

    /// Each item's place on the table, kept for it while it is in the zone.
    private var origins: [Item.ID: Int] = [:]
    private var lastNumber = 0

    init(_ contents: [Item.Content] = [], layout: Layout) {
        self.layout = layout
        for content in contents { put(content) }
    }

    // MARK: What is where

    subscript(id: Item.ID) -> Item? { items.first { $0.id == id } }

    /// The item that was picked last, if any.
    var selection: Item.ID? { selected.last }

    /// The items of an area, in the order in which they are read.
    func ids(in area: Layout.Area) -> [Item.ID] {
        switch area {
        case .zone: zone
        case .table:
            items.map(\.id).filter { !zone.contains($0) }.sorted { (origins[$0] ?? 0) < (origins[$1] ?? 0) }
        }
    }

    /// The uppermost item at a point. What is scrolled out of its area is not there.
    func item(at point: Point) -> Item? {
        items.last { (frame(of: $0.id)?.contains(point) ?? false) && area(of: $0.id) == layout.area(at: point) }
    }

    /// Where an item is now.
    func area(of id: Item.ID) -> Layout.Area { zone.contains(id) ? .zone : .table }

    /// The number of an item's place in its area. On the table there are empty ones between them.
    func place(of id: Item.ID) -> Int? { zone.firstIndex(of: id) ?? origins[id] }

    /// How many places an area has, the empty ones between them included.
    func places(in area: Layout.Area) -> Int {
        switch area {
        case .table: (origins.values.max() ?? 0) + 1
        case .zone: zone.count
        }
    }

    /// Where an item lies.
    func frame(of id: Item.ID) -> Rectangle? {
        if let slot = zone.firstIndex(of: id) { return layout.slot(slot, of: zone.count) }
        return origin(of: id)
    }

    /// An item's place on the table, wherever it is now.
    func origin(of id: Item.ID) -> Rectangle? {
        origins[id].map { layout.origin($0, of: places(in: .table)) }
    }

    /// What a drop would do; nil where nothing can be dropped.
    /// - Parameters:
    ///   - ids: the items that are carried; none for something that is not ours, or a copy of ours.
    ///   - count: how many come then.
    ///   - point: where the pointer or the finger is. It says which area is meant, and which gap.
    ///   - centre: the middle of the carried item, which says what it covers.
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

    func landing(of id: Item.ID?, at point: Point, centre: Point) -> Landing? {
        landing(of: id.map { [$0] } ?? [], at: point, centre: centre)
    }

    /// How many more items the zone takes; nil for any number.
    var spare: Int? { room.map { max($0 - zone.count, 0) } }

    func hasRoom(for count: Int) -> Bool { spare.map { count <= $0 } ?? true }

    /// The item of the zone before which there is a gap at that point; nil where there is none.
    private func itemAfterGap(at point: Point, without ids: [Item.ID]) -> Item.ID? {
        zone.first { id in
            guard !ids.contains(id), let frame = frame(of: id) else { return false }
            return layout.gap(before: frame).contains(point)
        }
    }

    // MARK: What happens

    /// Selects an item and puts it above all others; nil selects nothing.
    mutating func select(_ id: Item.ID?) { select(id.map { [$0] } ?? []) }

    /// Selects these, and nothing else.
    mutating func select(_ ids: [Item.ID]) {
        selected = ids.filter { self[$0] != nil }
        for id in selected { raise(id) }
    }

    /// Selects one more, or one less.
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

    /// Scrolls an area; positive is towards its lower end.
    mutating func scroll(_ area: Layout.Area, by distance: Double) {
        layout.scroll(area, by: distance, count: places(in: area))
    }

    /// Scrolls so that an item can be seen.
    mutating func reveal(_ id: Item.ID) {
        let area = area(of: id)
        let number =
            switch area {
            case .table: origins[id]
            case .zone: zone.firstIndex(of: id)
            }
        if let number { layout.reveal(number, of: places(in: area), in: area) }
    }

    /// Drops one of our items. It stays selected (HIG-37), and can be seen.
    mutating func land(_ id: Item.ID, _ landing: Landing) { land([id], landing) }

    /// Drops some of our items, as one.
    mutating func land(_ ids: [Item.ID], _ landing: Landing) {
        let ids = ids.filter { self[$0] != nil }
        guard let last = ids.last else { return }
        switch landing {
        case .join:
            zone += ids.filter { !zone.contains($0) }
        case .insert(let next):
            insert(ids, before: next)
        case .swap(let other):
            // Only one can change places with one.
            guard ids.count == 1 else {
                insert(ids, before: other)
                break
            }
            if let here = zone.firstIndex(of: last), let there = zone.firstIndex(of: other) { zone.swapAt(here, there) }
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

    /// Moves items of the zone past the one before each, or behind; several keep their order, and those that are at its end stay.
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

    /// Whether the same items with the same content are at the same places, whatever is selected or lies above.
    func isArranged(like other: Shelf) -> Bool {
        let byNumber = { (shelf: Shelf) in shelf.items.sorted { $0.id.number < $1.id.number } }
        return zone == other.zone && origins == other.origins && byNumber(self) == byNumber(other)
    }

    /// Drops something new into the zone, and selects it.
    @discardableResult
    mutating func receive(_ content: Item.Content, _ landing: Landing = .join) -> Item.ID {
        let id = put(content)
        land(id, .join)
        switch landing {
        case .insert: land(id, landing)
        case .join, .swap, .align, .origin, .shred: break
        }
        return id
    }

    /// Puts more beside an item that has come with them, in its area.
    /// - Returns: what has been put there: as many as there is room for.
    @discardableResult
    mutating func add(_ contents: [Item.Content], behind id: Item.ID) -> [Item.ID] {
        guard self[id] != nil, !contents.isEmpty else { return [] }
        let more = contents.prefix(zone.contains(id) ? spare ?? contents.count : contents.count).map { put($0) }
        if let index = zone.firstIndex(of: id) { zone.insert(contentsOf: more, at: index + 1) }
        select([id] + more)
        return more
    }

    /// Puts items back that were taken away.
    mutating func restore(_ lost: [Item]) {
        for item in lost where self[item.id] == nil {
            origins[item.id] = freePlace
            items.append(item)
        }
        select(lost.map(\.id))
    }

    /// Gives an item other content, where it still is here.
    mutating func update(_ id: Item.ID, to content: Item.Content) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].content = content
    }

    /// Takes an item away, for good.
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

    /// Puts something new on the table, at the first free place.
    @discardableResult
    mutating func put(_ content: Item.Content) -> Item.ID {
        lastNumber += 1
        let id = Item.ID(number: lastNumber)
        origins[id] = freePlace
        items.append(Item(id: id, content: content))
        return id
    }
}
