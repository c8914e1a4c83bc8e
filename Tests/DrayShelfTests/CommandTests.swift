// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Nothing can be done by dragging alone (HIG-39).
@Suite struct CommandTests {
    private func sample(selecting texts: String...) -> Shelf {
        var shelf = Shelf.sample("a", "b", "c")
        shelf.select(texts.map { shelf[$0] })
        return shelf
    }

    @Test func commandsDoWhatDropsDo() {
        var shelf = sample(selecting: "a", "c")
        #expect(shelf.perform(.intoZone) && shelf.zoneTexts == ["a", "c"])
        shelf.select(shelf["c"])
        #expect(shelf.perform(.earlier) && shelf.zoneTexts == ["c", "a"])
        #expect(!shelf.allows(.earlier))
        #expect(shelf.perform(.later) && shelf.zoneTexts == ["a", "c"])
        #expect(shelf.perform(.ontoTable) && shelf.zoneTexts == ["a"])
        #expect(shelf.perform(.duplicate) && shelf.zoneTexts == ["a", "c"] && shelf.items.count == 4)
    }

    /// By key as by a drag, whichever was selected first.
    @Test func severalKeepTheOrderInWhichTheyAreRead() {
        var shelf = sample(selecting: "c", "b")
        #expect(shelf.perform(.intoZone) && shelf.zoneTexts == ["b", "c"])
        shelf.land(shelf["a"], .join)
        shelf.select([shelf["a"], shelf["c"]])
        #expect(shelf.perform(.earlier) && shelf.zoneTexts == ["c", "a", "b"])
        #expect(Set(shelf.selected) == [shelf["c"], shelf["a"]])
        #expect(shelf.refusal(of: .earlier) == "There is nothing before it")
        #expect(shelf.perform(.later) && shelf.zoneTexts == ["b", "c", "a"])
        #expect(shelf.refusal(of: .later) == "There is nothing behind it")
        // Those that are apart stay so, and one at the end stays there.
        shelf.select([shelf["b"], shelf["a"]])
        #expect(shelf.perform(.earlier) && shelf.zoneTexts == ["b", "a", "c"])
        shelf.select([shelf["a"], shelf["b"]])
        #expect(shelf.perform(.ontoTable) && shelf.zoneTexts == ["c"])
    }

