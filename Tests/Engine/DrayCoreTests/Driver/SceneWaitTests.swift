// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct SceneWaitTests {
    private let one = SurfaceID(1)
    private let other = SurfaceID(2)

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    @Test func knownPositionsAreNotAwaited() {
        var wait = SceneWait()
        let isOver = wait.isOver([], at: at(1))
        #expect(isOver && wait.end == nil)
    }

    @Test func windowsThatAreNotDrawnYetAreAwaited() {
        var wait = SceneWait()
        let first = wait.isOver([one], at: at(1))
        #expect(!first && wait.end == at(501))
        let second = wait.isOver([one, other], at: at(400))
        #expect(!second && wait.end == at(501), "further windows do not extend the wait")
        let third = wait.isOver([], at: at(450))
        #expect(third && wait.end == nil)
    }

    @Test func aWindowThatIsNeverDrawnIsAwaitedOnce() {
        var wait = SceneWait()
        _ = wait.isOver([one], at: at(1))
        let late = wait.isOver([one], at: at(501))
        #expect(late && wait.end == nil)
        let again = wait.isOver([one], at: at(2000))
        #expect(again, "it may be on another workspace")
        let new = wait.isOver([one, other], at: at(2000))
        #expect(!new && wait.end == at(2500))
    }
}
