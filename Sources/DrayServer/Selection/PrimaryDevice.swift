// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's way to the primary selection of one seat: `zwp_primary_selection_device_v1`.
final class PrimaryDevice: ResourceHandler {
    let object: ZwpPrimarySelectionDeviceV1
    /// Nil once the seat is gone: the device is inert then.
    private weak var seat: DataSeat?

    init(_ object: ZwpPrimarySelectionDeviceV1, seat: DataSeat?) {
        self.object = object
        self.seat = seat
    }

    func handle(_ request: ZwpPrimarySelectionDeviceV1.Request, on object: ZwpPrimarySelectionDeviceV1) {
        switch request {
        case .setSelection(let source, let serial):
            let source = source?.handler(as: PrimarySource.self)
            guard let seat else { return source?.cancel() ?? () }
            seat.primarySelection.set(source, serial: serial, by: object.client)
        case .destroy:
            break
        }
    }

    func destroyed(_ object: ZwpPrimarySelectionDeviceV1) {
        seat?.primarySelection.remove(self)
    }
}

extension PrimaryDevice: SelectionDevice {
    var client: Client { object.client }

    func show(_ content: SelectionLease?) {
        guard let content else { return object.sendSelection(id: nil) }
        guard let offer = ZwpPrimarySelectionOfferV1.create(for: client, version: object.resource.version) else {
            return
        }
        offer.setHandler(PrimaryOffer(of: content))
        object.sendDataOffer(offer: offer)
        for type in content.types { offer.sendOffer(mimeType: type.rawValue) }
        object.sendSelection(id: offer)
    }
}

/// A `zwp_primary_selection_offer_v1`.
private final class PrimaryOffer: ResourceHandler {
    private let content: SelectionLease
    private var reads = ReadCount()

    init(of content: SelectionLease) {
        self.content = content
    }

    func handle(_ request: ZwpPrimarySelectionOfferV1.Request, on object: ZwpPrimarySelectionOfferV1) {
        switch request {
        case .receive(let mimeType, let descriptor):
            guard reads.admitsRead(by: object.client) else { return }
            content.read(MimeType(mimeType), into: descriptor)
        case .destroy: break
        }
    }
}
