// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

/// The clients' objects for undoing a finished drop (HIG-26).
struct UndoRecord {
    /// The source's object, or nil if it has nothing to undo.
    var source: DropUndoObject?
    var target: DropUndoObject
    /// The state of the drop in the journal, as last sent to both clients; nil before it is recorded.
    var standing: DropJournal.Standing?

    var isBusy: Bool { target.isBusy || source?.isBusy ?? false }

    func has(_ handle: DropUndoObject) -> Bool { target === handle || source === handle }

    func tell(_ body: (DropUndoObject) -> Void) {
        if let source { body(source) }
        body(target)
    }
}
