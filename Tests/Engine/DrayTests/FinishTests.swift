// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// How a drop ends: `finish`, its errors, and the ways of not finishing.
@Suite struct FinishTests {
    private func expectInvalidFinish(
        _ bench: Bench, _ code: UInt32 = 0, _ place: SourceLocation = #_sourceLocation
    ) throws {
        guard case .protocolError("wl_data_offer", _, code)? = try bench.fixture.failure(of: bench.target) else {
            Issue.record("the target was not disconnected with the error \(code)", sourceLocation: place)
            return
        }
    }

    @Test func finishedIsSentOnce() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        try bench.fixture.release()
        bench.offer?.finish()
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.count(of: .sourceFinished) == 1)
        #expect(!bench.source.log.contains(.sourceCancelled))
        #expect(try bench.fixture.failure(of: bench.target) == nil)
    }

    @Test func requestsAfterFinishChangeNothing() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        offer.finish()
        try bench.fixture.settle()
        bench.fixture.clearLogs()
        offer.accept(serial: bench.target.enterSerial, mimeType: nil)
        offer.setActions(dndActions: .copy, preferredAction: .copy)
        let read = bench.target.receive("text/plain", from: offer)
        offer.destroy()
        try bench.fixture.settle()
        #expect(read.poll() == .complete(""))
        #expect(bench.source.log.ofSource.isEmpty)
        #expect(try bench.fixture.failure(of: bench.target) == nil)
    }

    @Test func finishBeforeTheDropIsAnError() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        bench.offer?.finish()
        try expectInvalidFinish(bench)
        try bench.fixture.settle()
        #expect(bench.fixture.drags.isDragging)
    }

    @Test func finishAfterAcceptOfNothingIsAnError() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        try bench.fixture.release()
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: nil)
        bench.offer?.finish()
        try expectInvalidFinish(bench)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func finishWithoutAnAnswerIsAnError() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .ask], preferred: .ask)
        try bench.fixture.release()
        bench.offer?.finish()
        try expectInvalidFinish(bench)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func destroyedOfferWithoutFinishIsCancelled() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        try bench.fixture.release()
        bench.fixture.clearLogs()
        bench.offer?.destroy()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func deathOfTheTargetAfterTheDropIsCancelled() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        try bench.fixture.release()
        bench.fixture.clearLogs()
        bench.fixture.kill(bench.target)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func moveIsNotFinishedByTheDeathOfTheTarget() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: .move, preferred: .move)
        try bench.fixture.release()
        bench.fixture.kill(bench.target)
        try bench.fixture.settle()
        #expect(!bench.source.log.contains(.sourceFinished))
        #expect(bench.source.log.contains(.sourceCancelled))
    }

    @Test(arguments: [1, 2] as [UInt32]) func oldTargetFinishesByDestroyingItsOffer(version: UInt32) throws {
        let bench = try Bench(targetVersion: version)
        try bench.beginAndEnter()
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: "text/plain")
        try bench.fixture.settle()
        try bench.fixture.release()
        bench.fixture.clearLogs()
        bench.offer?.destroy()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
        #expect(!bench.source.log.contains(.sourceCancelled))
    }

    @Test(arguments: [1, 2] as [UInt32]) func deathOfAnOldTargetAfterTheDropIsCancelled(version: UInt32) throws {
        let bench = try Bench(targetVersion: version)
        try bench.beginAndEnter()
        try bench.fixture.release()
        bench.fixture.clearLogs()
        bench.fixture.kill(bench.target)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }
}
