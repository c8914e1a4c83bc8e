// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Pointer events during a pointer drag.
@Suite struct PointerGrabTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    @Test func pointerLeavesAtTheStart() throws {
        try bench.begin()
        #expect(bench.source.log.of(.pointer).last == .pointerLeave)
    }

    @Test func noPointerEventComesDuringADrag() throws {
        try bench.begin()
        fixture.clearLogs()
        try fixture.move(to: Point(x: 60, y: 60))
        fixture.seat.pointer.button(InputEvent.Button.right, .pressed)
        fixture.seat.pointer.button(InputEvent.Button.right, .released)
        try fixture.move(to: bench.inTarget)
        #expect(bench.source.log.of(.pointer).isEmpty)
        #expect(bench.target.log.of(.pointer).isEmpty)
    }

    @Test func secondButtonNeitherDropsNorCancels() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        fixture.seat.pointer.button(InputEvent.Button.middle, .pressed)
        fixture.seat.pointer.button(InputEvent.Button.middle, .released)
        try fixture.settle()
        #expect(bench.target.log.isEmpty)
        #expect(bench.source.log.isEmpty)
        #expect(fixture.drags.isDragging)
    }

    @Test func dragEndsWithTheButtonThatBeganIt() throws {
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.button(InputEvent.Button.left, .pressed)
        fixture.seat.pointer.button(InputEvent.Button.right, .pressed)
        try fixture.settle()
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil,
            serial: bench.source.pressSerial)
        try fixture.settle()
        try fixture.release()
        #expect(fixture.drags.isDragging)
        fixture.seat.pointer.button(InputEvent.Button.right, .released)
        try fixture.settle()
        #expect(!fixture.drags.isDragging)
    }

    /// Escape ends the drag while the button is still pressed.
    @Test func releaseOfTheDraggingButtonIsSentToNoClient() throws {
        try bench.beginAndTake()
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(!fixture.drags.isDragging)
        fixture.clearLogs()
        try fixture.release()
        #expect(
            bench.source.log.of(.pointer)
                + bench.target.log.of(.pointer).filter { $0 != .pointerEnter(surface: bench.targetWindow.id) } == [])
        // For a host that forwards the release, it is consumed once.
        #expect(fixture.drags.handle(.pointerButton(InputEvent.Button.left, .released)))
        #expect(!fixture.drags.handle(.pointerButton(InputEvent.Button.left, .released)))
    }

    /// The host need not forward the release of the button; the next drag can still be dropped.
    @Test func unreportedReleaseDoesNotBlockTheNextDrop() throws {
        try bench.beginAndTake()
        try fixture.key(Bench.Key.escape, .pressed)
        try fixture.key(Bench.Key.escape, .released)
        try fixture.release()
        fixture.clearLogs()
        try bench.beginAndTake()
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test func leaveComesBeforeThePointerEnters() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.release()
        let leave = try #require(bench.target.log.firstIndex(of: .leave))
        let enter = try #require(bench.target.log.firstIndex(of: .pointerEnter(surface: bench.targetWindow.id)))
        #expect(leave < enter)
    }

    @Test func leaveComesBeforeThePointerEntersWhenItsDeviceGoes() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.takeAway(.pointer)
        let leave = try #require(bench.target.log.firstIndex(of: .leave))
        let enter = bench.target.log.firstIndex(of: .pointerEnter(surface: bench.targetWindow.id))
        #expect(enter.map { leave < $0 } ?? true)
        #expect(bench.source.log.contains(.sourceCancelled))
    }
}
