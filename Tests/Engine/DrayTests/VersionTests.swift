// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Every version on both sides: no client receives an event that its version does not have.
@Suite struct VersionTests {
    @Test func versionFourIsOffered() throws {
        let bench = try Bench(sourceVersion: .max)
        #expect(bench.source.manager.proxy.version == 4)
    }

    @Test func objectsOutliveTheirManager() throws {
        let bench = try Bench(sourceVersion: 4, targetVersion: 4)
        let content = bench.source.makeSource()
        bench.source.manager.release()
        bench.target.manager.release()
        try bench.fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        try bench.fixture.move(to: bench.inTarget)
        try bench.fixture.take(by: bench.target)
        try bench.fixture.release()
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
        #expect(try bench.fixture.failure(of: bench.source) == nil)
        #expect(try bench.fixture.failure(of: bench.target) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt32]) func olderManagersCannotBeReleased(version: UInt32) throws {
        let bench = try Bench(sourceVersion: version)
        bench.source.manager.proxy.marshal(2)
        #expect(try bench.fixture.failure(of: bench.source) != nil)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt32], [1, 2, 3, 4] as [UInt32])
    func contentArrivesBetweenAllVersions(sourceVersion: UInt32, targetVersion: UInt32) throws {
        let bench = try Bench(sourceVersion: sourceVersion, targetVersion: targetVersion)
        try bench.beginAndEnter(actions: .copy)
        var entered: [ClientEvent] = [.dataOffer, .offerType("text/plain")]
        if targetVersion >= 3 { entered.append(.offerSourceActions(1)) }
        entered.append(.enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        #expect(bench.target.log.ofDrag == entered)

        try bench.fixture.take(by: bench.target)
        let taken: Set<String> = sourceVersion >= 3 ? ["target", "action"] : ["target"]
        #expect(Set(bench.source.log.ofSource.map(name)) == taken)

        bench.fixture.clearLogs()
        try bench.fixture.release()
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try bench.fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        if targetVersion >= 3 { offer.finish() }
        offer.destroy()
        try bench.fixture.settle()
        let ended: [ClientEvent] =
            sourceVersion >= 3
            ? [.sourceDropPerformed, .sourceSend("text/plain"), .sourceFinished] : [.sourceSend("text/plain")]
        #expect(bench.source.log.ofSource == ended)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt32], [true, false])
    func refusedDropDoesNotCancelAnOldSource(version: UInt32, isOverTarget: Bool) throws {
        let bench = try Bench(sourceVersion: version)
        try bench.begin()
        try bench.fixture.move(to: isOverTarget ? bench.inTarget : bench.onDesktop)
        bench.fixture.clearLogs()
        try bench.fixture.release()
        #expect(bench.source.log.contains(.sourceCancelled) == (version >= 3))
    }

    @Test(arguments: [1, 2] as [UInt32]) func oldSourceOnlyCopies(version: UInt32) throws {
        let bench = try Bench(policy: .wayland, sourceVersion: version)
        try bench.beginAndEnter()
        #expect(bench.target.log.contains(.offerSourceActions(1)))
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        #expect(bench.target.log.last == .offerAction(1))
    }

    @Test func versionOneCannotReleaseItsDevice() throws {
        let bench = try Bench(targetVersion: 1)
        bench.target.device.proxy.marshal(2)
        #expect(try bench.fixture.failure(of: bench.target) != nil)
    }

    private func name(_ event: ClientEvent) -> String {
        if case .sourceTarget = event { return "target" }
        if case .sourceAction = event { return "action" }
        return "\(event)"
    }
}
