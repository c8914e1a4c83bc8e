// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The owner of a seat's data devices, which receives the clients' requests and holds their offers.
protocol DataSeatOwner: DragOfferOwner {
    func offer(_ id: OfferID) -> DragOffer?
    func add(_ offer: DragOffer)
    /// Returns a function that decides whether a client may set the seat's selections with a serial of the host.
    func mayTakeSelection(on seat: SeatID) -> (Client, UInt32) -> Bool
}

/// The data devices of one seat. A `DragChannel` sends the events of a drag through them.
public final class DataSeat {
    public let id: SeatID
    /// The seat's clipboard.
    public let selection: Selection
    /// The seat's primary selection.
    public let primarySelection: Selection

    let display: Display
    private(set) weak var owner: (any DataSeatOwner)?
    private var devices: [DataDevice] = []
    /// The channels, one for each possible drag of the seat.
    private var channels: [Weak] = []
    /// The devices of clients with data control.
    private var controllers: [any SelectionController] = []
    /// The serials of `enter` events, which the host does not know.
    let entries = EntrySerials()

    private struct Weak {
        weak var channel: DragChannel?
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

    /// Creates a channel for one more drag of the seat, which ends when its owner releases it.
    public func makeChannel() -> DragChannel {
        let channel = DragChannel(of: self)
        channels.removeAll { $0.channel == nil }
        channels.append(Weak(channel: channel))
        return channel
    }

    /// Returns the devices of a client that receive the events of a channel: all of its ordinary devices, unless they
    /// take part in another drag; then a reserved device that is free (HIG-10). For a drag that the client began with a
    /// reserved device, only that device.
    func listeners(of client: Client, for channel: DragChannel) -> [DataDevice] {
        let own = devices.filter { $0.object.client == client }
        let others = channels.compactMap { $0.channel === channel ? nil : $0.channel }
        if let reserved = channel.reserved, reserved.client == client {
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

    /// Returns whether a client may begin another drag with a device while the seat is dragging: with a reserved device
    /// that has begun no drag, or if the client takes part in no drag.
    public func mayBegin(_ request: StartDrag) -> Bool {
        let device = request.device
        return !channels.contains { weak in
            weak.channel.map { isBeside(device) ? $0.reserved == device : $0.isTaken(up: device.client) } ?? false
        }
    }

    /// Returns whether a device is reserved for concurrent drags.
    func isBeside(_ object: WlDataDevice) -> Bool { object.handler(as: DataDevice.self)?.isBeside ?? false }

    /// Reports that a client no longer takes part in a drag, for other drags over its surfaces that may have waited.
    func freed(_ client: Client, by channel: DragChannel) {
        if channels.count > 1, !isEnded, client.isConnected {
            owner?.request(.deviceFreed(id, client, ObjectIdentifier(channel)))
        }
    }

    // MARK: The keyboard focus

    /// Handles a change of keyboard focus to a surface of this client, or to none: both selections follow it. Called
    /// before `wl_keyboard.enter` is sent.
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
        for channel in channels { channel.channel?.remove(device.object) }
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

    /// Handles the removal of the seat: its devices become inert.
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
