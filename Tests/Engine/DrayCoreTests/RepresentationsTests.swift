// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct RepresentationsTests {
    @Test func firstOccurrenceOfDuplicatesCounts() {
        let types = Representations(["text/html", "text/plain", "text/html", "image/png", "text/plain"])
        #expect(Array(types) == ["text/html", "text/plain", "image/png"])
    }

    @Test func richestTypeFollowsTheSourcesOrder() {
        let types: Representations = ["text/rtf", "text/html", "text/plain"]
        #expect(types.richest(of: ["text/plain", "text/html"]) == "text/html")
        #expect(types.richest(where: { $0.rawValue.hasPrefix("text/") }) == "text/rtf")
        #expect(types.richest(of: ["image/png"]) == nil)
        #expect(Representations([]).richest(of: ["image/png"]) == nil)
    }
}
