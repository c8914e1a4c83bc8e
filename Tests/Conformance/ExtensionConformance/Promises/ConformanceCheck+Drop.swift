// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

/// A finished drop, with an object on each side that performs the requested undo and redo.
private struct FinishedDrop {
    let given: DrayDragDropV1
    let taken: DrayDragDropV1
    /// The target.
    let taker: Player
}

extension Stage {
    /// - isMove: whether the drop is inside the source's window, where every compositor moves. Otherwise it is a copy
    ///   to the target.
    fileprivate func dropWithBothSides(
        isMove: Bool, answering result: DrayDragDropV1.Result = .done
    ) throws -> FinishedDrop {
        let content = makeContent(actions: isMove ? [.copy, .move] : .copy)
        let given = source.words.source(content).getDrop()
        source.words.hear("given", given, answering: result)
        try begin(content)
        let taker = isMove ? source : target
        if !isMove { try enterTarget() }
        guard let offer = taker.client.dragOffer?.object else {
            throw Broken(reason: "wl_data_device.enter has no offer")
        }
        let taken = taker.words.offer(offer).getDrop()
        taker.words.hear("taken", taken, answering: result)
        try take(by: taker, actions: isMove ? [.copy, .move] : .copy, preferred: isMove ? .move : .copy)
        try drop(on: taker)
        try expect(!source.heard("given finished"), "finished is sent before the target has finished")
        try finish(by: taker)
        try wait(for: "taken finished", at: taker)
        try expect(source.heard("given finished", before: "wl:sourceFinished"), "finished is sent after dnd_finished")
        return FinishedDrop(given: given, taken: taken, taker: taker)
    }

    /// Waits until both sides of a drop have received an event.
    fileprivate func wait(for entry: String, of drop: FinishedDrop) throws {
        try wait(for: "given \(entry)", at: source)
        try wait(for: "taken \(entry)", at: drop.taker)
    }
}

extension ConformanceCheck {
    static let ofDrop: [ConformanceCheck] = [
        ConformanceCheck(.drop, "undo before the drop has finished: not_finished") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.undo()
            try stage.expectError(DrayDragDropV1.Error.notFinished, by: DrayDragDropV1.self)
        },
        ConformanceCheck(.drop, "redo before the drop has finished: not_finished") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.redo()
            try stage.expectError(DrayDragDropV1.Error.notFinished, by: DrayDragDropV1.self)
        },
        ConformanceCheck(.drop, "answer without an event: not_asked") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.answer(result: .done)
            try stage.expectError(DrayDragDropV1.Error.notAsked, by: DrayDragDropV1.self)
        },
        ConformanceCheck(.drop, "answer with an unknown result: invalid_result") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.answerWrongly()
            try stage.expectError(DrayDragDropV1.Error.invalidResult, by: DrayDragDropV1.self)
        },
        ConformanceCheck(.drop, "unavailable for a destroyed source") { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            content.destroy()
            stage.source.words.hear("drop", words.getDrop())
            try stage.wait(for: "drop unavailable", at: stage.source)
        },
        ConformanceCheck(.drop, "unavailable when the drag was cancelled", needsHand: true) { stage in
            let content = stage.makeContent()
            stage.source.words.hear("drop", stage.source.words.source(content).getDrop())
            try stage.begin(content)
            try stage.enterTarget()
            try stage.letGo()
            try stage.wait(for: "drop unavailable", at: stage.source)
        },
        ConformanceCheck(
            .drop, "finished on both sides, then undo and redo on both, requested by either: a copy", needsHand: true
        ) {
            try $0.checkUndoAndRedo(isMove: false)
        },
        ConformanceCheck(
            .drop, "finished on both sides, then undo and redo on both, requested by either: a move", needsHand: true
        ) {
            try $0.checkUndoAndRedo(isMove: true)
        },
        ConformanceCheck(.drop, "undo of a drop that was undone has no effect", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.taken.undo()
            try stage.wait(for: "undo", of: drop)
            drop.taken.undo()
            drop.given.undo()
            try stage.settle()
            try stage.expect(stage.target.told.filter { $0 == "taken undo" }.count == 1, "undo is sent twice")
        },
        ConformanceCheck(.drop, "a second answer to an event: not_asked", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.given.undo()
            try stage.wait(for: "undo", of: drop)
            try stage.settle()
            drop.given.answer(result: .done)
            try stage.expectError(DrayDragDropV1.Error.notAsked, by: DrayDragDropV1.self)
        },
        ConformanceCheck(.drop, "unavailable on both sides after one could not undo", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: true, answering: .failed)
            drop.taken.undo()
            try stage.wait(for: "unavailable", of: drop)
            drop.given.undo()
            drop.taken.redo()
            try stage.expectNoError()
        },
        ConformanceCheck(.drop, "a move is unavailable after its source's object is destroyed", needsHand: true) {
            stage in
            let drop = try stage.dropWithBothSides(isMove: true)
            drop.given.destroy()
            try stage.wait(for: "taken unavailable", at: drop.taker)
        },
        ConformanceCheck(.drop, "undo of a copy needs only the target", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.given.destroy()
            try stage.settle()
            try stage.expect(!stage.target.heard("taken unavailable"), "unavailable is sent without its source")
            drop.taken.undo()
            try stage.wait(for: "taken undo", at: stage.target)
        },
        ConformanceCheck(.drop, "a copy is unavailable after its target's object is destroyed", needsHand: true) {
            stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.taken.destroy()
            try stage.wait(for: "given unavailable", at: stage.source)
        },
    ]
}

extension Stage {
    fileprivate func checkUndoAndRedo(isMove: Bool) throws {
        let drop = try dropWithBothSides(isMove: isMove)
        drop.taken.undo()
        try wait(for: "undo", of: drop)
        // The compositor must have received both answers.
        try settle()
        drop.given.redo()
        try wait(for: "redo", of: drop)
    }
}
