// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The events that are sent when content leaves a target, and requests on the old offer.
@Suite struct LeaveTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    @Test func leaveSendsNoTypeAndNoActionToTheSource() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.move(to: bench.onDesktop)
        #expect(bench.target.log == [.leave])
        #expect(bench.source.log.ofSource == [.sourceTarget(nil), .sourceAction(0)])
    }

    @Test func oneTargetIsLeftBeforeTheNextIsEntered() throws {
        let other = try fixture.makeWindow(of: bench.target, at: Point(x: 300, y: 200))
        try bench.beginAndEnter()
        fixture.clearLogs()
        try fixture.move(to: Point(x: 310, y: 220))
        #expect(bench.target.log.first == .leave)
        #expect(bench.target.log.last == .enter(surface: other.id, 10, 20, hasOffer: true))
    }

    @Test func requestsOnAnOldOfferChangeNothingAndAreNoErrors() throws {
        try bench.beginAndTake()
        let old = try #require(bench.offer)
        try fixture.move(to: bench.onDesktop)
        fixture.clearLogs()
        old.accept(serial: bench.target.enterSerial, mimeType: "text/plain")
        old.setActions(dndActions: .copy, preferredAction: .copy)
        old.finish()
        old.accept(serial: bench.target.enterSerial, mimeType: nil)
        try fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    @Test func oldOfferDoesNotAffectTheNewOne() throws {
        try bench.beginAndTake()
        let old = try #require(bench.offer)
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        old.accept(serial: bench.target.enterSerial, mimeType: nil)
        old.destroy()
        try fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test func readFromAnOldOfferIsEmpty() throws {
        try bench.beginAndTake()
        let old = try #require(bench.offer)
        try fixture.move(to: bench.onDesktop)
        let read = bench.target.receive("text/plain", from: old)
        try fixture.settle()
        #expect(read.poll() == .complete(""))
        #expect(!bench.source.log.contains(.sourceSend("text/plain")))
    }
}
