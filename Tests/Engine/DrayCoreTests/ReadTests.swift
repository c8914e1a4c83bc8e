// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct ReadTests {
    @Test func readsAreForwardedBeforeAndAfterTheDrop() {
        var session = DragSession.accepted(by: Sample.foreign)
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
        #expect(session.verdict(onReading: "text/html", from: Sample.offer) == .forward)
        _ = session.drop()
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
    }

    /// Qt's text fields read the content before they decide; the host is notified.
    @Test func readBeforeAnAnswerIsForwardedAndReported() {
        let silent = DragSession.over(Sample.foreign)
        #expect(silent.verdict(onReading: "text/plain", from: Sample.offer) == .forwardEarly)
        var answered = silent
        _ = answered.accept(Sample.offer, nil)
        #expect(answered.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
    }

    /// With this policy a client may not read before it has answered (HIG-22). Any answer suffices: toolkits refuse on
    /// `enter` and read the content that they are about to decide on.
    @Test func policyCanRejectReadsBeforeAnAnswer() {
        var policy = DragPolicy.humanInterface
        policy.earlyReads = .afterAnswer
        let silent = DragSession.over(Sample.foreign, policy: policy)
        #expect(silent.verdict(onReading: "text/plain", from: Sample.offer) == .tooEarly)
        var declining = silent
        _ = declining.accept(Sample.offer, nil)
        #expect(declining.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
        var choosing = silent
        _ = choosing.setActions(Sample.offer, mask: [], preferred: [])
        #expect(choosing.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
        var babbling = silent
        _ = babbling.accept(Sample.offer, "image/png")
        #expect(babbling.verdict(onReading: "text/plain", from: Sample.offer) == .tooEarly)
        _ = choosing.enter(Sample.foreignToo, global: Sample.far, local: Sample.inside, offer: Sample.otherOffer)
        #expect(choosing.verdict(onReading: "text/plain", from: Sample.otherOffer) == .tooEarly)
    }

    @Test func policyCanHoldReadsUntilTheDrop() {
        var policy = DragPolicy.humanInterface
        policy.earlyReads = .heldUntilDrop
        var session = DragSession.accepted(by: Sample.foreign, policy: policy)
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .hold)
        _ = session.drop()
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .forward)
    }

    @Test func oldOffersAndUnknownTypesGetTheEndOfTheFile() {
        var session = DragSession.accepted(by: Sample.foreign)
        #expect(session.verdict(onReading: "image/png", from: Sample.offer) == .close)
        _ = session.leave(global: .zero)
        #expect(session.verdict(onReading: "text/plain", from: Sample.offer) == .close)
        var ended = DragSession.accepted(by: Sample.foreign)
        _ = ended.cancel(.escape)
        #expect(ended.verdict(onReading: "text/plain", from: Sample.offer) == .close)
    }
}
