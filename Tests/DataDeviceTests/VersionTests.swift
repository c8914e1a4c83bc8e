// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Every version on both sides: nobody is told what its version does not know.
@Suite struct VersionTests {
    /// From version 4 on, which libwayland knows since 1.24, there is `release` besides; it ends an object and no more.
    @Test func offeredVersionIsWhatLibwaylandKnows() throws {
        let bench = try Bench(sourceVersion: .max)
        #expect(bench.source.manager.proxy.version == min(WlDataDeviceManager.interface.version, 4))
        #expect(bench.source.manager.proxy.version >= 3)
    }

    @Test(arguments: [1, 2, 3] as [UInt32], [1, 2, 3] as [UInt32])
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

    @Test(arguments: [1, 2, 3] as [UInt32], [true, false])
    func cancelledMeansNothingElseToAnOldSource(version: UInt32, isOverTarget: Bool) throws {
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
