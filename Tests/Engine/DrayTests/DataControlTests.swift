// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayServer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Clipboard managers: `ext_data_control_v1`. `zwlr_data_control_v1` is tested with wl-clipboard, in DrayPlayTests.
@Suite struct DataControlTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }
    /// A client without a window, which never gets keyboard focus.
    let manager: DragClient
    let control: ClientControl

    init() throws {
        bench = try Bench()
        manager = try bench.fixture.makeClient("manager")
        control = ClientControl(of: manager, by: try #require(manager.bindDataControl()))
        try bench.fixture.settle()
    }

    private func focus(_ client: DragClient) throws {
        fixture.seat.pointer.move(to: client === bench.source ? bench.start : bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
    }

    /// Sets the clipboard from the source's application.
    @discardableResult
    private func copy(types: [String] = ["text/plain"], log: EventLog = EventLog()) throws -> WlDataSource {
        try focus(bench.source)
        let content = bench.source.makeSource(types: types, actions: nil, log: log)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try fixture.settle()
        return content
    }

    private func read(_ type: String, from offer: TestClients.ExtDataControlOfferV1) throws -> PendingRead.State {
        let read = manager.receive(type, from: offer)
        try fixture.settle()
        return read.poll()
    }

    @Test func emptySelectionsAreSentToANewDevice() {
        #expect(control.log == [.clipboard(nil), .primary(nil)])
    }

    @Test func everyChangeIsSentRegardlessOfFocus() throws {
        control.clearLog()
        try copy(types: ["b", "a"])
        try focus(bench.target)
        let marked = try #require(bench.target.makePrimarySource(types: ["m"], log: EventLog()))
        let device = try #require(bench.target.mainSeat.primaryDevice)
        device.object.setSelection(source: marked, serial: bench.target.inputSerial)
        try fixture.settle()
        #expect(control.log == [.clipboard(["b", "a"]), .primary(["m"])])
    }

    @Test func contentStaysReadableAfterAFocusChange() throws {
        try copy()
        let offer = try #require(control.clipboard)
        try focus(bench.target)
        #expect(try read("text/plain", from: offer.object) == .complete("source:text/plain"))
        #expect(try read("none", from: offer.object) == .complete(""))
    }

    @Test func offerOfReplacedContentIsEmpty() throws {
        try copy()
        let old = try #require(control.clipboard)
        try copy(types: ["text/plain", "b"])
        #expect(try read("text/plain", from: old.object) == .complete(""))
    }

    @Test func contentOfAManagerIsOfferedToTheFocusedClient() throws {
        try focus(bench.source)
        let log = EventLog()
        try copy(log: log)
        control.device.setSelection(source: control.makeSource(["kept"]))
        try fixture.settle()
        #expect(log.events.last == .sourceCancelled)
        let offer = try #require(bench.source.selection)
        #expect(offer.types == ["kept"])
        let read = bench.source.receive("kept", from: offer.object)
        try fixture.settle()
        #expect(read.poll() == .complete("manager:kept"))
        #expect(control.log.suffix(2) == [.clipboard(["kept"]), .send("kept")])
    }

    @Test func clipboardAndPrimarySelectionAreSeparate() throws {
        try focus(bench.source)
        control.device.setSelection(source: control.makeSource(["copied"]))
        control.device.setPrimarySelection(source: control.makeSource(["marked"]))
        try fixture.settle()
        #expect(bench.source.selection?.types == ["copied"])
        #expect(bench.source.mainSeat.primaryDevice?.selection?.types == ["marked"])
        control.clearLog()
        control.device.setPrimarySelection(source: nil)
        try fixture.settle()
        #expect(control.log == [.cancelled, .primary(nil)])
        #expect(bench.source.selection?.types == ["copied"])
    }

    @Test func nextCopyReplacesContentOfAManager() throws {
        try focus(bench.source)
        let old = bench.source.inputSerial
        control.device.setSelection(source: control.makeSource())
        try fixture.settle()
        control.clearLog()
        try copy(types: ["new"])
        #expect(bench.source.inputSerial != old)
        #expect(control.log == [.cancelled, .clipboard(["new"])])
    }

    @Test func olderSerialDoesNotReplaceContentOfAManager() throws {
        try focus(bench.source)
        let old = bench.source.inputSerial
        try focus(bench.target)
        control.device.setSelection(source: control.makeSource(["kept"]))
        try fixture.settle()
        let late = EventLog()
        bench.source.device.setSelection(
            source: bench.source.makeSource(actions: nil, log: late), serial: old)
        try fixture.settle()
        #expect(late.events == [.sourceCancelled])
        #expect(control.clipboard?.types == ["kept"])
    }

    @Test func deathOfTheManagerEmptiesTheClipboard() throws {
        try focus(bench.source)
        control.device.setSelection(source: control.makeSource())
        try fixture.settle()
        fixture.kill(manager)
        try fixture.settle()
        #expect(bench.source.log.last == .selection(nil))
    }

    @Test func destroyedDeviceReceivesNothing() throws {
        control.device.destroy()
        control.clearLog()
        try copy()
        #expect(control.log.isEmpty)
        #expect(try fixture.failure(of: manager) == nil)
    }

    @Test func removedSeatFinishesItsDevices() throws {
        control.clearLog()
        fixture.host.engine.removeSeat(fixture.drags.id)
        try fixture.settle()
        #expect(control.log == [.finished])
        control.device.setSelection(source: control.makeSource())
        try fixture.settle()
        #expect(control.log == [.finished, .cancelled])
    }

    // MARK: Mistakes

    @Test func settingASourceTwiceIsAnError() throws {
        let content = control.makeSource()
        control.device.setSelection(source: content)
        control.device.setPrimarySelection(source: content)
        let failure = try #require(try fixture.failure(of: manager))
        #expect("\(failure)".contains("error 1 on ext_data_control_device_v1"), "used_source: \(failure)")
    }

    @Test func offeringATypeAfterSetSelectionIsAnError() throws {
        let content = control.makeSource()
        control.device.setSelection(source: content)
        content.offer(mimeType: "late")
        let failure = try #require(try fixture.failure(of: manager))
        #expect("\(failure)".contains("error 1 on ext_data_control_source_v1"), "invalid_offer: \(failure)")
    }

    @Test func tooManyDevicesAreAnError() throws {
        let object = try #require(manager.bindDataControl())
        let devices = (0...Limits.devicesPerClient).map { _ in object.getDataDevice(seat: manager.seat) }
        #expect(try fixture.failure(of: manager) != nil)
        #expect(devices.count == Limits.devicesPerClient + 1)
    }

    @Test func managerThatDoesNotReadReceivesTheLastSelection() throws {
        try focus(bench.source)
        let many = (0..<600).map { "application/x-dray-\($0)-" + String(repeating: "x", count: 60) }
        control.clearLog()
        var last: WlDataSource?
        for round in 0..<60 {
            let content = bench.source.makeSource(types: many + ["\(round)"], actions: nil, log: EventLog())
            bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
            last?.destroy()
            last = content
            try fixture.pump(bench.source.connection)
        }
        try fixture.settle()
        try fixture.settle()
        #expect(try fixture.failure(of: manager) == nil)
        #expect(control.clipboard?.types.last == "59")
        #expect(control.log.count < 60, "every selection was sent, so more of them would disconnect the client")
    }

    // MARK: Trust

    @Test func untrustedClientSeesNoGlobal() throws {
        fixture.host.onDataControl = { _ in false }
        let stranger = try fixture.makeClient("stranger")
        let names = Set(stranger.offeredGlobals.map(\.interface))
        #expect(names.contains("zwp_primary_selection_device_manager_v1"))
        #expect(!names.contains("ext_data_control_manager_v1"))
        #expect(!names.contains("zwlr_data_control_manager_v1"))
    }
}
