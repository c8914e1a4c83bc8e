// SPDX-License-Identifier: MIT

/// All that people can be told of the window, by eye or by ear: what there is, and where the keyboard is.
///
/// A pure value. Whatever happens to the keyboard's place is one of its mutating methods.
struct Interface: Equatable {
    var title: String
    var shelf: Shelf
    /// Where the keyboard is.
    private(set) var focus = Node.area(.table)
    /// Whether the window has the keyboard.
    var isActive = false
    /// The commands that can be given now.
    var available: Set<Command> = []
    /// Whether a tap selects one more, or one less.
    var selectsMore = false
    /// Why nothing has come of what was done last, for the person to read.
    var notice: String?
    /// The page of the menu that is shown.
    private(set) var menuPage = 0
    /// Where the card was that the keyboard was on last: if that goes, the next one has it.
    private var spot: Spot?
    /// Where the keyboard was when the menu was opened; nil while it is closed.
    private var focusBelowMenu: Node?

    init(title: String, shelf: Shelf) {
        self.title = title
        self.shelf = shelf
        settle()
    }

    var isMenuOpen: Bool { focusBelowMenu != nil }

    enum Direction {
        case left, right, up, down
    }

    private struct Spot: Equatable {
        let area: Layout.Area
        let index: Int
    }

    // MARK: The keyboard's place

    /// What is not there any more cannot be where the keyboard is.
    mutating func settle() {
        focusBelowMenu = focusBelowMenu.map(nearest)
        if !isMenuOpen { focus = nearest(to: focus) }
        if case .command(let command) = focus, !available.contains(command) { moveInMenu(by: 1) }
        menuPage = menuLayout.page
        guard case .item(let id) = focusBelowMenu ?? focus else { return }
        let area = shelf.area(of: id)
        spot = shelf.ids(in: area).firstIndex(of: id).map { Spot(area: area, index: $0) }
    }

    private func nearest(to node: Node) -> Node {
        switch node {
        case .item(let id) where shelf[id] == nil: beside(spot)
        case .item(let id) where isPutAway(shelf.area(of: id)): .area(.zone)
        case .area(.zone) where shelf.layout.zone == nil: entrance(of: .table)
        case .area(let area): entrance(of: area)
        case .shredder where shelf.layout.shredder == nil: entrance(of: .table)
        case .item, .menuButton, .shredder: node
        case .application, .window, .menu, .command, .more, .note: entrance(of: .table)
        }
    }

    /// What is where a card was that has gone.
    private func beside(_ spot: Spot?) -> Node {
        guard let spot, !isPutAway(spot.area) else { return entrance(of: spot?.area ?? .table) }
        let ids = shelf.ids(in: spot.area)
        return ids.isEmpty ? entrance(of: spot.area) : .item(ids[min(spot.index, ids.count - 1)])
    }

    /// What the keyboard comes to first in an area: what is selected there, or the first card.
    private func entrance(of area: Layout.Area) -> Node {
        guard !isPutAway(area) else { return .area(area) }
        let ids = shelf.ids(in: area)
        return (shelf.selected.last(where: ids.contains) ?? ids.first).map(Node.item) ?? .area(area)
    }

    /// Whether the cards of an area cannot be seen, nor the keyboard be on one of them.
    private func isPutAway(_ area: Layout.Area) -> Bool { area == .zone && shelf.layout.isFolded }

    /// Puts the keyboard on something, where there is such a thing.
    mutating func focus(on node: Node) {
        switch node {
        case .command, .menu, .more, .note: return
        case .application, .window, .menuButton, .shredder, .area, .item: break
        }
        closeMenu()
        focus = nearest(to: node)
    }

    /// Tab: from the shredder and the menu to the table and on to the zone, and round again.
    mutating func moveToNextPart(backwards: Bool) {
        guard !isMenuOpen else { return moveInMenu(by: backwards ? -1 : 1) }
        var parts: [Node] = shelf.layout.shredder == nil ? [] : [.shredder]
        parts += [.menuButton, .area(.table)]
        if shelf.layout.zone != nil { parts.append(.area(.zone)) }
        let here = parts.firstIndex(of: part(of: focus)) ?? 0
        let next = parts[(here + (backwards ? parts.count - 1 : 1)) % parts.count]
        focus = nearest(to: next)
    }

