// SPDX-License-Identifier: MIT

/// Where the commands of the open menu lie: below its button, in as many columns as it takes. Each is large enough for a finger
/// (HIG-34), unless the window is smaller than all of them.
struct MenuLayout {
    let bounds: Rectangle
    private let rows: Int
    private let row: Size

    static let rowHeight = 44.0
    private static let columnWidth = 200.0
    private static let margin = 8.0

    init(in size: Size) {
        let count = Command.allCases.count
        let room = Size(
            width: max(size.width - 2 * Self.margin, 1), height: max(size.height - Layout.header - Self.margin, 1))
        let fitting = max(Int(room.height / Self.rowHeight), 1)
        let columns = max(min((count + fitting - 1) / fitting, Int(room.width / 120)), 1)
        rows = (count + columns - 1) / columns
        row = Size(
            width: min(Self.columnWidth, room.width / Double(columns)),
            height: min(Self.rowHeight, room.height / Double(rows)))
        let all = Size(width: row.width * Double(columns), height: row.height * Double(rows))
        bounds = Rectangle(
            origin: Point(x: max(size.width - Self.margin - all.width, 0), y: Layout.header), size: all)
    }

    func frame(of command: Command) -> Rectangle {
        let number = Command.allCases.firstIndex(of: command) ?? 0
        let corner = Point(x: Double(number / rows) * row.width, y: Double(number % rows) * row.height)
        return Rectangle(origin: bounds.origin + corner, size: row)
    }

    /// The command at a point of the window.
    func command(at point: Point) -> Command? { Command.allCases.first { frame(of: $0).contains(point) } }
}
