// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// The reliability of a target's `finish` (HIG-16, HIG-17).
@Suite struct DeliveryTests {
    private func dropped(_ delivery: Delivery, actions: DragActions = .copy) -> DragSession {
        var session = DragSession.accepted(by: Sample.foreign, actions: actions)
        _ = session.drop()
        _ = session.deliveryChanged(to: delivery)
        return session
    }

    @Test(arguments: [Delivery.notAsked, .cameBefore, .arrived])
    func finishSucceedsUnlessTheDeliveryFailed(delivery: Delivery) {
        var session = dropped(delivery)
        let effects = session.finish(Sample.offer)
        #expect(effects.toSource.last == .finished)
        #expect(effects.outcome == .finished(.copy))
        #expect(effects.contains(.announce(.ended(.finished(.copy)))))
    }

    @Test func finishFailsIfNothingArrived() {
        var session = dropped(.failed)
        let effects = session.finish(Sample.offer)
        #expect(effects.toSource == [.cancelled])
        #expect(effects.contains(.retire(Sample.offer)))
        #expect(effects.contains(.presentation(.dropFailed(at: Sample.far))))
        #expect(effects.contains(.announce(.ended(.interrupted(.transferFailed)))))
        #expect(effects.outcome == .interrupted(.transferFailed))
    }

    /// The target sees only end of file, and may show the part as the whole: the user is notified immediately, and
    /// once.
    @Test func aTransferThatBreaksOffIsReportedImmediately() {
        var session = dropped(.arrived)
        let effects = session.deliveryChanged(to: .brokeOff)
        #expect(effects.contains(.announce(.brokeOff)))
        #expect(effects.contains(.presentation(.dropFailed(at: Sample.far))))
        #expect(effects.outcome == nil && session.phase == .dropped)
        #expect(session.deliveryChanged(to: .brokeOff).isEmpty)
        var abandoned = session
        for end in [session.finish(Sample.offer), abandoned.offerDestroyed(Sample.offer)] {
            #expect(end.toSource == [.cancelled])
            #expect(end.outcome != nil)
            #expect(!end.contains { if case .announce = $0 { true } else { false } }, "announced already")
            #expect(!end.contains(.presentation(.dropFailed(at: Sample.far))))
        }
    }

    /// A target that reads once more, and receives all of the content, has succeeded.
    @Test func aTransferThatBrokeOffMayBeRepeated() {
        var session = dropped(.arrived)
        _ = session.deliveryChanged(to: .brokeOff)
        _ = session.deliveryChanged(to: .awaited)
        _ = session.deliveryChanged(to: .arrived)
        let effects = session.finish(Sample.offer)
        #expect(effects.outcome == .finished(.copy))
        #expect(effects.contains(.announce(.ended(.finished(.copy)))))
    }

    @Test func finishWaitsForPendingContent() {
        var arriving = dropped(.awaited)
        #expect(arriving.finish(Sample.offer) == [.retire(Sample.offer)])
        #expect(arriving.phase == .dropped)
        #expect(arriving.target == Sample.foreign)
        #expect(arriving.action == .copy)
        // A request on the offer is late now, and no error.
        #expect(arriving.offerID == nil)
        #expect(arriving.finish(Sample.offer).isEmpty)
        #expect(arriving.offerDestroyed(Sample.offer).isEmpty)
        #expect(arriving.verdict(onReading: "text/plain", from: Sample.offer) == .close)
        #expect(arriving.deliveryChanged(to: .awaited).isEmpty)
        var failing = arriving
        #expect(arriving.deliveryChanged(to: .arrived).outcome == .finished(.copy))
        #expect(failing.deliveryChanged(to: .failed).outcome == .interrupted(.transferFailed))
    }

    @Test func answerAfterAskWaitsAsWell() {
        var session = DragSession.accepted(by: Sample.foreign, modifiers: [.control, .shift])
        _ = session.drop()
        _ = session.deliveryChanged(to: .awaited)
        _ = session.setActions(Sample.offer, mask: .copy, preferred: .copy)
        #expect(session.finish(Sample.offer).outcome == nil)
        let effects = session.deliveryChanged(to: .arrived)
        #expect(effects.toSource == [.action(.copy), .finished])
        #expect(effects.outcome == .finished(.copy))
    }

    @Test func waitingEndsWithTheTargetAndTheHost() {
        var session = dropped(.awaited)
        _ = session.finish(Sample.offer)
        var cancelled = session
        #expect(session.applicationGone(Sample.mail).outcome == .targetGone)
        #expect(cancelled.cancel(.timedOut).outcome == .interrupted(.timedOut))
    }

    @Test func legacyTargetThatDestroysItsOfferIsNotTrustedEither() {
        var session = DragSession.accepted(by: Sample.legacy)
        _ = session.drop()
        _ = session.deliveryChanged(to: .failed)
        #expect(session.offerDestroyed(Sample.offer).outcome == .interrupted(.transferFailed))
    }

    @Test func deliveryMeansNothingBeforeTheDropAndAfterTheEnd() {
        var session = DragSession.accepted(by: Sample.foreign)
        let before = session
        #expect(session.deliveryChanged(to: .failed).isEmpty)
        #expect(session == before)
        _ = session.cancel(.escape)
        #expect(session.deliveryChanged(to: .arrived).isEmpty)
    }
}
