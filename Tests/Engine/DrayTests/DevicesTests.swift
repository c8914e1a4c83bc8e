// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Applications with several `wl_data_device` objects on a seat, for example with two toolkits.
@Suite struct DevicesTests {
    let bench: Bench
    let second: ClientDevice
    var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench()
        second = bench.target.makeDevice()
        try bench.fixture.settle()
        bench.fixture.clearLogs()
        second.log.clear()
    }

    @Test func allDevicesReceiveTheDrag() throws {
        try bench.beginAndEnter()
        try fixture.move(to: Point(x: 320, y: 30))
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        #expect(second.log.events.contains(.enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true)))
        second.log.clear()
        try fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(second.log.events.ofDrag == [.drop, .leave])
    }

    @Test func eachDeviceHasItsOwnReadableOffer() throws {
        try bench.beginAndEnter()
        let first = try #require(bench.target.dragOffer)
        let other = try #require(second.dragOffer)
        #expect(first.object.proxy !== other.object.proxy)
        // Both belong to one client: after an answer on one offer, either may be read.
        try fixture.take(by: bench.target)
        let reads = [first, other].map { bench.target.receive("text/plain", from: $0.object) }
        try fixture.settle()
        #expect(reads.allSatisfy { $0.poll() == .complete("source:text/plain") })
    }

    @Test func acceptOnOneDeviceIsNotUndoneByAnother() throws {
        try bench.beginAndEnter()
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        second.dragOffer?.object.setActions(dndActions: .none, preferredAction: .none)
        second.dragOffer?.object.accept(serial: second.enterSerial, mimeType: nil)
        try fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test func deviceThatAcceptedCanReject() throws {
        try bench.beginAndEnter()
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: nil)
        try fixture.settle()
        #expect(bench.source.log.ofSource.first == .sourceTarget(nil))
    }

    @Test func releasedDeviceDoesNotAffectOthers() throws {
        try bench.beginAndEnter()
        second.object.release()
        try fixture.take(by: bench.target)
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test func devicesOfDifferentVersionsWorkTogether() throws {
        let old = bench.target.makeDevice(version: 1)
        try bench.beginAndEnter()
        #expect(
            old.log.events.ofDrag == [
                .dataOffer, .offerType("text/plain"), .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true),
            ])
        try fixture.take(by: bench.target)
        #expect(!old.log.events.contains(.offerAction(1)))
        try fixture.release()
        #expect(old.log.events.contains(.drop))
        #expect(try fixture.failure(of: bench.target) == nil)
    }

    @Test func allDevicesReceiveTheSelection() throws {
        fixture.seat.pointer.move(to: bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
        bench.target.device.setSelection(
            source: bench.target.makeSource(types: ["text/plain"], actions: nil), serial: bench.target.inputSerial)
        try fixture.settle()
        #expect(bench.target.log.last == .selection(["text/plain"]))
        #expect(second.log.events.last == .selection(["text/plain"]))
    }
}
