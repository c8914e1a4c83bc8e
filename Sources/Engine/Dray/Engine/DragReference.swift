// SPDX-License-Identifier: MIT

import DrayCore

/// A reference from a callback to a drag that may be over by then. Not a weak reference, which would make all later
/// reference counting of the drag slower.
struct DragReference {
    let id: DragID
    let link: EngineLink

    /// The drag, or nil if it is over and no longer visible, or its engine is gone.
    var drag: Drag? { link.engine?.drag(id) }
}

extension Drag {
    var reference: DragReference { DragReference(id: id, link: link) }
}
