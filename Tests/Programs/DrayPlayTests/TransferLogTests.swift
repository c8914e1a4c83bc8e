// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayTransfer
import Testing

@testable import DrayPlay

/// The position of transfers in a trace: after all reactions of programs to the end of the data.
@Suite struct TransferLogTests {
    private let time = Instant(microseconds: 1_000_000)

    /// A log of reads that completed immediately, in this order.
    private func log(ending order: [UInt64]) throws -> TransferLog {
        var (ledger, log) = (TransferLedger(), TransferLog())
        for number in order.sorted() {
            let begun = ledger.begin(
                TransferRequest(ReadID(number), "text/plain", seat: SeatID(1), .drag(DragID(number))), at: time)
            log.see(try #require(begun), at: time)
        }
        for number in order {
            let ended = ledger.end(ReadID(number), .sourceClosed(.up), bytes: 5, at: time)
            log.see(try #require(ended), at: time)
        }
        return log
    }

    private func drags(_ events: [TraceEvent]) -> [UInt64?] {
        events.map { event in
            guard case .transfer(let transfer) = event else { return nil }
            return transfer.drag
        }
    }

    @Test func endedTransfersWaitForAllClients() throws {
        var log = try log(ending: [1])
        #expect(log.endedCount == 1 && log.isAwaitingAnswers)
        #expect(log.takeEnded().isEmpty, "a program may still react to it")
        log.allClientsAnswered()
        #expect(!log.isAwaitingAnswers)
        #expect(drags(log.takeEnded()) == [1])
        #expect(log.takeEnded().isEmpty, "it is reported once")
    }

    @Test func theOrderOfSimultaneousEndsDoesNotMatter() throws {
        var log = try log(ending: [3, 1, 2])
        log.allClientsAnswered()
        #expect(drags(log.takeEnded()) == [1, 2, 3])
    }
}
