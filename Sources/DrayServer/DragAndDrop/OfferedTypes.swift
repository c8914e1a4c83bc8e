// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The types that a client names on a source, within the limits of what is kept for it.
struct OfferedTypes {
    /// In the order in which the client named them, without duplicates (HIG-21).
    private(set) var list: [MimeType] = []
    private var known: Set<MimeType> = []
    private var bytes = 0

    /// Adds what `offer` named. A client that names too much is disconnected.
    mutating func add(_ name: String, by client: Client) {
        let type = MimeType(name)
        guard !known.contains(type) else { return }
        bytes += name.utf8.count
        guard list.count < Limits.typesPerSource, bytes <= Limits.typeBytesPerSource else {
            return client.postImplementationError(
                "a source may offer \(Limits.typesPerSource) types of \(Limits.typeBytesPerSource) bytes in all")
        }
        known.insert(type)
        list.append(type)
    }
}
