// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayTransfer
import Testing

@testable import DrayPlay

/// Where a trace tells of transfers: after all that programs do since they have read everything.
@Suite struct TransferLogTests {
    private let time = Instant(microseconds: 1_000_000)

    /// What the log has heard of reads that were complete at once, in this order.
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

    @Test func whatHasEndedWaitsUntilEverybodyWasAsked() throws {
        var log = try log(ending: [1])
        #expect(log.endedCount == 1 && log.isUnheard)
        #expect(log.takeEnded().isEmpty, "a program may still do what follows from it")
        log.everybodyHeard()
        #expect(!log.isUnheard)
        #expect(drags(log.takeEnded()) == [1])
        #expect(log.takeEnded().isEmpty, "it is told once")
    }

    @Test func whichEndedFirstAtOneMomentIsNoMatter() throws {
        var log = try log(ending: [3, 1, 2])
        log.everybodyHeard()
        #expect(drags(log.takeEnded()) == [1, 2, 3])
    }
}
