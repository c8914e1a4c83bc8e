// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// A drop that cannot be undone is confirmed before it is performed; "no" is a cancel with its visual (HIG-27).
@Suite struct ConfirmationTests {
    /// What the host was asked.
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

    /// Lets go of the content over a target that takes it.
    private func letGo() throws -> DragID {
        try bench.beginAndTake()
        fixture.clearLogs()
        try fixture.release()
        return try #require(questions.asked.last)
    }

    @Test func targetHearsOfTheDropOnlyAfterAYes() throws {
        let drag = try letGo()
        #expect(bench.target.log.ofDrag.isEmpty && bench.source.log.ofSource.isEmpty)
        #expect(fixture.drags.isDragging && fixture.drags.dragID == drag && fixture.drags.heldDragID == nil)
        #expect(!isReleased && imageEnding == nil, "the image stays where it was let go of")
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(bench.source.log.contains(.sourceDropPerformed))
        #expect(isReleased && !fixture.drags.isDragging)
        try #require(bench.offer).finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func noIsACancelWithItsVisual() throws {
        let drag = try letGo()
        engine.confirmDrop(drag, isWanted: false)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.leave])
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        #expect(outcome == .interrupted(.host))
        guard case .flyBack = imageEnding else {
            Issue.record("the image ends as \(String(describing: imageEnding))")
            return
        }
        // A late word changes nothing.
        engine.confirmDrop(drag, isWanted: true)
        #expect(outcome == .interrupted(.host))
    }

    @Test func noAnswerIsANo() throws {
        engine.confirmationTime = 30_000
        _ = try letGo()
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while outcome == nil, clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        #expect(outcome == .interrupted(.host))
        try fixture.settle()
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func escapeIsANo() throws {
        _ = try letGo()
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(outcome == .interrupted(.escape))
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func handThatGoesToTheQuestionIsNothingToTheDrag() throws {
        let drag = try letGo()
        let pointer = fixture.host.drags(of: fixture.seat)
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.start)
        #expect(!pointer.handle(.pointerButton(0x110, .pressed)), "a click answers the question")
        #expect(!pointer.handle(.pointerButton(0x110, .released)))
        #expect(bench.target.log.ofDrag.isEmpty && questions.asked == [drag])
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave], "where it was let go of")
    }

    @Test func modifiersAtTheMomentOfLettingGoCount() throws {
        let drag = try letGo()
        fixture.drags.modifiersChanged(to: .alt)
        try fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty)
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
    }

    @Test func nobodyIsAskedWhereThereIsNoDrop() throws {
        try bench.beginAndEnter()
        try fixture.release()
        #expect(questions.asked.isEmpty)
        #expect(outcome == .refused)
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        #expect(questions.asked.isEmpty)
    }

    @Test func hostMayAnswerAtOnce() throws {
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

    @Test func noOtherDragBeginsMeanwhile() throws {
        let drag = try letGo()
        let content = HostContent(types: ["text/plain"], send: { _, _ in })
        let start = DragStart(
            device: .pointer(button: 0x110), position: bench.start, modifiers: [], container: ContainerID(1))
        #expect(fixture.drags.begin(content, start) == nil)
        engine.confirmDrop(drag, isWanted: false)
        #expect(fixture.drags.begin(content, start) != nil)
    }

    // MARK: Deaths

    @Test func sourceThatGoesEndsTheQuestion() throws {
        let drag = try letGo()
        fixture.kill(bench.source)
        #expect(outcome == .sourceGone && !fixture.drags.isDragging)
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(!bench.target.log.contains(.drop))
    }

    @Test func targetThatGoesIsDroppedOnNoMore() throws {
        let drag = try letGo()
        fixture.kill(bench.target)
        #expect(outcome == nil)
        engine.confirmDrop(drag, isWanted: true)
        #expect(outcome == .missed)
    }

    @Test func targetThatChangesItsMindMeanwhileIsHeard() throws {
        let drag = try letGo()
        let offer = try #require(bench.offer)
        offer.accept(serial: bench.target.enterSerial, mimeType: nil)
        try fixture.settle()
        engine.confirmDrop(drag, isWanted: true)
        try fixture.settle()
        #expect(outcome == .refused && !bench.target.log.contains(.drop))
    }

    @Test func seatThatGoesTakesItsQuestionAlong() throws {
        let drag = try letGo()
        engine.removeSeat(fixture.drags.id)
        #expect(outcome == .interrupted(.deviceGone))
        engine.confirmDrop(drag, isWanted: true)
    }
}
