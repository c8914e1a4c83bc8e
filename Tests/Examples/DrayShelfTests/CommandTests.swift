// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Everything that a drag does is possible without one (HIG-39).
@Suite struct CommandTests {
    private func sample(selecting texts: String...) -> Shelf {
        var shelf = Shelf.sample("a", "b", "c")
        shelf.select(texts.map { shelf[$0] })
        return shelf
    }

    @Test func keysHaveTheirCommands() {
        let keys: [(String, Command.Modifiers, Command)] = [
            ("Return", [], .changeArea), ("Left", .control, .earlier), ("Right", .control, .later),
            ("Left", .shift, .move(.left, extends: true)), ("ISO_Left_Tab", .shift, .otherArea),
            ("d", .control, .duplicate), ("v", .control, .paste), ("Delete", [], .remove), ("z", .control, .undo),
            ("z", [.control, .shift], .redo),
        ]
        for (name, modifiers, command) in keys { #expect(Command(name, modifiers) == command) }
        #expect(Command("c", []) == nil && Command("c", [.control, .other]) == nil)
    }

    @Test func commandsDoWhatDropsDo() {
        var shelf = sample(selecting: "a", "c")
        shelf.changeArea()
        #expect(shelf.zoneTexts == ["a", "c"])
        shelf.shift([shelf["c"]], towardsStart: true)
        #expect(shelf.zoneTexts == ["c", "a"])
        shelf.select(shelf["c"])
        shelf.changeArea()
        #expect(shelf.zoneTexts == ["a"])
        shelf.duplicate()
        #expect(shelf.zoneTexts == ["a", "c"] && shelf.items.count == 4)
    }

    /// As in a drag, the order of selection does not matter.
    @Test func severalKeepTheOrderInWhichTheyAreRead() {
        var shelf = sample(selecting: "c", "b")
        shelf.changeArea()
        #expect(shelf.zoneTexts == ["b", "c"])
        shelf.land([shelf["a"]], .join)
        shelf.shift([shelf["c"], shelf["a"]], towardsStart: true)
        #expect(shelf.zoneTexts == ["c", "a", "b"])
        shelf.shift([shelf["c"], shelf["a"]], towardsStart: false)
        #expect(shelf.zoneTexts == ["b", "c", "a"])
        // Cards that are apart stay apart, and one at the end stays there.
        shelf.shift([shelf["b"], shelf["a"]], towardsStart: true)
        #expect(shelf.zoneTexts == ["b", "a", "c"])
    }

    @Test func aFullZoneTakesNothing() {
        var shelf = sample(selecting: "a", "b", "c")
        shelf.room = 2
        let before = shelf
        shelf.changeArea()
        shelf.duplicate()
        #expect(shelf == before)
        let middle = shelf.middleOfZone
        #expect(shelf.landing(of: [], copying: 2, at: middle, centre: middle) == .join)
        #expect(shelf.landing(of: [], copying: 3, at: middle, centre: middle) == nil)
        var withoutZone = Shelf(["a"], layout: Layout(size: Size(width: 300, height: 300), hasZone: false))
        withoutZone.select(withoutZone["a"])
        let alone = withoutZone
        withoutZone.changeArea()
        withoutZone.duplicate()
        #expect(withoutZone == alone)
    }

    @Test func arrivingContentIsNotGivenAway() {
        var shelf = sample(selecting: "a")
        let arriving = shelf.receive(.arriving(bytes: 3))
        shelf.select([shelf["c"], arriving, shelf["b"]])
        #expect(shelf.given.map(\.text) == ["b", "c"])
    }

    @Test func arrowsGoFromCardToCard() {
        var shelf = Shelf.sample("a", "b", "c", "d", "e", "f", "g")
        for text in ["b", "e"] { shelf.land([shelf[text]], .join) }
        func go(_ from: String, _ direction: Command.Direction) -> String? {
            shelf.neighbour(of: shelf[from], direction).flatMap { shelf[$0]?.text }
        }
        // Cards in the zone leave empty places on the table:
        // a – c
        // d – f
        // g
        #expect(go("a", .down) == "d" && go("d", .up) == "a" && go("c", .down) == "f" && go("f", .up) == "c")
        #expect(go("a", .right) == "c" && go("c", .left) == "a" && go("c", .right) == "d")
        #expect(go("f", .down) == "g" && go("g", .up) == "d" && go("g", .down) == nil && go("a", .left) == nil)
        // A whole row without cards.
        for text in ["d", "f"] { shelf.land([shelf[text]], .join) }
        #expect(go("c", .down) == "g" && go("g", .up) == "a")
    }

    @Test func theNextCardIsSelectedAfterARemoval() {
        var shelf = Shelf.sample("a", "b", "c", "d")
        shelf.select([shelf["a"], shelf["c"]])
        shelf.removeSelected()
        #expect(shelf.selectedTexts == ["d"] && shelf.items.count == 2)
        shelf.removeSelected()
        #expect(shelf.selectedTexts == ["b"])
        shelf.removeSelected()
        #expect(shelf.selected.isEmpty && shelf.items.isEmpty)
        shelf.removeSelected()
    }

    @Test func severalCardsKeepTheirOrder() {
        var shelf = sample()
        shelf.land([shelf["b"], shelf["a"]], .join)
        #expect(shelf.zoneTexts == ["b", "a"] && shelf.selected == [shelf["b"], shelf["a"]])
        shelf.land([shelf["c"]], .insert(before: shelf["a"]))
        #expect(shelf.zoneTexts == ["b", "c", "a"])
        shelf.land([shelf["b"], shelf["c"]], .swap(shelf["a"]))
        #expect(shelf.zoneTexts == ["b", "c", "a"])
        shelf.land([shelf["a"], shelf["c"]], .insert(before: shelf["b"]))
        #expect(shelf.zoneTexts == ["a", "c", "b"])
        shelf.land([shelf["a"], shelf["b"]], .origin)
        #expect(shelf.zoneTexts == ["c"])
    }

    @Test func dropsInAGapInsertBetweenCards() throws {
        var shelf = sample()
        for text in ["a", "b"] { shelf.land([shelf[text]], .join) }
        let second = try #require(shelf.frame(of: shelf["b"]))
        let gap = Point(x: second.origin.x - 5, y: second.centre.y)
        #expect(shelf.landing(of: [], at: gap, centre: gap) == .insert(before: shelf["b"]))
        #expect(shelf.landing(of: shelf["c"], at: gap, centre: gap) == .insert(before: shelf["b"]))
        // The card is there already.
        #expect(shelf.landing(of: shelf["a"], at: gap, centre: gap) == .align)
        let first = try #require(shelf.frame(of: shelf["a"]))
        let before = Point(x: first.origin.x - 5, y: first.centre.y)
        #expect(shelf.landing(of: shelf["b"], at: before, centre: before) == .insert(before: shelf["a"]))
        let area = shelf.layout.gap(before: second)
        #expect(area.size.width >= 44 && area.size.height >= 44)
        // Most of a card's area still accepts a drop on it.
        #expect(shelf.landing(of: shelf["a"], at: second.centre, centre: second.centre) == .swap(shelf["b"]))
        let mark = shelf.layout.insertionMark(before: second)
        #expect(mark.origin.x > first.maxX && mark.maxX < second.origin.x)
    }

    @Test func redoBringsBackWhatUndoHasTaken() {
        var history = History()
        var shelf = sample(selecting: "a")
        let start = shelf
        history.record(shelf)
        shelf.changeArea()
        let later = shelf
        shelf = history.undo(shelf)!
        #expect(shelf == start && history.canRedo)
        shelf = history.redo(shelf)!
        #expect(shelf == later && !history.canRedo)
        shelf = history.undo(shelf)!
        history.record(shelf)
        #expect(history.redo(shelf) == nil)
    }
}
