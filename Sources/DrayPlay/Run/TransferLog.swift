// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayTransfer

/// What a run's trace tells of transfers: each once, when it has ended, with how long it took on the scenario's clock.
///
/// A pipe and a socket are two ways: which of them a program hears first is open. So what has ended waits until everybody was
/// asked once more after it had: what programs do since a pipe is empty comes before it in every run.
struct TransferLog {
    private var starts: [ReadID: Instant] = [:]
    private var ended: [(id: ReadID, event: TraceEvent)] = []
    /// Those of which everybody has heard.
    private var heard: [(id: ReadID, event: TraceEvent)] = []
    /// How many have ended so far.
    private(set) var endedCount = 0

    /// Whether programs were not asked since a transfer has ended.
    var isUnheard: Bool { !ended.isEmpty }

    /// - Parameter time: on the scenario's clock.
    mutating func see(_ transfer: Transfer, at time: Instant) {
        guard transfer.isOver else {
            if starts[transfer.id] == nil { starts[transfer.id] = time }
            return
        }
        ended.append((transfer.id, event(of: transfer, at: time)))
        endedCount += 1
        starts[transfer.id] = nil
    }

    /// All programs have answered, and nothing had ended since they were asked.
    mutating func everybodyHeard() {
        heard += ended
        ended = []
    }

    /// What everybody has heard of since the last look, in the order in which it began.
    mutating func takeEnded() -> [TraceEvent] {
        let events = heard.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.event)
        heard = []
        return events
    }

    /// What is still under way at the end of a run.
    func rest(of ledger: TransferLedger, at time: Instant) -> [TraceEvent] {
        ledger.underWay.map { event(of: $0, at: time) }
    }

    private func event(of transfer: Transfer, at time: Instant) -> TraceEvent {
        let start = starts[transfer.id] ?? time
        let duration = time > start ? time.microseconds - start.microseconds : 0
        return .transfer(TraceEvent.Transfer(transfer, duration: duration))
    }
}
