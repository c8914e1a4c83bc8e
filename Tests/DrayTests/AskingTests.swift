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

/// A target says that a drop could not be undone, and the host has no question of its own: the engine asks (HIG-27).
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

    /// Over the target, which takes the content and says that this is for ever.
    private func carry() throws {
        let (content, _) = bench.makeContent()
        try bench.beginAndTake(content).setIrreversible(reason: reason)
        try fixture.settle()
        // The lift is over; content that rests is told its last motion again.
        fixture.compositor.advance(byMicroseconds: 400_000)
        try fixture.settle()
        fixture.clearLogs()
    }

    private func letGo() throws {
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
        #expect(fixture.drags.isDragging, "a press alone is no answer")
        fixture.seat.pointer.button(InputEvent.Button.left, .released)
        try fixture.settle()
    }

    /// What the target heard; how often it is told that the content rests (HIG-19) is a matter of the machine's time.
    private var heard: [ClientEvent] {
        target.log.ofDrag.filter { if case .motion = $0 { false } else { true } }
    }

    /// - Parameter isConfirmed: whether the person was asked about the loss, which the target is sent.
    private func expectDropped(isConfirmed: Bool = true) {
        #expect(heard == [.drop, .leave])
        #expect(bench.target.log.filter { $0 == "confirmed" }.count == (isConfirmed ? 1 : 0))
        #expect(source.log.contains(.sourceDropPerformed))
        #expect(!fixture.drags.isDragging)
    }

    private func expectCancelled() {
        #expect(heard == [.leave])
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

    @Test func clickOnTheImageIsAYes() throws {
        try letGo()
        try fixture.move(to: bench.bench.onDesktop)
        try click(at: bench.bench.inTarget + Point(x: 12, y: 12))
        expectDropped()
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty, "no client hears of the answer")
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        #expect(outcome == .finished(.copy))
    }

    @Test func clickElsewhereIsANo() throws {
        try letGo()
        try click(at: bench.bench.start)
        expectCancelled()
        #expect(outcome == .interrupted(.host))
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty)
    }

    @Test func returnIsAYes() throws {
        try letGo()
        try fixture.key(Bench.Key.a, .pressed)
        try fixture.key(Bench.Key.a, .released)
        #expect(fixture.drags.isDragging, "another key is no answer")
        try fixture.key(returnKey, .pressed)
        expectDropped()
        try fixture.key(returnKey, .released)
        #expect(presses(of: target).isEmpty && presses(of: source).isEmpty)
    }

    @Test func escapeIsANo() throws {
        try letGo()
        try fixture.key(Bench.Key.escape, .pressed)
        expectCancelled()
        #expect(outcome == .interrupted(.escape))
    }

    @Test func noAnswerIsANo() throws {
        bench.engine.confirmationTime = 30_000
        try letGo()
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(5)
        while outcome == nil, clock.now < limit { fixture.compositor.dispatch(timeout: 10) }
        try fixture.settle()
        expectCancelled()
    }

    @Test func imageStaysWithAQuestionMark() throws {
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
        #expect(mark.bounds == badge?.bounds, "where it was let go of")
        #expect(mark.pixels !== badge?.pixels, "another sign than before")
        #expect(after.first { $0.role == .image }?.bounds == before.first { $0.role == .image }?.bounds)
        #expect(fixture.shapes.last == .some(nil), "the pointer holds nothing")
        try fixture.key(Bench.Key.escape, .pressed)
        fixture.compositor.advance(byMicroseconds: 1_000_000)
        bench.engine.frame(at: fixture.compositor.clock.now)
        #expect(bench.engine.shown.isEmpty, "nothing of the question is left")
    }

    /// For those who show what a drop would do by the pointer instead.
    @Test func questionMarkIsShownWithoutBadgesAsWell() throws {
        bench.engine.style.showsBadge = false
        try letGo()
        fixture.compositor.advance(byMicroseconds: 16_000)
        #expect(bench.layers.contains { $0.role == .badge })
    }

    @Test func personIsToldWhyAndHow() throws {
        try letGo()
        let asked = bench.announcements.filter { if case .asked = $0 { true } else { false } }
        guard case .asked(_, reason) = try #require(asked.first) else {
            Issue.record("\(asked)")
            return
        }
        #expect(asked.count == 1)
    }

    @Test func dropThatDoesNoHarmIsNotAskedAbout() throws {
        let (content, _) = bench.makeContent()
        _ = try bench.beginAndTake(content)
        fixture.clearLogs()
        try fixture.release()
        expectDropped(isConfirmed: false)
    }

    @Test func hostMayTurnItOff() throws {
        fixture.host.onDrop = { _, _ in .notNeeded }
        try carry()
        try fixture.release()
        expectDropped(isConfirmed: false)
    }

    @Test func hostMayAskByItself() throws {
        fixture.host.onDrop = { _, _ in .needed }
        try letGo()
        #expect(!bench.announcements.contains { if case .asked = $0 { true } else { false } })
        try fixture.key(returnKey, .pressed)
        #expect(fixture.drags.isDragging, "the answer is the host's")
        bench.engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: true)
        try fixture.settle()
        expectDropped()
    }

    /// A host may ask about other things: a target that says of the loss only after that is not confirmed.
    @Test func lossOfWhichNobodyWasToldIsNotConfirmed() throws {
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

    @Test func hostMayAnswerTheEnginesQuestion() throws {
        try letGo()
        bench.engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: false)
        try fixture.settle()
        expectCancelled()
    }

    @Test func targetThatGoesIsDroppedOnNoMore() throws {
        try letGo()
        fixture.kill(target)
        #expect(outcome == nil)
        try fixture.key(returnKey, .pressed)
        #expect(outcome == .missed)
    }

    @Test func sourceThatGoesEndsTheQuestion() throws {
        try letGo()
        fixture.kill(source)
        #expect(outcome == .sourceGone && !fixture.drags.isDragging)
        try fixture.key(returnKey, .pressed)
        try fixture.settle()
        #expect(!target.log.contains(.drop))
    }

    // MARK: Fingers

    /// The finger has let go of the content over the target.
    private func touchAndLetGo() throws {
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

    @Test(arguments: [true, false]) func tapAnswersByWhereItIs(isNear: Bool) throws {
        try touchAndLetGo()
        let touch = fixture.seat.touch
        touch.down(FingerID(1), at: isNear ? bench.bench.inTarget : bench.bench.start)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
        touch.up(FingerID(1))
        try fixture.settle()
        if isNear { expectDropped() } else { expectCancelled() }
        #expect(!(source.log + target.log).contains { if case .touchDown = $0 { true } else { false } })
    }

    /// HIG-31: what has no part in the question goes on.
    @Test func fingerThatIsCalledOffIsNoAnswer() throws {
        try touchAndLetGo()
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
