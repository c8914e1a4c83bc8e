// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer

/// The global `zwp_primary_selection_device_manager_v1`: text that is selected with the mouse and pasted with the
/// middle button (WL-02).
///
/// Each seat has one primary selection, in addition to its clipboard and with the same rules.
public final class PrimarySelectionManager {
    private var global: Global<ZwpPrimarySelectionDeviceManagerV1>?

    /// The advertised version, the only one.
    public static let version: UInt32 = 1

    /// Advertises the global on `display`.
    /// - Parameter manager: The manager of the seats; held weakly.
    public init(display: Display, seatsOf manager: DataDeviceManager) {
        let answers = ManagerRequests(manager)
        global = Global(display, ZwpPrimarySelectionDeviceManagerV1.self, version: Self.version) {
            [weak manager] object, client in
            object.setHandler(answers)
            manager?.watch(client)
        }
    }

    /// Whether this `wl_global` is the manager's.
    public func owns(global: OpaquePointer) -> Bool { self.global?.pointer == global }
}

/// The request handler of all manager objects, which have no state.
private final class ManagerRequests: ResourceHandler {
    private weak var manager: DataDeviceManager?
    private let quota = SourceQuota(of: "zwp_primary_selection_source_v1")

    init(_ manager: DataDeviceManager) {
        self.manager = manager
    }

    func handle(
        _ request: ZwpPrimarySelectionDeviceManagerV1.Request, on object: ZwpPrimarySelectionDeviceManagerV1
    ) {
        switch request {
        case .createSource(let id):
            if quota.admit(id.resource, of: id.client) { id.setHandler(PrimarySource(id, quota: quota)) }
        case .getDevice(let id, let seat): makeDevice(id, for: manager?.seat(of: seat))
        case .destroy: break
        }
    }

    private func makeDevice(_ object: ZwpPrimarySelectionDeviceV1, for seat: DataSeat?) {
        let selection = seat?.primarySelection
        guard selection?.deviceCount(of: object.client) ?? 0 < Limits.devicesPerClient else {
            return object.client.postImplementationError(
                "a client may have \(Limits.devicesPerClient) zwp_primary_selection_device_v1 objects on a seat")
        }
        let device = PrimaryDevice(object, seat: seat)
        object.setHandler(device)
        selection?.add(device)
    }
}
