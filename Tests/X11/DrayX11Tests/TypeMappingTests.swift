// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayX11

/// The names of content on both sides.
@Suite struct TypeMappingTests {
    @Test func textIsOfferedToXByItsNamesThere() {
        let mappings = TypeMapping.toX(["text/html", "text/plain;charset=utf-8", "text/plain", "UTF8_STRING"])
        #expect(
            mappings.map(\.target) == [
                "text/html", "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
            ])
        #expect(mappings.first { $0.target == "STRING" }?.conversion == .utf8ToLatin1)
        #expect(mappings.first { $0.target == "UTF8_STRING" }?.type == "text/plain;charset=utf-8")
    }

    @Test func filesAndImagesAreUnchanged() {
        #expect(
            TypeMapping.toX(["text/uri-list", "image/png", "SAVE_TARGETS"])
                == [TypeMapping("text/uri-list", "text/uri-list"), TypeMapping("image/png", "image/png")])
    }

    /// SDL before 3.4.3 and others read the first type that they support.
    @Test func listsOfFilesComeFirst() {
        let mappings = TypeMapping.toX(["text/plain;charset=utf-8", "image/png", "text/uri-list", "UTF8_STRING"])
        #expect(
            mappings.map(\.target) == [
                "text/uri-list", "text/plain;charset=utf-8", "image/png", "UTF8_STRING", "text/plain", "TEXT", "STRING",
            ])
        #expect(
            TypeMapping.toX((0..<300).map { MimeType("x/\($0)") } + ["text/uri-list"]).first?.target == "text/uri-list")
    }

    @Test func oldTextOfXIsOfferedAsUnicode() {
        #expect(
            TypeMapping.toWayland(["TIMESTAMP", "TARGETS", "MULTIPLE", "COMPOUND_TEXT", "STRING"])
                == [
                    TypeMapping("text/plain;charset=utf-8", "STRING", .latin1ToUTF8),
                    TypeMapping("text/plain", "STRING", .latin1ToUTF8),
                ])
    }

    @Test func plainTextOfXIsUnicodeIfAvailable() {
        let ofTk = TypeMapping.toWayland(["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"])
        #expect(
            ofTk == [
                TypeMapping("text/plain;charset=utf-8", "text/plain;charset=utf-8"),
                TypeMapping("text/plain", "text/plain;charset=utf-8"),
            ])
        #expect(TypeMapping.toWayland(["text/plain", "UTF8_STRING"]).first == TypeMapping("text/plain", "UTF8_STRING"))
        #expect(TypeMapping.toWayland(["text/plain"]) == [TypeMapping("text/plain", "text/plain")])
    }

    @Test func theBestOfXIsTaken() {
        let mappings = TypeMapping.toWayland([
            "STRING", "UTF8_STRING", "text/x-moz-url", "text/html", "XdndDirectSave0",
        ])
        #expect(
            mappings.map(\.type) == [
                "text/x-moz-url", "text/html", "text/plain;charset=utf-8", "text/plain", "text/uri-list",
            ])
        #expect(
            mappings.map(\.target) == [
                "text/x-moz-url", "text/html", "UTF8_STRING", "UTF8_STRING", "text/x-moz-url",
            ])
        #expect(mappings.last?.conversion == .addresses)
    }

    @Test func numberOfTypesIsLimited() {
        let types = (0..<10_000).map { MimeType("x/\($0)") }
        #expect(TypeMapping.toX(types).count == TypeMapping.typeLimit)
        #expect(TypeMapping.toWayland(types.map(\.rawValue)).count == TypeMapping.typeLimit)
        #expect(TypeMapping.toWayland([String(repeating: "a/", count: 5000)]) == [])
    }
}
