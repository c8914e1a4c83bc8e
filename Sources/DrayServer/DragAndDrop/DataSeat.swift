// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// Who hears of what clients ask of a seat, and has their offers.
protocol DataSeatOwner: DragOfferOwner {
    func offer(_ id: OfferID) -> DragOffer?
    func add(_ offer: DragOffer)
    /// Which clients may set the seat's selections, by which serials of the host's.
    func mayTakeSelection(on seat: SeatID) -> (Client, UInt32) -> Bool
}

/// The data devices of one seat; what is said through them about a drag is a `DataLane`'s matter.
public final class DataSeat {
    public let id: SeatID
    /// The seat's clipboard.
    public let selection: Selection
    /// What is marked with the seat's pointer.
    public let primarySelection: Selection

    let display: Display
    private(set) weak var owner: (any DataSeatOwner)?
    private var devices: [DataDevice] = []
    /// One for each drag that the seat can have now.
    private var lanes: [Weak] = []
    /// Those of clients that control the selections.
    private var controllers: [any SelectionController] = []
    /// What clients were told of content over them by: their serials, which the host knows nothing of.
    let entries = EntrySerials()

    private struct Weak {
        weak var lane: DataLane?
    }

    init(id: SeatID, display: Display, owner: any DataSeatOwner) {
        self.id = id
        self.display = display
        self.owner = owner
        let isHostsSerial = owner.mayTakeSelection(on: id)
        let mayTake = { [entries] (client: Client, serial: UInt32) in
            entries.contains(serial, of: client) || isHostsSerial(client, serial)
        }
        selection = Selection(display: display, mayTake: mayTake)
        primarySelection = Selection(display: display, mayTake: mayTake)
    }

    // MARK: Drags

    /// A way to tell of one more drag of the seat; it ends as its owner lets go of it.
    public func makeLane() -> DataLane {
        let lane = DataLane(of: self)
        lanes.removeAll { $0.lane == nil }
        lanes.append(Weak(lane: lane))
        return lane
    }

    /// The devices by which a client hears of the content of a lane: its usual ones, all of them, unless it takes part in
    /// another drag by these; then one of those beside that is free (HIG-10). Of what it has begun by one beside, by that.
    func listeners(of client: Client, for lane: DataLane) -> [DataDevice] {
        let own = devices.filter { $0.object.client == client }
        let others = lanes.compactMap { $0.lane === lane ? nil : $0.lane }
        if let reserved = lane.reserved, reserved.client == client {
            return own.filter { device in device.object == reserved && !others.contains { $0.isTelling(by: reserved) } }
        }
        guard !others.isEmpty else {
            let usual = own.filter { !$0.isBeside }
            return usual.isEmpty ? Array(own.prefix(1)) : usual
        }
        let free = own.filter { device in !others.contains { $0.claims(device.object) } }
        let usual = free.filter { !$0.isBeside }
        if !usual.isEmpty, !others.contains(where: { $0.isTaken(up: client) }) { return usual }
        return Array(free.lazy.filter(\.isBeside).prefix(1))
    }

    /// Whether a client may begin one more drag by a device while the seat has others: by one beside that has begun none of them, or
    /// as long as it takes part in none of them.
    public func mayBegin(_ request: StartDrag) -> Bool {
        let device = request.device
        return !lanes.contains { weak in
            weak.lane.map { isBeside(device) ? $0.reserved == device : $0.isTaken(up: device.client) } ?? false
        }
    }

    /// Whether a device is one for drags beside another.
    func isBeside(_ object: WlDataDevice) -> Bool { object.handler(as: DataDevice.self)?.isBeside ?? false }

    /// A client is told of a drag no longer: others over its surfaces may have waited for that.
    func freed(_ client: Client, by lane: DataLane) {
        if lanes.count > 1, !isEnded, client.isConnected {
            owner?.request(.deviceFreed(id, client, ObjectIdentifier(lane)))
        }
    }

    // MARK: The keyboard focus

    /// The keyboard focus went to a surface of this client, or nowhere: both selections follow it. Called before
    /// `wl_keyboard.enter` is sent.
    public func keyboardFocusChanged(to client: Client?) {
        selection.focusChanged(to: client)
        primarySelection.focusChanged(to: client)
    }

    public func hasKeyboardFocus(_ client: Client) -> Bool { selection.hasFocus(client) }

    // MARK: Devices

    func add(_ device: WlDataDevice) {
        let own = devices.filter { $0.object.client == device.client }
        guard own.count(where: { !$0.isBeside }) < Limits.devicesPerClient,
            own.count < Limits.devicesPerClient + Limits.devicesBesidePerClient
        else {
            return device.client.postImplementationError(
                "a client may have \(Limits.devicesPerClient) wl_data_device objects on a seat, "
                    + "and \(Limits.devicesBesidePerClient) reserved ones")
        }
        let handler = DataDevice(device, id: id, seat: self)
        device.setHandler(handler)
        devices.append(handler)
        selection.add(handler)
        owner?.request(.deviceAdded(id, device.client))
    }

    func remove(_ device: DataDevice) {
        devices.removeAll { $0 === device }
        for lane in lanes { lane.lane?.remove(device.object) }
        selection.remove(device)
        owner?.request(.deviceRemoved(id, device.object.client))
    }

    func controllerCount(of client: Client) -> Int { controllers.lazy.filter { $0.client == client }.count }

    func addController(_ controller: any SelectionController) {
        controllers.append(controller)
        controller.begin()
    }

    func removeController(_ controller: any SelectionController) {
        controllers.removeAll { $0 === controller }
        controller.end(with: self)
    }

    /// The seat is gone: its devices answer that nothing can be dragged or selected here any more.
    func end() {
        isEnded = true
        for controller in controllers {
            controller.end(with: self)
            controller.finish()
        }
        controllers = []
        selection.end()
        primarySelection.end()
    }

    /// Whether the host has removed the seat.
    private(set) var isEnded = false

    func startDrag(_ request: StartDrag) {
        guard let owner, !isEnded else { return request.refuse() }
        owner.request(.start(request))
    }
}
