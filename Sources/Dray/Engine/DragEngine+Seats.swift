// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayServer
import DrayTransfer
public import WaylandServer
public import WaylandUtil

// The register of seats, and what is in their clipboards.

extension DragEngine {
    /// Those of all seats that can hold a drag.
    var hands: [DragSeat] { seats.values.flatMap(\.hands) }

    /// The seat with that identity, made when it is first asked for.
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

    /// The seat is gone: its drag is cancelled, its data devices become inert. What was shown of its drags goes at once.
    public func removeSeat(_ id: SeatID) {
        guard let seat = seats[id] else { return manager.removeSeat(id) }
        leaving.insert(id)
        seat.endKeyboardDrag()
        seat.cancel(.deviceGone)
        for drag in drags where drag.seat.id == id { drag.vanish() }
        if !link.isDraining { settled() }
    }

    /// The clipboard and the primary selection of a seat follow its keyboard focus. Call before `wl_keyboard.enter` is sent.
    public func keyboardFocusChanged(to client: Client?, on seat: SeatID) {
        self.seat(seat).data.keyboardFocusChanged(to: client)
    }

    /// Puts content of the host's own into the clipboard of a seat, or empties it (nil).
    public func setSelection(_ content: HostSelection?, on seat: SeatID) {
        keptSelections[seat] = nil
        self.seat(seat).data.selection.set(content)
    }

    /// Asks the client whose content is in the clipboard of a seat to write it as `type` into the descriptor. Without
    /// such content the descriptor is only closed.
    public func sendSelection(_ type: MimeType, to descriptor: ReceivedDescriptor, on seat: SeatID) {
        self.seat(seat).data.selection.send(type, to: descriptor)
    }
}
