// SPDX-License-Identifier: MIT

/// Where things lie in a window of some size: the table above, the zone below it, and the places in both.
///
/// Rows of cards that do not fit lie over each other, but never so far that a text would be covered; what does not fit
/// then is reached by scrolling.
struct Layout: Equatable {
    let size: Size
    let table: Rectangle
    /// Nil in a window that takes nothing.
    let zone: Rectangle?
    /// Whether the zone is a bar at the lower edge, and its cards are put away.
    let isFolded: Bool
    /// Where what is dropped is gone for ever; nil in a window without such a place.
    let shredder: Rectangle?
    /// How far each area is scrolled, in points from its upper end. More than there is counts as all the way.
    private(set) var scrolled = [Area: Double]()

    /// A part of the window that scrolls by itself.
    enum Area: Hashable {
        case table, zone
    }

    /// The size of every card.
    static let card = Size(width: 128, height: 56)
    /// What a card leaves empty above and below its text.
    static let cardMargin = 8.0
    /// The title's strip at the top; the window is moved by it.
    static let header = 48.0

    private static let margin = 20.0
    private static let padding = 12.0
    /// From the edge of a card to the next one.
    private static let gap = 12.0
    /// Large enough for a finger (HIG-34).
    private static let foldedHeight = 44.0
    /// How far from a card's left edge a drop goes before it: both sides together are wide enough for a finger (HIG-34).
    private static let gapReach = 22.0
    /// From row to row at least: no more of a card is covered than the margin below its text.
    private static let leastStep = card.height - cardMargin
    /// How near to the upper or lower end of an area something that is dragged scrolls it, in points (HIG-20).
    private static let edge = 36.0
    /// How fast that is at the very end, in points for a second.
    private static let edgeSpeed = 640.0

    init(size: Size, hasZone: Bool, isFolded: Bool = false, hasShredder: Bool = false) {
        self.size = size
        self.isFolded = isFolded && hasZone
        shredder =
            hasShredder
            ? Rectangle(x: max(size.width - 2 * Self.header, 0), y: 2, width: Self.header - 4, height: Self.header - 4)
            : nil
        let width = max(size.width - 2 * Self.margin, Self.card.width)
        let height = max(size.height - Self.header - Self.margin, Self.card.height)
        guard hasZone else {
            table = Rectangle(x: Self.margin, y: Self.header, width: width, height: height)
            zone = nil
            return
        }
        let half = ((height - Self.margin) / 2).rounded(.down)
        let lower = isFolded ? Self.foldedHeight : half
        table = Rectangle(
            x: Self.margin, y: Self.header, width: width, height: max(isFolded ? height - Self.margin - lower : half, 1)
        )
        zone = Rectangle(x: Self.margin, y: table.maxY + Self.margin, width: width, height: lower)
    }

    /// The same areas, scrolled as before, in a window of another size.
    func resized(to size: Size) -> Layout {
        var layout = Layout(size: size, hasZone: zone != nil, isFolded: isFolded, hasShredder: shredder != nil)
        layout.scrolled = scrolled
        return layout
    }

    /// The same window with its zone folded, or unfolded.
    func folding(_ isFolded: Bool) -> Layout {
        var layout = Layout(size: size, hasZone: zone != nil, isFolded: isFolded, hasShredder: shredder != nil)
        layout.scrolled = scrolled
        return layout
    }

    /// The place of the zone's item with that number, from 0, row by row, when there are `count`.
    func slot(_ number: Int, of count: Int) -> Rectangle? { isFolded ? nil : place(number, of: count, in: .zone) }

    /// The place on the table of the item with that number, from 0, when there are `count`.
    func origin(_ number: Int, of count: Int) -> Rectangle {
        place(number, of: count, in: .table) ?? Rectangle(origin: table.origin, size: Self.card)
    }

    // MARK: Scrolling

    /// The area at a point of the window; the zone's margin belongs to it.
    func area(at point: Point) -> Area? {
        if let zone, zone.contains(point) { return .zone }
        return table.contains(point) ? .table : nil
    }

    /// What can be seen of an area, whatever it holds; nil where there is no such area.
    func bounds(of area: Area) -> Rectangle? {
        switch area {
        case .table: table
        case .zone: zone
        }
    }

