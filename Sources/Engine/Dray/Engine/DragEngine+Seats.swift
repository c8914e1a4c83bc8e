// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayServer
import DrayTransfer
public import WaylandServer
public import WaylandUtil

// The seats and their clipboards.

extension DragEngine {
    /// The drag slots of all seats: each seat, and its additional fingers.
    var hands: [DragSeat] { seats.values.flatMap(\.hands) }

    /// Returns the seat with this ID, creating it on first use.
    public func seat(_ id: SeatID) -> DragSeat {
        if let seat = seats[id] { return seat }
        let seat = DragSeat(id: id, link: link, data: manager.seat(id))
        seats[id] = seat
        seat.data.selection.whenRead = { [link] in link.engine?.carry($0, of: .clipboard, on: id) }
        seat.data.primarySelection.whenRead = { [link] in
            link.engine?.carry($0, of: .primarySelection, on: id)
        }
        seat.data.selection.whenClientChanges = { [link] in link.engine?.selectionChanged(to: $0, on: id) }
        seat.data.selection.heir = { [link] in link.engine?.inheritedTypes(on: id) ?? [] }
        return seat
    }

    /// Removes a seat: its drag is cancelled, its data devices become inert, and the images of its drags disappear at
    /// once.
    public func removeSeat(_ id: SeatID) {
        guard let seat = seats[id] else { return manager.removeSeat(id) }
        leaving.insert(id)
        seat.keyboardDrag.keyboardGone(seat)
        seat.cancel(.deviceGone)
        for drag in drags where drag.seat.id == id { drag.vanish() }
        if !link.isDraining { settled() }
    }

    /// Reports the new keyboard focus, which the seat's clipboard and primary selection follow. Call before sending
    /// `wl_keyboard.enter`.
    public func keyboardFocusChanged(to client: Client?, on seat: SeatID) {
        self.seat(seat).data.keyboardFocusChanged(to: client)
    }

    /// Sets the clipboard of a seat to content of the host, or clears it (nil).
    public func setSelection(_ content: HostSelection?, on seat: SeatID) {
        keptSelections[seat] = nil
        self.seat(seat).data.selection.set(content)
    }

    /// Makes the client that owns the clipboard of a seat write it to the descriptor as `type`. If no client owns it,
    /// the descriptor is only closed.
    public func sendSelection(_ type: MimeType, to descriptor: ReceivedDescriptor, on seat: SeatID) {
        self.seat(seat).data.selection.send(type, to: descriptor)
    }
}
