// SPDX-License-Identifier: MIT

internal import WaylandServer

/// How often an offer was read: each read sends a descriptor to the source, whose socket holds only so many.
struct ReadCount {
    private var reads = 0

    /// Counts one more read. A client that reads one offer too often is disconnected, and its read is not admitted.
    mutating func admitsRead(by client: Client) -> Bool {
        reads += 1
        guard reads > Limits.readsPerOffer else { return true }
        client.postImplementationError("an offer may be read \(Limits.readsPerOffer) times")
        return false
    }
}
