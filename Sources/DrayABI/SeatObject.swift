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
    unowned let owner: EngineObject
    private(set) var handle: OpaquePointer?
    private(set) var id = SeatID(0)
    /// Nil only until `begin`.
    private(set) var seat: DragSeat?

    init(owner: EngineObject, data: UnsafeMutableRawPointer?) {
        self.owner = owner
        self.data = data
    }

    func begin(_ seat: DragSeat, handle: OpaquePointer) {
        self.seat = seat
        self.handle = handle
        id = seat.id
    }

    func log(_ blame: dray_blame, _ text: String) { owner.log(blame, text) }
}
