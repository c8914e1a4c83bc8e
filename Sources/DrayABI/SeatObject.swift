// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore

/// Behind a `struct dray_seat *`.
final class SeatObject: HandleObject {
    static var kind: HandleKind { .seat }

    /// The host's own, given to it in callbacks.
    let data: UnsafeMutableRawPointer?
    /// Ends its seats, and so their handles, before it goes.
    private(set) weak var owner: EngineObject?
    /// A client's request that waits for the host's answer, with its number.
    var waiting: (number: UInt64, request: RequestedDrag)?
    let handle: OpaquePointer
    let seat: DragSeat

    var id: SeatID { seat.id }

    init(_ seat: DragSeat, handle: OpaquePointer, owner: EngineObject, data: UnsafeMutableRawPointer?) {
        self.seat = seat
        self.handle = handle
        self.owner = owner
        self.data = data
    }

    func log(_ blame: dray_blame, _ text: String) {
        if let owner { owner.log(blame, text) } else { writeLog(blame, text) }
    }

    /// The engine that the seat is of.
    func engine() throws(Mistake) -> EngineObject {
        guard let owner, owner.engine != nil else { throw .handle(.engine) }
        return owner
    }
}
