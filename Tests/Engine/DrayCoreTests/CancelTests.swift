// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct CancelTests {
    @Test(arguments: [
        DragInterruption.escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed, .timedOut,
    ])
    func cancelOverATargetLeavesAndCancels(interruption: DragInterruption) {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.cancel(interruption)
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.toSource == [.target(nil), .action(nil), .cancelled])
        #expect(effects.contains(.highlight(nil)))
        #expect(effects.contains(.presentation(.imageEnds(.flyBack(to: Sample.origin.position)))))
        #expect(effects.contains(.announce(.ended(.interrupted(interruption)))))
        #expect(effects.outcome == .interrupted(interruption))
    }

    @Test func cancelOutsideOfTargetsCancels() {
        var session = DragSession.sample()
        let effects = session.cancel(.escape)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.presented.isEmpty)  // The image had not appeared.
    }

    @Test func cancelAfterTheDropCancelsAndRetiresTheOffer() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        let effects = session.cancel(.timedOut)
        #expect(effects.toTarget.isEmpty)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(session.finish(Sample.offer).isEmpty)
    }

    @Test func nothingHappensAfterTheEnd() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.cancel(.escape)
        let before = session
        #expect(session.cancel(.host).isEmpty)
        #expect(session.drop().isEmpty)
        #expect(session.enterFar(Sample.home).isEmpty)
        #expect(session.leave(global: .zero).isEmpty)
        #expect(session.move(to: .zero) == .none)
        #expect(session.modifiersChanged(to: .alt).isEmpty)
        #expect(session.itemCountChanged(to: 4).isEmpty)
        #expect(session.sourceDestroyed().isEmpty)
        #expect(session.applicationGone(Sample.mail).isEmpty)
        #expect(session.phase == before.phase)
    }
}
