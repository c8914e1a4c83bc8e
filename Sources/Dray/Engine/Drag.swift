// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// A drag in progress: the session that knows the rules, with the objects that it knows only by number.
final class Drag {
    let id: DragID
    /// Whose drag this is. The seat keeps the drag while it lasts, and lets go of it at the drop or the end.
    let seat: DragSeat
    let source: DataSource?
    // Unchecked: a motion changes it 8000 times a second, and a session calls nobody while it changes.
    @exclusivity(unchecked)
    var session: DragSession
    /// Which reads go on to the source, which wait, and what came of them.
    var transfers: DragTransfers
    /// Of the reads that have not gone on to the source.
    var descriptors: [ReadID: ReceivedDescriptor] = [:]
    /// The surface that the content was dropped on, if that is outside of where it came from (HIG-29).
    var dropElsewhere: SurfaceID?

    init(id: DragID, seat: DragSeat, source: DataSource?, session: DragSession) {
        self.id = id
        self.seat = seat
        self.source = source
        self.session = session
        transfers = DragTransfers(earlyReads: session.policy.earlyReads)
    }
}
