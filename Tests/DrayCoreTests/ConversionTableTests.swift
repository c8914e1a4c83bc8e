// SPDX-License-Identifier: MIT

import DrayCore
import Testing

struct ConversionTableTests {
    private func made(of types: Representations, _ able: ConversionAbility = .all) -> [String: String] {
        let list = Conversion.further(than: types, able: able)
        #expect(Set(list.map(\.type)).count == list.count)
        for conversion in list {
            #expect(types.contains(conversion.origin))
            #expect(!types.contains(conversion.type))
        }
        return Dictionary(uniqueKeysWithValues: list.map { ($0.type.rawValue, $0.origin.rawValue) })
    }

    @Test func textBecomesTextOfAllNamesAndAFile() {
        let list = made(of: ["UTF8_STRING"])
        #expect(list["text/plain;charset=utf-8"] == "UTF8_STRING")
        #expect(list["STRING"] == "UTF8_STRING")
        #expect(list["text/plain;charset=utf-16"] == "UTF8_STRING")
        #expect(list["text/uri-list"] == "UTF8_STRING")
        #expect(list["UTF8_STRING"] == nil)
        #expect(list["image/png"] == nil)
    }

    @Test func plainTextIsPreferredToAPage() {
        #expect(made(of: ["text/html", "text/plain"])["UTF8_STRING"] == "text/plain")
        #expect(made(of: ["text/html", "text/plain"])["text/uri-list"] == "text/plain")
        #expect(made(of: ["text/html"])["text/plain"] == "text/html")
        #expect(made(of: ["text/html"])["text/uri-list"] == "text/html")
    }

    @Test func aPageIsTextWhereThereIsAProgramForIt() {
        #expect(made(of: ["text/html"], [.text, .clippings]) == ["text/uri-list": "text/html"])
        #expect(made(of: ["text/html", "text/uri-list"], .text)["text/plain"] == "text/uri-list")
        #expect(made(of: ["text/html", "text/uri-list"])["text/plain"] == "text/html")
        let conversion = Conversion.further(than: ["text/html"], able: .all).first { $0.type == "STRING" }
        #expect(conversion?.recipe == .page(from: .html, to: .plain(.latin1)))
    }

    @Test func filesStayFiles() {
        let list = made(of: ["x-special/gnome-copied-files"])
        #expect(list["text/uri-list"] == "x-special/gnome-copied-files")
        #expect(list["text/plain"] == "x-special/gnome-copied-files")
        #expect(made(of: ["text/uri-list"])["x-special/gnome-copied-files"] == "text/uri-list")
        #expect(made(of: ["text/uri-list"])["text/x-moz-url"] == "text/uri-list")
    }

    @Test func aLinkBecomesAFileThatLeadsThere() {
        let list = Conversion.further(than: ["text/x-moz-url"], able: .all)
        let file = list.first { $0.type == "text/uri-list" }
        #expect(file?.recipe == .clipping(.link(.mozillaLinks)))
        #expect(made(of: ["text/x-moz-url"])["x-special/gnome-copied-files"] == nil)
    }

    @Test func picturesBecomeThoseThatAreMissing() {
        let list = made(of: ["image/png", "image/jpeg"])
        #expect(list["image/bmp"] == "image/png")
        #expect(list["image/tiff"] == "image/png")
        #expect(list["image/png"] == nil)
        #expect(made(of: ["image/webp"]).keys.sorted() == ["text/uri-list"])
    }

    @Test func theSourcesOrderSaysWhatTheFileIsMadeOf() {
        #expect(made(of: ["text/plain", "image/png"])["text/uri-list"] == "text/plain")
        #expect(made(of: ["image/png", "text/plain"])["text/uri-list"] == "image/png")
        #expect(made(of: ["text/html", "image/png"])["text/uri-list"] == "image/png")
    }

    @Test func onlyWhatCanBeDoneIsOffered() {
        #expect(made(of: ["image/png"], [.text]).isEmpty)
        #expect(made(of: ["image/png"], [.pictures])["text/uri-list"] == nil)
        #expect(made(of: ["text/plain"], [.pictures, .clippings]).keys.sorted() == ["text/uri-list"])
    }

    @Test func nothingIsMadeOfASecret() {
        #expect(made(of: ["text/plain", "x-kde-passwordManagerHint"]).isEmpty)
    }

    @Test(arguments: [
        ("text/plain", TextForm.plain(.utf8)), ("TEXT/Plain; Charset=\"UTF-8\"", .plain(.utf8)),
        ("text/plain;charset=ISO-8859-1", .plain(.latin1)), ("STRING", .plain(.latin1)),
        ("text/plain;charset=utf-16", .plain(.utf16)), ("text/html", .html), ("_NETSCAPE_URL", .netscapeLinks),
    ])
    func namesOfText(name: String, form: TextForm) {
        #expect(TextForm(MimeType(name)) == form)
    }

    @Test(arguments: ["text/plain;charset=koi8-r", "text/x-python", "COMPOUND_TEXT", "", ";", "text/"])
    func namesThatAreNone(name: String) {
        #expect(TextForm(MimeType(name)) == nil)
    }

    @Test func whoRemembersTheNewestContentAnswersLikeTheTable() {
        let contents: [(Representations, ConversionAbility)] = [
            (["text/plain"], .all), (["text/plain"], .all), (["text/plain"], .text), (["text/html"], .text),
            (["text/plain", "image/png"], .all), (["image/png", "text/plain"], .all), ([], .all),
            (["text/plain"], .all),
        ]
        var memory = ConversionMemory()
        for (types, ability) in contents {
            #expect(memory.further(than: types, able: ability) == Conversion.further(than: types, able: ability))
        }
    }
}
