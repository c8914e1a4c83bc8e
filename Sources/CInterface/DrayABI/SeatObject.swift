// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore

/// The object behind a `struct dray_seat *`.
final class SeatObject: HandleObject {
    static var kind: HandleKind { .seat }

    /// The host's pointer for the seat, passed to its callbacks.
    let data: UnsafeMutableRawPointer?
    /// The engine, which destroys its seats and retires their handles before it is destroyed.
    private(set) weak var owner: EngineObject?
    /// A client's request that the host has not answered yet, with its number.
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

    /// Returns the engine that the seat belongs to.
    func engine() throws(Mistake) -> EngineObject {
        guard let owner, owner.engine != nil else { throw .handle(.engine) }
        return owner
    }
}