    private func part(of node: Node) -> Node {
        if case .item(let id) = node { return .area(shelf.area(of: id)) }
        return node
    }

    /// An arrow key: from card to card as they lie, over the edge of a row too, and up and down in the menu.
    mutating func move(_ direction: Direction) {
        if isMenuOpen {
            return moveInMenu(by: direction == .left || direction == .up ? -1 : 1)
        }
        guard case .item(let id) = focus else { return }
        if let next = neighbour(of: id, direction) { focus = .item(next) }
    }

    /// The card that lies next in a direction. On the table there are places without one: above and below, the nearest in the next row
    /// that has any.
    private func neighbour(of id: Item.ID, _ direction: Direction) -> Item.ID? {
        let area = shelf.area(of: id)
        let columns = shelf.layout.columns(of: area)
        guard let here = shelf.place(of: id) else { return nil }
        let cards = shelf.ids(in: area).compactMap { id in shelf.place(of: id).map { (id: id, place: $0) } }
        func nearest(inRow row: Int?) -> Item.ID? {
            cards.filter { $0.place / columns == row }
                .min { abs($0.place % columns - here % columns) < abs($1.place % columns - here % columns) }?.id
        }
        let rows = cards.map { $0.place / columns }
        return switch direction {
        case .left: cards.last { $0.place < here }?.id
        case .right: cards.first { $0.place > here }?.id
        case .up: nearest(inRow: rows.last { $0 < here / columns })
        case .down: nearest(inRow: rows.first { $0 > here / columns })
        }
    }

    mutating func moveToEnd(isFirst: Bool) {
        if isMenuOpen {
            if let command = isFirst ? menuCommands.first : menuCommands.last { focusInMenu(on: command) }
        } else if case .item(let id) = focus {
            let ids = shelf.ids(in: shelf.area(of: id))
            if let end = isFirst ? ids.first : ids.last { focus = .item(end) }
        }
    }

    // MARK: The menu

    /// All that the menu shows.
    var commands: [Command] { Command.allCases.filter { $0 != .shred || shelf.layout.shredder != nil } }

    /// What can be chosen; what cannot is shown, and passed over by the keyboard.
    var menuCommands: [Command] { commands.filter(available.contains) }

    var menuLayout: MenuLayout { MenuLayout(in: shelf.layout.size, commands, page: menuPage) }

    /// What a command is called now, and the key that does it.
    func title(of command: Command) -> String {
        command == .selectMore && selectsMore ? "End selecting several" : command.title
    }

    func key(of command: Command) -> String { command == .selectMore && selectsMore ? "Escape" : command.key }

    mutating func openMenu() {
        guard !isMenuOpen, let first = menuCommands.first else { return }
        focusBelowMenu = focus
        focusInMenu(on: first)
    }

    mutating func closeMenu() {
        guard let below = focusBelowMenu else { return }
        focusBelowMenu = nil
        menuPage = 0
        focus = nearest(to: below)
    }

    /// Turns to the next page, and after the last one to the first. The keyboard goes there if it finds something to choose.
    mutating func turnMenuPage() {
        guard isMenuOpen else { return }
        let layout = menuLayout
        let next = (layout.page + 1) % layout.pageCount
        if let first = menuCommands.first(where: { layout.page(of: $0) == next }) { focus = .command(first) }
        menuPage = next
    }

    private mutating func focusInMenu(on command: Command) {
        focus = .command(command)
        menuPage = menuLayout.page(of: command)
    }

    private mutating func moveInMenu(by distance: Int) {
        let chosen = menuCommands
        guard !chosen.isEmpty, case .command(let command) = focus, let place = commands.firstIndex(of: command) else {
            return
        }
        // From one that has become impossible it goes to the next that is not.
        let here =
            chosen.firstIndex(of: command) ?? chosen.count(where: commands[..<place].contains) - (distance > 0 ? 1 : 0)
        focusInMenu(on: chosen[(here + distance + chosen.count) % chosen.count])
    }
}
