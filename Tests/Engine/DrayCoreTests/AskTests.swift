// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct AskTests {
    /// A session after a drop with ask, whose target has yet to answer.
    private func asking(_ target: Target, policy: DragPolicy = .humanInterface) -> DragSession {
        var session = DragSession.accepted(by: target, preferred: .ask, policy: policy)
        if session.action != .ask { _ = session.modifiersChanged(to: [.control, .shift]) }
        let effects = session.drop()
        #expect(effects.toTarget == [.drop(target.surface), .leave(target.surface)])
        #expect(effects.toSource == [.dropPerformed])
        return session
    }

    @Test func sourceReceivesTheAnswerRightBeforeFinished() {
        var session = asking(Sample.sibling)
        #expect(session.setActions(Sample.offer, mask: .all, preferred: .move).isEmpty)
        let effects = session.finish(Sample.offer)
        #expect(effects.toSource == [.action(.move), .finished])
        #expect(effects.toTarget.isEmpty)
        #expect(effects.outcome == .finished(.move))
    }

    @Test(
        arguments: [
            (.move, .move), (.all, .move), (.copy, .copy), (.all, []), ([.move, .ask], .move),
        ] as [(DragActions, DragActions)])
    func answerOfAnotherApplicationIsOverriddenByCopy(mask: DragActions, preferred: DragActions) {
        var session = asking(Sample.foreign)
        _ = session.setActions(Sample.offer, mask: mask, preferred: preferred)
        #expect(session.finish(Sample.offer).toSource == [.action(.copy), .finished])
    }

    @Test func moveIsAnAnswerBetweenApplicationsUnderPureProtocol() {
        var session = asking(Sample.foreign, policy: .wayland)
        _ = session.setActions(Sample.offer, mask: .move, preferred: .move)
        #expect(session.finish(Sample.offer).toSource == [.action(.move), .finished])
    }

    @Test func finishWithoutAnAnswerIsAnError() {
        var session = asking(Sample.foreign)
        #expect(session.finish(Sample.offer) == [.protocolError(Sample.offer, .invalidFinish)])
        _ = session.setActions(Sample.offer, mask: .all, preferred: .ask)
        #expect(session.finish(Sample.offer) == [.protocolError(Sample.offer, .invalidFinish)])
        _ = session.setActions(Sample.offer, mask: [], preferred: [])
        #expect(session.finish(Sample.offer) == [.protocolError(Sample.offer, .invalidFinish)])
    }

    @Test func lastAnswerCounts() {
        var session = asking(Sample.sibling)
        _ = session.setActions(Sample.offer, mask: .all, preferred: .move)
        _ = session.setActions(Sample.offer, mask: .all, preferred: .copy)
        #expect(session.finish(Sample.offer).toSource == [.action(.copy), .finished])
    }

    @Test func modifiersHaveNoEffectAfterTheDrop() {
        var session = asking(Sample.sibling)
        #expect(session.modifiersChanged(to: .shift).isEmpty)
        _ = session.setActions(Sample.offer, mask: .all, preferred: .copy)
        #expect(session.finish(Sample.offer).outcome == .finished(.copy))
    }

    @Test func dismissingTheQuestionCancelsSource() {
        var session = asking(Sample.foreign)
        let effects = session.offerDestroyed(Sample.offer)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.outcome == .abandoned)
    }

    @Test func invalidAnswerIsTheClientsError() {
        var session = asking(Sample.foreign)
        #expect(
            session.setActions(Sample.offer, mask: .copy, preferred: .move)
                == [.protocolError(Sample.offer, .invalidAction)])
    }
}
