// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayTransfer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Every read of every offer is in the ledger, and failures are reported (HIG-17, HIG-24).
@Suite struct TransferTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }
    private var engine: DragEngine { fixture.host.engine }

    init() throws {
        bench = try Bench()
    }

    /// The transfers that were reported to the host.
    private var news: [Transfer] {
        fixture.effects.compactMap { if case .transfer(let transfer) = $0 { transfer } else { nil } }
    }

    private var outcome: DragOutcome? { bench.outcome }

    private var last: Transfer? { engine.transferLedger.underWay.last ?? engine.transferLedger.recent.last }

    @Test func readOfADragIsInTheLedger() throws {
        try bench.beginAndTake()
        try fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        let entry = try #require(engine.transferLedger.recent.last)
        #expect(entry.state == .complete && entry.bytes == 17 && entry.total == 17 && entry.type == "text/plain")
        #expect(entry.channel == .drag(DragID(1)) && entry.seat == fixture.drags.id)
        #expect(news.isEmpty, "a short transfer is not reported")
    }

    @Test func readsOfBothSelectionsAreInTheLedger() throws {
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.click()
        try fixture.settle()
        let content = bench.source.makeSource(types: ["text/plain"], actions: nil)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try fixture.settle()
        fixture.seat.pointer.move(to: bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
        let read = bench.target.receive("text/plain", from: try #require(bench.target.selection?.object))
        try fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        let entry = try #require(engine.transferLedger.recent.last)
        #expect(entry.channel == .clipboard && entry.state == .complete && entry.bytes == 17)
    }

    @Test func brokenTransferIsAnnouncedAndFailsTheDrop() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("half of it")
        try fixture.settle()
        #expect(last?.state == .asked || last?.state == .flowing)
        fixture.kill(bench.source)
        source.asked = []
        for _ in 0..<3 { fixture.compositor.dispatch(timeout: 0) }
        #expect(read.poll() == .complete("half of it"))
        #expect(news.map(\.state) == [.broken(.brokeOff)])
        #expect(news.first?.bytes == 10)
        let announcements = { fixture.effects.compactMap { if case .announce(let step) = $0 { step } else { nil } } }
        #expect(announcements() == [.brokeOff], "immediately, since the target sees only an end of file")
        offer.finish()
        try fixture.settle()
        #expect(announcements() == [.brokeOff], "only once")
        #expect(outcome == .sourceGone, "the target's finish does not count")
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    /// The target finishes after the first bytes. A transfer that breaks after that is still announced.
    @Test func transferThatBreaksAfterFinishIsAnnounced() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("half of it")
        try fixture.settle()
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
        fixture.clearLogs()
        fixture.kill(bench.source)
        source.asked = []
        for _ in 0..<3 { fixture.compositor.dispatch(timeout: 0) }
        #expect(read.poll() == .complete("half of it"))
        #expect(fixture.effects.contains { if case .announce(.brokeOff) = $0 { true } else { false } })
    }

    /// Content that was read to its end has arrived, even if the target never sends `finish`.
    @Test(arguments: [true, false]) func dropWithoutFinishSucceedsOnlyIfRead(isRead: Bool) throws {
        let (source, read, _) = try bench.dropSilently()
        source.asked[0].write("all of it")
        if isRead { source.asked = [] }
        try fixture.settle()
        #expect(read.poll() == (isRead ? .complete("all of it") : .open))
        engine.cancel(DragID(1), .timedOut)
        try fixture.settle()
        #expect(outcome == (isRead ? .finished(.copy) : .interrupted(.timedOut)))
        #expect(bench.source.log.contains(isRead ? .sourceFinished : .sourceCancelled))
    }

    @Test func emptyTransferHasItsReasonInTheLedger() throws {
        let (source, first, _) = try bench.dropSilently()
        defer { first.close() }
        source.asked = []
        try fixture.settle()
        #expect(news.map(\.state) == [.broken(.wroteNothing)])
        let other = try Bench()
        let killed = SilentSource(other.source)
        try other.fixture.startDrag(
            of: other.source, from: other.sourceWindow, at: other.start, source: killed.object)
        try other.fixture.move(to: other.inTarget)
        try other.fixture.take(by: other.target)
        try other.fixture.release()
        let offer = try #require(other.offer)
        let read = other.target.receive("text/plain", from: offer)
        try other.fixture.settle()
        other.fixture.kill(other.source)
        killed.asked = []
        for _ in 0..<3 { other.fixture.compositor.dispatch(timeout: 0) }
        #expect(read.poll() == .complete(""))
        #expect(other.fixture.host.engine.transferLedger.recent.last?.state == .broken(.sourceGone))
        // The source no longer exists and cannot be asked.
        _ = other.target.receive("text/plain", from: offer)
        try other.fixture.settle()
        #expect(other.fixture.host.engine.transferLedger.recent.last?.state == .broken(.notAsked))
    }

    @Test func stalledTransferIsReportedAndCanContinue() throws {
        engine.transferPolicy.stallAfter = 30_000
        let (source, read, offer) = try bench.dropSilently()
        try bench.wait("the stall") { news.last?.state == .stalled(waitingFor: .source) }
        #expect(outcome == nil)
        source.asked[0].write("late")
        source.asked = []
        try fixture.settle()
        #expect(read.poll() == .complete("late"))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func longTransferIsReportedUntilItsEnd() throws {
        engine.transferPolicy.announceAfter = 30_000
        let (source, read, _) = try bench.dropSilently()
        defer { read.close() }
        source.asked[0].write("12345")
        try bench.wait("the first report") { news.count >= 2 }
        #expect(news.allSatisfy { $0.state == .flowing && $0.bytes == 5 && $0.fraction == nil })
        engine.expect(10, of: try #require(last?.id))
        try bench.wait("a fraction") { news.last?.fraction == 0.5 }
        source.asked[0].write("12345")
        source.asked = []
        try bench.wait("the end") { news.last?.state == .complete && news.last?.fraction == 1 }
    }

    @Test func cancelledTransferEndsOnBothSides() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("half")
        try fixture.settle()
        #expect(engine.cancelTransfer(try #require(last?.id)))
        #expect(read.poll() == .complete("half"))
        #expect(news.map(\.state) == [.broken(.cancelled)])
        #expect(news.first?.hasFailed == false, "not a failure, since the host cancelled it")
        offer.finish()
        try fixture.settle()
        #expect(outcome == .interrupted(.transferFailed))
        #expect(bench.source.log.ofSource == [.sourceCancelled], "a move must not delete what never arrived")
    }

    // MARK: Presentation

    /// The roles of the layers that were shown since the logs were cleared.
    private var shownRoles: Set<Layer.Role> {
        fixture.effects.reduce(into: []) { roles, effect in
            if case .show(_, let frame) = effect { roles.formUnion(frame.layers.map(\.role)) }
        }
    }

    private func frames(_ count: Int) {
        for _ in 0..<count {
            fixture.compositor.advance(byMicroseconds: 50_000)
            fixture.compositor.dispatch(timeout: 5)
        }
    }

    @Test func longTransferIsShownUntilItsEnd() throws {
        engine.transferPolicy.announceAfter = 30_000
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("12345")
        try bench.wait("the announcement") { news.count >= 1 }
        frames(10)
        #expect(shownRoles.contains(.progress))
        source.asked = []
        try fixture.settle()
        frames(10)
        fixture.clearLogs()
        frames(10)
        #expect(!shownRoles.contains(.progress), "the transfer is complete")
        #expect(read.poll() == .complete("12345"))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func shortTransferIsNotShown() throws {
        let (source, read, _) = try bench.dropSilently()
        defer { read.close() }
        source.asked[0].write("12345")
        try fixture.settle()
        frames(20)
        #expect(!shownRoles.contains(.progress))
    }

    @Test func readOfACancelledDragIsNotShown() throws {
        engine.transferPolicy.announceAfter = 30_000
        let source = SilentSource(bench.source)
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: source.object)
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target)
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try fixture.settle()
        engine.cancel(DragID(1), .escape)
        fixture.clearLogs()
        try bench.wait("the announcement") { news.count >= 1 }
        frames(10)
        #expect(shownRoles.isDisjoint(with: [.progress, .failure]))
        source.asked = []
        read.close()
    }

    /// A target may finish before its last read ends. A transfer that breaks after that is still shown.
    @Test func transferThatBreaksAfterFinishIsShown() throws {
        engine.transferPolicy.announceAfter = 30_000
        let (source, read, offer) = try bench.dropSilently()
        defer { read.close() }
        source.asked[0].write("12345")
        try bench.wait("the announcement") { news.count >= 1 }
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
        frames(10)
        fixture.kill(bench.source)
        source.asked = []
        frames(3)
        #expect(news.last?.state == .broken(.brokeOff))
        #expect(shownRoles.contains(.failure))
    }

    // MARK: No failures

    @Test func targetThatReadsNothingHasNotFailed() throws {
        try bench.beginAndTake()
        try fixture.release()
        try #require(bench.offer).finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
        #expect(news.isEmpty && engine.transferLedger.recent.isEmpty)
    }

    @Test func targetThatReadsOnlyTheBeginningHasNotFailed() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("the beginning")
        try fixture.settle()
        read.close()
        source.asked[0].write("the rest")
        for _ in 0..<3 { fixture.compositor.dispatch(timeout: 0) }
        #expect(last?.state == .givenUp)
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
        #expect(news.isEmpty)
    }

    /// GTK 3 after `ask`: it has read the content, and never sends `finish`.
    @Test func readWithoutFinishHasNotFailed() throws {
        let (source, read, _) = try bench.dropSilently()
        source.asked[0].write("all")
        source.asked = []
        try fixture.settle()
        #expect(read.poll() == .complete("all"))
        #expect(outcome == nil && news.isEmpty)
        #expect(last?.state == .complete)
    }

    /// A source that has written everything may exit before the target sends `finish`.
    @Test func sourceThatExitsAfterWritingHasNotFailed() throws {
        let (source, read, offer) = try bench.dropSilently()
        source.asked[0].write("all")
        source.asked = []
        try fixture.settle()
        fixture.kill(bench.source)
        #expect(read.poll() == .complete("all"))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy) && news.isEmpty)
    }
}
