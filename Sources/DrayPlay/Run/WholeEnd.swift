// SPDX-License-Identifier: MIT

/// Whether a client that has ended has left nothing that it has started: programs that start another one and end are as good as
/// that one.
///
/// It looks ten times a second at most, since it looks at all processes.
struct WholeEnd {
    private let client: String
    private var next = ContinuousTime.now
    private var isSeen = false

    init(of client: String) { self.client = client }

    /// Looks, once the client itself has ended.
    mutating func look() -> Bool {
        guard !isSeen, ContinuousTime.now >= next else { return isSeen }
        next = ContinuousTime.now + .milliseconds(100)
        isSeen = !ProcessTree.descendants().contains { process in
            !process.isZombie && ProcessTree.variable(ClientProcess.nameVariable, of: process.id) == client
        }
        return isSeen
    }
}
