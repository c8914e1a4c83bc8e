// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Handles the requests of one `wl_seat`.
final class SeatRequests: ResourceHandler {
    /// Nil after the seat is removed.
    private(set) weak var seat: Seat?

    init(_ seat: Seat?) {
        self.seat = seat
    }

    func handle(_ request: WlSeat.Request, on object: WlSeat) {
        guard let seat else { return }
        switch request {
        case .getPointer(let id):
            guard !seat.missed(.pointer) else { return object.postError(.missingCapability, "no pointer") }
            seat.pointer.add(id)
        case .getKeyboard(let id):
            guard !seat.missed(.keyboard) else { return object.postError(.missingCapability, "no keyboard") }
            seat.keyboard.add(id)
        case .getTouch(let id):
            guard !seat.missed(.touch) else { return object.postError(.missingCapability, "no touchscreen") }
            seat.touch.add(id)
        case .release: break
        }
    }

    func destroyed(_ object: WlSeat) { seat?.released(object) }
}
