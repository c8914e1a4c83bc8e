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
    private weak var owner: (any DataSeatOwner)?
    private var devices: [DataDevice] = []
    /// Those of clients that control the selections.
    private var controllers: [any SelectionController] = []
    /// What clients were told of content over them by: their serials, which the host knows nothing of.
    private let entries = EntrySerials()
    /// Waits until the client that the content came over last reads again.
    private var awayClient: DescriptorSource?
    // Unchecked, since every motion reads it and it is never lent while something of ours runs that could change it: a
    // checked access costs some hundred instructions of the two thousand that an event takes.
    @exclusivity(unchecked)
    private var target = Target()

    /// The devices that were told of the content over a surface of their client.
    // Not copyable, so that a motion does not count references to it.
    private struct Target: ~Copyable {
        var devices: [WlDataDevice] = []

        func sendMotion(time: UInt32, x: Fixed, y: Fixed) {
            for index in devices.indices {
                // Not counted: they are kept here, and nobody lets go of one while an event is posted.
                Unmanaged.passUnretained(devices[index].resource)._withUnsafeGuaranteedRef {
                    WlDataDevice($0).sendMotion(time: time, x: x, y: y)
                }
            }
        }
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

    // MARK: The target

    /// The dialect that a client can be talked to in; nil for one that hears of no drag: it has no device, or does not
    /// read. When that one reads again it is as if it had made its device just then.
    public func dialect(of client: Client) -> Dialect? {
        guard let version = devices.lazy.filter({ $0.object.client == client }).map(\.object.resource.version).max()
        else { return nil }
        // What comes with the content is as much as its source wants; the client could not take it, and be disconnected.
        guard !client.hasBacklog else {
            awayClient = client.whenRead(in: display.eventLoop) { [weak self] in self?.isBack(client) }
            return nil
        }
        return Dialect(version: version)
    }

    private func isBack(_ client: Client) {
        awayClient = nil
        owner?.request(.deviceAdded(id, client))
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
            for device in target.devices { device.sendLeave() }
            target.devices = []
        case .drop:
            for device in target.devices { device.sendDrop() }
        case .sourceActions(let offer, let actions):
            owner?.offer(offer)?.tellSourceActions(actions)
        case .action(let offer, let action):
            owner?.offer(offer)?.tellAction(action)
        }
    }

    /// `wl_data_device.motion`, at a position local to the surface that was entered. The hot path: allocates nothing.
    public func sendMotion(to position: Point, at time: Instant) {
        target.sendMotion(time: time.milliseconds, x: Fixed(position.x), y: Fixed(position.y))
    }

    private func enter(_ surface: WlSurface, _ offering: TargetEffect.Offering?, at position: Point) {
        let serial = display.nextSerial()
        let group = offering.map { DragOffer(id: $0.id, types: $0.types, owner: owner) }
        let listeners = devices.filter { $0.object.client == surface.client }
        // They share one socket.
        let offering = offering?.limited(toBytes: Limits.typeBytesPerSource / max(listeners.count, 1))
        var told: [WlDataDevice] = []
        for device in listeners {
            let object = offering.flatMap { group?.introduce($0, on: device.object) }
            device.object.sendEnter(
                serial: serial, surface: surface, x: Fixed(position.x), y: Fixed(position.y), id: object)
            told.append(device.object)
        }
        if let group, !told.isEmpty { owner?.add(group) }
        if !told.isEmpty { entries.record(serial, for: surface.client) }
        target.devices = told
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
        let count = devices.lazy.filter { $0.object.client == device.client }.count
        guard count < Limits.devicesPerClient else {
            return device.client.postImplementationError(
                "a client may have \(Limits.devicesPerClient) wl_data_device objects on a seat")
        }
        let handler = DataDevice(device, id: id, seat: self)
        device.setHandler(handler)
        devices.append(handler)
        selection.add(handler)
        owner?.request(.deviceAdded(id, device.client))
    }

    func remove(_ device: DataDevice) {
        devices.removeAll { $0 === device }
        target.devices.removeAll { $0 == device.object }
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

extension TargetEffect.Offering {
    /// The richest of its types, as many as have names of so many bytes in all.
    fileprivate func limited(toBytes limit: Int) -> Self {
        var limited = self
        limited.types = types.richest(withinBytes: limit)
        return limited
    }
}
