// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's object for the primary selection of one seat: `zwp_primary_selection_device_v1`.
final class PrimaryDevice: ResourceHandler {
    let object: ZwpPrimarySelectionDeviceV1
    /// The seat, or nil after its removal; then the device is inert.
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
    var resource: Resource { object.resource }
    func sendDataOffer(_ offer: ZwpPrimarySelectionOfferV1) { object.sendDataOffer(offer: offer) }
    func sendSelection(_ offer: ZwpPrimarySelectionOfferV1?) { object.sendSelection(id: offer) }
}

extension ZwpPrimarySelectionOfferV1: SelectionOffer {
    func answer(by reader: SelectionReader) { setHandler(PrimaryOffer(reader)) }
}

/// A `zwp_primary_selection_offer_v1`.
private final class PrimaryOffer: ResourceHandler {
    private let reader: SelectionReader

    init(_ reader: SelectionReader) {
        self.reader = reader
    }

    func handle(_ request: ZwpPrimarySelectionOfferV1.Request, on object: ZwpPrimarySelectionOfferV1) {
        switch request {
        case .receive(let type, let descriptor): reader.read(type, into: descriptor, by: object.client)
        case .destroy: break
        }
    }
}
