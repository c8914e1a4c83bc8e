// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct DropTests {
    @Test func acceptedDropIsPerformedAndFinished() {
        var session = DragSession.accepted(by: Sample.foreign)
        let dropped = session.drop()
        #expect(dropped.toTarget == [.drop(Sample.foreign.surface), .leave(Sample.foreign.surface)])
        #expect(dropped.toSource == [.dropPerformed])
        #expect(!dropped.contains(.retire(Sample.offer)))
        // For the user the drag ends here, whatever the target does later (HIG-11, HIG-16).
        #expect(dropped.contains(.presentation(.imageEnds(.land(at: Sample.far)))))
        #expect(dropped.haptics == [.landing])
        #expect(dropped.last == .released)
        #expect(session.phase == .dropped)

        let finished = session.finish(Sample.offer)
        #expect(finished.toSource == [.finished])
        #expect(finished.contains(.retire(Sample.offer)))
        #expect(finished.presented.isEmpty)
        #expect(finished.haptics.isEmpty)
        #expect(finished.outcome == .finished(.copy))
        #expect(session.phase == .ended(.finished(.copy)))
    }

    @Test func dropWithoutAcceptedTypeCancelsSource() {
        var session = DragSession.over(Sample.foreign)
        _ = session.setActions(Sample.offer, mask: .copy, preferred: .copy)
        let effects = session.drop()
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.toSource == [.action(nil), .cancelled])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.haptics == [.refusal])
        #expect(effects.outcome == .refused)
    }

    @Test func dropWithoutActionCancelsSource() {
        var session = DragSession.accepted(by: Sample.foreign, actions: .move)
        let effects = session.drop()
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.toSource == [.target(nil), .cancelled])
        #expect(effects.outcome == .refused)
    }

    @Test func dropAfterAcceptWasTakenBackCancelsSource() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.accept(Sample.offer, nil)
        #expect(session.drop().outcome == .refused)
    }

    @Test func dropOutsideOfTargetsCancelsSource() {
        var session = DragSession.sample()
        let effects = session.drop()
        #expect(effects.toSource == [.cancelled])
        #expect(effects.outcome == .missed)
    }

    @Test func sourceThatOnlyMovesCannotBeDroppedOnAnotherApplication() {
        let mover = DragSource(types: Sample.types, actions: .move, dialect: .negotiating)
        var session = DragSession.accepted(by: Sample.foreign, source: mover, preferred: .move, modifiers: .shift)
        #expect(session.feedback.outcome == .notPossible)
        #expect(session.drop().outcome == .refused)
    }

    @Test func lateSetActionsAfterAPlainDropChangesNothing() {
        var session = DragSession.accepted(by: Sample.home)
        _ = session.drop()
        let before = session
        #expect(session.setActions(Sample.offer, mask: .copy, preferred: .copy).isEmpty)
        #expect(session.modifiersChanged(to: .control).isEmpty)
        #expect(session == before)
        #expect(session.finish(Sample.offer).outcome == .finished(.move))
    }

    @Test func finishBeforeTheDropIsAnError() {
        var session = DragSession.accepted(by: Sample.foreign)
        #expect(session.finish(Sample.offer) == [.protocolError(Sample.offer, .invalidFinish)])
    }

    @Test func finishAfterAcceptingNothingIsAnError() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        #expect(session.accept(Sample.offer, nil).toSource == [.target(nil)])
        #expect(session.finish(Sample.offer) == [.protocolError(Sample.offer, .invalidFinish)])
        #expect(session.phase == .dropped)
    }

    @Test func finishingTwiceSendsFinishedOnce() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        _ = session.finish(Sample.offer)
        #expect(session.finish(Sample.offer).isEmpty)
        #expect(session.offerDestroyed(Sample.offer).isEmpty)
    }

    @Test func offerDestroyedAfterTheDropCancelsSource() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        let effects = session.offerDestroyed(Sample.offer)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.contains(.presentation(.dropFailed(at: Sample.far))))
        #expect(effects.outcome == .abandoned)
    }

    @Test func offerDestroyedBeforeTheDropMakesADropImpossible() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.offerDestroyed(Sample.offer)
        #expect(effects.toSource == [.target(nil), .action(nil)])
        #expect(effects.contains(.highlight(nil)))
        let dropped = session.drop()
        #expect(dropped.toTarget == [.leave(Sample.foreign.surface)])
        #expect(dropped.toSource == [.cancelled])
        #expect(dropped.outcome == .refused)
    }

    @Test func sourceThatCarriesAWindowReceivesEveryRelease() {
        var source = Sample.source
        source.carriesWindow = true
        var overNothing = DragSession.sample(source)
        #expect(overNothing.drop().toSource == [.dropPerformed, .cancelled])
        var refused = DragSession.accepted(by: Sample.foreign, source: source)
        _ = refused.accept(Sample.offer, nil)
        #expect(refused.drop().toSource == [.action(nil), .dropPerformed, .cancelled])
        var accepted = DragSession.accepted(by: Sample.foreign, source: source)
        #expect(accepted.drop().toSource == [.dropPerformed])
    }

    @Test func nothingHappensToADroppedDragThatIsMoved() {
        var session = DragSession.accepted(by: Sample.foreign)
        _ = session.drop()
        let before = session
        #expect(session.move(to: .zero) == .none)
        #expect(session.enterFar(Sample.sibling, offer: Sample.otherOffer).isEmpty)
        #expect(session.leave(global: .zero).isEmpty)
        #expect(session.drop().isEmpty)
        #expect(session == before)
    }
}
