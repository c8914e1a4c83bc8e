// SPDX-License-Identifier: MIT

import WaylandClient

/// What becomes of an item that is dragged out.
extension Application {
    func handle(_ event: DragOut.Event) {
        switch event {
        case .action(let action): report("drag-action", ["action": .optional(action.word)])
        case .dropPerformed: report("drop-performed")
        case .finished(let item, let action):
            reportEnd(action)
            if landedHere == item {
                landedHere = nil
            } else if action.contains(.move) {
                // Another application has it now, so that we do not.
                history.record(shelf)
                change { $0.remove(item) }
                reportShelf()
            } else {
                // The copy over there is what the person goes on with (HIG-37). Dragged out of the background, it was
                // not selected, and what is selected stays.
                if shelf.selection == item { change { $0.select(nil) } }
                reportShelf()
            }
            window.setNeedsDisplay()
        case .cancelled(let item):
            if landedHere == item { landedHere = nil }
            report("drag-end", ["result": .string("cancelled"), "reason": .string("unknown")])
            window.setNeedsDisplay()
        }
    }
}
