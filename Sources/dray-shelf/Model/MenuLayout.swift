// SPDX-License-Identifier: MIT

/// Where the rows of the open menu lie: below its button, in as many columns as it takes and the window has room for. Each is large
/// enough for a finger (HIG-34): where not all of them fit there are pages, and the last row of each leads to the next.
struct MenuLayout {
    let bounds: Rectangle
    let pageCount: Int
    /// The page that it is about.
    let page: Int
    private let commands: [Command]
    private let commandsOfPage: Int
    private let rows: Int
    private let columns: Int
    private let row: Size

    enum Entry: Hashable {
        case command(Command)
        /// Leads to the next page.
        case more
    }

    static let rowHeight = 44.0
    private static let columnWidth = 200.0
    private static let leastWidth = 120.0
    private static let margin = 8.0

    init(in size: Size, _ commands: [Command], page: Int = 0) {
        self.commands = commands
        let count = commands.count
        let width = max(size.width - 2 * Self.margin, Self.rowHeight)
        let below = size.height - Layout.header - Self.margin
        // A window that has hardly more than its heading is covered as a whole.
        let top = below >= 3 * Self.rowHeight ? Layout.header : 0
        let fitting = max(Int((top > 0 ? below : size.height) / Self.rowHeight), 2)
        columns = max(min((count + fitting - 1) / fitting, Int(width / Self.leastWidth)), 1)
        let fits = count <= columns * fitting
        commandsOfPage = fits ? max(count, 1) : columns * fitting - 1
        pageCount = fits ? 1 : (count + commandsOfPage - 1) / commandsOfPage
        self.page = min(max(page, 0), pageCount - 1)
        rows = fits ? max((count + columns - 1) / columns, 1) : fitting
        row = Size(width: min(Self.columnWidth, width / Double(columns)), height: Self.rowHeight)
        let all = Size(width: row.width * Double(columns), height: row.height * Double(rows))
        bounds = Rectangle(origin: Point(x: max(size.width - Self.margin - all.width, 0), y: top), size: all)
    }

    /// What is on the page.
    var entries: [Entry] {
        let shown = commands.dropFirst(page * commandsOfPage).prefix(commandsOfPage).map(Entry.command)
        return pageCount > 1 ? shown + [.more] : shown
    }

    /// - Returns: nil for what is on another page.
    func frame(of entry: Entry) -> Rectangle? {
        guard entries.contains(entry) else { return nil }
        // What leads on is at the same place on every page.
        let number: Int? =
            switch entry {
            case .command(let command): commands.firstIndex(of: command).map { $0 - page * commandsOfPage }
            case .more: rows * columns - 1
            }
        return number.map { number in
            let corner = Point(x: Double(number / rows) * row.width, y: Double(number % rows) * row.height)
            return Rectangle(origin: bounds.origin + corner, size: row)
        }
    }

    /// What is at a point of the window.
    func entry(at point: Point) -> Entry? { entries.first { frame(of: $0)?.contains(point) == true } }

    func page(of command: Command) -> Int { (commands.firstIndex(of: command) ?? 0) / commandsOfPage }
}
