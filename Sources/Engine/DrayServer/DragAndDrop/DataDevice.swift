// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's object for drag and drop and for the clipboard of one seat: `wl_data_device`.
final class DataDevice: ResourceHandler {
    let object: WlDataDevice
    private let id: SeatID
    /// The seat, or nil after the host has removed it; then requests have no effect.
    private weak var seat: DataSeat?
    /// Whether the client has reserved the device for concurrent drags with the extension (HIG-10).
    private(set) var isBeside = false

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
            guard source?.becomeSelection() ?? true else { return }
            guard let seat else { return source?.cancel() ?? () }
            seat.selection.set(source, serial: serial, by: object.client)
        case .release:
            break
        }
    }

    func setBeside() {
        isBeside = true
        seat?.selection.remove(self)
    }

    func destroyed(_ object: WlDataDevice) {
        seat?.remove(self)
    }
}

extension DataDevice: SelectionDevice {
    var resource: Resource { object.resource }
    func sendDataOffer(_ offer: WlDataOffer) { object.sendDataOffer(id: offer) }
    func sendSelection(_ offer: WlDataOffer?) { object.sendSelection(id: offer) }
}

extension WlDataOffer: SelectionOffer {
    func answer(by reader: SelectionReader) { setHandler(ClipboardOffer(reader)) }
}

/// A `wl_data_offer` of the clipboard, which can only be read.
///
/// `accept` is for drag and drop, but has no error, and clients that treat all offers alike send it.
private final class ClipboardOffer: ResourceHandler {
    private let reader: SelectionReader

    init(_ reader: SelectionReader) {
        self.reader = reader
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let type, let descriptor): reader.read(type, into: descriptor, by: object.client)
        case .finish: object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions: object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy: break
        }
    }
}
