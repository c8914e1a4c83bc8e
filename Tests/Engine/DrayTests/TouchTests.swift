// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Drags with a finger.
@Suite struct TouchTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    private func begin() throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
    }

    @Test func fingerCarriesContent() throws {
        try begin()
        try fixture.touchMove(to: bench.inTarget)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        try fixture.touchUp()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceDropPerformed, .sourceFinished])
    }

    @Test func clientReceivesNoTouchEventsOfTheDrag() throws {
        try begin()
        fixture.clearLogs()
        try fixture.touchMove(to: bench.inTarget)
        try fixture.touchUp()
        #expect(bench.source.log.of(.touch).isEmpty)
        #expect(bench.target.log.of(.touch).isEmpty)
    }

    /// Escape ends the drag, and the host does not forward the touch up. The next touch down is another touch.
    @Test func fingerCanBeUsedAgainAfterItsDrag() throws {
        try begin()
        try fixture.key(Bench.Key.escape, .pressed)
        try fixture.key(Bench.Key.escape, .released)
        try fixture.touchUp()
        try fixture.touchDown(at: bench.inTarget)
        fixture.clearLogs()
        try fixture.touchDown(1, at: bench.start)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil,
            serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        try fixture.touchUp()
        #expect(bench.target.log.of(.touch).contains { if case .touchUp = $0 { true } else { false } })
        #expect(fixture.drags.isDragging)
    }

    @Test func fingerThatNeverMovedStillDrivesTheDrag() throws {
        try begin()
        fixture.clearLogs()
        try fixture.touchUp()
        #expect(bench.source.log.of(.touch).isEmpty)
        #expect(!fixture.drags.isDragging)
    }

    @Test func otherFingersNeitherCarryNorDrop() throws {
        try begin()
        try fixture.touchMove(to: bench.onDesktop)
        fixture.clearLogs()
        try fixture.touchDown(1, at: bench.inTarget)
        try fixture.touchMove(1, to: Point(x: 320, y: 30))
        try fixture.touchUp(1)
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(fixture.drags.isDragging)
        // Other fingers are still sent to clients (HIG-31).
        #expect(bench.target.log.of(.touch) == [.touchDown(1), .touchMotion(1), .touchUp(1)])
    }

    @Test func pointerDoesNotDriveAFingersDrag() throws {
        try begin()
        try fixture.touchMove(to: bench.onDesktop)
        fixture.clearLogs()
        try fixture.move(to: bench.inTarget)
        fixture.seat.pointer.click()
        try fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(fixture.drags.isDragging)
    }

    @Test func fingerThatBeganItDrivesItAmongOthers() throws {
        try fixture.touchDown(3, at: Point(x: 20, y: 20))
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource(), finger: 7)
        try fixture.touchUp(3)
        #expect(fixture.drags.isDragging)
        try fixture.touchMove(7, to: bench.inTarget)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        try fixture.take(by: bench.target)
        try fixture.touchUp(7)
        #expect(!fixture.drags.isDragging)
    }

    @Test func cancelledTouchCancelsTheDrag() throws {
        try begin()
        try fixture.touchMove(to: bench.inTarget)
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        fixture.seat.touch.cancel()
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!fixture.drags.isDragging)
    }

    @Test func unpluggedTouchScreenCancelsTheDrag() throws {
        try begin()
        try fixture.takeAway(.touch)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!fixture.drags.isDragging)
    }

    @Test func bareDesktopIsNoTarget() throws {
        try begin()
        try fixture.touchMove(to: bench.inTarget)
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        try fixture.touchMove(to: bench.onDesktop)
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource == [.sourceTarget(nil), .sourceAction(0)])
        fixture.clearLogs()
        try fixture.touchUp()
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func lostLiftOfAFingerDoesNotSpoilLaterDrags() throws {
        try fixture.touchDown(at: bench.start)
        try fixture.takeAway(.touch)
        try fixture.giveBack(.touch)
        try begin()
        #expect(fixture.drags.isDragging)
    }

    @Test func liftedFingerBeginsNothing() throws {
        try fixture.touchDown(at: bench.start)
        let serial = bench.source.pressSerial
        try fixture.touchUp()
        fixture.clearLogs()
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil, serial: serial)
        try fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }
}
