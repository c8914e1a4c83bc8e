// SPDX-License-Identifier: MIT

import DrayAccess
import Testing

/// A process that dies is started again, but not for ever.
@Suite struct HelperLifeTests {
    @Test func itIsStartedOnceWhileItLives() {
        var life = HelperLife()
        #expect(life.wanted() == .start)
        #expect(life.wanted() == .isThere)
        #expect(life.wanted() == .isThere)
    }

    @Test func itIsStartedAgainThreeTimes() {
        var life = HelperLife()
        var starts = 0
        for _ in 0..<20 {
            if life.wanted() == .start { starts += 1 }
            life.ended()
        }
        #expect(starts == 4)
        #expect(life.wanted() == .never)
    }

    @Test func whereItIsOfNoUseItStaysAway() {
        var life = HelperLife()
        #expect(life.wanted() == .start)
        life.isUseless()
        life.ended()
        #expect(life.wanted() == .never)
    }
}
