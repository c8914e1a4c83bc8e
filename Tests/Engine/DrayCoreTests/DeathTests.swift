// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct DeathTests {
    @Test func sourceDestroyedDuringTheDragEndsIt() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.sourceDestroyed()
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.toSource.isEmpty)
        #expect(effects.contains(.presentation(.imageEnds(.flyBack(to: Sample.origin.position)))))
        #expect(effects.outcome == .sourceGone)
        #expect(session.drop().isEmpty)
    }

    @Test func imageCannotFlyBackAfterTheSourceApplicationIsGone() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.applicationGone(Sample.notes)
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.contains(.presentation(.imageEnds(.evaporate(at: Sample.far)))))
        #expect(effects.outcome == .sourceGone)
    }

    @Test func applicationThatIsBothSidesGetsNoEventsWhenGone() {
        var session = DragSession.accepted(by: Sample.home)
        let effects = session.applicationGone(Sample.notes)
        #expect(effects.toTarget.isEmpty)
        #expect(effects.toSource.isEmpty)
        #expect(effects.outcome == .sourceGone)
    }

    /// Content that has arrived counts, even if the source no longer exists (HIG-16, HIG-23).
    @Test(arguments: Delivery.allCases)
    func targetFinishesAfterTheSourceIsGone(delivery: Delivery) {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        #expect(session.sourceDestroyed().isEmpty)
        #expect(session.phase == .dropped)
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
        _ = session.deliveryChanged(to: delivery)
        let effects = session.finish(Sample.offer)
        #expect(effects.toSource.isEmpty)
        switch delivery {
        case .arrived, .cameBefore: #expect(effects.outcome == .finished(.copy))
        case .notAsked, .failed, .brokeOff: #expect(effects.outcome == .sourceGone)
        case .awaited:
            #expect(session.phase == .dropped)
            #expect(session.deliveryChanged(to: .failed).outcome == .sourceGone)
        }
    }

    @Test func targetGoneDuringTheDragIsNoEnd() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.applicationGone(Sample.mail)
        #expect(effects.toTarget.isEmpty)
        #expect(effects.toSource == [.target(nil), .action(nil)])
        #expect(effects.contains(.highlight(nil)))
        #expect(effects.feedback == [.notPossible])
        #expect(session.phase == .underWay)
        #expect(session.target == nil)
    }

    @Test func targetGoneAfterTheDropCancelsSource() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        let effects = session.applicationGone(Sample.mail)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.outcome == .targetGone)
    }

    @Test func bothSidesGoneAfterTheDropEndsTheDrag() {
        var session = DragSession.accepted(by: Sample.sibling)
        _ = session.drop()
        let effects = session.applicationGone(Sample.notes)
        #expect(effects.toSource.isEmpty)
        #expect(effects.contains(.presentation(.dropFailed(at: Sample.far))))
        #expect(effects.outcome == .targetGone)
    }

    @Test func targetSurfaceDestroyedIsALeave() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.surfaceDestroyed(Sample.foreign.surface)
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.toSource == [.target(nil), .action(nil)])
        #expect(session.phase == .underWay)
    }

    @Test func originDestroyedOnlyPreventsFlyingBack() {
        var session = DragSession.accepted(by: Sample.foreign)
        #expect(session.surfaceDestroyed(Sample.origin.surface).isEmpty)
        #expect(session.phase == .underWay)
        #expect(session.cancel(.escape).contains(.presentation(.imageEnds(.evaporate(at: Sample.far)))))
    }

    @Test func targetSurfaceDestroyedAfterTheDropChangesNothing() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        #expect(session.surfaceDestroyed(Sample.foreign.surface).isEmpty)
        #expect(session.finish(Sample.offer).outcome == .finished(.copy))
    }

    @Test func unrelatedApplicationsHaveNoEffect() {
        var session = DragSession.accepted(by: Sample.foreign)
        let before = session
        #expect(session.surfaceDestroyed(SurfaceID(999)).isEmpty)
        #expect(session.applicationGone(ApplicationID(999)).isEmpty)
        #expect(session == before)
    }
}
