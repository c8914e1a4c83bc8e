// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The action `ask`, from its negotiation to the final action.
@Suite struct AskTests {
    typealias Action = WlDataDeviceManager.DndAction

    private func dropWithAsk(
        _ bench: Bench, actions: Action = [.copy, .move, .ask], byModifier isHeld: Bool = false
    ) throws {
        try bench.beginAndTake(actions: actions, preferred: .ask)
        if isHeld { for key in [Bench.Key.control, Bench.Key.shift] { try bench.fixture.key(key, .pressed) } }
        #expect(bench.target.log.last == .offerAction(4))
        bench.fixture.clearLogs()
        try bench.fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(bench.source.log.ofSource == [.sourceDropPerformed])
        bench.fixture.clearLogs()
    }

    @Test func modifiersSelectAsk() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .move, .ask], preferred: .copy)
        try bench.fixture.key(Bench.Key.control, .pressed)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        #expect(bench.target.log.last == .offerAction(4))
        #expect(bench.source.log.ofSource.last == .sourceAction(4))
    }

    @Test func finalActionComesRightBeforeFinished() throws {
        let bench = try Bench(policy: .wayland)
        try dropWithAsk(bench)
        bench.offer?.setActions(dndActions: .move, preferredAction: .move)
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceAction(2), .sourceFinished])
        #expect(bench.target.log.ofDrag.isEmpty)
    }

    @Test func onlyTheTargetChangesTheActionAfterTheDrop() throws {
        let bench = try Bench(policy: .wayland)
        try dropWithAsk(bench)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        try bench.fixture.key(Bench.Key.shift, .released)
        bench.offer?.setActions(dndActions: [.copy, .ask], preferredAction: .ask)
        try bench.fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func lastAnswerToAskCounts() throws {
        let bench = try Bench(policy: .wayland)
        try dropWithAsk(bench)
        bench.offer?.setActions(dndActions: .move, preferredAction: .move)
        bench.offer?.setActions(dndActions: .copy, preferredAction: .copy)
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceAction(1), .sourceFinished])
    }

    @Test func destroyedOfferCancelsAsk() throws {
        let bench = try Bench(policy: .wayland)
        try dropWithAsk(bench)
        bench.offer?.destroy()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    /// The user is asked only on request (HIG-01): without the modifier, `ask` is not offered to the target.
    @Test func askBetweenApplicationsNeedsTheModifier() throws {
        let bench = try Bench()
        try bench.beginAndTake(actions: [.copy, .move, .ask], preferred: .ask)
        #expect(bench.target.log.contains(.offerSourceActions(1)))
        #expect(bench.target.log.last == .offerAction(1))
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.control, .pressed)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        #expect(bench.target.log.ofDrag == [.offerSourceActions(5), .offerAction(4)])
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.shift, .released)
        #expect(bench.target.log.ofDrag == [.offerSourceActions(1), .offerAction(1)])
        try bench.fixture.release()
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.suffix(2) == [.sourceDropPerformed, .sourceFinished])
    }

    /// GTK 3 sends no `finish` after `ask`. The copy has arrived, so the source is sent `dnd_finished`.
    @Test(arguments: [true, false]) func readCopyCountsWithoutFinish(isAnswered: Bool) throws {
        let bench = try Bench()
        try dropWithAsk(bench, byModifier: true)
        let offer = try #require(bench.offer)
        if isAnswered { offer.setActions(dndActions: .copy, preferredAction: .copy) }
        let read = bench.target.receive("text/plain", from: offer)
        try bench.fixture.settle()
        #expect(read.poll() == .complete("source:text/plain"))
        bench.fixture.clearLogs()
        offer.destroy()
        try bench.fixture.settle()
        // A target that reads but does not answer has declined.
        #expect(bench.source.log.ofSource == (isAnswered ? [.sourceAction(1), .sourceFinished] : [.sourceCancelled]))
    }

    @Test(arguments: [Action.move.rawValue, Action.copy.rawValue])
    func askBetweenApplicationsEndsInACopy(answer: UInt32) throws {
        let bench = try Bench()
        try dropWithAsk(bench, byModifier: true)
        bench.offer?.setActions(dndActions: Action(rawValue: answer), preferredAction: Action(rawValue: answer))
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceAction(1), .sourceFinished])
    }

    @Test func askBetweenApplicationsIsRefusedWithoutCopy() throws {
        let bench = try Bench()
        try bench.beginAndTake(actions: [.move, .ask], preferred: .ask)
        #expect(bench.target.log.last == .offerAction(0))
        try bench.fixture.release()
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func askWorksWithAFinger() throws {
        let bench = try Bench(policy: .wayland)
        let content = bench.source.makeSource(actions: [.copy, .move, .ask])
        try bench.fixture.startTouchDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content)
        try bench.fixture.touchMove(to: bench.inTarget)
        try bench.fixture.take(by: bench.target, actions: [.copy, .move, .ask], preferred: .ask)
        try bench.fixture.touchUp()
        bench.fixture.clearLogs()
        bench.offer?.setActions(dndActions: .move, preferredAction: .move)
        bench.offer?.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceAction(2), .sourceFinished])
    }
}
