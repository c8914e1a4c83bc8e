// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// A drop succeeds when its content has arrived, whatever the target reports (HIG-16, HIG-17). A client that is only
/// hovered over gets no content if the policy says so (HIG-22).
@Suite struct DeliveryTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench()
    }

    private var outcome: DragOutcome? { bench.outcome }

    private var saidEnd: DragOutcome? {
        for case .announce(.ended(let outcome)) in fixture.effects { return outcome }
        return nil
    }

    private var earlyReads: [Int] {
        fixture.effects.compactMap { if case .earlyRead(_, let count) = $0 { count } else { nil } }
    }

    @Test func sourceThatIsKilledWhenAskedIsAFailure() throws {
        let (source, read, offer) = try bench.dropSilently()
        fixture.kill(bench.source)
        source.asked = []
        for _ in 0..<3 { fixture.compositor.dispatch(timeout: 0) }
        #expect(read.poll() == .complete(""))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .sourceGone)
        #expect(saidEnd == .sourceGone)
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    @Test func sourceThatWritesNothingIsAFailure() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked = []
        try fixture.settle()
        #expect(read.poll() == .complete(""))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .interrupted(.transferFailed))
        #expect(bench.source.log.ofSource == [.sourceCancelled], "a move must not delete what never arrived")
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    @Test func sourceThatDiesBeforeItIsAskedIsAFailure() throws {
        let content = try bench.beginAndTake()
        try fixture.release()
        content.destroy()
        try fixture.settle()
        let offer = try #require(bench.offer)
        offer.finish()
        try fixture.settle()
        #expect(outcome == .sourceGone)
    }

    @Test func completeContentIsASuccessEvenIfTheSourceDies() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("text")
        source.asked = []
        try fixture.settle()
        fixture.kill(bench.source)
        #expect(read.poll() == .complete("text"))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func readBeforeTheDropIsEnough() throws {
        try bench.beginAndTake()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        try fixture.release()
        fixture.kill(bench.source)
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    /// An early `finish` neither counts as success nor as failure.
    @Test(arguments: [true, false]) func finishBeforeTheContentDoesNotDecideTheOutcome(comes: Bool) throws {
        let (source, read, offer) = try bench.dropSilently()
        offer.finish()
        offer.destroy()
        try fixture.settle()
        #expect(outcome == nil)
        #expect(bench.source.log.ofSource.isEmpty)
        if comes { source.asked[0].write("late") }
        source.asked = []
        try fixture.settle()
        #expect(read.poll() == .complete(comes ? "late" : ""))
        #expect(outcome == (comes ? .finished(.copy) : .interrupted(.transferFailed)))
        #expect(bench.source.log.ofSource == [comes ? .sourceFinished : .sourceCancelled])
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    @Test func targetThatClosesItsReadIsAFailure() throws {
        let (source, read, offer) = try bench.dropSilently()
        withExtendedLifetime(source) {
            read.close()
            fixture.compositor.dispatch(timeout: 0)
        }
        offer.finish()
        try fixture.settle()
        #expect(outcome == .interrupted(.transferFailed))
    }

    // MARK: Hovering

    /// Qt's text fields read the content before they answer. The reads are served, and reported to the host.
    @Test func readsBeforeAnAnswerAreServedAndReported() throws {
        try bench.beginAndEnter()
        let offer = try #require(bench.offer)
        let reads = [1, 2].map { _ in bench.target.receive("text/plain", from: offer) }
        try fixture.settle()
        #expect(reads.map { $0.poll() } == [.complete("source:text/plain"), .complete("source:text/plain")])
        #expect(earlyReads == [1, 2])
    }

    @Test func readsBeforeAnAnswerAreEmptyIfThePolicySaysSo() throws {
        fixture.host.engine.policy.earlyReads = .afterAnswer
        try bench.beginAndEnter()
        let offer = try #require(bench.offer)
        let reads = [1, 2].map { _ in bench.target.receive("text/plain", from: offer) }
        try fixture.settle()
        #expect(reads.map { $0.poll() } == [.complete(""), .complete("")])
        #expect(!bench.source.log.contains(.sourceSend("text/plain")))
        #expect(earlyReads == [1, 2])
    }

    @Test func hoveredClientCanReadAfterItsAnswer() throws {
        for answer in 0..<3 {
            let bench = try Bench()
            bench.fixture.host.engine.policy.earlyReads = .afterAnswer
            try bench.beginAndEnter()
            let offer = try #require(bench.offer)
            switch answer {
            case 0: offer.accept(serial: bench.target.enterSerial, mimeType: "text/plain")
            case 1: offer.accept(serial: bench.target.enterSerial, mimeType: nil)
            default: offer.setActions(dndActions: .copy, preferredAction: .copy)
            }
            let read = bench.target.receive("text/plain", from: offer)
            try bench.fixture.settle()
            #expect(read.poll() == .complete("source:text/plain"))
        }
    }

    /// An answer to an earlier offer does not count for the next.
    @Test func answerCountsForItsOfferOnly() throws {
        fixture.host.engine.policy.earlyReads = .afterAnswer
        try bench.beginAndTake()
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.inTarget)
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try fixture.settle()
        #expect(read.poll() == .complete(""))
        #expect(earlyReads == [1])
    }
}
