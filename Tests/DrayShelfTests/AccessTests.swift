// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// What assistive technology is told (HIG-33, HIG-39).
@Suite struct AccessTests {
    private var interface = {
        var interface = Interface(title: "Shelf", shelf: .sample("a", "b"))
        interface.isActive = true
        interface.available = [.selectAll, .undo]
        return interface
    }()

    @Test mutating func everyPartHasAPathARoleAndAParentThatHasIt() {
        interface.openMenu()
        let snapshot = AccessSnapshot(interface)
        #expect(snapshot.ordered.count == snapshot.entries.count)
        for node in snapshot.ordered {
            let entry = snapshot[node]
            #expect(Node(path: node.path) == node)
            #expect(entry?.name.isEmpty == false)
            #expect(node == .application || snapshot.index(of: node) != nil)
        }
        #expect(snapshot.ordered.count { snapshot[$0]?.states.contains(.focused) == true } == 1)
        #expect(snapshot[.command(.undo)]?.actions == [.command(.undo)])
        #expect(snapshot[.command(.cut)]?.actions.isEmpty == true)
    }

    /// HIG-39: what can be seen is there to be heard of, and can be used.
    @Test mutating func theShredderIsThere() throws {
        interface.shelf.layout = Layout(size: interface.shelf.layout.size, hasZone: true, hasShredder: true)
        let shredder = try #require(AccessSnapshot(interface)[.shredder])
        #expect(shredder.role == .pushButton && shredder.frame == interface.shelf.layout.shredder)
        #expect(shredder.actions == [.command(.shred)] && shredder.states.contains(.focusable))
        #expect(AccessSnapshot(interface)[.item(interface.shelf["a"])]?.actions.contains(.command(.shred)) == true)
    }

    @Test mutating func whatCannotBeDoneSaysWhy() {
        interface.openMenu()
        let snapshot = AccessSnapshot(interface)
        #expect(snapshot[.command(.cut)]?.description == "No card is selected")
        #expect(snapshot[.command(.undo)]?.description == "")
    }

    @Test mutating func pagesOfTheMenuAreThere() {
        interface.shelf = .sample("a", size: Size(width: 240, height: 240))
        interface.openMenu()
        let snapshot = AccessSnapshot(interface)
        #expect(snapshot[.more]?.actions == [.press])
        let shown = interface.commands.filter { snapshot[.command($0)]?.states.contains(.showing) == true }
        #expect(shown.count == interface.menuLayout.entries.count - 1)
        #expect(shown.contains { interface.focus == .command($0) })
    }

    /// Those that know no announcements are told by an object that the application has beside its window.
    @Test func theNotificationIsBesideTheWindow() {
        let snapshot = AccessSnapshot(interface).adding(note: "Undone", shows: true)
        #expect(snapshot[.application]?.children == [.window, .note])
        #expect(snapshot[.note]?.role == .notification && snapshot[.note]?.name == "Undone")
        #expect(snapshot[.note]?.states.contains(.showing) == true)
    }

    @Test func pathsOfOthersAreNobodys() {
        for path in [
            "", "/", Node.prefix, Node.prefix + "/", Node.prefix + "/item_", Node.prefix + "/item_x", "/x/root",
        ] {
            #expect(Node(path: path) == nil)
        }
        #expect(Node(path: Node.prefix + "/item_99999999999999999999") == nil)
    }

    @Test mutating func whatMovesIsAddedThenLeftAndKeepsTheKeyboard() {
        let id = interface.shelf["a"]
        let before = AccessSnapshot(interface)
        interface.shelf.land(id, .join)
        interface.settle()
        let events = AccessSnapshot(interface).events(since: before)
        #expect(
            events == [
                .children(of: .area(.zone), isAdded: true, index: 0, child: .item(id)),
                .parent(.item(id), .area(.zone)),
                .state(.item(id), name: "selected", isSet: true),
                .selection(of: .area(.zone)),
                .children(of: .area(.table), isAdded: false, index: 0, child: .item(id)),
            ])
    }

    @Test mutating func theKeyboardGoesFromOneToTheNext() {
        let before = AccessSnapshot(interface)
        interface.move(.right)
        #expect(
            AccessSnapshot(interface).events(since: before) == [
                .state(.item(interface.shelf["a"]), name: "focused", isSet: false),
                .state(.item(interface.shelf["b"]), name: "focused", isSet: true),
            ])
    }

    @Test mutating func whatIsRemovedIsLeftByTheKeyboardFirst() {
        let (first, second) = (interface.shelf["a"], interface.shelf["b"])
        let before = AccessSnapshot(interface)
        interface.shelf.remove(first)
        interface.focus(on: .area(.table))
        interface.settle()
        #expect(
            AccessSnapshot(interface).events(since: before) == [
                .state(.item(second), name: "focused", isSet: true),
                .children(of: .area(.table), isAdded: false, index: 0, child: .item(first)),
            ])
    }

    @Test mutating func aWindowInTheBackgroundHasNoKeyboard() {
        let before = AccessSnapshot(interface)
        interface.isActive = false
        let events = AccessSnapshot(interface).events(since: before)
        #expect(events.contains(.window(isActive: false)))
        #expect(events.contains(.state(.item(interface.shelf["a"]), name: "focused", isSet: false)))
    }

    @Test mutating func contentThatArrivesIsBusyAndThenHasAName() {
        let id = interface.shelf.receive(.arriving(bytes: 0))
        let before = AccessSnapshot(interface)
        #expect(before[.item(id)]?.states.contains(.busy) == true)
        interface.shelf.update(id, to: .text(StyledText("here")))
        let events = AccessSnapshot(interface).events(since: before)
        #expect(events == [.name(.item(id), "here"), .state(.item(id), name: "busy", isSet: false)])
    }

    @Test mutating func theInnermostPartIsFoundByItsPlace() {
        let frame = interface.shelf.frame(of: interface.shelf["b"])!
        #expect(AccessSnapshot(interface).node(at: frame.centre) == .item(interface.shelf["b"]))
        #expect(AccessSnapshot(interface).node(at: Point(x: -1, y: 5)) == nil)
        interface.openMenu()
        let row = interface.menuLayout.frame(of: .command(.undo))!
        #expect(AccessSnapshot(interface).node(at: row.centre) == .command(.undo))
    }

    @Test mutating func whatIsScrolledAwayDoesNotShow() throws {
        let texts = (1...30).map { Item.Content.text(StyledText("\($0)")) }
        interface.shelf = Shelf(texts, layout: interface.shelf.layout)
        interface.settle()
        let snapshot = AccessSnapshot(interface)
        #expect(snapshot[.item(interface.shelf["1"])]?.states.contains(.showing) == true)
        #expect(snapshot[.item(interface.shelf["30"])]?.states.contains(.showing) == false)
    }
}
