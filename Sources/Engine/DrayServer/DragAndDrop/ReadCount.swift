// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The number of reads of an offer. Each read sends a descriptor to the source, whose socket holds a limited number.
struct ReadCount {
    private var reads = 0

    /// Counts a read and returns whether it is within the limit. A client that exceeds the limit is disconnected.
    mutating func admitsRead(by client: Client) -> Bool {
        reads += 1
        guard reads > Limits.readsPerOffer else { return true }
        client.postImplementationError("an offer may be read at most \(Limits.readsPerOffer) times")
        return false
    }
}
