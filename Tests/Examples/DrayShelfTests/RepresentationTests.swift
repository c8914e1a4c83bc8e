// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

@Suite struct RepresentationTests {
    private func types(_ texts: String...) -> [String] { Representation.all(of: texts).map(\.mimeType) }

    @Test func theRichestKnownTypeIsReadSpeltAsInTheOffer() {
        let offered = ["text/plain", "TEXT/URI-LIST", "text/html", "image/png"]
        #expect(Representation.best(of: offered)?.type == "TEXT/URI-LIST")
        #expect(Representation.best(of: ["image/png", "UTF8_STRING"])?.type == "UTF8_STRING")
        #expect(Representation.best(of: ["image/png"]) == nil)
    }

    @Test func cardsAreOfferedAsWhatTheyAre() {
        #expect(types("note:this") == ["text/plain;charset=utf-8"])
        #expect(types("https://a.example and more") == ["text/plain;charset=utf-8"])
        #expect(types("https://a.example") == ["text/uri-list", "text/plain;charset=utf-8"])
        #expect(types("a", "mailto:b@c.example") == ["application/vnd.dray.cards", "text/plain;charset=utf-8"])
        #expect(types() == [])
        #expect(Representation.all(of: ["a"], mayGrow: true) == [.cards, .plain])
    }

    @Test func severalTravelAsOneAndArriveAsSeveral() {
        let texts = ["one", "two\nlines"]
        let bytes = Representation.bytes(of: texts, as: "application/vnd.dray.cards")
        #expect(Representation.cards.decode(bytes) == texts)
        let plain = Representation.bytes(of: texts, as: "text/plain;charset=utf-8")
        #expect(Representation.plain.decode(plain) == ["one\ntwo\nlines"])
        let links = ["https://a.example", "mailto:b@c.example"]
        let list = Representation.bytes(of: links, as: "text/uri-list")
        #expect(list == Array("https://a.example\r\nmailto:b@c.example\r\n".utf8))
        #expect(Representation.links.decode(Array("# comment\r\n".utf8) + list) == links)
        #expect(Representation.bytes(of: texts, as: "image/png").isEmpty)
    }

    @Test func contentWithoutCardsIsIgnored() {
        #expect(Representation.plain.decode(Array(" \n".utf8)).isEmpty)
        #expect(Representation.links.decode(Array("# only a comment\r\n".utf8)).isEmpty)
        #expect(Representation.cards.decode([0x1e, 0x1e]).isEmpty)
        #expect(Representation.plain.decode([0x61, 0xff, 0]) == ["a\u{fffd}"])
        let many = Array(String(repeating: "a\u{1e}", count: 5000).utf8)
        #expect(Representation.cards.decode(many).count == 1000)
    }
}
