// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// `receive`: when content is read, how often, and when there is none.
@Suite struct ReceiveTests {
    @Test func contentIsReadBeforeAndAfterTheDropAsOftenAsOneLikes() throws {
        let bench = try Bench()
        try bench.beginAndTake(types: ["a", "b"])
        let offer = try #require(bench.offer)
        var reads = ["a", "b", "a"].map { bench.target.receive($0, from: offer) }
        try bench.fixture.settle()
        try bench.fixture.release()
        reads += ["b", "b"].map { bench.target.receive($0, from: offer) }
        try bench.fixture.settle()
        let expected = ["a", "b", "a", "b", "b"].map { PendingRead.State.complete("source:\($0)") }
        #expect(reads.map { $0.poll() } == expected)
    }

    @Test func typeThatIsNotOfferedIsAtItsEndAtOnce() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        let read = bench.target.receive("image/png", from: try #require(bench.offer))
        try bench.fixture.settle()
        #expect(read.poll() == .complete(""))
        #expect(!bench.source.log.contains(.sourceSend("image/png")))
    }

    @Test func laterDragLeavesTheReadsOfAnEarlierOneAlone() throws {
        let bench = try Bench()
        try bench.beginAndTake(types: ["first"])
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let before = bench.target.receive("first", from: offer)
        // Before the target has finished the first, the next is under way.
        try bench.beginAndTake(types: ["second"])
        let after = bench.target.receive("first", from: offer)
        let ofSecond = bench.target.receive("second", from: try #require(bench.offer))
        try bench.fixture.settle()
        #expect(before.poll() == .complete("source:first"))
        #expect(after.poll() == .complete("source:first"))
        #expect(ofSecond.poll() == .complete("source:second"))
        bench.fixture.clearLogs()
        offer.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceFinished])
        #expect(bench.fixture.drags.isDragging)
    }

    @Test func readOfADeadSourceIsAtItsEnd() throws {
        let bench = try Bench()
        let content = try bench.beginAndTake()
        try bench.fixture.release()
        content.destroy()
        try bench.fixture.settle()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        offer.finish()
        try bench.fixture.settle()
        #expect(read.poll() == .complete(""))
        #expect(try bench.fixture.failure(of: bench.target) == nil)
    }

    @Test func heldReadWaitsForTheDrop() throws {
        var policy = DragPolicy.humanInterface
        policy.earlyReads = .heldUntilDrop
        let bench = try Bench(policy: policy)
        try bench.beginAndTake()
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try bench.fixture.settle()
        #expect(read.poll() == .open)
        try bench.fixture.release()
        try bench.fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
    }

    @Test func heldReadIsAtItsEndWithoutADrop() throws {
        var policy = DragPolicy.humanInterface
        policy.earlyReads = .heldUntilDrop
        let bench = try Bench(policy: policy)
        try bench.beginAndTake()
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try bench.fixture.move(to: bench.onDesktop)
        #expect(read.poll() == .complete(""))
    }
}
