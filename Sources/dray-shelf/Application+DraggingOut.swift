// SPDX-License-Identifier: MIT

import WaylandClient

/// What becomes of items that are dragged out.
extension Application {
    func handle(_ event: DragOut.Event) {
        switch event {
        case .action(let action): report("drag-action", ["action": .optional(action.word)])
        case .dropPerformed: report("drop-performed")
        case .deselect(let items):
            // What was dropped here stays selected (HIG-37).
            report("deselect")
            if !landedHere.isSuperset(of: items), items.contains(where: shelf.selected.contains) {
                changeSelection { $0.select(nil) }
            }
        case .progress(let type, let bytes, let total):
            report("sent", ["type": .string(type), "bytes": .number(bytes), "total": total.map(JSON.number) ?? .null])
        case .failed(let reason): report("drag-failed", ["reason": .string("\(reason)")])
        case .finished(let items, let action):
            reportEnd(action)
            if isLandedHere(items) {
                // It is where it was dropped.
            } else if action.contains(.move) {
                // Another application has it now, so that we do not.
                history.record(shelf, exchange: outgoing?.number)
                outgoing?.items = items.compactMap { shelf[$0] }
                change { for item in items { $0.remove(item) } }
                reportShelf()
            } else {
                // The copy over there is what the person goes on with (HIG-37). Dragged out of the background, it was
                // not selected, and what is selected stays.
                if items.contains(where: shelf.selected.contains) { change { $0.select(nil) } }
                reportShelf()
            }
            window.setNeedsDisplay()
        case .cancelled(let items):
            _ = isLandedHere(items)
            report("drag-end", ["result": .string("cancelled"), "reason": .string("unknown")])
            window.setNeedsDisplay()
        }
    }

    /// Whether a drag that is over now has ended in this window. Two may be over at nearly the same time, each with cards of its own.
    func isLandedHere(_ items: [Item.ID]) -> Bool {
        guard landedHere.isSuperset(of: items) else { return false }
        landedHere.subtract(items)
        return true
    }
}
