// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

/// A drop that has finished, with an object at either side that does what it is asked.
private struct FinishedDrop {
    let given: DrayDragDropV1
    let taken: DrayDragDropV1
    /// Whom it was dropped on.
    let taker: Player
}

extension Stage {
    /// - Parameters:
    ///   - isMove: inside the source's window, where a drop moves whatever a compositor makes of drags between windows. Else
    ///     it is a copy, to the target.
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
        try expect(!source.heard("given finished"), "finished comes before the target has finished")
        try finish(by: taker)
        try wait(for: "taken finished", at: taker)
        try expect(source.heard("given finished", before: "wl:sourceFinished"), "finished comes after dnd_finished")
        return FinishedDrop(given: given, taken: taken, taker: taker)
    }

    /// Waits until both sides of a drop have heard something.
    fileprivate func wait(for entry: String, of drop: FinishedDrop) throws {
        try wait(for: "given \(entry)", at: source)
        try wait(for: "taken \(entry)", at: drop.taker)
    }
}

extension Promise {
    static let ofDrop: [Promise] = [
        Promise(.drop, "undo before the drop has finished: not_finished") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.undo()
            try stage.expectError(DrayDragDropV1.Error.notFinished, by: DrayDragDropV1.self)
        },
        Promise(.drop, "redo before the drop has finished: not_finished") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.redo()
            try stage.expectError(DrayDragDropV1.Error.notFinished, by: DrayDragDropV1.self)
        },
        Promise(.drop, "answer to no event: not_asked") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.answer(result: .done)
            try stage.expectError(DrayDragDropV1.Error.notAsked, by: DrayDragDropV1.self)
        },
        Promise(.drop, "answer with a result that there is not: invalid_result") { stage in
            let drop = stage.source.words.source(stage.makeContent()).getDrop()
            drop.answerWrongly()
            try stage.expectError(DrayDragDropV1.Error.invalidResult, by: DrayDragDropV1.self)
        },
        Promise(.drop, "unavailable for a source that is gone") { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            content.destroy()
            stage.source.words.hear("drop", words.getDrop())
            try stage.wait(for: "drop unavailable", at: stage.source)
        },
        Promise(.drop, "unavailable when the drag has brought nothing", needsHand: true) { stage in
            let content = stage.makeContent()
            stage.source.words.hear("drop", stage.source.words.source(content).getDrop())
            try stage.begin(content)
            try stage.enterTarget()
            try stage.letGo()
            try stage.wait(for: "drop unavailable", at: stage.source)
        },
        Promise(.drop, "finished at both sides, then undo and redo at both, whoever asks: a copy", needsHand: true) {
            try $0.checkUndoAndRedo(isMove: false)
        },
        Promise(.drop, "finished at both sides, then undo and redo at both, whoever asks: a move", needsHand: true) {
            try $0.checkUndoAndRedo(isMove: true)
        },
        Promise(.drop, "a drop that is undone already is left as it is", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.taken.undo()
            try stage.wait(for: "undo", of: drop)
            drop.taken.undo()
            drop.given.undo()
            try stage.settle()
            try stage.expect(stage.target.told.filter { $0 == "taken undo" }.count == 1, "undo comes twice")
        },
        Promise(.drop, "answer once more than asked: not_asked", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.given.undo()
            try stage.wait(for: "undo", of: drop)
            try stage.settle()
            drop.given.answer(result: .done)
            try stage.expectError(DrayDragDropV1.Error.notAsked, by: DrayDragDropV1.self)
        },
        Promise(.drop, "unavailable for both once a side could not do it", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: true, answering: .failed)
            drop.taken.undo()
            try stage.wait(for: "unavailable", of: drop)
            drop.given.undo()
            drop.taken.redo()
            try stage.expectNoError()
        },
        Promise(.drop, "a move is unavailable once its source's object is gone", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: true)
            drop.given.destroy()
            try stage.wait(for: "taken unavailable", at: drop.taker)
        },
        Promise(.drop, "a copy needs its target alone", needsHand: true) { stage in
            let drop = try stage.dropWithBothSides(isMove: false)
            drop.given.destroy()
            try stage.settle()
            try stage.expect(!stage.target.heard("taken unavailable"), "it is unavailable without its source")
            drop.taken.undo()
            try stage.wait(for: "taken undo", at: stage.target)
        },
        Promise(.drop, "a copy is unavailable once its target's object is gone", needsHand: true) { stage in
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
        // The compositor has to have had both answers.
        try settle()
        drop.given.redo()
        try wait(for: "redo", of: drop)
    }
}
