// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The last serials that a seat gave out, and to whom: a request that quotes one is answered only if its client did
/// get it.
struct SerialLog {
    /// More than a person produces between an event and a slow client's answer.
    static let capacity = 256

    private var entries: [Entry] = []
    private var next = 0

    private struct Entry {
        var serial: UInt32
        /// `Client.id`, which is never used again.
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
