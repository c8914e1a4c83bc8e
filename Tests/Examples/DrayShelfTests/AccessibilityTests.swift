// SPDX-License-Identifier: MIT

import CAccessible
import Testing

@testable import dray_shelf

@Suite struct `HIG-39: accessibility` {
    @Test func `everything has a name and is large enough`() {
        var shelf = Shelf.sample("Apples", "Pears")
        shelf.land([shelf["Pears"]], .join)
        let tree = AccessibleTree(Painter.Scene(title: "Shelf", shelf: shelf))
        #expect(tree.objects.count == 6)
        for object in tree.objects.values where object.role != dray_role_application {
            #expect(!object.name.isEmpty)
            #expect(object.box!.size.width >= 44 && object.box!.size.height >= 44)
        }
    }

    @Test func `cards are the items of their area, with the actions that are possible there`() {
        var shelf = Shelf.sample("Apples", "Pears")
        shelf.land([shelf["Pears"]], .join)
        let tree = AccessibleTree(Painter.Scene(title: "Shelf", shelf: shelf))
        func actions(in list: String) -> [[String]] {
            tree.objects.values.filter { $0.name == list }.flatMap(\.children)
                .compactMap { tree.objects[$0] }.map { [$0.name] + $0.actions.map(\.name) }
        }
        #expect(actions(in: "Table") == [["Apples", "move to the zone", "copy", "remove"]])
        #expect(
            actions(in: "Zone")
                == [["Pears", "move to the table", "move earlier", "move later", "copy", "remove"]])
    }

    @Test func `only the selected card of the active window has the focus`() {
        var shelf = Shelf.sample("Apples", "Pears")
        shelf.select(shelf["Pears"])
        func focused(isActive: Bool) -> [String] {
            AccessibleTree(Painter.Scene(title: "Shelf", shelf: shelf, isActive: isActive)).objects.values
                .filter { $0.states & dray_state_focused.rawValue != 0 }.map(\.name)
        }
        #expect(focused(isActive: true) == ["Pears"])
        #expect(focused(isActive: false) == [])
    }

    @Test func `a card that is scrolled out of its area is not showing, and one in a folded zone is absent`() {
        let many = Shelf((1...30).map { "\($0)" }, layout: Shelf.sample().layout)
        let cards = AccessibleTree(Painter.Scene(title: "Shelf", shelf: many)).objects.values
            .filter { $0.role == dray_role_list_item }
        #expect(cards.count == 30)
        #expect(Set(cards.map { $0.states & dray_state_showing.rawValue != 0 }) == [true, false])

        var folded = Shelf.sample("Apples")
        folded.land([folded["Apples"]], .join)
        folded.layout = folded.layout.changing(isFolded: true)
        let names = AccessibleTree(Painter.Scene(title: "Shelf", shelf: folded)).objects.values.map(\.name)
        #expect(names.contains("Zone") && !names.contains("Apples"))
    }
}
