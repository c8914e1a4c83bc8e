// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The channel through which one drag sends events to the data devices of its seat.
///
/// The session decides which client receives which event. A seat has one channel for its main drag, and one more for
/// each concurrent drag, since a `wl_data_device` takes part in one drag at a time (HIG-10).
public final class DragChannel {
    private let seat: DataSeat
    /// Waits until the client under the content reads its socket again.
    private var awayClient: DescriptorSource?
    /// The dragging client, unless it used a reserved device. Toolkits mistake any other content for their own drag.
    private var source: Client?
    /// The reserved device that began the drag. It takes part in no other drag meanwhile, and over its client's
    /// surfaces it is the only device to receive this drag's events, so that the client recognises its own content.
    private(set) var reserved: WlDataDevice?
    // Unchecked: read by every motion, and never accessed while code that could change it runs. A checked access takes
    // about 100 of the 2000 instructions of an event.
    @exclusivity(unchecked)
    private var target = Target()

    /// The devices that have entered, all of one client.
    // Noncopyable, so that a motion does no reference counting.
    private struct Target: ~Copyable {
        var devices: [WlDataDevice] = []

        func sendMotion(time: UInt32, x: Fixed, y: Fixed) {
            for index in devices.indices {
                // Without reference counting: the array retains them, and none is released while an event is posted.
                Unmanaged.passUnretained(devices[index].resource)._withUnsafeGuaranteedRef {
                    WlDataDevice($0).sendMotion(time: time, x: x, y: y)
                }
            }
        }
    }

    init(of seat: DataSeat) {
        self.seat = seat
    }

    /// Handles the beginning of a drag that a client requested.
    public func begins(by device: WlDataDevice) {
        if seat.isBeside(device) { reserved = device } else { source = device.client }
    }

    /// Handles the release of the drag: its devices become free for other drags.
    public func ends() {
        let client = source ?? reserved?.client
        source = nil
        reserved = nil
        awayClient = nil
        forgetTarget()
        if let client { seat.freed(client, by: self) }
    }

    /// Returns whether a client currently takes part in the drag.
    public func isTelling(_ client: Client) -> Bool { target.devices.first?.client == client }

    func isTelling(by device: WlDataDevice) -> Bool { target.devices.contains(device) }

    /// Returns whether a device is unavailable to other channels.
    func claims(_ device: WlDataDevice) -> Bool { reserved == device || isTelling(by: device) }

    /// Returns whether a client's ordinary devices belong to this drag.
    func isTaken(up client: Client) -> Bool {
        source == client || target.devices.contains { $0.client == client && !seat.isBeside($0) }
    }

    func remove(_ device: WlDataDevice) {
        target.devices.removeAll { $0 == device }
        if reserved == device { reserved = nil }
    }

    /// Returns the dialect of a client, or nil if it cannot take part in a drag: it has no device, or does not read its
    /// socket. Once the client reads again, it is handled as if it had just created its device.
    public func dialect(of client: Client) -> Dialect? {
        let devices = seat.listeners(of: client, for: self)
        guard let version = devices.lazy.map(\.object.resource.version).max() else { return nil }
        // The type names of an offer may fill the client's socket, and the client would be disconnected.
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

    /// Sends an event of the session to the target.
    /// - Parameter surface: The surface of an `enter` event; its client's devices receive the event.
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

    /// Sends `wl_data_device.motion` with a surface-local position. The hot path: no allocations.
    public func sendMotion(to position: Point, at time: Instant) {
        target.sendMotion(time: time.milliseconds, x: Fixed(position.x), y: Fixed(position.y))
    }

    private func enter(_ surface: WlSurface, _ offering: TargetEffect.Offering?, at position: Point) {
        let serial = seat.display.nextSerial()
        let owner = seat.owner
        let group = offering.map { DragOffer(id: $0.id, types: $0.types, owner: owner) }
        let listeners = seat.listeners(of: surface.client, for: self)
        // All devices of a client share one socket.
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
    /// Returns the offering with its richest types, whose names take at most `limit` bytes in total.
    fileprivate func limited(toBytes limit: Int) -> Self {
        var limited = self
        limited.types = types.richest(withinBytes: limit)
        return limited
    }
}
