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

/// HIG-34: a finger lets go of content beside what takes it, in a window of a client that says so by answers alone.
@Suite struct NearMissTests {
    private let bench: Bench
    private var fixture: DragFixture { bench.fixture }
    /// What takes the content, local to the target's window.
    private let zone = Rectangle(x: 100, y: 40, width: 40, height: 20)
    /// Beside it, on the screen.
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

    /// A finger carries content to a place that refuses it.
    private func carry(to point: Point) throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.inTarget)
        try fixture.touchMove(to: point)
        try answer(false)
        fixture.clearLogs()
    }

    /// The client answers each motion, until the drag has let go of the seat or somebody says that this is enough.
    /// - Returns: how long that took.
    @discardableResult
    private func serve(
        until isEnough: () -> Bool = { false }, _ takes: (Point) -> Bool?
    ) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        var answered = 0
        while fixture.drags.isDragging, !isEnough() {
            try #require(clock.now - start < .seconds(10), "it does not end")
            fixture.compositor.dispatch(timeout: 2)
            try fixture.settle()
            guard motions.count > answered, let last = motions.last else { continue }
            answered = motions.count
            if let isTaken = takes(last) { try answer(isTaken) }
        }
        let time = clock.now - start
        // What was told at the end may not have been read.
        try fixture.settle()
        return time
    }

    @Test func contentIsDroppedOnTheNearestPlaceThatTakesIt() throws {
        try carry(to: beside)
        try fixture.touchUp()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "it was let go of")
        try serve { zone.contains($0) }
        try #require(bench.target.log.contains(.drop))
        let last = try #require(motions.last)
        #expect(zone.contains(last), "it was told where the drop is")
        #expect(landing == last + Point(x: 300, y: 0))
        #expect(announcements.contains { if case .droppedBeside = $0 { true } else { false } })
        #expect(!announcements.contains { if case .dropped = $0 { true } else { false } })
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    @Test func whatNothingAroundTakesIsRefusedInTime() throws {
        try carry(to: beside)
        try fixture.touchUp()
        let time = try serve { _ in false }
        #expect(time < .milliseconds(1000), "0.4 s, and what a busy machine adds")
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(motions.last == beside - Point(x: 300, y: 0), "and told where it was let go of")
        #expect(motions.count <= 2 * NearMiss.placeLimit + 1)
    }

    /// It takes the content, but for where it is: what it said before counts for nothing.
    @Test func clientThatSaysNothingIsNotDroppedOn() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try serve { _ in nil }
        #expect(!bench.target.log.contains(.drop))
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    /// Whoever is stopped would never answer.
    @Test func clientThatHasNotAnsweredIsNotAsked() throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.inTarget)
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func onlyPlacesInsideTheWindowAreAsked() throws {
        try carry(to: Point(x: 301, y: 98))
        try fixture.touchUp()
        try serve { _ in false }
        let window = Rectangle(x: 0, y: 0, width: 200, height: 100)
        #expect(!motions.isEmpty && motions.allSatisfy(window.contains))
        #expect(!bench.target.log.contains(.leave) || bench.target.log.ofDrag.last == .leave)
    }

    /// A window that reaches over the edge of the screen has places that nobody sees.
    @Test func noPlaceBeyondTheScreenIsAsked() throws {
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

    /// A finger lets go on the bare desktop.
    private func carryOver(_ point: Point) throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: Point(x: 250, y: 300))
        try fixture.touchMove(to: point)
        fixture.clearLogs()
    }

    @Test func contentLetGoOfBesideAWindowIsDroppedInIt() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "it was let go of")
        try serve { _ in true }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 3, y: 50), "it was told where the drop is")
        #expect(landing == Point(x: 303, y: 50))
        #expect(announcements.contains { if case .droppedBeside = $0 { true } else { false } })
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    /// What takes it there begins some points farther in.
    @Test func windowBesideIsAskedBehindItsEdgeToo() throws {
        try carryOver(Point(x: 293, y: 50))
        try fixture.touchUp()
        try serve { $0.x >= 6 }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 8, y: 50))
    }

    /// Two windows side by side: the finger is on the edge of the one, and the other takes it.
    @Test func neighbourOfAWindowThatRefusesIsAsked() throws {
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
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil, "it was let go of")
        try serve { _ in true }
        try #require(bench.target.log.contains(.drop))
        #expect(motions.last == Point(x: 197, y: 50))
        bench.offer?.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceFinished)
    }

    @Test func windowBesideThatSaysYesOnceIsEnough() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        var count = 0
        try serve { _ in
            count += 1
            return count == 1 ? true : nil
        }
        #expect(bench.target.log.contains(.drop))
    }

    @Test func windowBesideThatRefusesGetsNothing() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        try serve { _ in false }
        #expect(!bench.target.log.contains(.drop) && bench.target.log.ofDrag.last == .leave)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(announcements.contains(.ended(.missed)))
    }

    /// Farther than a finger reaches; and beside the window that the content was taken out of.
    @Test(arguments: [Point(x: 277, y: 50), Point(x: 210, y: 50)]) func otherWindowsAreNotAsked(finger: Point) throws {
        try carryOver(finger)
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
        #expect(!bench.target.log.contains(.drop) && motions.isEmpty)
    }

    @Test func windowBesideThatGoesEndsTheAsking() throws {
        try carryOver(Point(x: 285, y: 50))
        try fixture.touchUp()
        fixture.kill(bench.target)
        let limit = ContinuousClock.now + .timeout(5)
        while fixture.drags.isDragging, ContinuousClock.now < limit { fixture.compositor.dispatch(timeout: 5) }
        #expect(!fixture.drags.isDragging)
        try fixture.settle()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func pointerMissesWhatItMisses() throws {
        try bench.beginAndEnter()
        try fixture.move(to: beside)
        try answer(false)
        fixture.clearLogs()
        try fixture.release()
        #expect(!fixture.drags.isDragging && motions.isEmpty)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func whatIsPutBackIsNotDroppedBeside() throws {
        try fixture.startTouchDrag(
            of: bench.source, from: bench.sourceWindow, at: bench.start, source: bench.source.makeSource())
        try fixture.touchMove(to: bench.start + Point(x: 20, y: 20))
        try fixture.touchUp()
        #expect(!fixture.drags.isDragging)
    }

    @Test func escapeEndsTheAsking() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(!bench.target.log.contains(.drop) && bench.target.log.contains(.leave))
        // Nobody asks any more.
        let count = motions.count
        for _ in 0..<60 { fixture.compositor.dispatch(timeout: 2) }
        try fixture.settle()
        #expect(motions.count == count)
    }

    @Test(arguments: [true, false]) func deathOfAClientEndsTheAsking(isTarget: Bool) throws {
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
        #expect(fixture.drags.isDragging, "the seat is free for the next")
    }

    @Test func imageStaysAtTheFingerUntilItGoes() throws {
        try carry(to: beside)
        try fixture.touchUp()
        try serve(until: { motions.count >= 4 }) { _ in false }
        fixture.host.engine.frame(at: fixture.compositor.clock.now)
        var frames: [Point] = []
        for case .show(_, let frame) in fixture.effects { frames.append(frame.pointer) }
        #expect(!frames.isEmpty && frames.allSatisfy { $0 == beside })
        try serve { _ in false }
    }

    /// A drop that cannot be undone is asked about as ever, where it is to happen.
    @Test func personIsAskedBeforeADropBeside() throws {
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
