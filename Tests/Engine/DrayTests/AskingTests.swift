// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// A target declares a drop irreversible, and the host asks no question of its own: the engine asks (HIG-27).
@Suite struct AskingTests {
    private let bench: ExtensionBench
    private let reason = "The file is deleted"
    private var fixture: DragFixture { bench.fixture }
    private var target: DragClient { bench.bench.target }
    private var source: DragClient { bench.bench.source }
    private let returnKey: UInt32 = 28

    init() throws { bench = try ExtensionBench() }

    private var outcome: DragOutcome? {
        for case .ended(_, let outcome) in fixture.effects { return outcome }
        return nil
    }

    /// Drags over the target, which accepts the offer and declares the drop irreversible.
    private func carry() throws {
        let (content, _) = bench.makeContent()
        try bench.beginAndTake(content).setIrreversible(reason: reason)
        try fixture.settle()
        // The lift animation has ended. The target of an idle drag receives its last motion again.
        fixture.compositor.advance(byMicroseconds: 400_000)
        try fixture.settle()
        fixture.clearLogs()
    }

    private func dropOnTarget() throws {
        try carry()
        try fixture.release()
        #expect(fixture.drags.isDragging && fixture.drags.heldDragID == nil)
        #expect(!target.log.contains(.drop) && source.log.ofSource.isEmpty)
        #expect(outcome == nil)
    }

    private func click(at point: Point) throws {
        try fixture.move(to: point)
        fixture.seat.pointer.button(InputEvent.Button.left, .pressed)
        try fixture.settle()
        #expect(fixture.drags.isDragging, "a press alone does not answer")
        fixture.seat.pointer.button(InputEvent.Button.left, .released)
        try fixture.settle()
    }

    /// The drag events of the target without motions. The number of motions that repeat while idle (HIG-19) depends on
    /// time.
    private var events: [ClientEvent] {
        target.log.ofDrag.filter { if case .motion = $0 { false } else { true } }
    }

    /// - Parameter isConfirmed: whether the user was asked about the loss; the target is sent `confirmed` then.
    private func expectDropped(isConfirmed: Bool = true) {
        #expect(events == [.drop, .leave])
        #expect(bench.target.log.filter { $0 == "confirmed" }.count == (isConfirmed ? 1 : 0))
        #expect(source.log.contains(.sourceDropPerformed))
        #expect(!fixture.drags.isDragging)
    }

    private func expectCancelled() {
        #expect(events == [.leave])
        #expect(!bench.target.log.contains("confirmed"))
        #expect(source.log.contains(.sourceCancelled))
        #expect(!fixture.drags.isDragging)
    }

    private func presses(of client: DragClient) -> [ClientEvent] {
        client.log.filter {
            switch $0 {
            case .pointerButton, .key: true
            default: false
            }
        }
    }

