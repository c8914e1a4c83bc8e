// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayReport
import DrayScenario
import DrayTransfer

// Converts transfers to the terms of scenarios and traces.

extension TransferPolicy {
    /// The transfer policy of a scenario.
    init(_ scenario: Scenario) {
        self = .standard
        let settings = scenario.settings.transfers
        if let after = settings.announceAfter { announceAfter = after.microseconds }
        if let after = settings.stallAfter { stallAfter = after.microseconds }
        if settings.isDirect { way = .direct }
        if settings.keepsDrops { drops = .within(KeepingBudget()) }
        if settings.keepsClipboard { clipboard = .within(KeepingBudget()) }
    }
}

extension TransferMatch {
    /// A match with all properties of a transfer.
    init(_ transfer: Transfer) {
        self.init(
            type: transfer.type.rawValue, state: State(transfer.state), fault: Fault(transfer.state),
            isAnnounced: transfer.notice == .announced, bytes: transfer.bytes)
    }

    func holds(for transfer: Transfer) -> Bool {
        let seen = TransferMatch(transfer)
        return (type == nil || type == seen.type) && (state == nil || state == seen.state)
            && (fault == nil || fault == seen.fault) && (isAnnounced == nil || isAnnounced == seen.isAnnounced)
            && transfer.bytes >= bytes ?? 0
    }
}

extension TransferMatch.State {
    init(_ state: Transfer.State) {
        switch state {
        case .asked: self = .asked
        case .flowing: self = .flowing
        case .stalled: self = .stalled
        case .complete: self = .complete
        case .broken: self = .broken
        case .givenUp: self = .givenUp
        case .unwatched: self = .unwatched
        }
    }
}

extension TransferMatch.Fault {
    /// Returns nil for a transfer that is not broken.
    init?(_ state: Transfer.State) {
        switch state {
        case .broken(.notAsked): self = .notAsked
        case .broken(.sourceGone): self = .sourceGone
        case .broken(.wroteNothing): self = .wroteNothing
        case .broken(.brokeOff): self = .brokeOff
        case .broken(.cancelled): self = .cancelled
        case .broken(.notConverted): self = .notConverted
        case .asked, .flowing, .stalled, .complete, .givenUp, .unwatched: return nil
        }
    }
}

extension TraceEvent.Transfer {
    /// - Parameter duration: The duration in scenario time, in microseconds.
    init(_ transfer: Transfer, duration: UInt64) {
        let match = TransferMatch(transfer)
        self.init(
            drag: transfer.channel.drag?.rawValue, type: transfer.type.rawValue, state: match.state?.rawValue ?? "",
            fault: match.fault?.rawValue, bytes: transfer.bytes, duration: duration)
    }
}

extension Transfer.Channel {
    fileprivate var drag: DragID? {
        switch self {
        case .drag(let id): id
        case .clipboard, .primarySelection: nil
        }
    }
}
