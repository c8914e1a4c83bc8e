// SPDX-License-Identifier: MIT

import DrayAccess
import Testing

/// A helper that exits is restarted, a limited number of times.
@Suite struct RestartPolicyTests {
    @Test func startsOnceWhileRunning() {
        var life = RestartPolicy()
        #expect(life.wanted() == .start)
        #expect(life.wanted() == .isThere)
        #expect(life.wanted() == .isThere)
    }

    @Test func restartsThreeTimes() {
        var life = RestartPolicy()
        var starts = 0
        for _ in 0..<20 {
            if life.wanted() == .start { starts += 1 }
            life.ended()
        }
        #expect(starts == 4)
        #expect(life.wanted() == .never)
    }

    @Test func staysStoppedWithoutASessionBus() {
        var life = RestartPolicy()
        #expect(life.wanted() == .start)
        life.isUseless()
        life.ended()
        #expect(life.wanted() == .never)
    }
}