    /// Whatever cannot be done says why.
    @Test func everyRefusalHasWords() {
        var shelf = Shelf([], layout: Layout(size: Size(width: 300, height: 300), hasZone: false))
        for command in Command.allCases { #expect(shelf.refusal(of: command)?.isEmpty == false, "\(command)") }
        shelf = sample(selecting: "a")
        shelf.room = 1
        #expect(shelf.refusal(of: .ontoTable) == "It is on the table already")
        #expect(shelf.refusal(of: .earlier) == "Only cards in the zone have an order")
        #expect(shelf.refusal(of: .shred) == "This window has no shredder")
        shelf.perform(.selectAll)
        #expect(shelf.refusal(of: .intoZone) == "The zone has room for 1 only")
        shelf.select(shelf["a"])
        shelf.perform(.intoZone)
        #expect(shelf.refusal(of: .intoZone) == "It is in the zone already")
        #expect(shelf.refusal(of: .duplicate) == "The zone is full")
    }

    @Test func whatIsCopiedAsAGroupHasToHaveRoomAsAGroup() {
        var shelf = sample()
        shelf.room = 2
        let middle = shelf.middleOfZone
        #expect(shelf.landing(of: [], copying: 2, at: middle, centre: middle) == .join)
        #expect(shelf.landing(of: [], copying: 3, at: middle, centre: middle) == nil)
    }

    @Test func theShredderTakesWhatIsSelected() {
        var shelf = sample(selecting: "a", "b")
        shelf.layout = Layout(size: shelf.layout.size, hasZone: true, hasShredder: true)
        #expect(shelf.perform(.shred) && shelf.items.map(\.id) == [shelf["c"]])
    }

    @Test func whatHasNothingToDoIsNotAllowed() {
        let shelf = sample()
        for command in Command.allCases {
            let expected = [Command.selectMore, .selectAll, .paste, .fold].contains(command)
            #expect(shelf.allows(command) == expected, "\(command)")
        }
        var withoutZone = Shelf(
            [.text(StyledText("a"))], layout: Layout(size: Size(width: 300, height: 300), hasZone: false))
        withoutZone.perform(.selectAll)
        for command in [Command.intoZone, .ontoTable, .duplicate, .paste] { #expect(!withoutZone.allows(command)) }
        #expect(withoutZone.allows(.copy))
    }

    @Test func whatHasNotArrivedIsNotGivenAway() {
        var shelf = sample()
        let arriving = shelf.receive(.arriving(bytes: 3))
        shelf.select([arriving])
        #expect(!shelf.allows(.cut) && !shelf.allows(.copy) && shelf.allows(.remove))
        shelf.perform(.selectAll)
        #expect(shelf.perform(.cut) && shelf.items.map(\.id) == [arriving])
    }

    @Test func severalAreLandedInTheOrderInWhichTheyAreGiven() {
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

    @Test func inAGapSomethingGoesBetweenTwo() throws {
        var shelf = sample()
        for text in ["a", "b"] { shelf.land(shelf[text], .join) }
        let second = try #require(shelf.frame(of: shelf["b"]))
        let gap = Point(x: second.origin.x - 5, y: second.centre.y)
        #expect(shelf.landing(of: [], at: gap, centre: gap) == .insert(before: shelf["b"]))
        #expect(shelf.landing(of: shelf["c"], at: gap, centre: gap) == .insert(before: shelf["b"]))
        // It stands there already.
        #expect(shelf.landing(of: shelf["a"], at: gap, centre: gap) == .align)
        let first = try #require(shelf.frame(of: shelf["a"]))
        let before = Point(x: first.origin.x - 5, y: first.centre.y)
        #expect(shelf.landing(of: shelf["b"], at: before, centre: before) == .insert(before: shelf["a"]))
        let area = shelf.layout.gap(before: second)
        #expect(area.size.width >= 44 && area.size.height >= 44)
        // Most of a card is still there to be covered.
        #expect(shelf.landing(of: shelf["a"], at: second.centre, centre: second.centre) == .swap(shelf["b"]))
        let mark = shelf.layout.insertionMark(before: second)
        #expect(mark.origin.x > first.maxX && mark.maxX < second.origin.x)
    }

    @Test func severalTravelAsOneAndArriveAsSeveral() {
        let contents = ["one", "two\nlines"].map { Item.Content.text(StyledText($0, .bold)) }
        #expect(Representation.all(of: contents).map(\.mimeType).first == "application/vnd.dray.cards")
        let bytes = Representation.bytes(of: contents, as: "application/vnd.dray.cards")
        #expect(Representation.cards.decodeAll(bytes) == contents.compactMap(\.text))
        #expect(
            Representation.plain.decodeAll(Representation.bytes(of: contents, as: "text/plain;charset=utf-8")).map(
                \.plain)
                == ["one\ntwo\nlines"])
        #expect(Representation.all(of: [contents[0]]).map(\.mimeType) == ["text/html", "text/plain;charset=utf-8"])
        #expect(Representation.bytes(of: contents, as: "image/png").isEmpty)
    }

    @Test func onlyWhatAllOfThemCanBeIsOffered() {
        let contact = Item.Content.contact(Contact(card: "BEGIN:VCARD\nFN:A\nEND:VCARD")!, card: "x")
        let link = Item.Content.text(StyledText("https://example.org/"))
        #expect(Representation.all(of: [contact, contact]).contains(.card))
        #expect(Representation.all(of: [link, link]).contains(.uriList))
        #expect(!Representation.all(of: [contact, link]).contains { $0 == .card || $0 == .uriList })
    }

    @Test func cardsThatAreNoneBringNothing() {
        #expect(Representation.cards.decodeAll([0x1e, 0x1e]).isEmpty)
        #expect(Representation.cards.decodeAll([0xff]).count == 1)
        let many = Array(String(repeating: "a\u{1e}", count: 5000).utf8)
        #expect(Representation.cards.decodeAll(many).count == 1000)
    }

    @Test func redoBringsBackWhatUndoHasTaken() {
        var history = History()
        var shelf = sample(selecting: "a")
        let start = shelf
        history.record(shelf)
        shelf.perform(.intoZone)
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
