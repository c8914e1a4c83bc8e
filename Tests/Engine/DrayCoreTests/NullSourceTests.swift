// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct NullSourceTests {
    @Test func ownApplicationIsEnteredWithoutAnOffer() {
        var session = DragSession.sample(nil)
        let effects = session.enterFar(Sample.sibling)
        #expect(effects.toTarget == [.enter(Sample.sibling, nil, at: Sample.inside)])
        #expect(effects.toSource.isEmpty)
        #expect(session.offerID == nil)
        #expect(session.move(to: .zero).recipient == Sample.sibling.surface)
    }

    @Test func otherApplicationsReceiveNothing() {
        var session = DragSession.over(Sample.home, source: nil)
        let effects = session.enterFar(Sample.foreign)
        #expect(effects.toTarget == [.leave(Sample.home.surface)])
        #expect(effects.feedback == [.notPossible])
        #expect(session.target == nil)
        #expect(session.move(to: .zero).recipient == nil)
        #expect(session.drop().outcome == .missed)
    }

    @Test func dropIsHandedOver() {
        var session = DragSession.over(Sample.home, source: nil)
        let effects = session.drop()
        #expect(effects.toTarget == [.drop(Sample.home.surface), .leave(Sample.home.surface)])
        #expect(effects.toSource.isEmpty)
        #expect(effects.outcome == .handedOver)
    }

    @Test func modifiersAndCancelAreHarmless() {
        var session = DragSession.over(Sample.home, source: nil)
        #expect(session.modifiersChanged(to: .control).isEmpty)
        #expect(session.sourceDestroyed().isEmpty)
        let effects = session.cancel(.escape)
        #expect(effects.toTarget == [.leave(Sample.home.surface)])
        #expect(effects.toSource.isEmpty)
    }

    @Test func applicationGoneEndsTheDrag() {
        var session = DragSession.over(Sample.home, source: nil)
        let effects = session.applicationGone(Sample.notes)
        #expect(effects.toTarget.isEmpty)
        #expect(effects.outcome == .sourceGone)
    }
}
