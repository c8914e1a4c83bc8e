// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayTransfer

/// The transfers in a run's trace: each is recorded once, when it has ended, with its duration in scenario time.
///
/// Programs read from pipes and sockets in an undefined order. A transfer that has ended is therefore recorded only
/// after all clients have answered once more, so that their reaction to the end of the pipe precedes it in every run.
struct TransferLog {
    private var starts: [ReadID: Instant] = [:]
    private var ended: [(id: ReadID, event: TraceEvent)] = []
    /// The ended transfers after which all clients have answered.
    private var heard: [(id: ReadID, event: TraceEvent)] = []
    /// The number of transfers that have ended.
    private(set) var endedCount = 0

    /// Whether clients have not been queried since a transfer ended.
    var isAwaitingAnswers: Bool { !ended.isEmpty }

    /// - Parameter time: The scenario time.
    mutating func see(_ transfer: Transfer, at time: Instant) {
        guard transfer.isOver else {
            if starts[transfer.id] == nil { starts[transfer.id] = time }
            return
        }
        ended.append((transfer.id, event(of: transfer, at: time)))
        endedCount += 1
        starts[transfer.id] = nil
    }

    /// Notes that all clients have answered, and that no transfer had ended since they were queried.
    mutating func allClientsAnswered() {
        heard += ended
        ended = []
    }

    /// The transfers that became ready since the last call, in the order of their beginning.
    mutating func takeEnded() -> [TraceEvent] {
        let events = heard.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.event)
        heard = []
        return events
    }

    /// The transfers still in progress at the end of a run.
    func rest(of ledger: TransferLedger, at time: Instant) -> [TraceEvent] {
        ledger.underWay.map { event(of: $0, at: time) }
    }

    private func event(of transfer: Transfer, at time: Instant) -> TraceEvent {
        let start = starts[transfer.id] ?? time
        let duration = time > start ? time.microseconds - start.microseconds : 0
        return .transfer(TraceEvent.Transfer(transfer, duration: duration))
    }
}
