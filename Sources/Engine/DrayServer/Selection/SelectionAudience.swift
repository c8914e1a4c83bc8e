// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The devices that receive a selection together, and read it with one lease.
///
/// A client that does not read its socket receives no further events: others may replace the content at any rate, and
/// the client receives the last change when it reads again.
final class SelectionAudience {
    private let loop: EventLoop
    /// The lease for the devices' reads, or nil if the selection is empty.
    private var lease: SelectionLease?
    /// The devices that have not received the current selection.
    private var untold: [any SelectionDevice] = []
    /// The watches on the sockets of clients that do not read.
    private var rooms: [Client: DescriptorSource] = [:]

    init(in loop: EventLoop) {
        self.loop = loop
    }

    /// Sends new content, or the content to new devices. The previous lease ends.
    /// - Parameter devices: All devices that receive the content.
    func tell(_ content: SelectionContent?, to devices: [any SelectionDevice]) {
        lease?.end()
        lease = content.map(SelectionLease.init)
        untold = devices
        tellThoseWhoRead()
    }

    /// Adds a device, which receives the current content.
    func add(_ device: any SelectionDevice) {
        untold.append(device)
        tellThoseWhoRead()
    }

    func remove(_ device: any SelectionDevice) {
        untold.removeAll { $0 === device }
        if !untold.contains(where: { $0.client == device.client }) { rooms[device.client] = nil }
    }

    private func tellThoseWhoRead() {
        let devices = untold
        untold = []
        for device in devices {
            if device.client.hasBacklog { untold.append(device) } else { device.show(lease) }
        }
        rooms = rooms.filter { client, _ in untold.contains { $0.client == client } }
        for device in untold where rooms[device.client] == nil {
            rooms[device.client] = device.client.whenRead(in: loop) { [weak self] in self?.tellThoseWhoRead() }
        }
    }
}
