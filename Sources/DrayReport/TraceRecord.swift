// SPDX-License-Identifier: MIT

package import DrayCore

/// One line of a trace: something that happened during a run, and when.
///
/// A trace is a file of such records, one JSON object a line, in the order in which they happened.
package struct TraceRecord: Equatable, Sendable {
    /// When it happened, on the run's virtual clock.
    package var time: Instant
    /// What happened.
    package var event: TraceEvent

    package init(at time: Instant, _ event: TraceEvent) {
        self.time = time
        self.event = event
    }
}
