// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayX11

/// What content is called on both sides.
@Suite struct CarriageTests {
    @Test func textIsOfferedToXByItsNamesThere() {
        let carriages = Carriage.toX(["text/html", "text/plain;charset=utf-8", "text/plain", "UTF8_STRING"])
        #expect(
            carriages.map(\.target) == [
                "text/html", "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
            ])
        #expect(carriages.first { $0.target == "STRING" }?.conversion == .utf8ToLatin1)
        #expect(carriages.first { $0.target == "UTF8_STRING" }?.type == "text/plain;charset=utf-8")
    }

    @Test func filesAndPicturesGoAsTheyAre() {
        #expect(
            Carriage.toX(["text/uri-list", "image/png", "SAVE_TARGETS"])
                == [Carriage("text/uri-list", "text/uri-list"), Carriage("image/png", "image/png")])
    }

    /// SDL before 3.4.3 and others read the first type that they know.
    @Test func listsOfFilesComeFirst() {
        let carriages = Carriage.toX(["text/plain;charset=utf-8", "image/png", "text/uri-list", "UTF8_STRING"])
        #expect(
            carriages.map(\.target) == [
                "text/uri-list", "text/plain;charset=utf-8", "image/png", "UTF8_STRING", "text/plain", "TEXT", "STRING",
            ])
        #expect(
            Carriage.toX((0..<300).map { MimeType("x/\($0)") } + ["text/uri-list"]).first?.target == "text/uri-list")
    }

    @Test func oldTextOfXIsOfferedAsUnicode() {
        #expect(
            Carriage.toWayland(["TIMESTAMP", "TARGETS", "MULTIPLE", "COMPOUND_TEXT", "STRING"])
                == [
                    Carriage("text/plain;charset=utf-8", "STRING", .latin1ToUTF8),
                    Carriage("text/plain", "STRING", .latin1ToUTF8),
                ])
    }

    @Test func plainTextOfXIsUnicodeWhereThereIsSuch() {
        let ofTk = Carriage.toWayland(["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"])
        #expect(
            ofTk == [
                Carriage("text/plain;charset=utf-8", "text/plain;charset=utf-8"),
                Carriage("text/plain", "text/plain;charset=utf-8"),
            ])
        #expect(Carriage.toWayland(["text/plain", "UTF8_STRING"]).first == Carriage("text/plain", "UTF8_STRING"))
        #expect(Carriage.toWayland(["text/plain"]) == [Carriage("text/plain", "text/plain")])
    }

    @Test func theBestOfXIsTaken() {
        let carriages = Carriage.toWayland(["STRING", "UTF8_STRING", "text/x-moz-url", "text/html", "XdndDirectSave0"])
        #expect(
            carriages.map(\.type) == [
                "text/x-moz-url", "text/html", "text/plain;charset=utf-8", "text/plain", "text/uri-list",
            ])
        #expect(
            carriages.map(\.target) == [
                "text/x-moz-url", "text/html", "UTF8_STRING", "UTF8_STRING", "text/x-moz-url",
            ])
        #expect(carriages.last?.conversion == .addresses)
    }

    @Test func aFloodOfTypesIsCut() {
        let types = (0..<10_000).map { MimeType("x/\($0)") }
        #expect(Carriage.toX(types).count == Carriage.mostTypes)
        #expect(Carriage.toWayland(types.map(\.rawValue)).count == Carriage.mostTypes)
        #expect(Carriage.toWayland([String(repeating: "a/", count: 5000)]) == [])
    }
}
