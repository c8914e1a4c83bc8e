// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-33: the resolution of names among all visible objects.
@Suite struct NamedWindowsTests {
    private let start = Instant(microseconds: 1_000_000)

    /// A window of GTK 4 of 300 × 200, whose objects are 40 × 40.
    private func window(
        _ title: String, _ number: UInt64, at corner: Point, covers: [Rectangle] = [],
        _ things: [(name: String, role: UInt32, x: Double, y: Double)]
    ) -> NamedWindow {
        let area = Rectangle(origin: corner, size: Size(width: 300, height: 200))
        var objects = [
            AccessObject(
                id: 0, role: AccessRole(rawValue: 23), name: title, isActive: true,
                area: Rectangle(x: 0, y: 0, width: 300, height: 200))
        ]
        for (index, thing) in things.enumerated() {
            objects.append(
                AccessObject(
                    id: index + 1, parent: 0, role: AccessRole(rawValue: thing.role), name: thing.name,
                    area: Rectangle(x: thing.x, y: thing.y, width: 40, height: 40)))
        }
        return NamedWindow(
            surface: SurfaceID(number), process: Int32(number),
            window: AccessWindow(
                title: title, surface: nil, geometry: Rectangle(x: 0, y: 0, width: 300, height: 200), isActive: true),
            area: area, covers: covers, tree: AccessTree(toolkit: "GTK", version: "4.8.3", objects: objects))
    }

    private var album: NamedWindow {
        window("Holiday — Album", 11, at: Point(x: 100, y: 100), [("Photo", 26, 20, 20), ("Beach", 26, 20, 120)])
    }
    private var post: NamedWindow {
        window("Post", 12, at: Point(x: 500, y: 100), [("Mail", 43, 20, 20), ("photo", 29, 120, 20)])
    }
    private let icon = AccessRole(rawValue: 26)

    private func place(
        _ query: NameQuery, near point: Point = .zero, of windows: [NamedWindow], mayBeWindow: Bool = false
    ) throws(NameMistake) -> NamedPlace {
        try windows.place(query, near: point, mayBeWindow: mayBeWindow)
    }

    @Test func aNameIsFoundWhereverItIs() throws {
        let mail = try place(NameQuery(name: "Mail"), of: [album, post])
        #expect(mail.surface == SurfaceID(12))
        #expect(mail.point == Point(x: 540, y: 140))
        // Exact matches come first, in any window.
        #expect(try place(NameQuery(name: "Photo"), of: [post, album]).surface == SurfaceID(11))
        #expect(try place(NameQuery(name: "PHOTO", window: "Post"), of: [album, post]).name == "photo")
        #expect(try place(NameQuery(name: "photo", role: icon), of: [album, post]).name == "Photo")
    }

    /// Two windows of one application that cannot be distinguished: an object that may be in the other one is not
    /// dragged.
    @Test func objectsInIdenticalWindowsAreNotDragged() {
        var twins = [album, window("Holiday — Album", 11, at: Point(x: 500, y: 300), [])]
        var objects = twins[0].tree?.objects ?? []
        objects.append(
            AccessObject(
                id: 8, role: AccessRole(rawValue: 23), name: "Holiday — Album", isActive: false,
                area: Rectangle(x: 0, y: 0, width: 300, height: 200)))
        objects.append(
            AccessObject(
                id: 9, parent: 8, role: icon, name: "Photo", area: Rectangle(x: 200, y: 20, width: 40, height: 40)))
        objects[0].isActive = false
        for index in twins.indices {
            twins[index].tree?.objects = objects
            twins[index].window.isActive = false
        }
        let query = NameQuery(name: "Photo")
        #expect(throws: NameMistake.alike(query, title: "Holiday — Album", count: 2)) { try place(query, of: twins) }
        // The error also occurs if another window has a match, unless only that match is exact.
        #expect(throws: NameMistake.self) { try place(NameQuery(name: "PHOTO"), of: twins + [post]) }
        #expect(throws: Never.self) { try place(NameQuery(name: "photo"), of: twins + [post]) }
        #expect(throws: NameMistake.self) { try place(NameQuery(name: "Beach"), of: twins) }
        #expect(throws: Never.self) { try place(NameQuery(name: "Mail"), of: twins + [post]) }
    }

