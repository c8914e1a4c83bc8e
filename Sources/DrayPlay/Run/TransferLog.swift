// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayTransfer

/// What a run's trace tells of transfers: each once, when it has ended, with how long it took on the scenario's clock.
///
/// What has ended waits until it is asked for: at times at which everybody has done what they do, so that two runs tell of
/// it at the same places.
struct TransferLog {
    private var starts: [ReadID: Instant] = [:]
    private var ended: [(id: ReadID, event: TraceEvent)] = []

    /// - Parameter time: on the scenario's clock.
    mutating func see(_ transfer: Transfer, at time: Instant) {
        guard transfer.isOver else {
            if starts[transfer.id] == nil { starts[transfer.id] = time }
            return
        }
        ended.append((transfer.id, event(of: transfer, at: time)))
        starts[transfer.id] = nil
    }

    /// What has ended since the last look, in the order in which it began.
    mutating func takeEnded() -> [TraceEvent] {
        let events = ended.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.event)
        ended = []
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
