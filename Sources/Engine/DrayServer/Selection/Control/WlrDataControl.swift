// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// `zwlr_data_control_v1`.
enum WlrDataControl: ControlDialect {
    typealias Manager = ZwlrDataControlManagerV1
    typealias Device = ZwlrDataControlDeviceV1
    typealias Source = ZwlrDataControlSourceV1
    typealias Offer = ZwlrDataControlOfferV1

    static let version: UInt32 = 2
    static let versionOfPrimarySelection: UInt32 = 2
}

extension ZwlrDataControlManagerV1: ControlManagerObject {
    typealias Dialect = WlrDataControl

    static func meaning(of request: Request) -> ControlManagerRequest<WlrDataControl> {
        switch request {
        case .createDataSource(let id): .createSource(id)
        case .getDataDevice(let id, let seat): .getDevice(id, seat)
        case .destroy: .destroy
        }
    }
}

extension ZwlrDataControlDeviceV1: ControlDeviceObject {
    typealias Dialect = WlrDataControl

    static func meaning(of request: Request) -> ControlDeviceRequest<WlrDataControl> {
        switch request {
        case .setSelection(let source): .setSelection(source)
        case .setPrimarySelection(let source): .setPrimarySelection(source)
        case .destroy: .destroy
        }
    }

    func postUsedSource() { postError(.usedSource, "the source was already set") }
}

extension ZwlrDataControlSourceV1: ControlSourceObject {
    static func meaning(of request: Request) -> ControlSourceRequest {
        switch request {
        case .offer(let type): .offer(type)
        case .destroy: .destroy
        }
    }

    func postInvalidOffer() { postError(.invalidOffer, "a type was offered after the source was set") }
}

extension ZwlrDataControlOfferV1: SelectionOffer {
    func answer(by reader: SelectionReader) { setHandler(WlrDataControlOffer(reader)) }
}

private final class WlrDataControlOffer: ResourceHandler {
    private let reader: SelectionReader

    init(_ reader: SelectionReader) {
        self.reader = reader
    }

    func handle(_ request: ZwlrDataControlOfferV1.Request, on object: ZwlrDataControlOfferV1) {
        switch request {
        case .receive(let type, let descriptor): reader.read(type, into: descriptor, by: object.client)
        case .destroy: break
        }
    }
}
