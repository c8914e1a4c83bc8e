// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's way to drag and drop and to the clipboard of one seat: `wl_data_device`.
final class DataDevice: ResourceHandler {
    let object: WlDataDevice
    private let id: SeatID
    /// Nil for a seat that the host has removed; then nothing can be dragged or selected.
    private weak var seat: DataSeat?

    init(_ object: WlDataDevice, id: SeatID, seat: DataSeat?) {
        self.object = object
        self.id = id
        self.seat = seat
    }

    func handle(_ request: WlDataDevice.Request, on object: WlDataDevice) {
        switch request {
        case .startDrag(let source, let origin, let icon, let serial):
            let start = StartDrag(
                seat: id, source: source?.handler(as: DataSource.self), origin: origin, icon: icon, serial: serial,
                device: object)
            if let seat { seat.startDrag(start) } else { start.refuse() }
        case .setSelection(let source, let serial):
            let source = source?.handler(as: DataSource.self)
            if let seat {
                seat.selection.set(source, serial: serial, by: object.client)
            } else {
                source?.tell(.cancelled)
            }
        case .release:
            break
        }
    }

    func destroyed(_ object: WlDataDevice) {
        seat?.remove(self)
    }
}
