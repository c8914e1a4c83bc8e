// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The keyboard during a drag and after it.
@Suite struct KeyboardTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench()
        // The source's window has the keys before the drag.
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.click()
        try fixture.settle()
        fixture.clearLogs()
    }

    @Test func noClientHasTheKeysDuringADrag() throws {
        try bench.begin()
        #expect(bench.source.log.of(.keyboard) == [.keyboardLeave])
        fixture.clearLogs()
        try fixture.key(Bench.Key.a, .pressed)
        try fixture.key(Bench.Key.a, .released)
        #expect(bench.source.log.of(.keyboard).isEmpty)
        #expect(bench.target.log.of(.keyboard).isEmpty)
    }

    @Test func keysComeBackAfterADragThatWentNowhere() throws {
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.source.log.of(.keyboard) == [.keyboardEnter])
    }

    @Test func keysFollowADropOnAnotherWindow() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.target.log.of(.keyboard) == [.keyboardEnter])
    }

    @Test func escapeCancels() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.key(Bench.Key.escape, .pressed)
        try fixture.key(Bench.Key.escape, .released)
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!bench.source.log.contains(.key(Bench.Key.escape, isPressed: true)))
        #expect(!fixture.drags.isDragging)
    }

    @Test func releaseAfterEscapeIsNoDrop() throws {
        try bench.beginAndTake()
        try fixture.key(Bench.Key.escape, .pressed)
        fixture.clearLogs()
        try fixture.release()
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func lockedSessionCancels() throws {
        try bench.beginAndTake()
        fixture.clearLogs()
        fixture.drags.cancel(.sessionLocked)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!fixture.drags.isDragging)
    }
}