    /// How far an area with `count` items is scrolled, and how far it can be; both 0 where all of them fit.
    func scroll(of area: Area, count: Int) -> (offset: Double, limit: Double) {
        guard let room = room(of: area) else { return (0, 0) }
        let rows = rows(count, in: room)
        let length = Double(rows - 1) * step(rows, in: room) + Self.card.height
        let limit = max(length - room.size.height, 0)
        return (min(max(scrolled[area] ?? 0, 0), limit), limit)
    }

    /// Scrolls an area with `count` items; positive is towards its lower end.
    mutating func scroll(_ area: Area, by distance: Double, count: Int) {
        let limit = scroll(of: area, count: count).limit
        let offset = min(max(scroll(of: area, count: count).offset + distance, 0), limit)
        scrolled[area] = offset > 0 ? offset : nil
    }

    /// Scrolls as far as it takes to see all of an item's place.
    mutating func reveal(_ number: Int, of count: Int, in area: Area) {
        guard let room = room(of: area), let place = place(number, of: count, in: area) else { return }
        // A card that is larger than its area is seen from its upper edge.
        let below = max(place.maxY - room.maxY, 0)
        let above = place.origin.y - below < room.origin.y ? place.origin.y - below - room.origin.y : 0
        scroll(area, by: below + above, count: count)
    }

    /// How fast an area scrolls while something is held over a point of it, in points for a second: not at all in the
    /// middle, and faster the nearer the point is to the upper (negative) or the lower end.
    func edgeSpeed(at point: Point) -> (area: Area, speed: Double)? {
        guard let area = area(at: point), let bounds = bounds(of: area) else { return nil }
        let edge = min(Self.edge, bounds.size.height / 3)
        let up = max(edge - (point.y - bounds.origin.y), 0)
        let down = max(edge - (bounds.maxY - point.y), 0)
        let share = (down - up) / edge
        return share == 0 ? nil : (area, share * Self.edgeSpeed)
    }

    // MARK: Places

    /// What opens the menu.
    var menuButton: Rectangle {
        let side = Self.header - 4
        return Rectangle(x: max(size.width - side - 2, 0), y: 2, width: side, height: side)
    }

    /// The gap before a card of the zone: a drop there goes between it and the one before (HIG-39).
    func gap(before card: Rectangle) -> Rectangle {
        Rectangle(
            x: card.origin.x - Self.gapReach, y: card.origin.y, width: 2 * Self.gapReach, height: card.size.height)
    }

    /// The line that shows that gap.
    func insertionMark(before card: Rectangle) -> Rectangle {
        let area = gap(before: card)
        return Rectangle(x: card.origin.x - 8, y: area.origin.y - 2, width: 4, height: area.size.height + 4)
    }

    /// How many cards stand side by side.
    func columns(of area: Area) -> Int { room(of: area).map(columns) ?? 1 }

    /// Where the cards of an area may lie.
    private func room(of area: Area) -> Rectangle? {
        switch area {
        case .table: table
        case .zone: isFolded ? nil : zone?.inset(by: Self.padding)
        }
    }

    private func place(_ number: Int, of count: Int, in area: Area) -> Rectangle? {
        guard let room = room(of: area) else { return nil }
        let columns = columns(in: room)
        // What is left over is shared out between the columns, so that the grid fills its area.
        let spare = room.size.width - Double(columns) * Self.card.width
        let columnGap = columns > 1 ? min(spare / Double(columns - 1), 2 * Self.gap) : 0
        let x = Double(number % columns) * (Self.card.width + columnGap).rounded(.down)
        let y = Double(number / columns) * step(rows(count, in: room), in: room)
        let offset = scroll(of: area, count: count).offset
        return Rectangle(origin: room.origin + Point(x: x, y: y - offset), size: Self.card)
    }

    private func columns(in room: Rectangle) -> Int {
        max(Int((room.size.width + Self.gap) / (Self.card.width + Self.gap)), 1)
    }

    private func rows(_ count: Int, in room: Rectangle) -> Int {
        let columns = columns(in: room)
        return max((count + columns - 1) / columns, 1)
    }

    /// From one row to the next.
    private func step(_ rows: Int, in room: Rectangle) -> Double {
        guard rows > 1 else { return 0 }
        let fitting = (max(room.size.height - Self.card.height, 0) / Double(rows - 1)).rounded(.down)
        return min(Self.card.height + Self.gap, max(fitting, Self.leastStep))
    }
}
