// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// An irreversible drop is confirmed before it is performed. Declining it cancels the drag, with the cancel animation
/// (HIG-27).
@Suite struct ConfirmationTests {
    /// The confirmations that the host was asked for.
    private final class Questions {
        var asked: [DragID] = []
    }

    private let bench: Bench
    private let questions = Questions()
    private var fixture: DragFixture { bench.fixture }
    private var engine: DragEngine { fixture.host.engine }

    init() throws {
        bench = try Bench()
        fixture.host.onDrop = { [questions] drag, _ in
            questions.asked.append(drag)
            return .needed
        }
    }

    private var outcome: DragOutcome? {
        for case .ended(_, let outcome) in fixture.effects { return outcome }
        return nil
    }

    private var imageEnding: PresentationEffect.ImageEnding? {
        for case .presentation(.imageEnds(let ending)) in fixture.sessionEffects { return ending }
        return nil
    }

    private var isReleased: Bool {
        fixture.effects.contains { if case .released = $0 { true } else { false } }
    }

    /// Releases the content over a target that accepts it.
    private func dropOnTarget() throws -> DragID {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.release()
        return try #require(questions.asked.last)
    }

    @Test func dropIsSentOnlyAfterConfirmation() throws {
        let drag = try dropOnTarget()
        #expect(bench.target.log.ofDrag.isEmpty && bench.source.log.ofSource.isEmpty)
        #expect(fixture.drags.isDragging && fixture.drags.dragID == drag && fixture.drags.heldDragID == nil)
        #expect(!isReleased && imageEnding == nil, "the image stays at the release point")
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(bench.source.log.contains(.sourceDropPerformed))
        #expect(isReleased && !fixture.drags.isDragging)
        try #require(bench.offer).finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func declinedDropFliesBack() throws {
        let drag = try dropOnTarget()
        engine.confirmDrop(drag, isWanted: false)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(outcome == .interrupted(.host))
        guard case .flyBack = imageEnding else {
            Issue.record("the image ends as \(String(describing: imageEnding))")
            return
        }
        // A late answer changes nothing.
        engine.confirmDrop(drag, isWanted: true)
        #expect(outcome == .interrupted(.host))
    }

    @Test func timeoutCancelsTheConfirmation() throws {
        engine.confirmationTime = 30_000
        _ = try dropOnTarget()
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while outcome == nil, clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        #expect(outcome == .interrupted(.host))
        try fixture.settle()
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func escapeCancelsTheConfirmation() throws {
        _ = try dropOnTarget()
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(outcome == .interrupted(.escape))
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func pointerInputDuringConfirmationDoesNotAffectTheDrag() throws {
        let drag = try dropOnTarget()
        let pointer = fixture.host.drags(of: fixture.seat)
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.start)
        #expect(!pointer.handle(.pointerButton(0x110, .pressed)), "the click is left to the question")
        #expect(!pointer.handle(.pointerButton(0x110, .released)))
        #expect(bench.target.log.ofDrag.isEmpty && questions.asked == [drag])
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave], "at the release point")
    }

    @Test func modifiersAfterTheReleaseDoNotCount() throws {
        let drag = try dropOnTarget()
        fixture.drags.modifiersChanged(to: .alt)
        try fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty)
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
    }

    @Test func releaseWithoutADropNeedsNoConfirmation() throws {
        try bench.beginAndEnter()
        try fixture.release()
        #expect(questions.asked.isEmpty)
        #expect(outcome == .refused)
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        #expect(questions.asked.isEmpty)
    }

    @Test func hostCanAnswerImmediately() throws {
        for isWanted in [true, false] {
            let bench = try Bench()
            let engine = bench.fixture.host.engine
            bench.fixture.host.onDrop = { drag, _ in
                engine.confirmDrop(drag, isWanted: isWanted)
                return .needed
            }
            try bench.beginAndTake()
            bench.fixture.clearLogs()
            try bench.fixture.release()
            #expect(bench.target.log.contains(.drop) == isWanted)
            #expect(!bench.fixture.drags.isDragging)
        }
    }

    @Test func noOtherDragBeginsDuringConfirmation() throws {
        let drag = try dropOnTarget()
        let content = HostContent(types: ["text/plain"], send: { _, _ in })
        let start = DragStart(
            device: .pointer(button: 0x110), position: bench.start, modifiers: [], container: ContainerID(1))
        #expect(fixture.drags.begin(content, start) == nil)
        engine.confirmDrop(drag, isWanted: false)
        #expect(fixture.drags.begin(content, start) != nil)
    }

    // MARK: Deaths

    @Test func deathOfTheSourceEndsTheConfirmation() throws {
        let drag = try dropOnTarget()
        fixture.kill(bench.source)
        #expect(outcome == .sourceGone && !fixture.drags.isDragging)
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func confirmedDropOnADeadTargetIsMissed() throws {
        let drag = try dropOnTarget()
        fixture.kill(bench.target)
        #expect(outcome == nil)
        engine.confirmDrop(drag, isWanted: true)
        #expect(outcome == .missed)
    }

    @Test func targetCanRejectDuringConfirmation() throws {
        let drag = try dropOnTarget()
        let offer = try #require(bench.offer)
        offer.accept(serial: bench.target.enterSerial, mimeType: nil)
        try fixture.settle()
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(outcome == .refused && !bench.target.log.contains(.drop))
    }

    @Test func removedSeatEndsTheConfirmation() throws {
        let drag = try dropOnTarget()
        engine.removeSeat(fixture.drags.id)
        #expect(outcome == .interrupted(.deviceGone))
        engine.confirmDrop(drag, isWanted: true)
    }
}
