// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

/// What both sides of a finished drop can do to take it back (HIG-26).
struct TakeBack {
    /// Nil where it has nothing to do.
    var source: DropHandle?
    var target: DropHandle
    /// How the drop stands in the journal, as far as both sides know; nil before it is there.
    var standing: DropJournal.Standing?

    var isBusy: Bool { target.isBusy || source?.isBusy ?? false }

    func has(_ handle: DropHandle) -> Bool { target === handle || source === handle }

    func tell(_ body: (DropHandle) -> Void) {
        if let source { body(source) }
        body(target)
    }
}
