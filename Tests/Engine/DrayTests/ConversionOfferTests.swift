// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// A target that rejects the types of the source is offered conversions of them, and reads one (HIG-25). Tested with
/// clients over the wire.
@Suite struct ConversionOfferTests {
    private func outcome(_ bench: Bench) -> DragOutcome? {
        for case .ended(_, let outcome) in bench.fixture.effects { return outcome }
        return nil
    }

    /// Dispatches until a condition holds, for much longer than the delay after a rejection.
    private func settle(_ bench: Bench, until isDone: () -> Bool) throws {
        for _ in 0..<400 where !isDone() {
            bench.fixture.compositor.advance(byMicroseconds: 10_000)
            bench.fixture.compositor.dispatch(timeout: 1)
            try bench.fixture.settle()
        }
        #expect(isDone())
    }

    private func refuse(_ bench: Bench) throws {
        let offer = try #require(bench.offer)
        offer.setActions(dndActions: [], preferredAction: [])
        offer.accept(serial: bench.target.enterSerial, mimeType: nil)
        try bench.fixture.settle()
    }

    private func offered(_ bench: Bench) -> [String] {
        bench.target.log.compactMap { if case .offerType(let type) = $0 { type } else { nil } }
    }

    @Test func rejectedHTMLIsOfferedAsText() throws {
        let bench = try Bench()
        try bench.beginAndEnter(types: ["text/html"])
        bench.fixture.clearLogs()
        try refuse(bench)
        try settle(bench) { offered(bench).contains("text/plain") }
        #expect(offered(bench).first == "text/html")
        let events = bench.target.log.ofDrag
        #expect(events.contains(.leave))
        // Toolkits decide on a motion.
        #expect(events.contains { if case .motion = $0 { true } else { false } })
        try bench.fixture.take(by: bench.target)
        #expect(bench.source.log.ofSource.contains(.sourceTarget("text/html")))
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try settle(bench) { read.poll() == .complete("source:text/html") }
        #expect(bench.source.log.ofSource.contains(.sourceSend("text/html")))
        offer.finish()
        try settle(bench) { outcome(bench) == .finished(.copy) }
        let entry = try #require(bench.fixture.host.engine.transferLedger.recent.last)
        #expect(entry.type == "text/plain" && entry.madeOf == "text/html" && entry.state == .complete)
    }

    /// Chromium offers images of a page in this way. The bytes are unchanged; only the type differs.
    @Test func promisedImageIsReadAsAnImage() throws {
        let bench = try Bench()
        let promise = #"application/octet-stream;name="photo.png""#
        try bench.beginAndEnter(types: ["text/x-moz-url", promise])
        bench.fixture.clearLogs()
        try refuse(bench)
        try settle(bench) { offered(bench).contains("image/png") }
        try bench.fixture.take(by: bench.target, type: "image/png")
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("image/png", from: offer)
        try settle(bench) { read.poll() == .complete("source:\(promise)") }
        offer.finish()
        try settle(bench) { outcome(bench) == .finished(.copy) }
        let entry = try #require(bench.fixture.host.engine.transferLedger.recent.last)
        #expect(entry.type == "image/png" && entry.madeOf?.rawValue == promise && entry.state == .complete)
    }

    @Test func dropFailsIfTheSourceWritesNothing() throws {
        let bench = try Bench()
        let source = SilentSource(bench.source, type: "text/html")
        try bench.fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: source.object)
        try bench.fixture.move(to: bench.inTarget)
        bench.fixture.clearLogs()
        try refuse(bench)
        try settle(bench) { offered(bench).contains("text/plain") }
        try bench.fixture.take(by: bench.target)
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try bench.fixture.settle()
        #expect(source.asked.count == 1)
        source.asked = []
        try settle(bench) { read.poll() == .complete("") }
        offer.finish()
        try settle(bench) { outcome(bench) == .interrupted(.transferFailed) }
    }

    @Test func waylandPolicyOffersNoConversions() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndEnter(types: ["text/html"])
        bench.fixture.clearLogs()
        try refuse(bench)
        for _ in 0..<40 {
            bench.fixture.compositor.advance(byMicroseconds: 10_000)
            try bench.fixture.settle()
        }
        #expect(offered(bench).isEmpty)
    }
}
