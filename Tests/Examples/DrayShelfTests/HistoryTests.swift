// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// Undo and redo (HIG-37).
@Suite struct HistoryTests {
    private var history = History()

    @Test mutating func undoTakesBackTheLastDropFirst() {
        let start = Shelf.sample("a", "b")
        var shelf = start
        history.record(shelf)
        _ = shelf.drop("a", at: shelf.middleOfZone)
        let middle = shelf
        history.record(shelf)
        _ = shelf.drop("b", at: shelf.cornerOfZone)
        #expect(history.undo(shelf) == middle)
        #expect(history.undo(middle) == start)
        #expect(history.undo(start) == nil)
    }

    @Test mutating func contentThatArrivedAfterwardsIsKept() {
        var shelf = Shelf.sample("a")
        let id = shelf.receive(.arriving(bytes: 7))
        history.record(shelf)
        shelf.land([id], .origin)
        shelf.update(id, to: .text("here"))
        let past = history.undo(shelf)
        #expect(past?[id]?.content == .text("here"))
        #expect(past?.zone == [id])
    }

    @Test mutating func aPlaceholderWhoseContentNeverCameDoesNotComeBack() {
        var shelf = Shelf.sample("a")
        let id = shelf.receive(.arriving(bytes: 7))
        history.record(shelf)
        shelf.remove(id)
        #expect(history.undo(shelf)?[id] == nil)
    }

    @Test mutating func theWindowKeepsItsSizeAndWhatItShows() {
        var shelf = Shelf.sample("a")
        history.record(shelf)
        _ = shelf.drop("a", at: shelf.middleOfZone)
        shelf.layout = Layout(size: Size(width: 900, height: 700), hasZone: true)
        shelf.layout.scroll(.table, by: 30, count: 1000)
        #expect(history.undo(shelf)?.layout == shelf.layout)
    }

    @Test mutating func aDropWithoutChangesIsNoStep() {
        let start = Shelf.sample("a", "b")
        var shelf = start
        history.record(shelf)
        _ = shelf.drop("a", at: shelf.middleOfZone)
        // On its own place.
        history.record(shelf)
        _ = shelf.drop("a", at: shelf.cornerOfZone)
        // A failed drop.
        history.record(shelf)
        let placeholder = shelf.receive(.arriving(bytes: 0))
        shelf.remove(placeholder)
        shelf.select(shelf["b"])
        #expect(history.undo(shelf) == start)
    }

    @Test mutating func theNumberOfStepsIsLimited() {
        var shelf = Shelf.sample("a")
        for _ in 0..<History.limit + 5 {
            history.record(shelf)
            shelf.receive(.text("b"))
        }
        var count = 0
        while let past = history.undo(shelf) {
            shelf = past
            count += 1
        }
        #expect(count == History.limit)
        #expect(shelf.zone.count == 5)
    }
}
