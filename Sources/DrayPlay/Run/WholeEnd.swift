// SPDX-License-Identifier: MIT

import FoundationEssentials

/// Whether a client has ended, with all that it has started: programs that start another one and end are as good as that.
///
/// An object, and no closure with variables of its own: Swift 6.3 puts those on the stack where it optimises, and has them overwritten.
final class WholeEnd {
    private let client: String
    private unowned let runner: ScenarioRunner
    private var hasEnded = false
    /// When it is looked again: it is looked at all processes for that, ten times a second at most.
    private var next = ContinuousTime.now

    init(of client: String, in runner: ScenarioRunner) {
        self.client = client
        self.runner = runner
    }

    /// Whether that is so by now.
    var hasCome: Bool {
        guard runner.isGone(client), ContinuousTime.now >= next else { return hasEnded }
        next = ContinuousTime.now + .milliseconds(100)
        hasEnded = !ProcessTree.descendants().contains { process in
            !process.isZombie && ProcessTree.variable(ClientProcess.nameVariable, of: process.id) == client
        }
        return hasEnded
    }
}
