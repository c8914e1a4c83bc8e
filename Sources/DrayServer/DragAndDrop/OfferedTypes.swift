// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The types that a client names on a source, within the limits of what is kept for it.
struct OfferedTypes {
    /// In the order in which the client named them, without duplicates (HIG-21).
    private(set) var list: [MimeType] = []
    /// Of all names together.
    private(set) var bytes = 0
    private var known: Set<MimeType> = []

    func contains(_ type: MimeType) -> Bool { known.contains(type) }

    /// Adds what `offer` named. What is too much is left out, as if it had not been named: a client that has a great deal
    /// to offer does nothing wrong.
    mutating func add(_ name: String, by client: Client, within quota: SourceQuota) {
        let type = MimeType(name)
        let count = name.utf8.count
        guard list.count < Limits.typesPerSource, bytes + count <= Limits.typeBytesPerSource, !known.contains(type),
            quota.admitsTypeBytes(count, of: client)
        else { return }
        bytes += count
        known.insert(type)
        list.append(type)
    }
}