    @Test func clickOnTheImageConfirms() throws {
        try dropOnTarget()
        try fixture.move(to: bench.bench.onDesktop)
        try click(at: bench.bench.inTarget + Point(x: 12, y: 12))
        expectDropped()
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty, "the click is not sent to any client")
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func clickElsewhereCancels() throws {
        try dropOnTarget()
        try click(at: bench.bench.start)
        expectCancelled()
        #expect(outcome == .interrupted(.host))
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty)
    }

    @Test func returnConfirms() throws {
        try dropOnTarget()
        try fixture.key(Bench.Key.a, .pressed)
        try fixture.key(Bench.Key.a, .released)
        #expect(fixture.drags.isDragging, "another key does not answer")
        try fixture.key(returnKey, .pressed)
        expectDropped()
        try fixture.key(returnKey, .released)
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty)
    }

    @Test func escapeCancelsTheConfirmation() throws {
        try dropOnTarget()
        try fixture.key(Bench.Key.escape, .pressed)
        expectCancelled()
        #expect(outcome == .interrupted(.escape))
    }

    @Test func timeoutCancelsTheConfirmation() throws {
        bench.engine.confirmationTime = 30_000
        try dropOnTarget()
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while outcome == nil, clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        try fixture.settle()
        expectCancelled()
    }

    @Test func imageStaysAndShowsAQuestionMark() throws {
        try carry()
        fixture.compositor.advance(byMicroseconds: 16_000)
        bench.engine.frame(at: fixture.compositor.clock.now)
        let before = try #require(bench.engine.shown.first).layers
        let badge = before.first { $0.role == .badge }
        try fixture.release()
        try fixture.move(to: bench.bench.onDesktop)
        fixture.compositor.advance(byMicroseconds: 16_000)
        bench.engine.frame(at: fixture.compositor.clock.now)
        let after = try #require(bench.engine.shown.first).layers
        let mark = try #require(after.first { $0.role == .badge })
        #expect(mark.bounds == badge?.bounds, "at the release point")
        #expect(mark.pixels !== badge?.pixels, "a different badge")
        #expect(after.first { $0.role == .image }?.bounds == before.first { $0.role == .image }?.bounds)
        #expect(fixture.shapes.last == .some(nil), "the default cursor")
        try fixture.key(Bench.Key.escape, .pressed)
        fixture.compositor.advance(byMicroseconds: 1_000_000)
        bench.engine.frame(at: fixture.compositor.clock.now)
        #expect(bench.engine.shown.isEmpty, "the question is removed")
    }

    /// Hosts that show the current action by the cursor turn badges off.
    @Test func questionMarkIsShownEvenIfBadgesAreOff() throws {
        bench.engine.style.showsBadge = false
        try dropOnTarget()
        fixture.compositor.advance(byMicroseconds: 16_000)
        #expect(bench.layers.contains { $0.role == .badge })
    }

    @Test func reasonIsAnnouncedOnce() throws {
        try dropOnTarget()
        let asked = bench.announcements.filter { if case .asked = $0 { true } else { false } }
        guard case .asked(_, reason) = try #require(asked.first) else {
            Issue.record("\(asked)")
            return
        }
        #expect(asked.count == 1)
    }

    @Test func reversibleDropNeedsNoConfirmation() throws {
        let (content, _) = bench.makeContent()
        _ = try bench.beginAndTake(content)
        fixture.clearLogs()
        try fixture.release()
        expectDropped(isConfirmed: false)
    }

    @Test func hostCanTurnTheConfirmationOff() throws {
        fixture.host.onDrop = { _, _ in .notNeeded }
        try carry()
        try fixture.release()
        expectDropped(isConfirmed: false)
    }

    @Test func hostCanAskItsOwnQuestion() throws {
        fixture.host.onDrop = { _, _ in .needed }
        try dropOnTarget()
        #expect(!bench.announcements.contains { if case .asked = $0 { true } else { false } })
        try fixture.key(returnKey, .pressed)
        #expect(fixture.drags.isDragging, "the answer is the host's")
        bench.engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: true)
        try fixture.settle()
        expectDropped()
    }

    /// A host may ask about other things. A target that declares the loss after the release is not sent `confirmed`.
    @Test func lossDeclaredAfterTheReleaseIsNotConfirmed() throws {
        fixture.host.onDrop = { _, _ in .needed }
        let (content, _) = bench.makeContent()
        let words = try bench.beginAndTake(content)
        fixture.clearLogs()
        try fixture.release()
        words.setIrreversible(reason: reason)
        try fixture.settle()
        bench.engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: true)
        try fixture.settle()
        expectDropped(isConfirmed: false)
    }

    @Test func hostCanAnswerTheEnginesQuestion() throws {
        try dropOnTarget()
        bench.engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: false)
        try fixture.settle()
        expectCancelled()
    }

    @Test func confirmedDropOnADeadTargetIsMissed() throws {
        try dropOnTarget()
        fixture.kill(target)
        #expect(outcome == nil)
        try fixture.key(returnKey, .pressed)
        #expect(outcome == .missed)
    }

    @Test func deathOfTheSourceEndsTheConfirmation() throws {
        try dropOnTarget()
        fixture.kill(source)
        #expect(outcome == .sourceGone && !fixture.drags.isDragging)
        try fixture.key(returnKey, .pressed)
        try fixture.settle()
        #expect(!target.log.contains(.drop))
    }

    // MARK: Fingers

    /// Drags by touch over the target and releases the content there.
    private func dropByTouch() throws {
        let touch = fixture.seat.touch
        let (content, _) = bench.makeContent()
        touch.down(FingerID(0), at: bench.bench.start)
        try fixture.settle()
        source.device.startDrag(
            source: content, origin: bench.bench.sourceWindow.surface, icon: nil, serial: source.pressSerial)
        try fixture.settle()
        touch.motion(FingerID(0), to: bench.bench.inTarget)
        try fixture.settle()
        let words = bench.target.offer(try #require(bench.bench.offer))
        try fixture.take(by: target)
        words.setIrreversible(reason: reason)
        try fixture.settle()
        fixture.clearLogs()
        touch.up(FingerID(0))
        try fixture.settle()
        #expect(fixture.drags.isDragging)
    }

    @Test(arguments: [true, false]) func tapConfirmsOnTheImageAndCancelsElsewhere(isNear: Bool) throws {
        try dropByTouch()
        let touch = fixture.seat.touch
        touch.down(FingerID(1), at: isNear ? bench.bench.inTarget : bench.bench.start)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        touch.up(FingerID(1))
        try fixture.settle()
        if isNear { expectDropped() } else { expectCancelled() }
        #expect(!(source.log + target.log).contains { if case .touchDown = $0 { true } else { false } })
    }

    /// HIG-31: input that is not part of the answer has no effect on the question.
    @Test func cancelledTouchIsNoAnswer() throws {
        try dropByTouch()
        let touch = fixture.seat.touch
        touch.down(FingerID(1), at: bench.bench.inTarget)
        touch.cancel()
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        touch.down(FingerID(1), at: bench.bench.inTarget)
        touch.up(FingerID(1))
        try fixture.settle()
        expectDropped()
    }
}
