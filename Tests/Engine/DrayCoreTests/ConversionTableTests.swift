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
        #expect(conversion?.recipe == .page(from: .html(nil), to: .plain(.latin1)))
    }

    @Test func filesStayFiles() {
        let list = made(of: ["x-special/gnome-copied-files"])
        #expect(list["text/uri-list"] == "x-special/gnome-copied-files")
        #expect(list["text/plain"] == "x-special/gnome-copied-files")
        #expect(made(of: ["text/uri-list"])["x-special/gnome-copied-files"] == "text/uri-list")
        #expect(made(of: ["text/uri-list"])["text/x-moz-url"] == "text/uri-list")
    }

    @Test func aLinkBecomesADesktopEntry() {
        let list = Conversion.further(than: ["text/x-moz-url"], able: .all)
        let file = list.first { $0.type == "text/uri-list" }
        #expect(file?.recipe == .clipping(.link(.mozillaLinks)))
        #expect(made(of: ["text/x-moz-url"])["x-special/gnome-copied-files"] == nil)
    }

    @Test func imagesAreConvertedToTheMissingFormats() {
        let list = made(of: ["image/png", "image/jpeg"])
        #expect(list["image/bmp"] == "image/png")
        #expect(list["image/tiff"] == "image/png")
        #expect(list["image/png"] == nil)
        #expect(made(of: ["image/webp"]).keys.sorted() == ["text/uri-list"])
    }

    @Test func theSourcesOrderSelectsTheContentOfTheFile() {
        #expect(made(of: ["text/plain", "image/png"])["text/uri-list"] == "text/plain")
        #expect(made(of: ["image/png", "text/plain"])["text/uri-list"] == "image/png")
        #expect(made(of: ["text/html", "image/png"])["text/uri-list"] == "image/png")
    }

    @Test func onlySupportedConversionsAreOffered() {
        #expect(made(of: ["image/png"], [.text]).isEmpty)
        #expect(made(of: ["image/png"], [.pictures])["text/uri-list"] == nil)
        #expect(made(of: ["text/plain"], [.pictures, .clippings]).keys.sorted() == ["text/uri-list"])
    }

    @Test func unicodeIsPreferredToOtherEncodings() {
        #expect(made(of: ["STRING", "text/plain", "UTF8_STRING"])["text/plain;charset=utf-8"] == "UTF8_STRING")
        #expect(made(of: ["text/plain;charset=koi8-r"])["UTF8_STRING"] == "text/plain;charset=koi8-r")
    }

    @Test func aCharsetThatTheCLibraryDoesNotSupportIsNotOffered() {
        let types: Representations = ["text/plain;charset=koi8-r"]
        #expect(Conversion.further(than: types, able: .all) { _ in false }.isEmpty)
        #expect(!Conversion.further(than: types, able: .all) { $0.name == "KOI8-R" }.isEmpty)
        let others: Representations = ["text/plain;charset=koi8-r", "image/png"]
        let file = Conversion.further(than: others, able: .all) { _ in false }.first { $0.type == "text/uri-list" }
        #expect(file?.recipe == .clipping(.file(.png)))
        // Only charsets in the types are queried.
        _ = Conversion.further(than: ["text/plain", "text/html;charset=utf-16"], able: .all) { charset in
            Issue.record("\(charset)")
            return true
        }
    }

    // MARK: Promised files

    private static let promise: MimeType = #"application/octet-stream;name="photo.png""#

    @Test func aPromisedPictureIsAFileAndAPicture() {
        let chromium: Representations = ["text/x-moz-url", "text/html", "text/plain;charset=utf-8", Self.promise]
        let list = Conversion.further(than: chromium, able: .all)
        let file = list.first { $0.type == "text/uri-list" }
        #expect(file?.origin == Self.promise)
        #expect(file?.recipe == PromisedFile(Self.promise).map { .clipping(.promised($0)) })
        #expect(list.first { $0.type == "image/png" } == Conversion("image/png", of: Self.promise, .same))
        let jpeg = list.first { $0.type == "image/jpeg" }
        #expect(jpeg == Conversion("image/jpeg", of: Self.promise, .picture(from: .png, to: .jpeg)))
        #expect(made(of: [Self.promise], [.text]).keys.sorted() == ["image/png"])
    }

    @Test func aPromisedFileOfAnotherKindIsAFile() {
        #expect(made(of: [#"application/octet-stream;name="x.bin""#]).keys.sorted() == ["text/uri-list"])
        #expect(
            made(of: ["application/octet-stream;name=x.pdf"]).keys.sorted() == ["application/pdf", "text/uri-list"])
        #expect(made(of: ["application/octet-stream"]).isEmpty)
    }

    @Test func aListOfFilesTakesPrecedenceOverAPromise() {
        #expect(made(of: [Self.promise, "text/uri-list"])["text/uri-list"] == nil)
        let copied: MimeType = "x-special/gnome-copied-files"
        #expect(made(of: [Self.promise, copied])["text/uri-list"] == copied.rawValue)
    }

    // MARK: Documents

    @Test(arguments: [
        ("text/vcard", "vcf"), ("text/x-vcard", "vcf"), ("text/directory", "vcf"), ("text/calendar", "ics"),
        ("message/rfc822", "eml"), ("text/rtf", "rtf"), ("application/rtf", "rtf"), ("application/pdf", "pdf"),
        ("text/csv", "csv"), ("text/tab-separated-values", "tsv"), ("text/markdown", "md"), ("image/heic", "heic"),
        ("image/jxl", "jxl"), ("image/x-icon", "ico"), ("application/json", "json"), ("image/svg+xml", "svg"),
        ("Text/VCard; charset=utf-8", "vcf"),
    ])
    func documentsBecomeFilesUnchanged(type: String, ending: String) throws {
        let list = Conversion.further(than: [MimeType(type)], able: .all)
        let file = try #require(list.first { $0.type == "text/uri-list" })
        guard case .clipping(.file(let format)) = file.recipe else {
            Issue.record("\(file.recipe)")
            return
        }
        #expect(format.fileExtension == ending)
    }

    @Test(arguments: [
        // Text that describes the object takes second place.
        (["text/plain", "text/x-vcard"], "text/x-vcard"),
        (["text/plain;charset=utf-8", "text/calendar"], "text/calendar"),
        (["text/x-moz-url", "text/plain", "message/rfc822"], "message/rfc822"),
        // A selection of text.
        (["text/rtf", "text/html", "text/plain"], "text/plain"), (["text/csv", "UTF8_STRING"], "UTF8_STRING"),
        (["text/markdown", "text/plain"], "text/plain"), (["text/html", "text/rtf"], "text/html"),
        (["text/rtf", "text/html"], "text/rtf"), (["text/plain", "application/pdf"], "text/plain"),
        (["application/pdf", "text/plain"], "application/pdf"), (["text/rtf", "image/png"], "image/png"),
    ])
    func theBestRankIsSelected(types: [String], origin: String) {
        #expect(made(of: Representations(types.map { MimeType($0) }))["text/uri-list"] == origin)
    }

    // MARK: Types without a declared encoding

    @Test func plainTextIsReadFromTheUnicodeType() {
        let gtk3: Representations = [
            "UTF8_STRING", "COMPOUND_TEXT", "TEXT", "STRING", "text/plain;charset=utf-8", "text/plain",
        ]
        let list = Conversion.unicodeTexts(in: gtk3)
        #expect(list.map(\.type) == ["TEXT", "STRING", "text/plain"])
        #expect(list.allSatisfy { $0.origin == "UTF8_STRING" })
        #expect(list.first { $0.type == "text/plain" }?.recipe == .same)
        #expect(list.first { $0.type == "STRING" }?.recipe == .text(from: .plain(.utf8), to: .plain(.latin1)))
        var source = DragSource(types: gtk3, actions: nil, dialect: .negotiating)
        #expect(source.conversion(to: "text/plain") == nil)
        source.isReadAsUnicode = true
        #expect(source.conversion(to: "text/plain")?.origin == "UTF8_STRING")
        #expect(source.conversion(to: "UTF8_STRING") == nil)
    }

    @Test(arguments: [
        ["text/plain", "TEXT", "STRING"], ["text/plain", "text/plain;charset=utf-16"],
        ["text/plain;charset=iso-8859-1", "UTF8_STRING"], ["text/plain", "UTF8_STRING", "x-kde-passwordManagerHint"],
    ])
    func otherTextIsUnchanged(types: [String]) {
        #expect(Conversion.unicodeTexts(in: Representations(types.map { MimeType($0) })).isEmpty)
    }

    @Test func secretsAreNotConverted() {
        #expect(made(of: ["text/plain", "x-kde-passwordManagerHint"]).isEmpty)
    }

    @Test(arguments: [
        ("text/plain", TextForm.plain(nil)), ("TEXT/Plain; Charset=\"UTF-8\"", .plain(.utf8)),
        ("text/plain;charset=ISO-8859-1", .plain(.latin1)), ("STRING", .plain(.latin1)),
        ("text/plain;charset=utf-16", .plain(.utf16)), ("text/html", .html(nil)), ("_NETSCAPE_URL", .netscapeLinks),
        ("text/html; charset=utf-16", .html(.utf16)), ("text/plain;charset=windows-1252", .plain(.latin1)),
        ("text/plain;charset=UTF-16BE", .plain(.utf16BigEndian)), ("UTF8_STRING", .plain(.utf8)), ("TEXT", .plain(nil)),
    ])
    func namesOfText(name: String, form: TextForm) {
        #expect(TextForm(MimeType(name)) == form)
    }

    @Test(arguments: ["text/plain;charset=klingon", "text/x-python", "COMPOUND_TEXT", "", ";", "text/"])
    func typesThatAreNoText(name: String) {
        #expect(TextForm(MimeType(name)) == nil)
    }

    @Test func theCacheReturnsTheSameAsTheTable() {
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
