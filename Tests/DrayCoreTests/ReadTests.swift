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
