// SPDX-License-Identifier: MIT

package import DrayCore

/// One line of a trace: an event of a run and its time.
///
/// A trace is a file of such records in chronological order, one JSON object per line.
package struct TraceRecord: Equatable, Sendable {
    /// The time on the run's virtual clock.
    package var time: Instant
    /// The event.
    package var event: TraceEvent

    package init(at time: Instant, _ event: TraceEvent) {
        self.time = time
        self.event = event
    }
}
