// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The most recent serials of `wl_data_device.enter`, with their clients.
///
/// These serials are created by the engine, so the host does not know them. Clients that use the last serial they
/// received use them, for example to copy something right after content was dragged over them.
final class EntrySerials {
    /// The maximum number of serials: more than a user can cause before the affected client is served again.
    private static let limit = 32

    private var newest: [(client: UInt64, serial: UInt32)] = []

    func record(_ serial: UInt32, for client: Client) {
        if newest.count == Self.limit { removeOldest() }
        newest.append((client.id, serial))
    }

    /// Removes the oldest serial of the client with the most, so that a client with many entries does not evict those
    /// of others.
    private func removeOldest() {
        var counts: [UInt64: Int] = [:]
        for entry in newest { counts[entry.client, default: 0] += 1 }
        let most = counts.values.max()
        if let index = newest.firstIndex(where: { counts[$0.client] == most }) { newest.remove(at: index) }
    }

    func contains(_ serial: UInt32, of client: Client) -> Bool {
        newest.contains { $0.client == client.id && $0.serial == serial }
    }
}
