// SPDX-License-Identifier: MIT

import WaylandClient

/// What becomes of items that are dragged out.
extension Application {
    func handle(_ event: DragOut.Event) {
        switch event {
        case .action(let action): report("drag-action", ["action": .optional(action.word)])
        case .dropPerformed: report("drop-performed")
        case .finished(let items, let action):
            reportEnd(action)
            if landedHere == items {
                landedHere = []
            } else if action.contains(.move) {
                // Another application has it now, so that we do not.
                history.record(shelf)
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
            if landedHere == items { landedHere = [] }
            report("drag-end", ["result": .string("cancelled"), "reason": .string("unknown")])
            window.setNeedsDisplay()
        }
    }
}
