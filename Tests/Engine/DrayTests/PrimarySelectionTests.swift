// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The primary selection: `zwp_primary_selection_v1`.
@Suite struct PrimarySelectionTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    private func focus(_ client: DragClient) throws {
        fixture.seat.pointer.move(to: client === bench.source ? bench.start : bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
    }

    private func device(_ client: DragClient) throws -> ClientPrimaryDevice {
        try #require(client.mainSeat.primaryDevice)
    }

    @discardableResult
    private func mark(
        by client: DragClient, types: [String] = ["text/plain"], log: EventLog? = nil
    ) throws -> ZwpPrimarySelectionSourceV1 {
        let content = try #require(client.makePrimarySource(types: types, log: log))
        try device(client).object.setSelection(source: content, serial: client.inputSerial)
        try fixture.settle()
        return content
    }

    @Test func selectionIsSentWithTheKeyboardFocus() throws {
        try focus(bench.source)
        try mark(by: bench.source, types: ["b", "a", "b"])
        fixture.clearLogs()
        try focus(bench.target)
        let selection = try #require(bench.target.log.firstIndex(of: .primarySelection(["b", "a"])))
        let enter = try #require(bench.target.log.firstIndex(of: .keyboardEnter))
        #expect(selection < enter)
        let offer = try #require(try device(bench.target).selection)
        let reads = ["a", "a", "none"].map { bench.target.receive($0, from: offer.object) }
        try fixture.settle()
        #expect(
            reads.map { $0.poll() } == [.complete("source:a"), .complete("source:a"), .complete("")])
    }

    @Test func offerIsEmptyAfterTheFocusLeaves() throws {
        try focus(bench.source)
        try mark(by: bench.source)
        try focus(bench.target)
        let old = try #require(try device(bench.target).selection)
        try focus(bench.source)
        let reads = [1, 2].map { _ in bench.target.receive("text/plain", from: old.object) }
        try fixture.settle()
        #expect(reads.map { $0.poll() } == [.complete(""), .complete("")])
    }

    @Test func replacedSourceIsCancelledAndItsOfferIsEmpty() throws {
        try focus(bench.source)
        let log = EventLog()
        try mark(by: bench.source, log: log)
        let old = try #require(try device(bench.source).selection)
        try mark(by: bench.source, types: ["text/plain", "b"])
        #expect(log.events == [.primaryCancelled])
        let read = bench.source.receive("text/plain", from: old.object)
        try fixture.settle()
        #expect(read.poll() == .complete(""))
    }

    @Test func destroyedSourceEmptiesTheSelection() throws {
        try focus(bench.source)
        try mark(by: bench.source).destroy()
        try fixture.settle()
        #expect(bench.source.log.last == .primarySelection(nil))
    }

    @Test func deathOfItsClientEmptiesTheSelection() throws {
        try focus(bench.source)
        try mark(by: bench.source)
        try focus(bench.target)
        fixture.clearLogs()
        fixture.kill(bench.source)
        try fixture.settle()
        #expect(bench.target.log.contains(.primarySelection(nil)))
    }

    @Test func serialThatWasNotSentIsRefused() throws {
        try focus(bench.source)
        let log = EventLog()
        let content = try #require(bench.source.makePrimarySource(log: log))
        try device(bench.source).object.setSelection(source: content, serial: 1_000_000)
        try fixture.settle()
        #expect(log.events == [.primaryCancelled])
    }

    @Test func clipboardAndPrimarySelectionAreSeparate() throws {
        try focus(bench.source)
        let (clipboard, primary) = (EventLog(), EventLog())
        try mark(by: bench.source, types: ["marked"], log: primary)
        bench.source.device.setSelection(
            source: bench.source.makeSource(types: ["copied"], actions: nil, log: clipboard),
            serial: bench.source.inputSerial)
        try fixture.settle()
        #expect(try device(bench.source).selection?.types == ["marked"])
        #expect(bench.source.selection?.types == ["copied"])
        try device(bench.source).object.setSelection(source: nil, serial: bench.source.inputSerial)
        try fixture.settle()
        #expect(primary.events == [.primaryCancelled])
        #expect(clipboard.events.isEmpty)
        #expect(bench.source.selection?.types == ["copied"])
    }

    @Test func lateDeviceReceivesTheCurrentState() throws {
        try focus(bench.source)
        try mark(by: bench.source)
        let manager = try #require(bench.source.primaryManager)
        let late = ClientPrimaryDevice(manager.getDevice(seat: bench.source.seat), log: EventLog())
        try fixture.settle()
        #expect(late.log.events == [.primarySelection(["text/plain"])])
    }

    @Test func destroyedDeviceReceivesNothing() throws {
        try focus(bench.source)
        try device(bench.source).object.destroy()
        try fixture.settle()
        fixture.clearLogs()
        try focus(bench.target)
        try focus(bench.source)
        #expect(!bench.source.log.contains(.primarySelection(nil)))
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func clientWithTooManyDevicesIsDisconnected() throws {
        let manager = try #require(bench.source.primaryManager)
        let devices = (0..<100).map { _ in manager.getDevice(seat: bench.source.seat) }
        #expect(try fixture.failure(of: bench.source) != nil)
        #expect(devices.count == 100)
    }
}
