// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import TestTimeout
import Testing
import WaylandClient

/// HIG-34: a finger releases content near an accepting position, in a window of a client without the extension.
@Suite struct NearMissTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }
    /// The accepting area, local to the target's window.
    private let zone = Rectangle(x: 100, y: 40, width: 40, height: 20)
    /// A global position beside it.
    private let beside = Point(x: 390, y: 50)

    init() throws { bench = try Bench() }

    private var announcements: [Announcement] {
        fixture.effects.compactMap { if case .announce(let announcement) = $0 { announcement } else { nil } }
    }

    private var landing: Point? {
        for case .presentation(.imageEnds(.land(let point))) in fixture.sessionEffects { return point }
        return nil
    }

    private var motions: [Point] {
        bench.target.log.compactMap { if case .motion(_, let x, let y) = $0 { Point(x: x, y: y) } else { nil } }
    }

    private func answer(_ isTaken: Bool) throws {
        if isTaken { return try fixture.take(by: bench.target) }
        bench.offer?.setActions(dndActions: [], preferredAction: [])
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: nil)
        try fixture.settle()
    }

    /// Drags by touch to a position where the target rejects the content.
    private func carry(to point: Point) throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.inTarget)
        try fixture.touchMove(to: point)
        try answer(false)
        fixture.clearLogs()
    }

    /// Answers each motion as the client, until the drag has ended or a condition holds.
    /// - Returns: the duration.
    @discardableResult
    private func serve(
        until isDone: () -> Bool = { false }, _ takes: (Point) -> Bool?
    ) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        var answered = 0
        while fixture.drags.isDragging, !isDone() {
            try #require(clock.now - start < .seconds(10), "the probing does not end")
            fixture.compositor.dispatch(timeout: 2)
            try fixture.settle()
            guard motions.count > answered, let last = motions.last else { continue }
            answered = motions.count
            if let isTaken = takes(last) { try answer(isTaken) }
        }
        let time = clock.now - start
        // Reads the last events.
        try fixture.settle()
        return time
    }

    @Test func nearMissDropsAtTheNearestAcceptingPosition() throws {
        try carry(to: beside)
        try fixture.touchUp()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "the content is released")
        try serve { zone.contains($0) }
        try #require(bench.target.log.contains(.drop))
        let last = try #require(motions.last)
        #expect(zone.contains(last), "the last motion is at the drop position")
        #expect(landing == last + Point(x: 300, y: 0))
        #expect(announcements.contains { if case .droppedBeside = $0 { true } else { false } })
        #expect(!announcements.contains { if case .dropped = $0 { true } else { false } })
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    @Test func nearMissWithoutAnAcceptingPositionIsRefusedInTime() throws {
        try carry(to: beside)
        try fixture.touchUp()
        let time = try serve { _ in false }
        #expect(time < .milliseconds(1000), "0.4 s, plus the delay of a busy machine")
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(motions.last == beside - Point(x: 300, y: 0), "the last motion is at the release point")
        #expect(motions.count <= 2 * NearMiss.placeLimit + 1)
    }

    /// The client has accepted the content, but not at the position probed: an earlier answer does not count.
    @Test func clientThatAnswersNoProbeGetsNoDrop() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try serve { _ in nil }
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    /// A client that never answered may be stopped, and would not answer a probe either.
    @Test func clientThatNeverAnsweredIsNotProbed() throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.inTarget)
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func onlyPositionsInsideTheWindowAreProbed() throws {
        try carry(to: Point(x: 301, y: 98))
        try fixture.touchUp()
        try serve { _ in false }
        let window = Rectangle(x: 0, y: 0, width: 200, height: 100)
        #expect(!motions.isEmpty && motions.allSatisfy(window.contains))
        #expect(!bench.target.log.contains(.leave) || bench.target.log.ofDrag.last == .leave)
    }

    /// A window that extends beyond the edge of the screen has invisible positions.
    @Test func noPositionBeyondTheScreenIsProbed() throws {
        let window = try #require(fixture.compositor.windows.last)
        let edge = Double(HeadlessConfiguration().outputs[0].width)
        fixture.compositor.place(window, at: Point(x: edge - 100, y: 0))
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: Point(x: edge - 90, y: 20))
        try fixture.touchMove(to: Point(x: edge - 5, y: 50))
        try answer(false)
        fixture.clearLogs()
        try fixture.touchUp()
        try serve { $0.x >= 100 }
        #expect(!motions.isEmpty && motions.allSatisfy { $0.x < 100 })
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    // MARK: Between windows

    /// Drags by touch to a position on the empty desktop.
    private func carryOver(_ point: Point) throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: Point(x: 250, y: 300))
        try fixture.touchMove(to: point)
        fixture.clearLogs()
    }

    @Test func releaseBesideAWindowDropsInIt() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "the content is released")
        try serve { _ in true }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 3, y: 50), "the last motion is at the drop position")
        #expect(landing == Point(x: 303, y: 50))
        #expect(announcements.contains { if case .droppedBeside = $0 { true } else { false } })
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    /// The accepting area begins a few points behind the edge of the window.
    @Test func adjacentWindowIsProbedBehindItsEdge() throws {
        try carryOver(Point(x: 293, y: 50))
        try fixture.touchUp()
        try serve { $0.x >= 6 }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 8, y: 50))
    }

    /// Two windows side by side: the finger is at the edge of one, and the other accepts the content.
    @Test func neighbourOfARejectingWindowIsProbed() throws {
        let refusing = try fixture.makeWindow(of: bench.source, at: Point(x: 500, y: 0), width: 100, height: 100)
        bench.source.attach(to: refusing.surface, width: 100, height: 100, colour: 0xff40_4040)
        refusing.surface.commit()
        try fixture.settle()
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: Point(x: 540, y: 50))
        try fixture.touchMove(to: Point(x: 506, y: 50))
        let offer = try #require(bench.source.dragOffer?.object)
        offer.setActions(dndActions: [], preferredAction: [])
        offer.accept(serial: bench.source.enterSerial, mimeType: nil)
        try fixture.settle()
        fixture.clearLogs()
        try fixture.touchUp()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "the content is released")
        try serve { _ in true }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 197, y: 50))
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    @Test func oneAcceptanceByAnAdjacentWindowIsEnough() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        var count = 0
        try serve { _ in
            count += 1
            return count == 1 ? true : nil
        }
        #expect(bench.target.log.contains(.drop))
    }

    @Test func rejectingAdjacentWindowGetsNoDrop() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        try serve { _ in false }
        #expect(!bench.target.log.contains(.drop) && bench.target.log.ofDrag.last == .leave)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(announcements.contains(.ended(.missed)))
    }

    /// One position is beyond the maximum distance, the other is beside the window in which the drag began.
    @Test(arguments: [Point(x: 277, y: 50), Point(x: 210, y: 50)])
    func distantWindowsAndTheOriginAreNotProbed(finger: Point) throws {
        try carryOver(finger)
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
        #expect(!bench.target.log.contains(.drop) && motions.isEmpty)
    }

    @Test func deathOfAnAdjacentClientEndsTheProbing() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        fixture.kill(bench.target)
        let limit = ContinuousClock.now + .timeout(5)
        while fixture.drags.isDragging, ContinuousClock.now < limit { fixture.compositor.dispatch(timeout: 5) }
        #expect(!fixture.drags.isDragging)
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func pointerHasNoNearMiss() throws {
        try bench.beginAndEnter()
        try fixture.move(to: beside)
        try answer(false)
        fixture.clearLogs()
        try fixture.release()
        #expect(!fixture.drags.isDragging && motions.isEmpty)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func contentPutBackInItsWindowIsNotProbed() throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.start + Point(x: 20, y: 20))
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
    }

    @Test func escapeEndsTheProbing() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!bench.target.log.contains(.drop) && bench.target.log.contains(.leave))
        // No more probes follow.
        let count = motions.count
        for _ in 0..<60 { fixture.compositor.dispatch(timeout: 2) }
        try fixture.settle()
        #expect(motions.count == count)
    }

    @Test(arguments: [true, false]) func deathOfAClientEndsTheProbing(isTarget: Bool) throws {
        try carry(to: beside)
        try fixture.touchUp()
        fixture.kill(isTarget ? bench.target : bench.source)
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while fixture.drags.isDragging, clock.now < limit { fixture.compositor.dispatch(timeout: 5) }
        #expect(!fixture.drags.isDragging)
        #expect(!bench.target.log.contains(.drop))
        guard isTarget else { return }
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        try bench.begin()
        #expect(fixture.drags.isDragging, "the seat is free for the next drag")
    }

    @Test func imageStaysAtTheReleasePointDuringProbing() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try serve(until: { motions.count >= 4 }) { _ in false }
        fixture.host.engine.frame(at: fixture.compositor.clock.now)
        var frames: [Point] = []
        for case .show(_, let frame) in fixture.effects { frames.append(frame.pointer) }
        #expect(!frames.isEmpty && frames.allSatisfy { $0 == beside })
        try serve { _ in false }
    }

    /// An irreversible drop is confirmed as usual, at the drop position.
    @Test func nearMissDropIsConfirmed() throws {
        var asked: [DragID] = []
        fixture.host.onDrop = { drag, _ in
            asked.append(drag)
            return .needed
        }
        try carry(to: beside)
        try fixture.touchUp()
        try serve(until: { !asked.isEmpty }) { zone.contains($0) }
        #expect(!bench.target.log.contains(.drop) && fixture.drags.isDragging)
        fixture.host.engine.confirmDrop(try #require(asked.first), isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.contains(.drop))
    }
}
