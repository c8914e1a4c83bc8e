// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct LegacyTests {
    @Test func legacyTargetGetsTypesButNoActions() {
        var session = DragSession.sample()
        let effects = session.enterFar(Sample.legacy)
        #expect(
            effects.toTarget == [
                .enter(
                    Sample.legacy, .init(id: Sample.offer, types: Sample.types, sourceActions: nil), at: Sample.inside)
            ])
        #expect(effects.toSource == [.action(.copy)])
        #expect(session.accept(Sample.offer, "text/plain").toTarget.isEmpty)
        #expect(session.modifiersChanged(to: .shift).toTarget.isEmpty)
    }

    @Test func acceptOfALegacyTargetIsFeedbackOnly() {
        var session = DragSession.over(Sample.legacy)
        #expect(session.feedback.outcome == .notPossible)
        #expect(session.drop().toTarget == [.drop(Sample.legacy.surface), .leave(Sample.legacy.surface)])
        #expect(session.phase == .dropped)
    }

    @Test func legacyTargetFinishesByDestroyingItsOffer() {
        var session = DragSession.over(Sample.legacy)
        _ = session.drop()
        let effects = session.offerDestroyed(Sample.offer)
        #expect(effects.toSource == [.finished])
        #expect(effects.outcome == .finished(.copy))
    }

    @Test func legacyTargetThatDiesHasNotFinished() {
        var session = DragSession.over(Sample.legacy)
        _ = session.drop()
        let effects = session.applicationGone(Sample.legacy.application)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.outcome == .targetGone)
    }

    @Test func sourceThatOnlyMovesCannotBeDroppedOnALegacyTarget() {
        let mover = DragSource(types: Sample.types, actions: .move, dialect: .negotiating)
        var session = DragSession.over(Sample.legacy, source: mover, policy: .wayland)
        #expect(session.drop().outcome == .refused)
    }

    @Test func legacySourceReceivesTargetsOnly() {
        var session = DragSession.accepted(by: Sample.foreign, source: Sample.legacySource)
        #expect(session.action == .copy)
        #expect(session.drop().toSource.isEmpty)
        #expect(session.finish(Sample.offer).toSource.isEmpty)
    }

    @Test func legacySourceReceivesNoCancelled() {
        var session = DragSession.accepted(by: Sample.foreign, source: Sample.legacySource)
        let effects = session.cancel(.escape)
        #expect(effects.toSource == [.target(nil)])
        #expect(effects.outcome == .interrupted(.escape))
    }

    @Test func legacySourceOffersACopy() {
        var session = DragSession.sample(Sample.legacySource)
        let effects = session.enterFar(Sample.home)
        #expect(
            effects.toTarget == [
                .enter(
                    Sample.home, .init(id: Sample.offer, types: Sample.types, sourceActions: .copy), at: Sample.inside)
            ])
    }

    @Test func versionThreeNegotiates() {
        #expect(Dialect(version: 1) == .legacy)
        #expect(Dialect(version: 2) == .legacy)
        #expect(Dialect(version: 3) == .negotiating)
        #expect(Dialect(version: 4) == .negotiating)
    }
}
