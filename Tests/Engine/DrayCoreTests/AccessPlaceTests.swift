// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// HIG-33: named objects in windows and their positions. The numbers are those that the toolkits report.
@Suite struct AccessPlaceTests {
    private let window = AccessWindow(
        title: "Album", surface: Size(width: 320, height: 240),
        geometry: Rectangle(x: 0, y: 0, width: 320, height: 240), isActive: true)
    private let icon = AccessRole(rawValue: 26)

    private func frame(_ area: Rectangle, name: String = "Album", id: Int = 0, isActive: Bool = true) -> AccessObject {
        AccessObject(id: id, role: AccessRole(rawValue: 23), name: name, isActive: isActive, area: area)
    }

    private func object(
        _ name: String, _ x: Double, _ y: Double, _ width: Double = 40, _ height: Double = 40, id: Int = 1,
        in parent: Int = 0, role: UInt32 = 26, screen: Point = .zero
    ) -> AccessObject {
        AccessObject(
            id: id, parent: parent, role: AccessRole(rawValue: role), name: name,
            area: Rectangle(x: x, y: y, width: width, height: height), screen: screen)
    }

    private var plain: AccessObject { frame(Rectangle(x: 0, y: 0, width: 320, height: 240)) }

    private func tree(_ objects: [AccessObject], toolkit: String = "GTK", version: String = "4.8.3") -> AccessTree {
        AccessTree(toolkit: toolkit, version: version, objects: objects)
    }

