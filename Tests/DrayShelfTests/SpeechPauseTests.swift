// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import dray_shelf

/// What is said leaves a screen reader time (HIG-33).
@Suite struct SpeechPauseTests {
    /// A client stands on nothing of a compositor's, and so has the figure by itself; whoever changes the one changes the other.
    @Test func itIsAsLongAsTheEngines() { #expect(SpeechPause.length == DrayCore.Speech.pause) }

    @Test func theFirstIsSaidAtOnceAndOfTheRestTheNewest() {
        var pause = SpeechPause()
        #expect(pause.say("1 card selected", at: 1_000_000) == "1 card selected")
        #expect(pause.deadline == nil)
        #expect(pause.say("2 cards selected", at: 1_010_000) == nil)
        #expect(pause.say("3 cards selected", at: 1_020_000) == nil)
        #expect(pause.deadline == 1_170_000)
        #expect(pause.look(at: 1_169_999) == nil)
        #expect(pause.look(at: 1_170_000) == "3 cards selected")
        #expect(pause.deadline == nil && pause.look(at: 2_000_000) == nil)
        #expect(pause.say("4 cards selected", at: 1_340_000) == "4 cards selected")
    }
}
