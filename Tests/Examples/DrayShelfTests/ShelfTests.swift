// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Cards on the table and in the zone (HIG-36).
@Suite struct ShelfTests {
    @Test func itemsOfTheZoneStandInTheOrderInWhichTheyCame() {
        var shelf = Shelf.sample("a", "b", "c")
        for text in ["c", "a", "b"] {
            let isTaken = shelf.drop(text, at: shelf.cornerOfZone)
            #expect(isTaken)
        }
        #expect(shelf.zoneTexts == ["c", "a", "b"])
        #expect(shelf.frame(of: shelf["c"]) == shelf.layout.slot(0, of: 3))
        #expect(shelf.frame(of: shelf["b"]) == shelf.layout.slot(2, of: 3))
    }

    @Test func coveringAnotherItemOfTheZoneSwapsTheTwo() {
        var shelf = Shelf.sample("a", "b", "c")
        for text in ["a", "b", "c"] { _ = shelf.drop(text, at: shelf.cornerOfZone) }
        let third = shelf.layout.slot(2, of: 3)!.centre
        _ = shelf.drop("a", at: third)
        #expect(shelf.zoneTexts == ["c", "b", "a"])
    }

    @Test func theCentreDeterminesTheCardAndThePointerTheArea() {
        var shelf = Shelf.sample("a", "b")
        for text in ["a", "b"] { _ = shelf.drop(text, at: shelf.cornerOfZone) }
        let covered = shelf.layout.slot(1, of: 2)!.centre
        let beside = shelf.cornerOfZone
        #expect(shelf.landing(of: shelf["a"], at: beside, centre: covered) == .swap(shelf["b"]))
        #expect(shelf.landing(of: shelf["a"], at: covered, centre: beside) == .align)
        #expect(shelf.landing(of: shelf["a"], at: .zero, centre: covered) == .origin)
    }

    @Test func anItemDroppedOnItsOwnPlaceStaysThere() {
        var shelf = Shelf.sample("a", "b")
        for text in ["a", "b"] { _ = shelf.drop(text, at: shelf.cornerOfZone) }
        let before = shelf.zone
        _ = shelf.drop("a", at: shelf.layout.slot(0, of: 2)!.centre)
        #expect(shelf.zone == before)
    }

    @Test func outsideTheZoneAnItemGoesBackToItsOrigin() {
        var shelf = Shelf.sample("a", "b", "c")
        let origin = shelf.frame(of: shelf["b"])
        _ = shelf.drop("a", at: shelf.middleOfZone)
        _ = shelf.drop("b", at: shelf.middleOfZone)
        #expect(shelf.frame(of: shelf["b"]) != origin)
        let isTaken = shelf.drop("b", at: Point(x: 400, y: 150))
        #expect(isTaken)
        #expect(shelf.frame(of: shelf["b"]) == origin)
        #expect(shelf.zoneTexts == ["a"])
    }

    @Test func theTableTakesNeitherItsOwnItemsNorOthers() {
        let shelf = Shelf.sample("a")
        let table = Point(x: 400, y: 150)
        #expect(shelf.landing(of: shelf["a"], at: table, centre: table) == nil)
        #expect(shelf.landing(of: nil, at: table, centre: table) == nil)
    }

    @Test func theZoneTakesAnyNumberAndTheTopmostOfOverlappingCardsIsSwapped() {
        let texts = (1...20).map { "\($0)" }
        var shelf = Shelf(texts, layout: Shelf.sample().layout)
        for text in texts {
            let isTaken = shelf.drop(text, at: shelf.cornerOfZone)
            #expect(isTaken)
        }
        #expect(shelf.zoneTexts.sorted() == texts.sorted())
        // At a point where the first and the fourth card overlap.
        shelf.scroll(.zone, by: -1e9)
        let (lower, upper) = (shelf.zone[0], shelf.zone[3])
        let carried = shelf.zone[19]
        let first = shelf.frame(of: lower)!
        let both = Point(x: first.centre.x, y: shelf.frame(of: upper)!.origin.y + 1)
        #expect(first.contains(both))
        shelf.select(upper)
        #expect(shelf.landing(of: carried, at: both, centre: both) == .swap(upper))
        shelf.select(lower)
        #expect(shelf.landing(of: carried, at: both, centre: both) == .swap(lower))
    }

    @Test func withoutAZoneNothingCanBeDropped() {
        let shelf = Shelf(["a"], layout: Layout(size: Size(width: 300, height: 300), hasZone: false))
        let point = Point(x: 150, y: 250)
        #expect(shelf.landing(of: nil, at: point, centre: point) == nil)
        #expect(shelf.landing(of: shelf["a"], at: point, centre: point) == nil)
    }

