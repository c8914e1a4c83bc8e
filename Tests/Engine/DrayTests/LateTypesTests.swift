// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Types that a source offers after `start_drag`, as GTK 3 does: they are in each offer that is made from then on.
@Suite struct LateTypesTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    private var offered: [String] {
        bench.target.log.reversed().prefix { $0 != .dataOffer }.reversed().compactMap {
            if case .offerType(let type) = $0 { type } else { nil }
        }
    }

    @Test func typesBeforeTheNextOfferAreInIt() throws {
        let content = try bench.begin(types: ["text/plain"])
        content.offer(mimeType: "application/x-late")
        try fixture.settle()
        try fixture.move(to: bench.inTarget)
        #expect(Array(offered.prefix(2)) == ["text/plain", "application/x-late"])
        try fixture.take(by: bench.target, type: "application/x-late")
        #expect(bench.source.log.contains(.sourceTarget("application/x-late")))
        try fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("application/x-late", from: offer)
        try fixture.settle()
        #expect(read.poll() == .complete("source:application/x-late"))
        offer.finish()
        try fixture.settle()
        #expect(bench.outcome == .finished(.copy))
    }

    /// An offer that the target has cannot grow.
    @Test func typesDuringAnOfferAreInTheNext() throws {
        let content = try bench.beginAndTake(types: ["text/plain"])
        content.offer(mimeType: "application/x-late")
        try fixture.settle()
        #expect(!offered.contains("application/x-late"))
        #expect(fixture.drags.feedback?.outcome == .copy, "what the target has accepted stands")
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.inTarget)
        #expect(Array(offered.prefix(2)) == ["text/plain", "application/x-late"])
    }

    /// The source is still sent what was accepted before.
    @Test func anAcceptedTypeKeepsItsMeaning() throws {
        let content = try bench.beginAndTake(types: ["text/html", "text/plain"])
        bench.source.clearLog()
        content.offer(mimeType: "application/x-late")
        try fixture.settle()
        try fixture.move(to: bench.onDesktop)
        #expect(bench.source.log.ofSource.filter { $0 == .sourceTarget(nil) }.count == 1)
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target, type: "text/html")
        #expect(bench.source.log.contains(.sourceTarget("text/html")))
    }

    @Test func lateTypesHaveTheirLimitsToo() throws {
        let content = try bench.begin(types: ["text/plain"])
        for number in 0..<1500 { content.offer(mimeType: "application/x-\(number)") }
        try fixture.settle()
        try fixture.move(to: bench.inTarget)
        #expect(offered.count == 1000)
        #expect(try fixture.failure(of: bench.source) == nil)
    }
}