    @Test func windowsMatchAPartOfTheirTitle() throws {
        for part in ["Holiday — Album", "holiday — album", "Holiday", "album"] {
            #expect(try place(NameQuery(name: "Photo", window: part), of: [album, post]).surface == SurfaceID(11))
        }
        #expect(throws: NameMistake.noWindow(NameQuery(name: "Mail", window: "Letters"), ["Holiday — Album", "Post"])) {
            try place(NameQuery(name: "Mail", window: "Letters"), of: [album, post])
        }
    }

    @Test func aWindowIsTheTargetIfNoObjectMatches() throws {
        #expect(
            try place(NameQuery(name: "Post"), of: [album, post], mayBeWindow: true).point == Point(x: 650, y: 200))
        #expect(throws: NameMistake.self) { try place(NameQuery(name: "Post"), of: [album, post]) }
        #expect(try place(NameQuery(window: "Post"), of: [album, post], mayBeWindow: true).name == nil)
        let namesake = window("Mail", 13, at: Point(x: 100, y: 400), [])
        #expect(try place(NameQuery(name: "Mail"), of: [namesake, post], mayBeWindow: true).surface == SurfaceID(12))
    }

    /// A header bar shows the window's title in a label, which accepts nothing.
    @Test func windowWinsOverLabelWithItsTitle() throws {
        for role: UInt32 in [29, 83] {
            let mail = window("Mail", 16, at: Point(x: 500, y: 300), [("Mail", role, 130, 0), ("Inbox", 26, 20, 60)])
            let target = try place(NameQuery(name: "mail"), of: [album, mail], mayBeWindow: true)
            #expect(target.name == nil && target.point == Point(x: 650, y: 400))
            // A source is never a window, and the label can be selected by its window or role.
            #expect(try place(NameQuery(name: "Mail"), of: [album, mail]).name == "Mail")
            #expect(try place(NameQuery(name: "Mail", window: "Mail"), of: [mail], mayBeWindow: true).name == "Mail")
            let label = NameQuery(name: "Mail", role: AccessRole(rawValue: role))
            #expect(try place(label, of: [album, mail], mayBeWindow: true).name == "Mail")
        }
        // A list item that accepts content takes precedence over the window, and so does a label elsewhere.
        let row = window("Mail", 17, at: Point(x: 500, y: 300), [("Mail", 29, 130, 0), ("Mail", 32, 20, 60)])
        #expect(try place(NameQuery(name: "Mail"), of: [album, row], mayBeWindow: true).role?.name == "list item")
        let other = window("Letters", 18, at: Point(x: 0, y: 300), [("Mail", 29, 20, 60)])
        let bare = window("Mail", 19, at: Point(x: 500, y: 300), [("Mail", 29, 130, 0)])
        #expect(try place(NameQuery(name: "Mail"), of: [other, bare], mayBeWindow: true).surface == SurfaceID(18))
        // The nearest of two such windows is the first; without a number the name is ambiguous.
        let twin = window("Mail", 20, at: Point(x: 500, y: 600), [("Mail", 29, 130, 0)])
        #expect {
            try place(NameQuery(name: "Mail"), of: [twin, bare], mayBeWindow: true)
        } throws: { error in
            guard case .several(_, let places) = error as? NameMistake else { return false }
            return places.map(\.surface) == [SurfaceID(19), SurfaceID(20)]
        }
        let second = NameQuery(name: "Mail", number: 2)
        #expect(try place(second, of: [twin, bare], mayBeWindow: true).surface == SurfaceID(20))
    }

    @Test func ofFiveMatchesTheNearestIsTheFirst() throws {
        let row = window(
            "Row", 14, at: Point(x: 0, y: 400), [0.0, 50, 100, 150, 200].map { ("Copy", 26, $0, 20) })
        let query = NameQuery(name: "Copy")
        #expect {
            try place(query, near: Point(x: 210, y: 440), of: [row])
        } throws: { error in
            guard case .several(_, let places) = error as? NameMistake else { return false }
            return places.map(\.point.x) == [220, 170, 120, 70, 20]
        }
        for number in 1...5 {
            let query = NameQuery(name: "Copy", number: number)
            #expect(try place(query, near: .zero, of: [row]).point.x == Double(number) * 50 - 30)
        }
        #expect {
            try place(NameQuery(name: "Copy", number: 6), of: [row])
        } throws: { error in
            if case .fewer(_, let places) = error as? NameMistake { places.count == 5 } else { false }
        }
    }

    @Test func coveredObjectsDoNotMatch() throws {
        let all = Rectangle(x: 500, y: 100, width: 300, height: 200)
        let behind = window("Post", 15, at: Point(x: 500, y: 100), covers: [all], [("Photo", 26, 20, 20)])
        #expect(try place(NameQuery(name: "Photo"), of: [album, behind]).surface == SurfaceID(11))
        #expect {
            try place(NameQuery(name: "Photo"), of: [behind])
        } throws: { error in
            if case .hidden = error as? NameMistake { true } else { false }
        }
        // The press is in the visible half.
        let half = Rectangle(x: 500, y: 100, width: 45, height: 200)
        let cut = window("Post", 15, at: Point(x: 500, y: 100), covers: [half], [("Photo", 26, 20, 20)])
        let point = try place(NameQuery(name: "Photo"), of: [cut]).point
        #expect(!half.contains(point) && Rectangle(x: 520, y: 120, width: 40, height: 40).contains(point))
    }

    @Test func missingTreesAndMissingObjectsAreDistinguished() {
        var silent = album
        silent.tree = AccessTree()
        #expect(throws: NameMistake.silence(NameQuery(name: "Photo"))) {
            try place(NameQuery(name: "Photo"), of: [silent])
        }
        silent.tree = nil
        #expect {
            try place(NameQuery(name: "Sunset"), of: [silent, post])
        } throws: { error in
            guard let mistake = error as? NameMistake, case .notFound(_, let places, true) = mistake else {
                return false
            }
            return places.map(\.name) == ["Mail", "photo"] && mistake.words.contains("push button “Mail”")
        }
        #expect(throws: NameMistake.silence(NameQuery(name: "Photo"))) { try place(NameQuery(name: "Photo"), of: []) }
    }

    // MARK: Sufficient answers

    private func hunt(_ windows: [NamedWindow], to target: NameQuery = NameQuery(name: "Mail")) -> NameHunt {
        let unasked = windows.map { window in
            var window = window
            window.tree = nil
            return window
        }
        return NameHunt(
            NamedDragRequest(from: NameQuery(name: "Photo"), to: target), unasked, near: .zero, at: start)
    }

    private func at(_ milliseconds: UInt64) -> Instant { start.advanced(byMicroseconds: milliseconds * 1000) }

    @Test func theSearchEndsWhenAllHaveAnswered() throws {
        var hunt = hunt([album, post])
        #expect(try hunt.processes() == [11, 12])
        hunt.answered(11, album.tree!)
        #expect(hunt.look([album, post], areAllKnown: true, open: 1, at: at(50)) == nil)
        hunt.answered(12, post.tree!)
        let known = hunt.look([album, post], areAllKnown: true, open: 0, at: at(60))
        let way = try #require(known).get()
        #expect(way.source.surface == SurfaceID(11) && way.target.name == "Mail")
        #expect(hunt.nextLook(after: at(60)) == nil)
        #expect(hunt.look([album, post], areAllKnown: true, open: 0, at: at(70)) == nil)
    }

    @Test func hungApplicationsDelayTheSearchOnlyIfAnObjectIsMissing() throws {
        let hanging = window("Hanging", 13, at: Point(x: 100, y: 400), [])
        var found = hunt([hanging, album, post])
        found.answered(11, album.tree!)
        found.answered(12, post.tree!)
        #expect(found.look([album, post], areAllKnown: true, open: 1, at: at(299)) == nil)
        #expect(found.nextLook(after: at(0)) == at(100) && found.nextLook(after: at(299)) == at(300))
        let known = found.look([album, post], areAllKnown: true, open: 1, at: at(300))
        #expect(try #require(known).get().target.name == "Mail")
        var missing = hunt([hanging, album, post], to: NameQuery(name: "Bin"))
        missing.answered(11, album.tree!)
        missing.answered(12, post.tree!)
        #expect(missing.look([hanging, album, post], areAllKnown: true, open: 1, at: at(999)) == nil)
        #expect(missing.nextLook(after: at(999)) == at(1000))
        guard
            case .failure(.notFound(_, _, isPartial: true)) = missing.look(
                [hanging, album, post], areAllKnown: true, open: 1, at: at(1000))
        else {
            Issue.record("it was found, or the search continues")
            return
        }
    }

    /// sway 1.7 knows the position of a window only after drawing it.
    @Test func windowPositionsAreAwaitedBriefly() throws {
        var found = hunt([album, post])
        found.answered(11, album.tree!)
        found.answered(12, post.tree!)
        var nowhere = post
        nowhere.area = .zero
        #expect(found.look([album, nowhere], areAllKnown: false, open: 0, at: at(20)) == nil)
        let known = found.look([album, post], areAllKnown: true, open: 0, at: at(40))
        #expect(try #require(known).get().target.name == "Mail")
        var missing = hunt([album, post])
        missing.answered(11, album.tree!)
        missing.answered(12, post.tree!)
        #expect(missing.look([album, nowhere], areAllKnown: false, open: 0, at: at(99)) == nil)
        guard case .failure(.hidden) = missing.look([album, nowhere], areAllKnown: false, open: 0, at: at(100)) else {
            Issue.record("it was found, or the search continues")
            return
        }
    }

    @Test func onlyMatchingWindowsAreQueried() throws {
        let other = window("Other", 13, at: Point(x: 100, y: 400), [])
        let windows = [other, album, post]
        let request = NamedDragRequest(
            from: NameQuery(name: "Photo", window: "Album"), to: NameQuery(window: "Post"))
        #expect(try NameHunt(request, windows, near: .zero, at: start).processes() == [11])
        let wrong = NamedDragRequest(from: NameQuery(name: "Photo"), to: NameQuery(window: "Letters"))
        #expect(throws: NameMistake.self) { try NameHunt(wrong, windows, near: .zero, at: start).processes() }
    }

    // MARK: Serialization

    @Test func aRequestIsRoundTripped() throws {
        let request = NamedDragRequest(
            from: NameQuery(name: "a = b", role: icon, window: "Album", number: 2), to: NameQuery(name: "תמונה"))
        #expect(try NamedDragRequest(fields: request.fields) == request)
        let whole = NamedDragRequest(from: NameQuery(name: "a\tb"), to: NameQuery(window: "Post"))
        #expect(try NamedDragRequest(fields: whole.fields).source.name == "a b")
    }

    @Test(arguments: [
        ("", "the source is missing"), ("name=a", "the target is missing"), ("name=a\tto", "has no value"),
        ("name=a\tto=b\tcolour=red", "unknown option `colour`"), ("name=a\tto=b\tnumber=0", "1 to 10000"),
        ("name=a\tto=b\trole=thing", "no role `thing`"), ("name=\tto=b", "is empty"),
    ]) func invalidRequestsAreReported(fields: String, reason: String) {
        #expect {
            try NamedDragRequest(fields: fields)
        } throws: { error in
            (error as? NamedDragRequest.Mistake)?.words.contains(reason) == true
        }
    }
}
