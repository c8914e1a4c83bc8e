// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct EnterAndLeaveTests {
    @Test func enterOffersTypesInOrderAndVisibleActions() {
        var session = DragSession.sample()
        let effects = session.enterFar(Sample.foreign)
        #expect(
            effects.toTarget == [
                .enter(
                    Sample.foreign, .init(id: Sample.offer, types: Sample.types, sourceActions: .copy),
                    at: Sample.inside)
            ])
        #expect(effects.toSource.isEmpty)
        #expect(session.target == Sample.foreign)
        #expect(session.offerID == Sample.offer)
    }

    @Test func noActionIsSentBeforeSetActions() {
        var session = DragSession.over(Sample.foreign)
        #expect(session.accept(Sample.offer, "text/plain").toTarget.isEmpty)
        #expect(session.modifiersChanged(to: .control).toTarget.isEmpty)
        let effects = session.setActions(Sample.offer, mask: .copy, preferred: .copy)
        #expect(effects.toTarget == [.action(Sample.offer, .copy)])
        #expect(effects.toSource == [.action(.copy)])
    }

    @Test func firstActionOnAnOfferIsSentEvenIfItIsNone() {
        var session = DragSession.over(Sample.foreign)
        let effects = session.setActions(Sample.offer, mask: .move, preferred: .move)
        #expect(effects.toTarget == [.action(Sample.offer, nil)])
        #expect(effects.toSource.isEmpty)
    }

    @Test func firstActionOnANewOfferIsSentThoughTheLastOneHadTheSame() {
        var session = DragSession.accepted(by: Sample.foreign)
        session.enterFar(Sample.foreignToo, offer: Sample.otherOffer)
        _ = session.accept(Sample.otherOffer, "text/plain")
        let effects = session.setActions(Sample.otherOffer, mask: .all, preferred: [])
        #expect(effects.toTarget == [.action(Sample.otherOffer, .copy)])
        #expect(effects.toSource == [.action(.copy)])
    }

    @Test func sameActionIsNotSentTwice() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.setActions(Sample.offer, mask: .all, preferred: .copy)
        #expect(effects.isEmpty)
    }

    @Test func leavingAllTargetsResetsTheSource() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.leave(global: Sample.far)
        #expect(effects.toTarget == [.leave(Sample.foreign.surface)])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.toSource == [.target(nil), .action(nil)])
        #expect(session.target == nil)
    }

    @Test func enteringAnotherTargetLeavesTheFirst() {
        var session = DragSession.accepted(by: Sample.foreign)
        let effects = session.enterFar(Sample.sibling, offer: Sample.otherOffer)
        #expect(effects.toTarget.first == .leave(Sample.foreign.surface))
        #expect(
            effects.toTarget.last
                == .enter(
                    Sample.sibling, .init(id: Sample.otherOffer, types: Sample.types, sourceActions: .all),
                    at: Sample.inside))
        #expect(effects.toSource == [.target(nil), .action(nil)])
    }

    @Test func requestsOnALeftOfferAreLateAndChangeNothing() {
        var session = DragSession.accepted(by: Sample.foreign)
        session.enterFar(Sample.foreignToo, offer: Sample.otherOffer)
        let before = session
        #expect(session.accept(Sample.offer, "text/html").isEmpty)
        #expect(session.setActions(Sample.offer, mask: .all, preferred: .copy).isEmpty)
        #expect(session.setActions(Sample.offer, mask: DragActions(rawValue: 64), preferred: []).isEmpty)
        #expect(session.finish(Sample.offer).isEmpty)
        #expect(session.offerDestroyed(Sample.offer).isEmpty)
        #expect(session == before)
    }

    @Test func typeThatWasNeverOfferedDoesNotUndoTheAcceptedOne() {
        var session = DragSession.accepted(by: Sample.foreign)
        #expect(session.accept(Sample.offer, "image/png").isEmpty)
        #expect(session.acceptedType == "text/plain")
    }

    @Test func sourceReceivesTheAcceptedTypeOnce() {
        var session = DragSession.over(Sample.foreign)
        #expect(session.accept(Sample.offer, "text/plain").toSource == [.target("text/plain")])
        #expect(session.accept(Sample.offer, "text/plain").toSource == [])
        #expect(session.accept(Sample.offer, "text/html").toSource == [.target("text/html")])
        #expect(session.accept(Sample.offer, nil).toSource == [.target(nil)])
    }

    @Test func invalidSetActionsIsTheClientsError() {
        var session = DragSession.over(Sample.foreign)
        #expect(
            session.setActions(Sample.offer, mask: DragActions(rawValue: 9), preferred: [])
                == [.protocolError(Sample.offer, .invalidActionMask)])
        #expect(
            session.setActions(Sample.offer, mask: .copy, preferred: .move)
                == [.protocolError(Sample.offer, .invalidAction)])
    }

    @Test func modifiersTakeEffectImmediatelyOnBothSides() {
        var session = DragSession.accepted(by: Sample.home)
        #expect(session.action == .move)
        let pressed = session.modifiersChanged(to: .alt)
        #expect(pressed.toTarget == [.action(Sample.offer, .copy)])
        #expect(pressed.toSource == [.action(.copy)])
        #expect(pressed.feedback == [.copy])
        let released = session.modifiersChanged(to: [])
        #expect(released.toTarget == [.action(Sample.offer, .move)])
        #expect(released.toSource == [.action(.move)])
        #expect(released.feedback == [.move])
    }

    @Test func modifiersHeldAtTheStartCount() {
        let session = DragSession.accepted(by: Sample.home, modifiers: .control)
        #expect(session.action == .copy)
    }

    @Test func optionReleasedBeforeTheDropIsAMoveAgain() {
        var session = DragSession.accepted(by: Sample.home, modifiers: .alt)
        _ = session.modifiersChanged(to: [])
        _ = session.drop()
        #expect(session.finish(Sample.offer).outcome == .finished(.move))
    }

    @Test func anotherContainerOfTheSameSurfaceChangesTheAction() {
        var session = DragSession.accepted(by: Sample.home)
        let effects = session.containerChanged(to: ContainerID(101))
        #expect(effects.toTarget == [.action(Sample.offer, .copy)])
        #expect(effects.toSource == [.action(.copy)])
    }
}
