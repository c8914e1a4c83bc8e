// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The globals `zwlr_data_control_manager_v1` and `ext_data_control_manager_v1`, with which clipboard managers and
/// command-line tools read and set the selections of every seat (WL-02).
///
/// A client with one of them sees everything that is copied, including passwords. Therefore
/// `DataDeviceDelegate.mayControlSelections(_:)` is called for each client that binds one, and a client without
/// permission gets devices that are `finished` at once. A host with a global filter should also hide the globals from
/// such clients, see ``owns(global:)``.
public final class DataControlManager {
    private let wlr: Global<WlrDataControl.Manager>?
    private let ext: Global<ExtDataControl.Manager>?

    /// Advertises the globals on `display`.
    /// - Parameter manager: The manager of the seats.
    public init(display: Display, seatsOf manager: DataDeviceManager) {
        wlr = Self.global(WlrDataControl.self, on: display, seatsOf: manager)
        ext = Self.global(ExtDataControl.self, on: display, seatsOf: manager)
    }

    /// Whether a `wl_global` is one of these, for a host that hides it from untrusted clients.
    public func owns(global: OpaquePointer) -> Bool { wlr?.pointer == global || ext?.pointer == global }

    private static func global<Dialect: ControlDialect>(
        _ dialect: Dialect.Type, on display: Display, seatsOf manager: DataDeviceManager
    ) -> Global<Dialect.Manager>? {
        let quota = SourceQuota(of: String(cString: Dialect.Source.interface.name))
        return Global(display, Dialect.Manager.self, version: Dialect.version) { [weak manager] object, client in
            let isTrusted = manager?.mayControlSelections(client) ?? false
            object.setHandler(ControlRequests<Dialect>(isTrusted ? manager : nil, quota: quota))
            manager?.watch(client)
        }
    }
}

/// The request handler of a manager object.
private final class ControlRequests<Dialect: ControlDialect>: ResourceHandler {
    /// The manager, or nil for an untrusted client.
    private weak var manager: DataDeviceManager?
    private let quota: SourceQuota

    init(_ manager: DataDeviceManager?, quota: SourceQuota) {
        self.manager = manager
        self.quota = quota
    }

    func handle(_ request: Dialect.Manager.Request, on object: Dialect.Manager) {
        switch Dialect.Manager.meaning(of: request) {
        case .createSource(let source):
            if quota.admit(source.resource, of: source.client) {
                source.setHandler(ControlSource(source, quota: quota))
            }
        case .getDevice(let device, let seat): makeDevice(device, for: manager?.seat(of: seat))
        case .destroy: break  // Destroys only the manager object, not the objects created with it.
        }
    }

    private func makeDevice(_ object: Dialect.Device, for seat: DataSeat?) {
        let device = ControlDevice<Dialect>(object, seat: seat)
        guard let seat else {
            object.setHandler(device)
            return device.finish()
        }
        guard seat.controllerCount(of: object.client) < Limits.devicesPerClient else {
            return object.client.postImplementationError(
                "a client may have \(Limits.devicesPerClient) "
                    + "\(String(cString: Dialect.Device.interface.name)) objects on a seat")
        }
        object.setHandler(device)
        seat.addController(device)
    }
}
