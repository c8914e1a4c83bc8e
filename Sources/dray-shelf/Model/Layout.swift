// SPDX-License-Identifier: MIT

/// Where things lie in a window of some size: the table above, the zone below it, and the places in both.
struct Layout: Equatable {
    let size: Size
    let table: Rectangle
    /// Nil in a window that takes nothing.
    let zone: Rectangle?

    /// The size of every card.
    static let card = Size(width: 128, height: 56)
    /// The title's strip at the top; the window is moved by it.
    static let header = 48.0

    private static let margin = 20.0
    private static let padding = 12.0
    /// From the edge of a card to the next one.
    private static let gap = 12.0

    init(size: Size, hasZone: Bool) {
        self.size = size
        let width = max(size.width - 2 * Self.margin, Self.card.width)
        let height = max(size.height - Self.header - Self.margin, Self.card.height)
        guard hasZone else {
            table = Rectangle(x: Self.margin, y: Self.header, width: width, height: height)
            zone = nil
            return
        }
        let half = ((height - Self.margin) / 2).rounded(.down)
        table = Rectangle(x: Self.margin, y: Self.header, width: width, height: half)
        zone = Rectangle(x: Self.margin, y: table.maxY + Self.margin, width: width, height: half)
    }

    /// How many items the zone can align without overlaps.
    var capacity: Int {
        guard let inside = zone?.inset(by: Self.padding) else { return 0 }
        return Self.fitting(Self.card.width, in: inside.size.width)
            * Self.fitting(Self.card.height, in: inside.size.height)
    }

    /// The place of the zone's item with that number, from 0, row by row.
    func slot(_ number: Int) -> Rectangle? {
        guard let inside = zone?.inset(by: Self.padding) else { return nil }
        return Self.place(number, in: inside, rowStep: Self.card.height + Self.gap)
    }

    /// The place on the table of the item with that number, from 0, when there are `count`.
    ///
    /// Any number of items has a place: rows that do not fit lie over each other like cards, the later above.
    func origin(_ number: Int, of count: Int) -> Rectangle {
        let columns = Self.fitting(Self.card.width, in: table.size.width)
        let rows = max((count + columns - 1) / columns, 1)
        let room = max(table.size.height - Self.card.height, 0)
        let step = rows > 1 ? min(Self.card.height + Self.gap, (room / Double(rows - 1)).rounded(.down)) : 0
        return Self.place(number, in: table, rowStep: step)
    }

    private static func place(_ number: Int, in area: Rectangle, rowStep: Double) -> Rectangle {
        let columns = fitting(card.width, in: area.size.width)
        // What is left over is shared out between the columns, so that the grid fills its area.
        let spare = area.size.width - Double(columns) * card.width
        let gap = columns > 1 ? min(spare / Double(columns - 1), 2 * Self.gap) : 0
        let x = area.origin.x + Double(number % columns) * (card.width + gap).rounded(.down)
        return Rectangle(
            origin: Point(x: x, y: area.origin.y + Double(number / columns) * rowStep), size: card)
    }

    private static func fitting(_ length: Double, in room: Double) -> Int {
        max(Int((room + gap) / (length + gap)), 1)
    }
}
