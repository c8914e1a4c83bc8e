// SPDX-License-Identifier: MIT

import DrayCore

/// How what comes later reaches a drag that may be over by then. Not a weak reference: that would make every count of the drag's
/// references dearer from then on.
struct DragReference {
    let id: DragID
    let link: EngineLink

    /// Nil once the drag is over and no longer seen, or its engine is gone.
    var drag: Drag? { link.engine?.drag(id) }
}

extension Drag {
    var reference: DragReference { DragReference(id: id, link: link) }
}
