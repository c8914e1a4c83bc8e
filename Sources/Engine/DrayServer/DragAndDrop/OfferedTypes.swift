// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The types offered by a source, within limits.
struct OfferedTypes {
    /// The types in the client's order, without duplicates (HIG-21).
    private(set) var list: [MimeType] = []
    /// The total length of all type names in bytes.
    private(set) var bytes = 0
    private var known: Set<MimeType> = []

    func contains(_ type: MimeType) -> Bool { known.contains(type) }

    /// Adds a type. Types beyond the limits are ignored without an error, since a client may offer any number.
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
