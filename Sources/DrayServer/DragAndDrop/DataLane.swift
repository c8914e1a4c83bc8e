// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// What clients are told of one drag, through the data devices of its seat.
///
/// Carries out the effects that concern the target. It decides nothing: which client hears what is the session's matter. A
/// seat has one for its drag, and one more for each drag beside it: a `wl_data_device` tells of one at a time (HIG-10).
public final class DataLane {
    private let seat: DataSeat
    /// Waits until the client that the content came over last reads again.
    private var awayClient: DescriptorSource?
    /// Of the drag, if it was begun by a usual device: toolkits take what comes over their windows meanwhile for their own.
    private var source: Client?
    /// The reserved device that has begun the drag: it tells of no other meanwhile, and over the surfaces of its client it alone
    /// tells of this one, so that the client knows its own content.
    private(set) var reserved: WlDataDevice?
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

    init(of seat: DataSeat) {
        self.seat = seat
    }

    /// A drag begins that a client has asked for.
    public func begins(by device: WlDataDevice) {
        if seat.isBeside(device) { reserved = device } else { source = device.client }
    }

    /// The drag is let go of: its devices are free for others.
    public func ends() {
        let client = source ?? reserved?.client
        source = nil
        reserved = nil
        awayClient = nil
        forgetTarget()
        if let client { seat.freed(client, by: self) }
    }

    /// Whether a client hears of the content now.
    public func isTelling(_ client: Client) -> Bool { target.devices.first?.client == client }

    func isTelling(by device: WlDataDevice) -> Bool { target.devices.contains(device) }

    /// Whether no other lane may tell by a device.
    func claims(_ device: WlDataDevice) -> Bool { reserved == device || isTelling(by: device) }

    /// Whether the usual devices of a client are this drag's.
    func isTaken(up client: Client) -> Bool {
        source == client || target.devices.contains { $0.client == client && !seat.isBeside($0) }
    }

    func remove(_ device: WlDataDevice) {
        target.devices.removeAll { $0 == device }
        if reserved == device { reserved = nil }
    }

    /// The dialect that a client can be talked to in; nil for one that hears of no drag: it has no device, or does not
    /// read. When that one reads again it is as if it had made its device just then.
    public func dialect(of client: Client) -> Dialect? {
        let devices = seat.listeners(of: client, for: self)
        guard let version = devices.lazy.map(\.object.resource.version).max() else { return nil }
        // What comes with the content is as much as its source wants; the client could not take it, and be disconnected.
        guard !client.hasBacklog else {
            awayClient = client.whenRead(in: seat.display.eventLoop) { [weak self] in self?.isBack(client) }
            return nil
        }
        return Dialect(version: version)
    }

    private func isBack(_ client: Client) {
        awayClient = nil
        seat.owner?.request(.deviceAdded(seat.id, client))
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
            forgetTarget()
        case .drop:
            for device in target.devices { device.sendDrop() }
        case .sourceActions(let offer, let actions):
            seat.owner?.offer(offer)?.tellSourceActions(actions)
        case .action(let offer, let action):
            seat.owner?.offer(offer)?.tellAction(action)
        }
    }

    /// `wl_data_device.motion`, at a position local to the surface that was entered. The hot path: allocates nothing.
    public func sendMotion(to position: Point, at time: Instant) {
        target.sendMotion(time: time.milliseconds, x: Fixed(position.x), y: Fixed(position.y))
    }

    private func enter(_ surface: WlSurface, _ offering: TargetEffect.Offering?, at position: Point) {
        let serial = seat.display.nextSerial()
        let owner = seat.owner
        let group = offering.map { DragOffer(id: $0.id, types: $0.types, owner: owner) }
        let listeners = seat.listeners(of: surface.client, for: self)
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
        if !told.isEmpty { seat.entries.record(serial, for: surface.client) }
        target.devices = told
    }

    private func forgetTarget() {
        guard let client = target.devices.first?.client else { return }
        target.devices = []
        seat.freed(client, by: self)
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
