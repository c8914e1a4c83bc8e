// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Valid requests of `wl_data_device.start_drag`, and the answers to invalid ones.
@Suite struct StartDragTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    /// Sends `start_drag` and checks that it is refused with `cancelled`, and without an error.
    private func expectRefusal(
        by client: DragClient, from window: TestWindow, serial: UInt32, _ place: SourceLocation = #_sourceLocation
    ) throws {
        let log = EventLog()
        client.device.startDrag(
            source: client.makeSource(log: log), origin: window.surface, icon: nil, serial: serial)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled], sourceLocation: place)
    }

    @Test func wrongSerialIsCancelled() throws {
        try fixture.press(at: bench.start)
        try expectRefusal(by: bench.source, from: bench.sourceWindow, serial: bench.source.pressSerial &+ 1000)
        #expect(!fixture.drags.isDragging)
    }

    @Test func serialOfAnotherClientIsCancelled() throws {
        try fixture.press(at: bench.start)
        try expectRefusal(by: bench.target, from: bench.targetWindow, serial: bench.source.pressSerial)
        #expect(!fixture.drags.isDragging)
    }

    @Test func releasedButtonIsCancelled() throws {
        try fixture.press(at: bench.start)
        try fixture.release()
        try expectRefusal(by: bench.source, from: bench.sourceWindow, serial: bench.source.pressSerial)
        #expect(!fixture.drags.isDragging)
    }

    @Test func serialOfAnEnterIsCancelled() throws {
        fixture.seat.pointer.move(to: bench.start)
        try fixture.settle()
        try expectRefusal(by: bench.source, from: bench.sourceWindow, serial: bench.source.inputSerial)
    }

    @Test func originInAnotherWindowIsCancelled() throws {
        let other = try fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        try fixture.press(at: bench.start)
        try expectRefusal(by: bench.source, from: other, serial: bench.source.pressSerial)
        #expect(!fixture.drags.isDragging)
    }

    @Test func secondDragOnASeatIsCancelledAndTheFirstGoesOn() throws {
        try bench.begin()
        fixture.clearLogs()
        try expectRefusal(by: bench.source, from: bench.sourceWindow, serial: bench.source.pressSerial)
        #expect(fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func startingTheSameSourceAgainLeavesItsDragAlone() throws {
        let content = try bench.begin()
        fixture.clearLogs()
        bench.source.device.startDrag(
            source: content, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        #expect(fixture.drags.isDragging)
    }

    @Test func sourceMayBeDraggedAgainAfterItsDrag() throws {
        let content = try bench.begin()
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        fixture.clearLogs()
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        #expect(fixture.drags.isDragging)
        #expect(!bench.source.log.contains(.sourceCancelled))
    }

    @Test(arguments: [1, 2] as [UInt32]) func refusedOldSourceReceivesNothing(version: UInt32) throws {
        let bench = try Bench(sourceVersion: version)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil, serial: 1)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func serialHoldsWhileItsButtonIsDown() throws {
        try fixture.press(at: bench.start)
        let serial = bench.source.pressSerial
        try fixture.move(to: Point(x: 90, y: 70))
        fixture.seat.pointer.button(InputEvent.Button.right, .pressed)
        fixture.seat.pointer.button(InputEvent.Button.right, .released)
        try fixture.settle()
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil, serial: serial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
    }

    @Test func lostReleaseDoesNotSpoilLaterDrags() throws {
        try fixture.press(at: bench.start)
        // The device is removed while its button is pressed, and no release follows.
        try fixture.takeAway(.pointer)
        try fixture.giveBack(.pointer)
        try expectRefusal(by: bench.source, from: bench.sourceWindow, serial: bench.source.pressSerial)
        try bench.begin()
        #expect(fixture.drags.isDragging)
    }

    @Test func windowIsNotMovedDuringADrag() throws {
        try bench.begin()
        let before = fixture.compositor.windows.map(\.position)
        bench.sourceWindow.toplevel.move(seat: bench.source.seat, serial: bench.source.pressSerial)
        try fixture.move(to: bench.inTarget)
        #expect(fixture.compositor.windows.map(\.position) == before)
        #expect(fixture.drags.isDragging)
    }
}
