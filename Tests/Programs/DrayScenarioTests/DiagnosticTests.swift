// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

@Suite struct DiagnosticTests {
    private func rendered(_ diagnostic: Diagnostic, _ text: String) -> [String] {
        diagnostic.rendered(in: SourceText(name: "a.yaml", text: text)).split(separator: "\n").map(String.init)
    }

    @Test func caretStandsUnderTheWord() {
        let diagnostic = Diagnostic("wrong", at: Location(2, 5), length: 3, help: "allowed: right")
        #expect(
            rendered(diagnostic, "one\ntwo abc\nthree") == [
                "a.yaml:2:5: error: wrong",
                "  2 | two abc",
                "    |     ^~~",
                "    = allowed: right",
            ])
    }

    @Test func caretIsTwiceAsWideUnderHangul() {
        let diagnostic = Diagnostic("wrong", at: Location(1, 4), length: 2)
        #expect(rendered(diagnostic, "놓기 가나: 1") == ["a.yaml:1:4: error: wrong", "  1 | 놓기 가나: 1", "    |      ^~~~"])
    }

    @Test func tabsStayTabsBeforeTheCaret() {
        #expect(rendered(Diagnostic("wrong", at: Location(1, 3)), "\t\tx").last == "    | \t\t^")
    }

    @Test func locationPastTheEndOfALineHasACaret() {
        #expect(rendered(Diagnostic("wrong", at: Location(1, 4)), "abc").last == "    |    ^")
    }

    @Test func linesThatEndInCarriageReturnAreShownWithoutIt() {
        #expect(rendered(Diagnostic("wrong", at: Location(1, 1)), "abc\r\ndef")[1] == "  1 | abc")
    }

    @Test func missingLineIsOmitted() {
        #expect(rendered(Diagnostic("wrong", at: Location(9, 1)), "abc") == ["a.yaml:9:1: error: wrong"])
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("presss", "press"), ("pres", "press"), ("rpess", "press"), ("prass", "press"), ("PRESS", "press"),
        ("relaese", "release"), ("scrol", "scroll"),
    ])
    func misspellingIsRecognized(word: String, meant: String) {
        #expect(Suggestion.nearest(to: word, among: ["move", "press", "release", "click", "scroll"]) == meant)
    }

    @Test(arguments: ["drop", "x", "", "hover"])
    func unrelatedWordGetsNoSuggestion(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["move", "press", "release", "click", "scroll"]) == nil)
    }
}
