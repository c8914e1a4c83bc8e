// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's way to drag and drop and to the clipboard of one seat: `wl_data_device`.
final class DataDevice: ResourceHandler {
    let object: WlDataDevice
    private weak var seat: DataSeat?

    init(_ object: WlDataDevice, seat: DataSeat) {
        self.object = object
        self.seat = seat
    }

    func handle(_ request: WlDataDevice.Request, on object: WlDataDevice) {
        guard let seat else { return }
        switch request {
        case .startDrag(let source, let origin, let icon, let serial):
            seat.startDrag(
                StartDrag(
                    seat: seat.id, source: source?.handler(as: DataSource.self), origin: origin, icon: icon,
                    serial: serial, device: object))
        case .setSelection(let source, let serial):
            seat.selection.set(source?.handler(as: DataSource.self), serial: serial, by: object.client)
        case .release:
            break
        }
    }

    func destroyed(_ object: WlDataDevice) {
        seat?.remove(self)
    }
}
