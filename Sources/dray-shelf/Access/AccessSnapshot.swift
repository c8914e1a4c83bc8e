// SPDX-License-Identifier: MIT

/// The window as assistive technology sees it: roles, names, states, places and actions.
///
/// A pure function of the ``Interface``. What has to be told is the difference of two of them.
struct AccessSnapshot: Equatable {
    private(set) var entries: [Node: Entry] = [:]

    struct Entry: Equatable {
        var role: AccessRole
        var name = ""
        var description = ""
        var states: AccessStates = []
        /// Nil for the application, whose parent is the desktop.
        var parent: Node?
        var children: [Node] = []
        /// In the window; nil for what has no place.
        var frame: Rectangle?
        var actions: [AccessAction] = []
    }

    init(_ interface: Interface) {
        let shelf = interface.shelf
        let size = shelf.layout.size
        add(.application, Entry(role: .application, name: "dray-shelf", states: .shown))
        var window = Entry(
            role: .frame, name: interface.title, states: .shown, frame: Rectangle(origin: .zero, size: size))
        if interface.isActive { window.states.insert(.active) }
        add(.window, window, in: .application)
        add(
            .menuButton,
            Entry(
                role: .pushButton, name: "Menu", description: "All that can be done with the cards",
                states: [.shown, .focusable, .hasPopup], frame: shelf.layout.menuButton, actions: [.press]), in: .window
        )
        if let shredder = shelf.layout.shredder {
            add(
                .shredder,
                Entry(
                    role: .pushButton, name: "Shredder", description: "What is put there is gone for ever",
                    states: [.shown, .focusable], frame: shredder, actions: [.command(.shred)]), in: .window)
        }
        addCards(of: .table, "Table", interface)
        if shelf.layout.zone != nil { addCards(of: .zone, "Zone", interface) }
        if interface.isMenuOpen { addMenu(interface) }
        if interface.isActive { entries[interface.focus]?.states.insert(.focused) }
    }

    private mutating func addCards(of area: Layout.Area, _ name: String, _ interface: Interface) {
        let shelf = interface.shelf
        let ids = shelf.ids(in: area)
        var list = Entry(
            role: .list, name: name, states: [.shown, .multiselectable], frame: shelf.layout.bounds(of: area))
        let isFolded = area == .zone && shelf.layout.isFolded
        // The keyboard is on a card, if there is one to be seen.
        if ids.isEmpty || isFolded { list.states.insert(.focusable) }
        if area == .zone {
            list.states.insert(.expandable)
            if !isFolded { list.states.insert(.expanded) }
            list.actions = [.command(.fold)]
        }
        add(.area(area), list, in: .window)
        if !isFolded { for id in ids { addCard(id, of: area, interface) } }
    }

    private mutating func addCard(_ id: Item.ID, of area: Layout.Area, _ interface: Interface) {
        let shelf = interface.shelf
        guard let item = shelf[id], let frame = shelf.frame(of: id), let bounds = shelf.layout.bounds(of: area) else {
            return
        }
        var card = Entry(
            role: .listItem, states: [.enabled, .sensitive, .visible, .focusable, .selectable], frame: frame)
        switch item.content {
        case .text(let text): card.name = text.plain
        case .contact(let contact, _):
            card.name = contact.text.plain
            card.description = "Contact"
        case .arriving:
            card.name = "Arriving"
            card.states.insert(.busy)
        }
        if shelf.selected.contains(id) { card.states.insert(.selected) }
        // What is scrolled out of its area is there, and not to be seen.
        if frame.maxY > bounds.origin.y, frame.origin.y < bounds.maxY { card.states.insert(.showing) }
        var alone = shelf
        alone.select(id)
        card.actions =
            [.select] + Command.allCases.filter { $0.concernsCards && alone.allows($0) }.map(AccessAction.command)
        add(.item(id), card, in: .area(area))
    }

    private mutating func addMenu(_ interface: Interface) {
        let layout = interface.menuLayout
        add(.menu, Entry(role: .popupMenu, name: "Menu", states: .shown, frame: layout.bounds), in: .window)
        for command in interface.commands {
            var row = Entry(
                role: .menuItem, name: interface.title(of: command), states: [.visible, .focusable, .selectable],
                frame: layout.frame(of: .command(command)))
            if row.frame != nil { row.states.insert(.showing) }
            if interface.available.contains(command) {
                row.states.formUnion([.enabled, .sensitive])
                row.actions = [.command(command)]
            } else {
                row.description = interface.shelf.refusal(of: command) ?? ""
            }
            add(.command(command), row, in: .menu)
        }
        guard layout.pageCount > 1 else { return }
        add(
            .more,
            Entry(
                role: .menuItem, name: "More", description: "Page \(layout.page + 1) of \(layout.pageCount)",
                states: .shown, frame: layout.frame(of: .more), actions: [.press]), in: .menu)
    }

    /// The same with the notification that somebody speaks by.
    func adding(note: String, shows: Bool) -> AccessSnapshot {
        var all = self
        let states: AccessStates = shows ? .shown : [.enabled, .sensitive]
        all.add(.note, Entry(role: .notification, name: note, states: states), in: .application)
        return all
    }

    private mutating func add(_ node: Node, _ entry: Entry, in parent: Node? = nil) {
        var entry = entry
        entry.parent = parent
        entries[node] = entry
        if let parent { entries[parent]?.children.append(node) }
    }

    subscript(node: Node) -> Entry? { entries[node] }

    /// The innermost part at a point of the window; the window itself where there is nothing else.
    func node(at point: Point) -> Node? {
        guard entries[.window]?.frame?.contains(point) == true else { return nil }
        var node = Node.window
        while let inner = entries[node]?.children.last(where: { entries[$0]?.frame?.contains(point) == true }) {
            node = inner
        }
        return node
    }

    /// Where a part is among its parent's children; nil for the application.
    func index(of node: Node) -> Int? {
        entries[node]?.parent.flatMap { entries[$0] }?.children.firstIndex(of: node)
    }
}
