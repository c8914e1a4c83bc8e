// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

@Suite struct ContentTests {
    @Test func styleSurvivesTheWayThroughHTML() {
        var text = StyledText("Plums", .bold)
        text.append(", ", [])
        text.append("very", .italic)
        text.append(" <ripe> & sweet\nnow", [.bold, .underline])
        #expect(Representation.html.decode(Array(text.html.utf8)) == text)
    }

    @Test(arguments: [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("  a \n b  ", "a b"),
        ("<b>a</b>, <i>b</i>", "a, b"),
        ("a<br/>b", "a\nb"),
        ("<html><head><title>no</title><style>p{a:b}</style></head><body>yes</body></html>", "yes"),
        ("<script>if (a<b) {}</script>yes<!-- <b>no</b> -->", "yes"),
        ("a &lt; b &amp;&#65;&#x42; &unknown; 1<2", "a < b &AB &unknown; 1<2"),
        ("<unclosed", "<unclosed"),
        ("<!-- for ever", ""),
        ("&#xffffffff;&#55296;", "&#xffffffff;&#55296;"),
        ("</b></b>plain", "plain"),
    ])
    func htmlIsReadAsText(html: String, text: String) {
        #expect(HTMLReader.read(html).plain == text)
    }

    @Test func closingMoreThanWasOpenedLeavesNoStyle() {
        #expect(HTMLReader.read("</b>a<b>b</b></b>c<b>d").runs.map(\.style) == [[], .bold, [], .bold])
    }

    /// HIG-37.
    @Test func aContactGivesItsNameAndEMailAddressOnly() {
        let card =
            "BEGIN:VCARD\r\nFN:Hana\\, Mikami\r\nTEL:1\r\nitem1.ADR;LABEL=\"a:b\":;;1 Sakura;Tokyo;;100;\r\n"
            + "item2.EMAIL;X=\"a:b\": hana@exa\r\n mple.org \r\nEND:VCARD\r\n"
            + "BEGIN:VCARD\r\nFN:Other\r\nEMAIL;PREF=1:other@example.org\r\nEND:VCARD"
        let contact = Contact(card: card)
        #expect(contact?.name == "Hana, Mikami")
        #expect(contact?.email == "hana@example.org")
        #expect(contact?.text.plain == "Hana, Mikami\nhana@example.org")
        #expect(Contact(card: "BEGIN:VCARD\nEMAIL:a@b.example\nEND:VCARD") == nil)
    }

    @Test func aContactWithoutAnEMailAddressGivesItsName() {
        let contact = Contact(card: "BEGIN:VCARD\nFN:Hana\nADR:;;1 Sakura;Tokyo;;100;\nEMAIL: \nEND:VCARD")
        #expect(contact?.email == nil)
        #expect(contact?.text.plain == "Hana")
    }

    @Test(arguments: [
        // The first, where the card prefers none.
        (["EMAIL:a", "EMAIL;TYPE=home:b"], "a"),
        // As version 4 says it: 1 is the most preferred.
        (["EMAIL:a", "EMAIL;PREF=5:b", "email;type=work;pref=2:c", "EMAIL;PREF=9:d"], "c"),
        // As version 3 and version 2.1 say it.
        (["EMAIL;TYPE=INTERNET,HOME:a", "EMAIL;TYPE=\"INTERNET,pref\":b"], "b"),
        (["EMAIL;INTERNET:a", "EMAIL;INTERNET;PREF:b"], "b"),
        (["EMAIL:", "EMAIL;PREF=x:b"], "b"),
    ])
    func ofSeveralEMailAddressesTheOneThatTheCardPrefersIsTaken(lines: [String], address: String) {
        let card = (["BEGIN:VCARD", "FN:Hana"] + lines + ["END:VCARD"]).joined(separator: "\n")
        #expect(Contact(card: card)?.email == address)
    }

    @Test func theRichestKnownTypeIsTakenSpeltAsItIsOffered() {
        let types = ["text/plain", "TEXT/HTML", "text/uri-list", "image/png"]
        #expect(Representation.best(of: types)?.type == "TEXT/HTML")
        #expect(Representation.best(of: ["image/png", "UTF8_STRING"])?.type == "UTF8_STRING")
        #expect(Representation.best(of: ["text/html", "text/vcard"])?.representation == .card)
        #expect(Representation.best(of: ["image/png"]) == nil)
    }

    @Test func itemsAreOfferedAsWhatTheyAre() {
        let types = { (content: Item.Content) in Representation.all(of: content).map(\.mimeType) }
        #expect(types(.text(StyledText("note: this"))) == ["text/html", "text/plain;charset=utf-8"])
        #expect(
            types(.text(StyledText("https://example.org")))
                == ["text/html", "text/plain;charset=utf-8", "text/uri-list"])
        #expect(types(.arriving(bytes: 3)).isEmpty)
        let link = Item.Content.text(StyledText("https://a.example\nmailto:b@c.example"))
        #expect(Representation.uriList.encode(link) == Array("https://a.example\r\nmailto:b@c.example\r\n".utf8))
        #expect(Representation.card.encode(link) == nil)
    }

    @Test func nothingInTheContentIsNothing() {
        #expect(Representation.plain.decode(Array(" \n".utf8)) == nil)
        #expect(Representation.html.decode(Array("<p></p>".utf8)) == nil)
        #expect(Representation.card.decode(Array("no card".utf8)) == nil)
        #expect(Representation.uriList.decode(Array("# only a comment\r\n".utf8)) == nil)
        #expect(Representation.plain.decode([0x61, 0xff, 0])?.plain == "a\u{fffd}")
    }

    @Test func jsonIsEscaped() {
        let value = JSON.object([("a\"", .array([.null, .truth(true), .number(-3), .string("\u{1}\n\\é")]))])
        #expect(value.text == #"{"a\"": [null, true, -3, "\u0001\n\\é"]}"#)
    }
}
