// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-33: named objects in menus and their positions. The numbers are those that the toolkits report.
@Suite struct AccessPopupTests {
    private func object(
        _ id: Int, in parent: Int?, _ role: UInt32, _ name: String, _ x: Double, _ y: Double, _ width: Double,
        _ height: Double
    ) -> AccessObject {
        AccessObject(
            id: id, parent: parent, role: AccessRole(rawValue: role), name: name,
            area: Rectangle(x: x, y: y, width: width, height: height))
    }

    private func window(_ popups: [AccessPopup], shadow: Double = 0) -> AccessWindow {
        AccessWindow(
            title: "Notes", surface: Size(width: 500 + 2 * shadow, height: 400 + 2 * shadow),
            geometry: Rectangle(x: shadow, y: shadow, width: 500, height: 400), isActive: true, popups: popups)
    }

    private func popup(_ x: Double, _ y: Double, _ width: Double, _ height: Double, shadow: Double = 0) -> AccessPopup {
        AccessPopup(
            surface: Size(width: width + 2 * shadow, height: height + 2 * shadow),
            geometry: Rectangle(x: shadow, y: shadow, width: width, height: height), origin: Point(x: x, y: y))
    }

    private func origin(_ name: String, _ tree: AccessTree, _ window: AccessWindow) throws -> Point {
        try tree.place(named: name, in: window, near: .zero).area.origin
    }

    /// Coordinates in Qt's menus begin at the window, wherever the compositor has placed the menu.
    @Test func qt() throws {
        let tree = AccessTree(
            toolkit: "Qt", version: "6.4.2",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: 0, 34, "", 0, 0, 500, 19),
                object(2, in: 1, 35, "File", 6, 0, 29, 19), object(3, in: 2, 41, "", 6, 19, 120, 44),
                object(4, in: 3, 35, "Open…", 6, 19, 120, 22), object(5, in: 3, 35, "Export", 6, 41, 120, 22),
                object(6, in: 5, 41, "", 126, 41, 90, 44), object(7, in: 6, 35, "As PDF", 126, 41, 90, 22),
                object(8, in: 0, 35, "Export", 300, 300, 60, 20),
            ])
        let both = window([popup(6, 19, 120, 44), popup(36, 51, 90, 44)])
        #expect(try origin("Open...", tree, both) == Point(x: 6, y: 19))
        #expect(try origin("As PDF", tree, both) == Point(x: 36, y: 51))
        // Objects under a menu are hidden; without the menu they are found.
        #expect(try origin("Export", tree, both) == Point(x: 6, y: 41))
        #expect(try tree.places(in: both).prefix(3).map(\.name) == ["As PDF", "Open…", "Export"])
        #expect(throws: AccessMistake.self) {
            try tree.place(named: "File", in: both, near: .zero, onlyInPopups: true)
        }
    }

    /// The list of a combo box has a frame, and items that are wider than it.
    @Test func qtComboBox() throws {
        let tree = AccessTree(
            toolkit: "Qt", version: "6.4.2",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: 0, 11, "Red", 9, 28, 402, 22),
                object(2, in: 1, 31, "", 10, 29, 400, 66), object(3, in: 2, 32, "Red", 10, 29, 467, 22),
                object(4, in: 2, 32, "Blue", 10, 73, 467, 22),
            ])
        let place = try tree.place(named: "Blue", in: window([popup(12, 58, 402, 68)]), near: .zero)
        #expect(place.area == Rectangle(x: 13, y: 103, width: 401, height: 22))
    }

    @Test func aSubmenuMayBeAsLargeAsItsMenu() throws {
        let tree = AccessTree(
            toolkit: "Qt", version: "6.4.2",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: 0, 41, "", 6, 19, 120, 44),
                object(2, in: 1, 35, "Open…", 6, 19, 120, 22), object(3, in: 1, 35, "Export", 6, 41, 120, 22),
                object(4, in: 3, 41, "", 125, 41, 120, 44), object(5, in: 4, 35, "As PDF", 125, 41, 120, 22),
            ])
        let both = window([popup(9, 49, 120, 44), popup(128, 71, 120, 44)])
        #expect(try origin("As PDF", tree, both) == Point(x: 128, y: 71))
        #expect(try origin("Open…", tree, both) == Point(x: 9, y: 49))
    }

    /// GTK 3's items begin at the popup's surface, and no object has the size of the popup.
    @Test func gtk3MenuBar() throws {
        let tree = AccessTree(
            toolkit: "gtk", version: "3.24.38",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 552, 452), object(1, in: 0, 34, "", 26, 60, 500, 26),
                object(2, in: 1, 33, "Edit", 66, 60, 44, 26), object(3, in: 1, 33, "Search", 110, 60, 66, 26),
                object(4, in: 2, 35, "Undo      ", -2_147_483_648, -2_147_483_648, 1, 1),
                object(5, in: 3, 35, "Find      ", 6, 5, 304, 26),
                object(6, in: 3, 35, "Find Next      ", 6, 31, 304, 26),
                object(7, in: 3, 35, "Go to...      ", 6, 163, 304, 26),
            ])
        let open = window([popup(84, 60, 310, 190, shadow: 3)], shadow: 26)
        #expect(try origin("Find", tree, open) == Point(x: 84 - 3 + 6, y: 60 - 3 + 5))
        #expect(try origin("go to…", tree, open) == Point(x: 87, y: 60 - 3 + 163))
        #expect(try origin("Search", tree, open) == Point(x: 84, y: 34))
        // None of its objects counts as a part of the window.
        #expect(try tree.places(in: open).filter { $0.name.hasPrefix("Find") }.count == 2)
    }

    @Test func gtk3ContextMenuIsAWindow() throws {
        let tree = AccessTree(
            toolkit: "gtk", version: "3.24.38",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: nil, 69, "", 0, 0, 248, 259),
                object(2, in: 1, 33, "", 6, 5, 236, 247), object(3, in: 2, 35, "Cut", 6, 9, 236, 26),
            ])
        #expect(try origin("Cut", tree, window([popup(100, 50, 242, 253, shadow: 3)])) == Point(x: 103, y: 56))
    }

    /// GTK 4's popover includes the shadow at its sides, and its reported position is wrong.
    @Test func gtk4Popover() throws {
        let tree = AccessTree(
            toolkit: "GTK", version: "4.8.3",
            objects: [
                object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: 0, 11, "Colour", 0, 97, 500, 34),
                object(2, in: 1, 20, "GtkPopover", 0, 103, 506, 126), object(3, in: 2, 29, "Red", 12, 122, 28, 18),
            ])
        let open = window([
            AccessPopup(
                surface: Size(width: 506, height: 134), geometry: Rectangle(x: 3, y: 2, width: 500, height: 126),
                origin: Point(x: 0, y: 131))
        ])
        #expect(try origin("Red", tree, open) == Point(x: 9, y: 148))
    }

    /// A popup without a known object has no content, and is no part of the window.
    @Test func unknownPopupsAreNotGuessed() throws {
        let tree = AccessTree(
            toolkit: "GTK", version: "4.8.3",
            objects: [object(0, in: nil, 23, "Notes", 0, 0, 500, 400), object(1, in: 0, 43, "Save", 10, 10, 40, 20)])
        let open = window([popup(0, 0, 100, 100)])
        #expect(try tree.places(in: open).map(\.name) == ["Save"])
    }
}
