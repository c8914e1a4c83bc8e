// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Undo and redo of drops (HIG-26).
@Suite struct ExtensionDropTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench(policy: .wayland) }

    private struct Sides {
        let source: DrayDragDropV1
        let target: DrayDragDropV1
    }

    /// Performs and finishes a drop, with a drop object on both sides.
    private func drop(
        _ action: WlDataDeviceManager.DndAction = .move, answering result: DrayDragDropV1.Result? = .done
    ) throws -> Sides {
        bench.source.clearLog()
        bench.target.clearLog()
        let (content, words) = bench.makeContent(actions: action)
        let given = words.getDrop()
        bench.source.hear("source", given, answering: result)
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: bench.bench.inTarget)
        let taken = bench.target.offer(try #require(bench.bench.offer)).getDrop()
        bench.target.hear("target", taken, answering: result)
        try fixture.take(by: bench.bench.target, actions: action, preferred: action)
        try fixture.release()
        #expect(!bench.source.log.contains("source finished"))
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        return Sides(source: given, target: taken)
    }

    @Test func bothSidesUndoAndRedo() throws {
        let sides = try drop()
        #expect(bench.source.log == ["deselect", "source finished"])
        #expect(bench.target.log == ["items 1", "target finished"])
        bench.source.clearLog()
        bench.target.clearLog()
        sides.target.undo()
        try fixture.settle()
        #expect(bench.source.log == ["source undo"] && bench.target.log == ["target undo"])
        #expect(bench.engine.journal.done.isEmpty && bench.engine.journal.undone.count == 1)
        sides.target.undo()
        try fixture.settle()
        #expect(bench.source.log.count == 1, "it is already undone")
        sides.source.redo()
        try fixture.settle()
        #expect(bench.source.log.last == "source redo" && bench.target.log.last == "target redo")
        #expect(bench.engine.journal.done.count == 1)
    }

    /// The host's own menu uses the journal.
    @Test func hostUndoesAndRedoes() throws {
        _ = try drop()
        let step1 = bench.engine.journal.undo()
        #expect(step1 != nil)
        try fixture.settle()
        #expect(bench.source.log.last == "source undo" && bench.target.log.last == "target undo")
        let step2 = bench.engine.journal.redo()
        #expect(step2 != nil)
        try fixture.settle()
        #expect(bench.source.log.last == "source redo" && bench.target.log.last == "target redo")
        bench.engine.journal.forget()
        try fixture.settle()
        #expect(bench.source.log.last == "source unavailable" && bench.target.log.last == "target unavailable")
    }

    @Test func undoDoesNotAffectLaterDrops() throws {
        let first = try drop(.copy)
        _ = try drop(.copy)
        first.target.undo()
        try fixture.settle()
        #expect(bench.engine.journal.done.map(\.drag) == [DragID(2)])
        #expect(bench.engine.journal.undone.map(\.drag) == [DragID(1)])
        #expect(bench.target.log.filter { $0 == "target undo" }.count == 1)
    }

    /// A client that does not answer gets no second request, so that one client cannot fill another's socket.
    @Test func unansweredUndoIsNotSentAgain() throws {
        let sides = try drop(.move, answering: nil)
        sides.target.undo()
        try fixture.settle()
        for _ in 0..<50 {
            sides.target.redo()
            sides.target.undo()
        }
        try fixture.settle()
        #expect(bench.source.log.filter { $0 == "source undo" || $0 == "source redo" }.count == 1)
    }

    @Test func failedUndoMakesTheDropUnavailable() throws {
        let sides = try drop(.move, answering: .failed)
        sides.source.undo()
        try fixture.settle()
        #expect(bench.source.log.last == "source unavailable" && bench.target.log.last == "target unavailable")
        sides.source.undo()
        sides.target.redo()
        try fixture.settle()
        #expect(bench.engine.journal.done.isEmpty && bench.engine.journal.undone.isEmpty)
    }

    @Test func undoOfAMoveNeedsBothSidesAndOfACopyItsTarget() throws {
        let moved = try drop(.move)
        moved.source.destroy()
        try fixture.settle()
        #expect(bench.target.log.last == "target unavailable")
        bench.target.clearLog()
        let copied = try drop(.copy)
        copied.source.destroy()
        try fixture.settle()
        #expect(bench.target.log.last == "target finished")
        copied.target.undo()
        try fixture.settle()
        #expect(bench.target.log.last == "target undo")
        bench.source.clearLog()
        let third = try drop(.copy)
        third.target.destroy()
        try fixture.settle()
        #expect(bench.source.log.last == "source unavailable")
    }

    @Test func deathOfAClientMakesUndoUnavailable() throws {
        _ = try drop(.move)
        fixture.kill(bench.bench.source)
        try fixture.settle()
        #expect(bench.target.log.last == "target unavailable")
        let step3 = bench.engine.journal.undo()
        #expect(step3 != nil)
        try fixture.settle()
        #expect(bench.target.log.last == "target unavailable")
    }

    @Test func failedDropIsUnavailable() throws {
        let (content, words) = bench.makeContent()
        bench.source.hear("source", words.getDrop())
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: bench.bench.inTarget)
        bench.target.hear("target", bench.target.offer(try #require(bench.bench.offer)).getDrop())
        try fixture.move(to: bench.bench.onDesktop)
        #expect(bench.target.log.last == "target unavailable", "the content has left it")
        try fixture.release()
        #expect(bench.source.log == ["failed 1", "source unavailable"])
    }

    enum Mistake: CaseIterable, Sendable {
        case undoBefore, redoBefore, answerBefore, answerToNothing, noSuchResult

        var code: UInt32 {
            switch self {
            case .undoBefore, .redoBefore: 0
            case .answerBefore, .answerToNothing: 1
            case .noSuchResult: 2
            }
        }
    }

    @Test(arguments: Mistake.allCases) func mistakeHasItsError(_ mistake: Mistake) throws {
        switch mistake {
        case .undoBefore, .redoBefore, .answerBefore, .noSuchResult:
            let (_, words) = bench.makeContent()
            let drop = words.getDrop()
            bench.source.hear("source", drop)
            switch mistake {
            case .undoBefore: drop.undo()
            case .redoBefore: drop.redo()
            case .answerBefore, .answerToNothing: drop.answer(result: .done)
            case .noSuchResult: drop.answerWrongly()
            }
        case .answerToNothing:
            try drop().source.answer(result: .done)
        }
        let failure = try bench.blame(on: bench.bench.source)
        #expect(failure?.interface == "dray_drag_drop_v1" && failure?.code == mistake.code, "\(failure as Any)")
        try fixture.settle()
    }
}
