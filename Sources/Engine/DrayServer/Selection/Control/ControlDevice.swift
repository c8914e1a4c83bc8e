// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's object for both selections of one seat, independent of keyboard focus: `zwlr_data_control_device_v1` or
/// `ext_data_control_device_v1`.
final class ControlDevice<Dialect: ControlDialect>: ResourceHandler {
    private let object: Dialect.Device
    /// The seat, or nil after its removal and for an untrusted client; then the device is inert.
    private weak var seat: DataSeat?
    private let clipboard: Ear<Dialect>
    private let primary: Ear<Dialect>?

    init(_ object: Dialect.Device, seat: DataSeat?) {
        self.object = object
        self.seat = seat
        clipboard = Ear(object) { $0.sendSelection(id: $1) }
        primary =
            object.resource.version < Dialect.versionOfPrimarySelection
            ? nil : Ear(object) { $0.sendPrimarySelection(id: $1) }
    }

    func handle(_ request: Dialect.Device.Request, on object: Dialect.Device) {
        switch Dialect.Device.meaning(of: request) {
        case .setSelection(let source): set(source, in: seat?.selection)
        case .setPrimarySelection(let source): set(source, in: seat?.primarySelection)
        case .destroy: break
        }
    }

    func destroyed(_ object: Dialect.Device) {
        seat?.removeController(self)
    }

    private func set(_ object: Dialect.Source?, in selection: Selection?) {
        let source = object?.handler(as: ControlSource<Dialect.Source>.self)
        if let source, !source.beginUse() { return self.object.postUsedSource() }
        guard let selection else { return source?.cancel() ?? () }
        selection.control(source)
    }
}

extension ControlDevice: SelectionController {
    var client: Client { object.client }

    func begin() {
        seat?.selection.addController(clipboard)
        if let primary { seat?.primarySelection.addController(primary) }
    }

    func end(with seat: DataSeat) {
        seat.selection.removeController(clipboard)
        if let primary { seat.primarySelection.removeController(primary) }
    }

    func finish() { object.sendFinished() }
}

/// A data-control device of either protocol, as seen by its seat.
protocol SelectionController: AnyObject {
    var client: Client { get }
    /// Begins to receive the seat's selections.
    func begin()
    /// Stops receiving them.
    func end(with seat: DataSeat)
    /// Notifies the client that the device has become useless.
    func finish()
}

/// The part of a device that receives one of the two selections.
private final class Ear<Dialect: ControlDialect>: SelectionDevice {
    private let object: Dialect.Device
    private let sayIsSelection: (Dialect.Device, Dialect.Offer?) -> Void

    init(_ object: Dialect.Device, sayIsSelection: @escaping (Dialect.Device, Dialect.Offer?) -> Void) {
        self.object = object
        self.sayIsSelection = sayIsSelection
    }

    var resource: Resource { object.resource }
    func sendDataOffer(_ offer: Dialect.Offer) { object.sendDataOffer(id: offer) }
    func sendSelection(_ offer: Dialect.Offer?) { sayIsSelection(object, offer) }
}
