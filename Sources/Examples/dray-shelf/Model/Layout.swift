// SPDX-License-Identifier: MIT

/// The positions in a window of a given size: the table above, the zone below it, and the places in both.
///
/// If rows do not fit, they overlap, but no text is covered; the remaining rows are reached by scrolling.
struct Layout: Equatable {
    let size: Size
    let table: Rectangle
    /// Nil in a window without a zone.
    let zone: Rectangle?
    /// Whether the zone is a bar at the lower edge, and its cards are hidden.
    let isFolded: Bool
    /// The shredder, which deletes cards; nil in a window without one.
    let shredder: Rectangle?
    /// The scroll offset of each area, in points from its upper edge. Values beyond the maximum count as the maximum.
    private(set) var scrolled = [Area: Double]()

    /// A part of the window that accepts cards; the number identifies it as their container.
    enum Area: UInt32, CaseIterable {
        case table = 1
        case zone, shredder

        /// The name for the user.
        var label: String {
            switch self {
            case .table: "Table"
            case .zone: "Zone"
            case .shredder: "Shredder"
            }
        }
    }

    /// The size of every card.
    static let card = Size(width: 128, height: 56)
    /// The margin above and below a card's text.
    static let cardMargin = 8.0
    /// The height of the title strip, which moves the window.
    static let header = 48.0

    private static let margin = 20.0
    private static let padding = 12.0
    /// The distance between cards.
    private static let gap = 12.0
    /// Large enough for touch (HIG-34).
    private static let foldedHeight = 44.0
    /// The distance from a card's left edge within which a drop is inserted before it: both sides together are wide
    /// enough for touch (HIG-34).
    private static let gapReach = 22.0
    /// The minimum distance between rows: at most the margin below a card's text is covered.
    private static let leastStep = card.height - cardMargin

    init(size: Size, hasZone: Bool, isFolded: Bool = false, hasShredder: Bool = false) {
        self.size = size
        self.isFolded = isFolded && hasZone
        shredder =
            hasShredder
            ? Rectangle(x: max(size.width - Self.header + 2, 0), y: 2, width: Self.header - 4, height: Self.header - 4)
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

    /// The layout of a window of another size, or with a folded or unfolded zone, with the same scroll offsets.
    func changing(size: Size? = nil, isFolded: Bool? = nil) -> Layout {
        var layout = Layout(
            size: size ?? self.size, hasZone: zone != nil, isFolded: isFolded ?? self.isFolded,
            hasShredder: shredder != nil)
        layout.scrolled = scrolled
        return layout
    }

    /// The place with this zero-based number in the zone, in reading order, for `count` cards.
    func slot(_ number: Int, of count: Int) -> Rectangle? { isFolded ? nil : place(number, of: count, in: .zone) }

    /// The place with this zero-based number on the table, for `count` cards.
    func origin(_ number: Int, of count: Int) -> Rectangle {
        place(number, of: count, in: .table) ?? Rectangle(origin: table.origin, size: Self.card)
    }

    // MARK: Scrolling

    /// The area at a point of the window, including the zone's margin.
    func area(at point: Point) -> Area? {
        if let zone, zone.contains(point) { return .zone }
        return table.contains(point) ? .table : nil
    }

    /// The visible rectangle of an area, whatever its content; nil if the window does not have it.
    func bounds(of area: Area) -> Rectangle? {
        switch area {
        case .table: table
        case .zone: zone
        case .shredder: shredder
        }
    }

    /// The scroll offset and the maximum offset of an area with `count` cards; both are 0 if all of them fit.
    func scroll(of area: Area, count: Int) -> (offset: Double, limit: Double) {
        guard let room = room(of: area) else { return (0, 0) }
        let rows = rows(count, in: room)
        let length = Double(rows - 1) * step(rows, in: room) + Self.card.height
        let limit = max(length - room.size.height, 0)
        return (min(max(scrolled[area] ?? 0, 0), limit), limit)
    }

    /// Scrolls an area with `count` cards; positive values scroll down.
    mutating func scroll(_ area: Area, by distance: Double, count: Int) {
        let limit = scroll(of: area, count: count).limit
        let offset = min(max(scroll(of: area, count: count).offset + distance, 0), limit)
        scrolled[area] = offset > 0 ? offset : nil
    }

    /// Scrolls just as far as needed to show a place completely.
    mutating func reveal(_ number: Int, of count: Int, in area: Area) {
        guard let room = room(of: area), let place = place(number, of: count, in: area) else { return }
        // A card that is larger than its area is shown from its upper edge.
        let below = max(place.maxY - room.maxY, 0)
        let above = place.origin.y - below < room.origin.y ? place.origin.y - below - room.origin.y : 0
        scroll(area, by: below + above, count: count)
    }

    // MARK: Places

    /// The gap before a card of the zone: a drop there is inserted before the card (HIG-39).
    func gap(before card: Rectangle) -> Rectangle {
        Rectangle(
            x: card.origin.x - Self.gapReach, y: card.origin.y, width: 2 * Self.gapReach, height: card.size.height)
    }

    /// The line that marks the gap.
    func insertionMark(before card: Rectangle) -> Rectangle {
        let area = gap(before: card)
        return Rectangle(x: card.origin.x - 8, y: area.origin.y - 2, width: 4, height: area.size.height + 4)
    }

    /// The rectangle for the cards of an area.
    private func room(of area: Area) -> Rectangle? {
        switch area {
        case .table: table
        case .zone: isFolded ? nil : zone?.inset(by: Self.padding)
        case .shredder: nil
        }
    }

    private func place(_ number: Int, of count: Int, in area: Area) -> Rectangle? {
        guard let room = room(of: area) else { return nil }
        let columns = columns(in: room)
        // The spare width is distributed between the columns, so that the grid fills its area.
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

    /// The distance between rows.
    private func step(_ rows: Int, in room: Rectangle) -> Double {
        guard rows > 1 else { return 0 }
        let fitting = (max(room.size.height - Self.card.height, 0) / Double(rows - 1)).rounded(.down)
        return min(Self.card.height + Self.gap, max(fitting, Self.leastStep))
    }
}