    @Test func ofOverlappingItemsTheUppermostIsHitAndPickingRaises() {
        var shelf = Shelf.sample("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
        let first = shelf.frame(of: shelf["1"])!
        let later = shelf.frame(of: shelf["4"])!
        let both = Point(x: first.origin.x + 10, y: later.origin.y + 5)
        #expect(first.contains(both) && later.contains(both))
        #expect(shelf.item(at: both)?.text == "4")
        shelf.select(shelf["1"])
        #expect(shelf.item(at: both)?.text == "1")
        #expect(shelf.items.last?.id == shelf["1"])
    }

    @Test func cardsThatAreScrolledAwayCannotBeHit() throws {
        let texts = (1...30).map { "\($0)" }
        var shelf = Shelf(texts, layout: Shelf.sample().layout)
        let last = try #require(shelf.frame(of: shelf["30"])).centre
        #expect(!shelf.layout.table.contains(last) && shelf.item(at: last) == nil)
        shelf.scroll(.table, by: 1e9)
        let seen = try #require(shelf.frame(of: shelf["30"])).centre
        #expect(shelf.item(at: seen)?.id == shelf["30"])
        let first = try #require(shelf.frame(of: shelf["1"]))
        #expect(shelf.item(at: first.centre) == nil)
        // They cannot be drop targets either.
        for text in texts { _ = shelf.drop(text, at: shelf.middleOfZone) }
        shelf.scroll(.zone, by: -1e9)
        let hidden = try #require(shelf.frame(of: shelf.zone[29])).centre
        #expect(shelf.landing(of: shelf.zone[0], at: shelf.middleOfZone, centre: hidden) == .align)
    }

    @Test func droppedCardsAreVisible() throws {
        let texts = (1...30).map { "\($0)" }
        var shelf = Shelf(texts, layout: Shelf.sample().layout)
        for text in texts {
            _ = shelf.drop(text, at: shelf.middleOfZone)
            let frame = try #require(shelf.frame(of: shelf[text]))
            let zone = try #require(shelf.layout.zone)
            #expect(frame.origin.y >= zone.origin.y && frame.maxY <= zone.maxY)
        }
        shelf.scroll(.table, by: 1e9)
        _ = shelf.drop("30", at: Point(x: 200, y: 100))
        let frame = try #require(shelf.frame(of: shelf["30"]))
        #expect(frame.origin.y >= shelf.layout.table.origin.y && frame.maxY <= shelf.layout.table.maxY)
    }

    @Test func droppedCardsAreSelected() {
        var shelf = Shelf.sample("a", "b")
        shelf.select(shelf["a"])
        _ = shelf.drop("b", at: shelf.middleOfZone)
        #expect(shelf.selection == shelf["b"])
        let new = shelf.receive(.arriving(bytes: 0))
        #expect(shelf.selection == new)
        shelf.remove(new)
        #expect(shelf.selection == nil)
    }

    @Test func somethingNewGetsTheFirstFreeOrigin() {
        var shelf = Shelf.sample("a", "b", "c")
        let free = shelf.origin(of: shelf["b"])
        shelf.remove(shelf["b"])
        let new = shelf.receive(.text("d"))
        shelf.land([new], .origin)
        #expect(shelf.frame(of: new) == free)
    }

    @Test func landingRemovedCardsChangesNothing() {
        var shelf = Shelf.sample("a")
        let gone = shelf["a"]
        shelf.remove(gone)
        let before = shelf
        for landing in [Landing.join, .align, .origin, .swap(gone)] { shelf.land([gone], landing) }
        #expect(shelf == before)
    }

    /// After any sequence of drops, every card has one place, and the zone has neither gaps nor unknown cards.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func everyItemHasAPlaceAfterAnyDrops(seed: UInt64) {
        var random = Numbers(state: seed)
        var shelf = Shelf.sample("a", "b", "c", "d", "e")
        for _ in 0..<500 {
            let id = shelf.items.randomElement(using: &random)?.id
            let point = Point(
                x: Double.random(in: 0..<480, using: &random), y: Double.random(in: 0..<400, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: shelf.select(shelf.item(at: point)?.id)
            case 1: shelf.receive(.arriving(bytes: 0))
            case 2: if shelf.items.count > 3, let id { shelf.remove(id) }
            default:
                if let id, let landing = shelf.landing(of: id, at: point, centre: point) { shelf.land([id], landing) }
            }
            let ids = shelf.items.map(\.id)
            #expect(Set(ids).count == ids.count)
            #expect(Set(shelf.zone).count == shelf.zone.count && Set(shelf.zone).isSubset(of: ids))
            #expect(ids.allSatisfy { shelf.frame(of: $0) != nil && shelf.origin(of: $0) != nil })
            #expect(shelf.selection.map(ids.contains) ?? true)
            let origins = ids.compactMap { shelf.origin(of: $0) }
            #expect((0..<origins.count).allSatisfy { !origins[..<$0].contains(origins[$0]) })
        }
    }

    /// A generator with the same numbers on every machine.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}
