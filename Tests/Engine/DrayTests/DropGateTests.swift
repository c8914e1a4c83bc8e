// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import TestTimeout
import Testing
import WaylandClient

/// When a release is a drop, and when it is not. With a finger it is the same as with a button.
@Suite struct DropGateTests {
    enum Device: CaseIterable, Sendable {
        case pointer
        case finger
    }

    private func carry(_ bench: Bench, by device: Device, actions: WlDataDeviceManager.DndAction = .copy) throws {
        switch device {
        case .pointer:
            try bench.beginAndEnter(actions: actions)
        case .finger:
            let content = bench.source.makeSource(actions: actions)
            try bench.fixture.startTouchDrag(
                of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
            try bench.fixture.touchMove(to: bench.inTarget)
        }
    }

    private func letGo(_ bench: Bench, of device: Device) throws {
        bench.fixture.clearLogs()
        switch device {
        case .pointer: try bench.fixture.release()
        case .finger:
            try bench.fixture.touchUp()
            // Places around are asked first (HIG-34).
            let limit = ContinuousClock.now + .timeout(10)
            while bench.fixture.drags.isDragging, ContinuousClock.now < limit {
                bench.fixture.compositor.dispatch(timeout: 5)
            }
            try bench.fixture.settle()
        }
    }

    private func expectRefusal(_ bench: Bench, _ place: SourceLocation = #_sourceLocation) {
        let told = bench.target.log.ofDrag.filter { if case .motion = $0 { false } else { true } }
        #expect(told == [.leave], sourceLocation: place)
        // Not `dnd_drop_performed`: together with `cancelled` it leaves Chromium waiting for ever.
        #expect(!bench.source.log.contains(.sourceDropPerformed), sourceLocation: place)
        #expect(bench.source.log.ofSource.last == .sourceCancelled, sourceLocation: place)
        #expect(bench.source.log.count(of: .sourceCancelled) == 1, sourceLocation: place)
        #expect(!bench.fixture.drags.isDragging, sourceLocation: place)
    }

    @Test(arguments: Device.allCases) func dropWithoutAcceptedTypeIsCancelled(device: Device) throws {
        let bench = try Bench()
        try carry(bench, by: device)
        bench.offer?.setActions(dndActions: .copy, preferredAction: .copy)
        try bench.fixture.settle()
        try letGo(bench, of: device)
        expectRefusal(bench)
    }

    /// Qt writes its "no" as an empty text.
    @Test(arguments: Device.allCases, [nil, ""])
    func dropAfterAcceptOfNothingIsCancelled(device: Device, nothing: String?) throws {
        let bench = try Bench()
        try carry(bench, by: device)
        try bench.fixture.take(by: bench.target)
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: nothing)
        try bench.fixture.settle()
        try letGo(bench, of: device)
        expectRefusal(bench)
    }

    @Test(arguments: Device.allCases) func dropWithoutTheTargetsActionsIsCancelled(device: Device) throws {
        let bench = try Bench()
        try carry(bench, by: device)
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: "text/plain")
        try bench.fixture.settle()
        try letGo(bench, of: device)
        expectRefusal(bench)
    }

    @Test(arguments: Device.allCases) func dropWithoutACommonActionIsCancelled(device: Device) throws {
        let bench = try Bench(policy: .wayland)
        try carry(bench, by: device, actions: .move)
        try bench.fixture.take(by: bench.target, actions: .copy, preferred: .copy)
        try letGo(bench, of: device)
        expectRefusal(bench)
    }

    @Test(arguments: Device.allCases) func moveOnlyContentIsNotDroppedOnAnotherApplication(device: Device) throws {
        let bench = try Bench()
        try carry(bench, by: device, actions: .move)
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        try letGo(bench, of: device)
        expectRefusal(bench)
    }

    @Test(arguments: Device.allCases) func releaseWithTypeAndActionIsADrop(device: Device) throws {
        let bench = try Bench()
        try carry(bench, by: device)
        try bench.fixture.take(by: bench.target)
        try letGo(bench, of: device)
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(bench.source.log.ofSource == [.sourceDropPerformed])
    }

    @Test(arguments: Device.allCases, [1, 2] as [UInt32])
    func oldTargetGetsTheDropWhateverItAccepted(device: Device, version: UInt32) throws {
        let bench = try Bench(targetVersion: version)
        try carry(bench, by: device)
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: nil)
        try bench.fixture.settle()
        try letGo(bench, of: device)
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(bench.source.log.contains(.sourceDropPerformed))
    }

    @Test func dropPerformedIsNotSentToAnOldSource() throws {
        let bench = try Bench(sourceVersion: 2)
        try bench.beginAndEnter(actions: nil)
        try bench.fixture.take(by: bench.target)
        bench.fixture.clearLogs()
        try bench.fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func leaveFollowsTheDropAndTheOfferStaysUsable() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        bench.fixture.clearLogs()
        try bench.fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        let offer = try #require(bench.offer)
        let read = bench.target.receive("text/plain", from: offer)
        try bench.fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        offer.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.contains(.sourceFinished))
    }
}
