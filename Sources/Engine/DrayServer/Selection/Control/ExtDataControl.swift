// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// `ext_data_control_v1`.
enum ExtDataControl: ControlDialect {
    typealias Manager = ExtDataControlManagerV1
    typealias Device = ExtDataControlDeviceV1
    typealias Source = ExtDataControlSourceV1
    typealias Offer = ExtDataControlOfferV1

    static let version: UInt32 = 1
    static let versionOfPrimarySelection: UInt32 = 1
}

extension ExtDataControlManagerV1: ControlManagerObject {
    typealias Dialect = ExtDataControl

    static func meaning(of request: Request) -> ControlManagerRequest<ExtDataControl> {
        switch request {
        case .createDataSource(let id): .createSource(id)
        case .getDataDevice(let id, let seat): .getDevice(id, seat)
        case .destroy: .destroy
        }
    }
}

extension ExtDataControlDeviceV1: ControlDeviceObject {
    typealias Dialect = ExtDataControl

    static func meaning(of request: Request) -> ControlDeviceRequest<ExtDataControl> {
        switch request {
        case .setSelection(let source): .setSelection(source)
        case .setPrimarySelection(let source): .setPrimarySelection(source)
        case .destroy: .destroy
        }
    }

    func postUsedSource() { postError(.usedSource, "the source was already set") }
}

extension ExtDataControlSourceV1: ControlSourceObject {
    static func meaning(of request: Request) -> ControlSourceRequest {
        switch request {
        case .offer(let type): .offer(type)
        case .destroy: .destroy
        }
    }

    func postInvalidOffer() { postError(.invalidOffer, "a type was offered after the source was set") }
}

extension ExtDataControlOfferV1: SelectionOffer {
    func answer(by reader: SelectionReader) { setHandler(ExtDataControlOffer(reader)) }
}

private final class ExtDataControlOffer: ResourceHandler {
    private let reader: SelectionReader

    init(_ reader: SelectionReader) {
        self.reader = reader
    }

    func handle(_ request: ExtDataControlOfferV1.Request, on object: ExtDataControlOfferV1) {
        switch request {
        case .receive(let type, let descriptor): reader.read(type, into: descriptor, by: object.client)
        case .destroy: break
        }
    }
}
