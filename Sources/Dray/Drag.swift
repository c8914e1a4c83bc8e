// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer
import WaylandUtil

/// A drag in progress: the session that knows the rules, with the objects that it knows only by number.
final class Drag {
    let id: DragID
    let seat: DragSeat
    let source: DataSource?
    var session: DragSession
    /// Reads that wait for the drop, where the policy wants that (HIG-22).
    var heldReads: [(type: MimeType, descriptor: ReceivedDescriptor)] = []

    init(id: DragID, seat: DragSeat, source: DataSource?, session: DragSession) {
        self.id = id
        self.seat = seat
        self.source = source
        self.session = session
    }
}
