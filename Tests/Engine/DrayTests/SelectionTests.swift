// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The clipboard of `wl_data_device`.
@Suite struct SelectionTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    /// Clicks on a client's window, so that it has keyboard focus and a serial.
    private func focus(_ client: DragClient) throws {
        fixture.seat.pointer.move(to: client === bench.source ? bench.start : bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
    }

    @discardableResult
    private func copy(
        by client: DragClient, types: [String] = ["text/plain"], log: EventLog? = nil
    ) throws -> WlDataSource {
        let content = client.makeSource(types: types, actions: nil, log: log)
        client.device.setSelection(source: content, serial: client.inputSerial)
        try fixture.settle()
        return content
    }

    @Test func selectionIsSentWithTheKeyboardFocus() throws {
        try focus(bench.source)
        try copy(by: bench.source, types: ["text/html", "text/plain"])
        fixture.clearLogs()
        try focus(bench.target)
        let selection = try #require(bench.target.log.firstIndex(of: .selection(["text/html", "text/plain"])))
        let enter = try #require(bench.target.log.firstIndex(of: .keyboardEnter))
        #expect(selection < enter)
        let read = bench.target.receive("text/html", from: try #require(bench.target.selection?.object))
        try fixture.settle()
        #expect(read.poll() == .complete("source:text/html"))
    }

    /// A client that copies right after a drag entered it uses the latest serial, which is that of the enter.
    @Test func dragEnterSerialIsValidForSetSelection() throws {
        try focus(bench.source)
        let content = bench.source.makeSource()
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        try fixture.move(to: bench.inTarget)
        let log = EventLog()
        // The serial was not sent to another client.
        let stranger = bench.source.makeSource(actions: nil, log: log)
        bench.source.device.setSelection(source: stranger, serial: bench.target.enterSerial)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled])
        let copied = bench.target.makeSource(types: ["text/html"], actions: nil)
        bench.target.device.setSelection(source: copied, serial: bench.target.enterSerial)
        try fixture.release()
        try focus(bench.source)
        #expect(bench.source.selection?.types == ["text/html"])
    }

    @Test func selectionIsSentToTheFocusedClientOnly() throws {
        try focus(bench.source)
        fixture.clearLogs()
        try copy(by: bench.source)
        #expect(bench.source.log.contains(.selection(["text/plain"])))
        #expect(bench.target.log.of(.selection).isEmpty)
    }

    @Test func emptyClipboardIsSentAsNil() throws {
        try focus(bench.source)
        fixture.clearLogs()
        try focus(bench.target)
        #expect(bench.target.log.contains(.selection(nil)))
    }

    @Test func selectionIsSentAgainWhenTheFocusReturns() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        try focus(bench.target)
        fixture.clearLogs()
        try focus(bench.source)
        #expect(bench.source.log.of(.selection) == [.selection(["text/plain"])])
    }

    @Test func selectionIsSentAgainToTheNextWindowOfTheClient() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        let other = try fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        fixture.clearLogs()
        other.toplevel.destroy()
        other.xdgSurface.destroy()
        other.surface.destroy()
        try fixture.settle()
        try focus(bench.source)
        #expect(bench.source.log.contains(.keyboardEnter))
        #expect(bench.source.selection?.types == ["text/plain"])
        let read = bench.source.receive("text/plain", from: try #require(bench.source.selection?.object))
        try fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
    }

    @Test func lateDeviceReceivesTheCurrentState() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        let late = bench.source.makeDevice()
        try fixture.settle()
        #expect(late.log.events.last == .selection(["text/plain"]))
    }

    @Test(arguments: [1, 2, 3] as [UInt32]) func everyVersionHasAClipboard(version: UInt32) throws {
        let client = try fixture.makeClient("old", version: version)
        _ = try fixture.makeWindow(of: client, at: Point(x: 0, y: 300))
        fixture.seat.pointer.move(to: Point(x: 20, y: 320))
        fixture.seat.pointer.click()
        try fixture.settle()
        let log = EventLog()
        try copy(by: client, log: log)
        #expect(client.log.last == .selection(["text/plain"]))
        try focus(bench.target)
        let read = bench.target.receive("text/plain", from: try #require(bench.target.selection?.object))
        try fixture.settle()
        #expect(read.poll() == .complete("old:text/plain"))
        try copy(by: bench.target)
        #expect(log.events == [.sourceSend("text/plain"), .sourceCancelled])
    }

    @Test func replacedSourceIsCancelled() throws {
        try focus(bench.source)
        let log = EventLog()
        try copy(by: bench.source, log: log)
        try copy(by: bench.source, types: ["b"])
        #expect(log.events == [.sourceCancelled])
        #expect(bench.source.selection?.types == ["b"])
    }

    @Test func offerOfAReplacedSourceIsEmpty() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        let old = try #require(bench.source.selection?.object)
        try copy(by: bench.source, types: ["text/plain", "b"])
        let read = bench.source.receive("text/plain", from: old)
        try fixture.settle()
        #expect(read.poll() == .complete(""))
    }

    @Test func settingTheSameSourceAgainKeepsIt() throws {
        try focus(bench.source)
        let log = EventLog()
        let content = try copy(by: bench.source, log: log)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        // Even with an invalid serial.
        bench.source.device.setSelection(source: content, serial: 0)
        try fixture.settle()
        #expect(log.events.isEmpty)
    }

    @Test func destroyedSourceEmptiesTheClipboard() throws {
        try focus(bench.source)
        let content = try copy(by: bench.source)
        let old = try #require(bench.source.selection?.object)
        content.destroy()
        try fixture.settle()
        #expect(bench.source.log.last == .selection(nil))
        let read = bench.source.receive("text/plain", from: old)
        try fixture.settle()
        #expect(read.poll() == .complete(""))
    }

    @Test func deathOfItsClientEmptiesTheClipboard() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        try focus(bench.target)
        fixture.clearLogs()
        fixture.kill(bench.source)
        try fixture.settle()
        #expect(bench.target.log.of(.selection) == [.selection(nil)])
    }

    @Test func destroyingAnOldSourceDoesNotAffectTheNewOne() throws {
        try focus(bench.source)
        let old = try copy(by: bench.source)
        try copy(by: bench.source, types: ["b"])
        fixture.clearLogs()
        old.destroy()
        try fixture.settle()
        #expect(bench.source.log.of(.selection).isEmpty)
    }

    @Test func clientCanEmptyTheClipboard() throws {
        try focus(bench.source)
        let log = EventLog()
        try copy(by: bench.source, log: log)
        bench.source.device.setSelection(source: nil, serial: bench.source.inputSerial)
        try fixture.settle()
        #expect(bench.source.log.last == .selection(nil))
        #expect(log.events == [.sourceCancelled])
    }

    @Test(arguments: [0, 1_000_000] as [UInt32]) func serialThatWasNotSentIsRefused(serial: UInt32) throws {
        try focus(bench.source)
        fixture.clearLogs()
        let log = EventLog()
        bench.source.device.setSelection(source: bench.source.makeSource(actions: nil, log: log), serial: serial)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled])
        #expect(bench.source.log.of(.selection).isEmpty)
    }

    @Test func serialOfAnotherClientIsRefused() throws {
        try focus(bench.source)
        let log = EventLog()
        bench.target.device.setSelection(
            source: bench.target.makeSource(actions: nil, log: log), serial: bench.source.inputSerial)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled])
    }

    @Test func olderSerialDoesNotReplaceANewerSelection() throws {
        try focus(bench.source)
        let early = bench.source.inputSerial
        try focus(bench.target)
        try copy(by: bench.target, types: ["new"])
        let log = EventLog()
        bench.source.device.setSelection(source: bench.source.makeSource(actions: nil, log: log), serial: early)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled])
        #expect(bench.target.selection?.types == ["new"])
    }

    /// By the specification, an offer ends with the focus; otherwise a client in the background could read all that
    /// others copy.
    @Test func offerIsEmptyAfterTheFocusLeaves() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        try focus(bench.target)
        let old = try #require(bench.target.selection?.object)
        try focus(bench.source)
        #expect(try readAll(by: bench.target, from: old) == .complete(""))
        let content = try copy(by: bench.source, types: ["text/plain"])
        #expect(try readAll(by: bench.target, from: old) == .complete(""))
        // The focus brings a new offer; the old one stays empty.
        try focus(bench.target)
        let new = try #require(bench.target.selection?.object)
        #expect(try readAll(by: bench.target, from: old) == .complete(""))
        #expect(try readAll(by: bench.target, from: new) == .complete("source:text/plain"))
        withExtendedLifetime(content) {}
    }

    private func readAll(by client: DragClient, from offer: WlDataOffer) throws -> PendingRead.State {
        let read = client.receive("text/plain", from: offer)
        try fixture.settle()
        return read.poll()
    }

    @Test func sourceForDragAndDropIsNoSelection() throws {
        try focus(bench.source)
        bench.source.device.setSelection(
            source: bench.source.makeSource(actions: .copy), serial: bench.source.inputSerial)
        try expectInvalidSource()
    }

    @Test func draggedSourceIsNoSelection() throws {
        let content = try bench.begin(actions: nil)
        bench.source.device.setSelection(source: content, serial: bench.source.pressSerial)
        try expectInvalidSource()
    }

    @Test func selectionHasNoActions() throws {
        try focus(bench.source)
        try copy(by: bench.source).setActions(dndActions: .copy)
        try expectInvalidSource()
    }

    @Test func selectionIsNotDragged() throws {
        try focus(bench.source)
        let log = EventLog()
        let content = try copy(by: bench.source, log: log)
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        #expect(!fixture.drags.isDragging)
        // It is still the selection, so it is not sent `cancelled`.
        #expect(log.events.isEmpty)
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func formerSelectionIsNotDraggedEither() throws {
        try focus(bench.source)
        let log = EventLog()
        let content = try copy(by: bench.source, log: log)
        try copy(by: bench.source)
        log.clear()
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        #expect(!fixture.drags.isDragging)
        #expect(log.events == [.sourceCancelled])
    }

    @Test func formerSelectionMayBeSetAgain() throws {
        try focus(bench.source)
        let log = EventLog()
        let content = try copy(by: bench.source, types: ["again"], log: log)
        try copy(by: bench.source)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try fixture.settle()
        #expect(bench.source.selection?.types == ["again"])
        #expect(log.events == [.sourceCancelled])
    }

    @Test func finishOnASelectionIsAnError() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        bench.source.selection?.object.finish()
        try expectOfferError(0)
    }

    @Test func setActionsOnASelectionIsAnError() throws {
        try focus(bench.source)
        try copy(by: bench.source)
        bench.source.selection?.object.setActions(dndActions: .copy, preferredAction: .copy)
        try expectOfferError(3)
    }

    @Test func dragDoesNotChangeTheClipboard() throws {
        try focus(bench.source)
        let log = EventLog()
        try copy(by: bench.source, types: ["kept"], log: log)
        try bench.beginAndTake()
        try fixture.release()
        bench.offer?.finish()
        try fixture.settle()
        #expect(log.events.isEmpty)
        #expect(bench.target.selection?.types == ["kept"])
    }

    private func expectInvalidSource(_ place: SourceLocation = #_sourceLocation) throws {
        guard case .protocolError("wl_data_source", _, 1)? = try fixture.failure(of: bench.source) else {
            Issue.record("not disconnected with invalid_source", sourceLocation: place)
            return
        }
    }

    private func expectOfferError(_ code: UInt32, _ place: SourceLocation = #_sourceLocation) throws {
        guard case .protocolError("wl_data_offer", _, code)? = try fixture.failure(of: bench.source) else {
            Issue.record("not disconnected with the error \(code)", sourceLocation: place)
            return
        }
    }
}
