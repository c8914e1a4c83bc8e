// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// A folded zone, a zone with limited room, and the shredder.
@Suite struct ZoneTests {
    private func sample(isFolded: Bool = false, room: Int? = nil, hasShredder: Bool = false) -> Shelf {
        var shelf = Shelf(
            ["a", "b", "c"],
            layout: Layout(
                size: Size(width: 480, height: 400), hasZone: true, isFolded: isFolded, hasShredder: hasShredder))
        shelf.room = room
        return shelf
    }

    @Test func aFoldedZoneTakesCardsAndShowsNone() throws {
        var shelf = sample(isFolded: true)
        let zone = try #require(shelf.layout.zone)
        #expect(zone.size.height >= 44 && zone.maxY <= 400)
        #expect(shelf.layout.table.maxY < zone.origin.y)
        #expect(shelf.landing(of: shelf["a"], at: zone.centre, centre: zone.centre) == .join)
        shelf.land([shelf["a"]], .join)
        #expect(shelf.frame(of: shelf["a"]) == nil && shelf.item(at: zone.centre) == nil)
        shelf.layout = shelf.layout.changing(isFolded: false)
        #expect(shelf.frame(of: shelf["a"]) == shelf.layout.slot(0, of: 1))
        #expect(shelf.layout == sample().layout)
    }

    @Test func theRoomIsLimited() {
        var shelf = sample(room: 2)
        let middle = shelf.middleOfZone
        #expect(shelf.landing(of: [shelf["a"], shelf["b"], shelf["c"]], at: middle, centre: middle) == nil)
        shelf.land([shelf["a"]], .join)
        #expect(shelf.spare == 1)
        let new = shelf.receive(.text("x"))
        #expect(shelf.add(["y"], behind: new).isEmpty)
        #expect(shelf.landing(of: nil, at: middle, centre: middle) == nil)
        // Cards in the zone may still change places.
        #expect(shelf.landing(of: shelf["a"], at: middle, centre: middle) != nil)
        #expect(shelf.landing(of: shelf["a"], at: .zero, centre: .zero) == .origin)
    }

    @Test func theShredderDeletesCards() throws {
        var shelf = sample(hasShredder: true)
        let place = try #require(shelf.layout.shredder)
        #expect(place.size.width >= 44 && place.size.height >= 44 && place.maxX <= 480 && place.maxY <= Layout.header)
        for ids in [[], [shelf["a"]], [shelf["a"], shelf["b"]]] {
            #expect(shelf.landing(of: ids, at: place.centre, centre: place.centre) == .shred)
        }
        shelf.land([shelf["a"], shelf["b"]], .shred)
        #expect(shelf.items.count == 1 && shelf.selected.isEmpty)
    }

    @Test func returnedCardsAreRestored() {
        var shelf = sample()
        let (a, b) = (shelf.items.first { $0.id == shelf["a"] }!, shelf.items.first { $0.id == shelf["b"] }!)
        shelf.remove(a.id)
        shelf.remove(b.id)
        shelf.restore([a, b])
        #expect(shelf[a.id] == a && shelf[b.id] == b && shelf.selected == [a.id, b.id])
        #expect(Set([a.id, b.id, shelf["c"]].compactMap { shelf.origin(of: $0)?.origin.x }).count == 3)
        let before = shelf
        shelf.restore([a])
        #expect(shelf.items.count == before.items.count)
    }

    @Test func aDropThatBothSidesUndoIsRemovedFromTheHistory() {
        var history = History()
        var shelf = sample()
        history.record(shelf)
        shelf.land([shelf["a"]], .join)
        history.record(shelf, exchange: 1)
        let new = shelf.receive(.text("x"))
        #expect(history.lastExchange == 1)
        history.record(shelf)
        shelf.land([shelf["b"]], .join)
        history.forget(exchange: 1, items: [new])
        shelf.remove(new)
        shelf = history.undo(shelf)!
        #expect(shelf.zoneTexts == ["a"] && shelf[new] == nil)
        shelf = history.undo(shelf)!
        #expect(shelf.zoneTexts.isEmpty)
        #expect(history.undo(shelf) == nil)
    }
}