    /// An object without a positive size has no position itself, but its children may have one.
    @Test(arguments: [-40.0, 0, -2_147_483_648]) func objectsWithoutPositiveSizeHaveNoPosition(_ side: Double) throws {
        let odd = tree([
            plain, object("Odd", 10, 20, side, 40, id: 1), object("High", 10, 20, 40, side, id: 2),
            object("Photo", 10, 20, id: 3, in: 1), object("Far", 2_147_483_600, 20, 40, 40, id: 4),
        ])
        #expect(try odd.places(in: window).map(\.name) == ["Photo"])
        #expect(throws: AccessMistake.noName(try odd.places(in: window))) {
            try odd.place(named: "Odd", in: window, near: .zero)
        }
    }

    // MARK: Origin of coordinates

    @Test func aFrameAsLargeAsTheWindowBeginsThere() throws {
        // GTK 4: the shadow, 26 points wide, is part of the surface only.
        var shadowed = window
        shadowed.surface = Size(width: 372, height: 292)
        shadowed.geometry.x = 26
        shadowed.geometry.y = 23
        let places = try tree([plain, object("Photo", 10, 20)]).places(in: shadowed)
        #expect(places.map(\.area) == [Rectangle(x: 10, y: 20, width: 40, height: 40)])
        // Firefox: the frame reports its position in the surface, as some others do.
        let firefox = tree(
            [frame(Rectangle(x: 26, y: 23, width: 320, height: 240)), object("Photo", 36, 43)], toolkit: "Gecko")
        #expect(try firefox.places(in: shadowed).map(\.area) == [Rectangle(x: 10, y: 20, width: 40, height: 40)])
        // The same below a title bar that GTK draws for it.
        let titled = tree(
            [frame(Rectangle(x: 26, y: 60, width: 320, height: 203)), object("Photo", 36, 80)], toolkit: "Gecko")
        #expect(try titled.places(in: shadowed).map(\.area) == [Rectangle(x: 10, y: 57, width: 40, height: 40)])
    }

    /// LibreOffice 7.4 with a shadow: GTK's header bar and menus, then the root pane of the document, with coordinates
    /// of its own.
    @Test func aRootPaneBeginsWhereItsOwnCornerIs() throws {
        var shadowed = window
        shadowed.surface = Size(width: 1269, height: 811)
        shadowed.geometry = Rectangle(x: 26, y: 23, width: 1217, height: 759)
        let places = try tree(
            [
                frame(Rectangle(x: 0, y: 0, width: 1269, height: 811)),
                object("", 26, 60, 1193, 26, id: 1, role: 34), object("File", 26, 60, 40, 26, id: 2, in: 1, role: 33),
                object("", 0, 0, 1217, 696, id: 3, role: 46),
                object("", 0, 0, 1217, 0, id: 4, in: 3, role: 34), object("File", 0, 0, 41, 22, id: 5, in: 4, role: 33),
                object("", 0, 36, 1217, 640, id: 6, in: 3, role: 39), object("Bold", 300, 40, 24, 24, id: 7, in: 6),
            ], toolkit: "gtk", version: "3.24.38"
        ).places(in: shadowed)
        #expect(places.map(\.name) == ["File", "Bold"])
        #expect(places.map(\.area.origin) == [Point(x: 0, y: 37), Point(x: 300, y: 103)])
    }

    @Test func withoutTitlesTheSizeSelectsTheFrame() throws {
        var untitled = window
        untitled.title = ""
        for name in ["Other", ""] {
            let other = frame(Rectangle(x: 0, y: 0, width: 200, height: 100), name: name, id: 5)
            let places = try tree([other, object("Beach", 1, 2, id: 6, in: 5), plain, object("Photo", 10, 20)])
                .places(in: untitled)
            #expect(places.map(\.name) == ["Photo"])
        }
    }

    @Test func aFrameAsLargeAsTheSurfaceBeginsWithTheShadow() throws {
        var shadowed = window
        shadowed.surface = Size(width: 372, height: 292)
        shadowed.geometry.x = 26
        shadowed.geometry.y = 23
        let gtk3 = tree(
            [frame(Rectangle(x: 0, y: 0, width: 372, height: 292)), object("Photo", 36, 43)], toolkit: "gtk",
            version: "3.24.38")
        #expect(try gtk3.places(in: shadowed).map(\.area) == [Rectangle(x: 10, y: 20, width: 40, height: 40)])
    }

    @Test func qtBeginsBelowItsOwnTitle() throws {
        let content = frame(Rectangle(x: 0, y: 0, width: 314, height: 207))
        let qt6 = tree([content, object("Photo", 10, 20)], toolkit: "Qt", version: "6.4.2")
        #expect(try qt6.places(in: window).map(\.area.origin) == [Point(x: 13, y: 50)])
        // Qt 5's window coordinates are wrong.
        let qt5 = tree(
            [content, object("Photo", 10, 10, screen: Point(x: 10, y: 20))], toolkit: "Qt", version: "5.15.8")
        #expect(try qt5.places(in: window).map(\.area.origin) == [Point(x: 13, y: 50)])
    }

    /// Qt 5 uses the left edge for the top one and leaves the bottom: the height of an object far to the right is
    /// negative.
    @Test func qt5ReportsAWrongHeight() throws {
        let content = frame(Rectangle(x: 0, y: 0, width: 314, height: 207))
        var edit = object("Edit", 41, 41, screen: Point(x: 41, y: 0))
        edit.area = Rectangle(x: 41, y: 41, width: 32, height: -21)
        let qt5 = tree([content, edit], toolkit: "Qt", version: "5.15.8")
        #expect(try qt5.places(in: window).map(\.area) == [Rectangle(x: 44, y: 30, width: 32, height: 20)])
    }

    /// For a window with a position, as on X11, Qt moves the top left corner by it but not the bottom right one.
    @Test(arguments: ["6.4.2", "5.15.8"]) func qtOnX11ReportsAWrongSize(version: String) throws {
        // A frame, and a button of 60 × 20 at 10, 30, in a window at 100, 40.
        var frame = frame(Rectangle(x: 0, y: 0, width: 420, height: 280))
        frame.screen = Point(x: 100, y: 40)
        var button = object("Send", 10, 30, 160, 60, screen: Point(x: 110, y: 70))
        if version.hasPrefix("5.") {
            frame.area = Rectangle(x: 0, y: -40, width: 420, height: 320)
            button.area = Rectangle(x: 10, y: -30, width: 160, height: 120)
        }
        let qt = tree([frame, button], toolkit: "Qt", version: version)
        #expect(try qt.places(in: window).map(\.area) == [Rectangle(x: 10, y: 30, width: 60, height: 20)])
        #expect(try qt.place(named: "Send", in: window, near: .zero).area.size == Size(width: 60, height: 20))
        // A version with correct coordinates is not corrected.
        guard version.hasPrefix("6.") else { return }
        frame.area = Rectangle(x: 0, y: 0, width: 320, height: 240)
        button.area = Rectangle(x: 10, y: 30, width: 60, height: 20)
        let right = tree([frame, button], toolkit: "Qt", version: "6.99")
        #expect(try right.places(in: window).map(\.area) == [Rectangle(x: 10, y: 30, width: 60, height: 20)])
    }

    @Test func unknownOriginsAreNotGuessed() {
        let odd = tree([frame(Rectangle(x: 0, y: 0, width: 100, height: 100)), object("Photo", 10, 20)])
        #expect(throws: AccessMistake.unknownOrigin(Size(width: 100, height: 100))) { try odd.places(in: window) }
        #expect(throws: AccessMistake.noApplication) { try AccessTree().places(in: window) }
    }

    /// Two windows of a program that cannot be distinguished: the objects of one are not taken for those of the other.
    @Test func identicalWindowsAreNotGuessed() throws {
        var back = window
        back.isActive = false
        let frames = [3, 0].map { frame(plain.area, id: $0, isActive: false) }
        let twins = tree(
            frames + [
                object("Photo", 10, 20, id: 4, in: 3), object("Close", 200, 20, id: 5, in: 3),
                object("Photo", 90, 20, id: 1), object("Close", 200, 20, id: 2),
            ])
        for name in ["Photo", "photo"] {
            #expect(throws: AccessMistake.alike(2)) { try twins.place(named: name, in: back, near: .zero) }
        }
        #expect(throws: AccessMistake.alike(2)) { try twins.places(in: back) }
        // An object at the same position in both is found, whichever window it is in.
        #expect(try twins.place(named: "Close", in: back, near: .zero).area.x == 200)
        // The window with keyboard focus can be distinguished, and therefore the other as well.
        var told = twins
        told.objects[0].isActive = true
        #expect(try told.place(named: "Photo", in: window, near: .zero).area.x == 10)
        #expect(try told.place(named: "Photo", in: back, near: .zero).area.x == 90)
    }

    /// Toolkits keep closed windows without objects.
    @Test func ofTwoFramesTheOneWithoutObjectsIsIgnored() throws {
        var back = window
        back.isActive = false
        let frames = [3, 0].map { frame(plain.area, id: $0, isActive: false) }
        let places = try tree(frames + [object("Photo", 10, 20)]).places(in: back)
        #expect(places.map(\.name) == ["Photo"])
    }

    @Test func withoutASurfaceSizeALargerFrameCountsAsTheSurface() throws {
        var shadowed = window
        shadowed.surface = nil
        shadowed.geometry.x = 26
        shadowed.geometry.y = 23
        for (frame, begin) in [
            (Rectangle(x: 0, y: 0, width: 372, height: 292), Point(x: 36, y: 43)),
            (Rectangle(x: 0, y: 0, width: 320, height: 240), Point(x: 10, y: 20)),
        ] {
            let tree = tree([self.frame(frame), object("Photo", begin.x, begin.y)], toolkit: "gtk")
            #expect(try tree.places(in: shadowed).map(\.area.origin) == [Point(x: 10, y: 20)])
        }
    }

    // MARK: Reading order

    /// Each refusal takes a while, and only some of many candidates are asked.
    @Test func rolesThatRarelyAcceptComeLast() {
        let area = Rectangle(x: 0, y: 0, width: 40, height: 40)
        let roles = ["menu item", "icon", "push button", "entry", "toggle button", "list item"]
        let all = roles.compactMap { name in
            AccessRole(name: name).map { AccessPlace(name: name, role: $0, area: area) }
        }
        #expect(
            all.likelyTargetsFirst.map(\.name) == [
                "icon", "entry", "list item", "menu item", "push button", "toggle button",
            ])
    }

    /// Text fields are targets for keyboard users, whether or not they contain text, and whether or not the text was
    /// requested.
    @Test func textFieldsWithoutANameAreStopsOnly() throws {
        let editor = tree([
            plain, object("", 10, 20, 200, 100, id: 1, role: 61), object("", 10, 140, id: 2),
            object("Save", 100, 140, id: 3),
        ])
        #expect(editor.stops(in: window).map(\.name) == ["", "Save"])
        #expect(try editor.places(in: window).map(\.name) == ["Save"])
    }

    private func places(_ areas: [(String, Double, Double, Double, Double)]) -> [AccessPlace] {
        areas.map { AccessPlace(name: $0.0, role: icon, area: Rectangle(x: $0.1, y: $0.2, width: $0.3, height: $0.4)) }
    }

    @Test func namesAreReadLineByLine() {
        let mixed = places([
            ("d", 10, 60, 40, 20), ("b", 60, 12, 40, 20), ("c", 110, 8, 40, 24), ("a", 10, 10, 40, 20),
            ("list", 10, 100, 100, 100), ("up", 120, 100, 20, 20), ("down", 120, 130, 20, 20),
        ])
        #expect(mixed.inReadingOrder.map(\.name) == ["a", "b", "c", "d", "list", "up", "down"])
        let hebrew = places([("א", 60, 10, 40, 20), ("ב", 10, 11, 40, 20), ("ג", 60, 40, 40, 20)])
        #expect(hebrew.inReadingOrder.map(\.name) == ["א", "ב", "ג"])
        #expect(places([]).inReadingOrder.isEmpty)
    }

    @Test func tabSkipsSmallObjectsAndDuplicates() {
        let objects = [
            plain, object("Photo", 10, 20, id: 1), object("Label of it", 14, 24, 32, 30, id: 2, in: 1),
            object("Line", 100, 20, 40, 4, id: 3), object("Mail", 100, 60, id: 4),
        ]
        #expect(tree(objects).stops(in: window).map(\.name) == ["Photo", "Mail"])
        #expect(AccessTree().stops(in: window).isEmpty)
        // A page as large as the window, with an image at its centre.
        let page = [
            plain, object("Page", 0, 0, 320, 240, role: 95), object("Beach", 10, 10, 300, 60, id: 2, in: 1),
            object("Photo", 10, 90, 300, 60, id: 3, in: 1),
        ]
        #expect(tree(page).stops(in: window).map(\.name) == ["Beach", "Photo"])
        // A button's label counts as the button.
        let button = [
            plain, object("Send", 10, 10, 200, 60), object("Send", 100, 35, 20, 10, id: 2, in: 1, role: 29),
        ]
        #expect(tree(button).stops(in: window).map(\.area.width) == [200])
    }

    /// Applications with thousands of objects cause no delay, although the steps take quadratic time.
    @Test func numberOfStopsIsLimited() {
        let many = (0..<2000).map {
            object("\($0)", Double($0 % 20) * 15, Double($0 / 20 % 12) * 15, 14, 14, id: $0 + 1)
        }
        let stops = tree([plain] + many).stops(in: window)
        #expect(!stops.isEmpty && stops.count <= 400)
    }

    /// The trees of applications are untrusted: no object is lost or duplicated, and the order does not depend on the
    /// input order.
    @Test func readingOrderIsAPermutation() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let all: [(String, Double, Double, Double, Double)] = (0..<Int.random(in: 1...40, using: &random)).map {
                let (x, y) = (
                    Double.random(in: -50...300, using: &random), Double.random(in: -50...300, using: &random)
                )
                return (
                    "\($0)", x, y, Double.random(in: 0...90, using: &random), Double.random(in: 0...90, using: &random)
                )
            }
            let order = places(all).inReadingOrder
            #expect(Set(order.map(\.name)) == Set(all.map(\.0)) && order.count == all.count)
            #expect(places(all.reversed()).inReadingOrder.map(\.name) == order.map(\.name))
        }
    }

    /// HIG-34: the target that a finger may have missed.
    @Test func aFingerBesideSmallObjectsMeansTheNearest() {
        let small = places([
            ("far", 200, 100, 20, 20), ("near", 112, 90, 20, 20), ("below", 95, 118, 10, 10), ("all", 0, 0, 300, 300),
        ])
        let points = small.pointsMeant(by: Point(x: 100, y: 100))
        #expect(points == [Point(x: 115, y: 100), Point(x: 100, y: 121)])
    }

    // MARK: Window selection

    @Test func theWindowIsThatOfTheTitle() throws {
        let other = frame(Rectangle(x: 0, y: 0, width: 320, height: 240), name: "Other", id: 5)
        let objects = [other, object("Photo", 1, 1, id: 6, in: 5), plain, object("Photo", 10, 20)]
        #expect(try tree(objects).places(in: window).map(\.area.origin) == [Point(x: 10, y: 20)])
        // Qt omits the program's name from it.
        var long = window
        long.title = "Album — Viewer"
        #expect(try tree(objects).places(in: long).map(\.area.origin) == [Point(x: 10, y: 20)])
        var stranger = window
        stranger.title = "Mail"
        #expect(throws: AccessMistake.noWindow) { try tree(objects).places(in: stranger) }
    }

    @Test func ofTwoWithOneTitleSizeAndFocusDecide() throws {
        let large = frame(Rectangle(x: 0, y: 0, width: 900, height: 700), id: 5)
        let idle = frame(Rectangle(x: 0, y: 0, width: 320, height: 240), id: 7, isActive: false)
        let objects = [
            large, object("A", 1, 1, id: 6, in: 5), idle, object("B", 2, 2, id: 8, in: 7), plain, object("C", 3, 3),
        ]
        #expect(try tree(objects).places(in: window).map(\.name) == ["C"])
        var inactive = window
        inactive.isActive = false
        #expect(try tree(objects).places(in: inactive).map(\.name) == ["B"])
    }

    // MARK: Names

    private func place(
        _ name: String, among objects: [AccessObject], role: AccessRole? = nil, number: Int? = nil,
        near point: Point = .zero
    ) throws -> AccessPlace {
        try tree([plain] + objects).place(named: name, role: role, number: number, in: window, near: point)
    }

    @Test func namesMatchExactlyOrIgnoringCase() throws {
        let objects = [object("photo", 10, 10, id: 1), object("Photo", 100, 10, id: 2)]
        #expect(try place("Photo", among: objects).area.x == 100)
        #expect(try place(" PHOTO", among: [objects[0]]).area.x == 10)
        #expect(throws: AccessMistake.self) { try place("Photos", among: objects) }
    }

    @Test func severalMatchesAreNumberedByDistance() throws {
        let objects = (0..<5).map { object("Photo", Double($0) * 60, 100, id: $0 + 1) }
        let near = Point(x: 210, y: 120)
        do {
            _ = try place("Photo", among: objects, near: near)
            Issue.record("the choice is ambiguous")
        } catch AccessMistake.several(let places) {
            #expect(places.map(\.area.x) == [180, 240, 120, 60, 0])
        }
        #expect(try place("Photo", among: objects, number: 2, near: near).area.x == 240)
        do {
            _ = try place("Photo", among: objects, number: 6, near: near)
            Issue.record("there are only five")
        } catch AccessMistake.fewer(let places) {
            #expect(places.count == 5)
        }
    }

    @Test func aLabelInsideOfItsButtonIsNoSecondMatch() throws {
        let button = object("Photo", 10, 10, 80, 40, id: 1, role: 43)
        let label = object("Photo", 30, 20, 40, 20, id: 2, in: 1, role: 29)
        #expect(try place("Photo", among: [button, label]).role.name == "push button")
        #expect(try place("Photo", among: [button, label], role: AccessRole(rawValue: 29)).area.x == 30)
        // GTK 4.18 reports the label's position without the button's padding.
        let box = object("", 10, 10, 80, 40, id: 3, in: 1, role: 38)
        let aside = object("Photo", 13, 15, 40, 20, id: 2, in: 3, role: 29)
        #expect(try place("Photo", among: [button, box, aside]).role.name == "push button")
        #expect(try place("Photo", among: [button, box, aside], role: AccessRole(rawValue: 29)).area.x == 13)
        // The label of another object is a separate match.
        let other = object("Photo", 13, 90, 40, 20, id: 4, role: 29)
        #expect(throws: AccessMistake.self) { try place("Photo", among: [button, other]) }
    }

    @Test func invisibleObjectsAreNotFound() throws {
        let objects = [
            object("Empty", 10, 10, 0, 0, id: 1), object("Negative", 10, 10, -40, -40, id: 2),
            object("Outside", 1000, 10, id: 3), object("Far", -2_147_483_648, -2_147_483_648, id: 4),
            // Half of it is scrolled out of view.
            object("Half", -20, 100, id: 5), object("List", 0, 200, 320, 20, id: 6),
            object("Scrolled", 0, 300, 40, 20, id: 7, in: 6), object("Orphan", 10, 10, id: 8, in: 99),
        ]
        #expect(try tree([plain] + objects).places(in: window).map(\.name) == ["Half", "List"])
        #expect(try place("Half", among: objects).area == Rectangle(x: 0, y: 100, width: 20, height: 40))
    }

    @Test func rowsArePressedWhereTheirTextBegins() throws {
        let row = object("Photo", 0, 100, 320, 20, role: 56)
        #expect(try place("Photo", among: [row]).point == Point(x: 24, y: 110))
        let hebrew = object("תמונה", 0, 100, 320, 20, role: 56)
        #expect(try place("תמונה", among: [hebrew]).point == Point(x: 296, y: 110))
        let narrow = object("Photo", 0, 100, 40, 20, role: 56)
        #expect(try place("Photo", among: [narrow]).point == Point(x: 20, y: 110))
        #expect(try place("Photo", among: [object("Photo", 0, 100, 320, 20)]).point == Point(x: 160, y: 110))
    }

    @Test func rolesHaveNames() {
        #expect(AccessRole(name: "icon") == icon)
        #expect(AccessRole(name: "Push-Button")?.rawValue == 43)
        #expect(AccessRole(name: "button")?.rawValue == 43)
        #expect(AccessRole(name: "knob") == nil)
        #expect(AccessRole(rawValue: 9999).name == "role 9999")
        for (number, name) in AccessRole.names.enumerated() {
            #expect(AccessRole(name: name)?.rawValue == UInt32(number))
        }
    }
}
