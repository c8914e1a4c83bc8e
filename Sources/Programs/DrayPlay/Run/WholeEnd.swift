// SPDX-License-Identifier: MIT

/// Detects whether all descendants of an ended client have ended as well: a launcher that starts another program and
/// exits counts as that program.
///
/// It checks at most ten times a second, because it scans all processes.
struct WholeEnd {
    private let client: String
    private var next = ContinuousTime.now
    private var isSeen = false

    init(of client: String) { self.client = client }

    /// Checks for descendants, once the client itself has ended.
    mutating func look() -> Bool {
        guard !isSeen, ContinuousTime.now >= next else { return isSeen }
        next = ContinuousTime.now + .milliseconds(100)
        isSeen = !ProcessTree.descendants().contains { process in
            !process.isZombie && ProcessTree.variable(ClientProcess.nameVariable, of: process.id) == client
        }
        return isSeen
    }
}
