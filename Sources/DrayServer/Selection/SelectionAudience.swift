// SPDX-License-Identifier: MIT

internal import WaylandServer

/// Devices that are told of a selection together, and read it by one lease.
///
/// A client that does not read is not told more than it can take: others may replace the content as often as they like, it
/// hears of the last when it reads again.
final class SelectionAudience {
    private let loop: EventLoop
    /// What the devices may read by; nil if the selection is empty.
    private var lease: SelectionLease?
    /// Those that have not been told of what is there now.
    private var untold: [any SelectionDevice] = []
    /// Where their clients are waited for.
    private var rooms: [Client: DescriptorSource] = [:]

    init(in loop: EventLoop) {
        self.loop = loop
    }

    /// Other content, or others who are told: what was read by before gives nothing any more.
    /// - Parameter devices: all who are told now.
    func tell(_ content: SelectionContent?, to devices: [any SelectionDevice]) {
        lease?.end()
        lease = content.map(SelectionLease.init)
        untold = devices
        tellThoseWhoRead()
    }

    /// One more, for which there is what there is for the others.
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
