// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// A transfer completes even if the source quits after the drop (HIG-23).
@Suite struct KeepingTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }
    private var engine: DragEngine { fixture.host.engine }

    init() throws {
        bench = try Bench()
        engine.transferPolicy.drops = .within(KeepingBudget())
        engine.transferPolicy.clipboard = .within(KeepingBudget())
    }

    private var outcome: DragOutcome? { bench.outcome }

    private func dropOnTarget(_ source: SilentSource) throws -> WlDataOffer {
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: source.object)
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        try fixture.release()
        return try #require(bench.offer)
    }

    @Test func contentIsRequestedBeforeDropPerformed() throws {
        try bench.beginAndTake(types: ["text/html", "text/plain"])
        fixture.clearLogs()
        try fixture.release()
        let asked = try #require(bench.source.log.firstIndex(of: .sourceSend("text/html")))
        let told = try #require(bench.source.log.firstIndex(of: .sourceDropPerformed))
        #expect(asked < told)
        #expect(bench.source.log.contains(.sourceSend("text/plain")))
    }

    @Test func contentArrivesAfterItsSourceHasQuit() throws {
        try bench.beginAndTake(types: ["text/html", "text/plain"])
        try fixture.release()
        for _ in 0..<5 { fixture.compositor.dispatch(timeout: 0) }
        fixture.kill(bench.source)
        let offer = try #require(bench.offer)
        let reads = ["text/html", "text/plain", "text/html"].map { bench.target.receive($0, from: offer) }
        try fixture.settle()
        try bench.wait("the content") {
            reads.map { $0.poll() } == ["text/html", "text/plain", "text/html"].map { .complete("source:\($0)") }
        }
        let entry = try #require(engine.transferLedger.recent.last)
        #expect(entry.state == .complete && entry.bytes == 16)
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func readerWaitsForPendingContent() throws {
        let source = SilentSource(bench.source)
        let offer = try dropOnTarget(source)
        #expect(source.asked.count == 1, "requested at the drop, not by a read")
        source.asked[0].write("the first half")
        let read = bench.target.receive("text/plain", from: offer)
        try fixture.settle()
        #expect(source.asked.count == 1 && read.poll() == .open)
        source.asked[0].write(" and the second")
        source.asked = []
        try bench.wait("the content") { read.poll() == .complete("the first half and the second") }
        fixture.kill(bench.source)
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    /// Partial content is discarded, so that no reader takes it for complete.
    @Test func partialContentOfADeadSourceIsDiscarded() throws {
        let source = SilentSource(bench.source)
        let offer = try dropOnTarget(source)
        source.asked[0].write("half")
        let read = bench.target.receive("text/plain", from: offer)
        try fixture.settle()
        fixture.kill(bench.source)
        source.asked = []
        try bench.wait("the end") { read.poll() == .complete("") }
        #expect(engine.transferLedger.recent.last?.state == .broken(.notAsked))
        offer.finish()
        try fixture.settle()
        #expect(outcome == .sourceGone)
    }

    /// Content beyond the limits of size or time goes directly from the source to the reader.
    @Test(arguments: [KeepingBudget(bytes: 3), KeepingBudget(time: 30_000)])
    func contentBeyondTheBudgetIsRequestedFromTheSource(budget: KeepingBudget) throws {
        engine.transferPolicy.drops = .within(budget)
        let source = SilentSource(bench.source)
        let offer = try dropOnTarget(source)
        source.asked[0].write("too much")
        let read = bench.target.receive("text/plain", from: offer)
        try bench.wait("the question") {
            try? fixture.settle()
            return source.asked.count == 2
        }
        // The first pipe is still read, because the source may not handle a reader that closes it.
        source.asked[0].write("and more")
        source.asked[1].write("all of it")
        source.asked = []
        try bench.wait("the content") { read.poll() == .complete("all of it") }
        offer.finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func contentIsNotRequestedWithoutThePolicy() throws {
        engine.transferPolicy = .standard
        let source = SilentSource(bench.source)
        _ = try dropOnTarget(source)
        #expect(source.asked.isEmpty)
    }

    // MARK: The clipboard

    private func focus(_ client: DragClient) throws {
        fixture.seat.pointer.move(to: client === bench.source ? bench.start : bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
    }

    private func copy(types: [String]) throws {
        try focus(bench.source)
        let content = bench.source.makeSource(types: types, actions: nil)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try fixture.settle()
        for _ in 0..<5 { fixture.compositor.dispatch(timeout: 0) }
    }

    @Test func clipboardOutlivesItsClient() throws {
        try copy(types: ["text/html", "text/plain"])
        try focus(bench.target)
        fixture.clearLogs()
        fixture.kill(bench.source)
        try fixture.settle()
        #expect(bench.target.log.of(.selection) == [.selection(["text/html", "text/plain"])])
        let read = bench.target.receive("text/html", from: try #require(bench.target.selection?.object))
        try fixture.settle()
        try bench.wait("the content") { read.poll() == .complete("source:text/html") }
        #expect(engine.transferLedger.recent.last?.channel == .clipboard)
        #expect(engine.transferLedger.recent.last?.state == .complete)
    }

    @Test func newContentReplacesKeptContent() throws {
        try copy(types: ["text/plain"])
        try focus(bench.target)
        fixture.kill(bench.source)
        let content = bench.target.makeSource(types: ["text/rtf"], actions: nil)
        bench.target.device.setSelection(source: content, serial: bench.target.inputSerial)
        try fixture.settle()
        #expect(bench.target.log.of(.selection).last == .selection(["text/rtf"]))
        content.destroy()
        bench.target.device.setSelection(source: nil, serial: bench.target.inputSerial)
        try fixture.settle()
        engine.setSelection(nil, on: fixture.drags.id)
        try fixture.settle()
        #expect(bench.target.log.of(.selection).last == .selection(nil), "an empty clipboard stays empty")
    }

    @Test func secretsAreNotKept() throws {
        try copy(types: ["text/plain", "x-kde-passwordManagerHint"])
        #expect(bench.source.log.count(of: .sourceSend("text/plain")) == 0)
        try focus(bench.target)
        fixture.clearLogs()
        fixture.kill(bench.source)
        try fixture.settle()
        #expect(bench.target.log.of(.selection) == [.selection(nil)])
    }
}
