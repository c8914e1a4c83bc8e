// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

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
            guard source?.becomeSelection() ?? true else { return }
            guard let seat else { return source?.cancel() ?? () }
            seat.selection.set(source, serial: serial, by: object.client)
        case .release:
            break
        }
    }

    func destroyed(_ object: WlDataDevice) {
        seat?.remove(self)
    }
}

extension DataDevice: SelectionDevice {
    var client: Client { object.client }

    func show(_ content: SelectionLease?) {
        guard let content else { return object.sendSelection(id: nil) }
        guard let offer = WlDataOffer.create(for: client, version: object.resource.version) else { return }
        offer.setHandler(SelectionOffer(of: content))
        object.sendDataOffer(id: offer)
        for type in content.types { offer.sendOffer(mimeType: type.rawValue) }
        object.sendSelection(id: offer)
    }
}

/// A `wl_data_offer` of the clipboard: it can be read, and nothing else.
///
/// `accept` is meant for drag and drop, but has no error, and clients that treat all offers alike send it.
private final class SelectionOffer: ResourceHandler {
    private let content: SelectionLease
    private var reads = ReadCount()

    init(of content: SelectionLease) {
        self.content = content
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let mimeType, let descriptor):
            guard reads.admitsRead(by: object.client) else { return }
            content.read(MimeType(mimeType), into: descriptor)
        case .finish: object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions: object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy: break
        }
    }
}
