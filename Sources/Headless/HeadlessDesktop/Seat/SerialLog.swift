// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The last serials of a seat and their clients. A request with a serial is accepted only from the client that was sent
/// it.
struct SerialLog {
    /// The number of stored serials: more than a user generates before a slow client answers.
    static let capacity = 256

    private var entries: [Entry] = []
    private var next = 0

    private struct Entry {
        var serial: UInt32
        /// `Client.id`, which is not reused.
        var client: UInt64
    }

    mutating func record(_ serial: UInt32, for client: Client) {
        let entry = Entry(serial: serial, client: client.id)
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[next] = entry
            next = (next + 1) % Self.capacity
        }
    }

    func contains(_ serial: UInt32, of client: Client) -> Bool {
        entries.contains { $0.serial == serial && $0.client == client.id }
    }
}
