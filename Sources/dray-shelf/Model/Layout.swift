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

    /// The place of the zone's item with that number, from 0, row by row, when there are `count`.
    func slot(_ number: Int, of count: Int) -> Rectangle? {
        (zone?.inset(by: Self.padding)).map { Self.place(number, of: count, in: $0) }
    }

    /// The place on the table of the item with that number, from 0, when there are `count`.
    func origin(_ number: Int, of count: Int) -> Rectangle { Self.place(number, of: count, in: table) }

    /// Any number of items has a place: rows that do not fit lie over each other like cards.
    private static func place(_ number: Int, of count: Int, in area: Rectangle) -> Rectangle {
        let columns = fitting(card.width, in: area.size.width)
        let rows = max((count + columns - 1) / columns, 1)
        let room = max(area.size.height - card.height, 0)
        let rowStep = rows > 1 ? min(card.height + gap, (room / Double(rows - 1)).rounded(.down)) : 0
        // What is left over is shared out between the columns, so that the grid fills its area.
        let spare = area.size.width - Double(columns) * card.width
        let columnGap = columns > 1 ? min(spare / Double(columns - 1), 2 * gap) : 0
        let x = area.origin.x + Double(number % columns) * (card.width + columnGap).rounded(.down)
        return Rectangle(
            origin: Point(x: x, y: area.origin.y + Double(number / columns) * rowStep), size: card)
    }

    private static func fitting(_ length: Double, in room: Double) -> Int {
        max(Int((room + gap) / (length + gap)), 1)
    }
}
