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

    // MARK: The keyboard's place

    /// What is not there any more cannot be where the keyboard is.
    mutating func settle() {
        focusBelowMenu = focusBelowMenu.map(nearest)
        if !isMenuOpen { focus = nearest(to: focus) }
    }

    private func nearest(to node: Node) -> Node {
        switch node {
        case .item(let id) where shelf[id] == nil: entrance(of: shelf.layout.zone == nil ? .table : .zone)
        case .item(let id) where isPutAway(shelf.area(of: id)): .area(.zone)
        case .area(.zone) where shelf.layout.zone == nil: entrance(of: .table)
        case .area(let area): entrance(of: area)
        case .item, .menuButton: node
        case .application, .window, .menu, .command: entrance(of: .table)
        }
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
        case .command, .menu: return
        case .application, .window, .menuButton, .area, .item: break
        }
        closeMenu()
        focus = nearest(to: node)
    }

    /// Tab: from the menu to the table and on to the zone, and round again.
    mutating func moveToNextPart(backwards: Bool) {
        guard !isMenuOpen else { return moveInMenu(by: backwards ? -1 : 1) }
        var parts: [Node] = [.menuButton, .area(.table)]
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
        let area = shelf.area(of: id)
        let ids = shelf.ids(in: area)
        guard let here = ids.firstIndex(of: id) else { return }
        let columns = shelf.layout.columns(of: area)
        let there =
            switch direction {
            case .left: here - 1
            case .right: here + 1
            case .up: here - columns
            case .down: here + columns
            }
        if ids.indices.contains(there) { focus = .item(ids[there]) }
    }

    mutating func moveToEnd(isFirst: Bool) {
        if isMenuOpen {
            let commands = menuCommands
            if let command = isFirst ? commands.first : commands.last { focus = .command(command) }
        } else if case .item(let id) = focus {
            let ids = shelf.ids(in: shelf.area(of: id))
            if let end = isFirst ? ids.first : ids.last { focus = .item(end) }
        }
    }

    // MARK: The menu

    /// What can be chosen; what cannot is shown, and passed over by the keyboard.
    var menuCommands: [Command] { Command.allCases.filter(available.contains) }

    mutating func openMenu() {
        guard !isMenuOpen, let first = menuCommands.first else { return }
        focusBelowMenu = focus
        focus = .command(first)
    }

    mutating func closeMenu() {
        guard let below = focusBelowMenu else { return }
        focusBelowMenu = nil
        focus = nearest(to: below)
    }

    private mutating func moveInMenu(by distance: Int) {
        let commands = menuCommands
        guard case .command(let command) = focus, let here = commands.firstIndex(of: command) else { return }
        focus = .command(commands[(here + distance + commands.count) % commands.count])
    }
}
