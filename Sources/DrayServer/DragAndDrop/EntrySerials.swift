// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The newest serials of `wl_data_device.enter`, and whom they were sent to.
///
/// They are the engine's own, so the host cannot know them, and clients that name the last serial they heard of name
/// them: one that copies something right after content was over it does.
final class EntrySerials {
    /// More than one person can bring about between two moments in which a client is heard.
    private static let limit = 32

    private var newest: [(client: UInt64, serial: UInt32)] = []

    func record(_ serial: UInt32, for client: Client) {
        if newest.count == Self.limit { removeOldest() }
        newest.append((client.id, serial))
    }

    /// The client with most entries: one that enters again and again does not evict those of others.
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
