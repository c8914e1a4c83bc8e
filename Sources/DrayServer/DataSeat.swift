// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The data devices of one seat, and what is said through them about a drag.
///
/// Carries out the effects that concern the target. It decides nothing: which client hears what is the session's matter.
public final class DataSeat {
    public let id: SeatID
    /// The seat's clipboard.
    public let selection: Selection
    /// What is marked with the seat's pointer.
    public let primarySelection: Selection

    private let display: Display
    private unowned let manager: DataDeviceManager
    private var devices: [DataDevice] = []
    private var over: Over?

    /// The surface that was entered, and the devices of its client that were told so.
    private struct Over {
        let surface: WlSurface
        var devices: [WlDataDevice]
    }

    init(id: SeatID, display: Display, manager: DataDeviceManager) {
        self.id = id
        self.display = display
        self.manager = manager
        selection = Selection(mayTake: manager.mayTakeSelection(on: id))
        primarySelection = Selection(mayTake: manager.mayTakeSelection(on: id))
    }

    // MARK: The target

    /// Whether the client hears of drags on this seat at all.
    public func hasDevice(of client: Client) -> Bool { devices.contains { $0.object.client == client } }

    /// The dialect that a client can be talked to in; legacy for one without a device.
    public func dialect(of client: Client) -> Dialect {
        let version = devices.lazy.filter { $0.object.client == client }.map(\.object.resource.version).max()
        return Dialect(version: version ?? 1)
    }

    /// Carries out an effect on the target.
    /// - Parameter surface: the surface that an `enter` is about; its client's devices are those that are told.
    public func tell(_ effect: TargetEffect, surface: WlSurface?) {
        switch effect {
        case .enter(_, let offering, let position):
            if let surface { enter(surface, offering, at: position) }
        case .motion(_, let position, let time):
            sendMotion(to: position, at: time)
        case .leave:
            for device in over?.devices ?? [] { device.sendLeave() }
            over = nil
        case .drop:
            for device in over?.devices ?? [] { device.sendDrop() }
        case .sourceActions(let offer, let actions):
            manager.offer(offer)?.tellSourceActions(actions)
        case .action(let offer, let action):
            manager.offer(offer)?.tellAction(action)
        }
    }

    /// `wl_data_device.motion`, at a position local to the surface that was entered. The hot path: allocates nothing.
    public func sendMotion(to position: Point, at time: Instant) {
        guard let over else { return }
        let (x, y) = (Fixed(position.x), Fixed(position.y))
        for device in over.devices { device.sendMotion(time: time.milliseconds, x: x, y: y) }
    }

    private func enter(_ surface: WlSurface, _ offering: TargetEffect.Offering?, at position: Point) {
        let serial = display.nextSerial()
        let group = offering.map { DragOffer(id: $0.id, manager: manager) }
        var told: [WlDataDevice] = []
        for device in devices where device.object.client == surface.client {
            let object = offering.flatMap { group?.introduce($0, on: device.object) }
            device.object.sendEnter(
                serial: serial, surface: surface, x: Fixed(position.x), y: Fixed(position.y), id: object)
            told.append(device.object)
        }
        if let group, !told.isEmpty { manager.add(group) }
        over = Over(surface: surface, devices: told)
    }

    // MARK: The keyboard focus

    /// The keyboard focus went to a surface of this client, or nowhere: both selections follow it. Called before
    /// `wl_keyboard.enter` is sent.
    public func keyboardFocusChanged(to client: Client?) {
        selection.focusChanged(to: client)
        primarySelection.focusChanged(to: client)
    }

    // MARK: Devices

    func add(_ device: PrimaryDevice) { primarySelection.add(device) }

    func add(_ device: WlDataDevice) {
        let count = devices.lazy.filter { $0.object.client == device.client }.count
        guard count < Limits.devicesPerClient else {
            return device.client.postImplementationError(
                "a client may have \(Limits.devicesPerClient) wl_data_device objects on a seat")
        }
        let handler = DataDevice(device, seat: self)
        device.setHandler(handler)
        devices.append(handler)
        selection.add(handler)
        manager.request(.deviceAdded(id, device.client))
    }

    func remove(_ device: DataDevice) {
        devices.removeAll { $0 === device }
        over?.devices.removeAll { $0 == device.object }
        selection.remove(device)
        manager.request(.deviceRemoved(id, device.client))
    }

    func startDrag(_ request: StartDrag) {
        manager.request(.start(request))
    }
}
