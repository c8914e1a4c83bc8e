// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// The ledger of all reads on a display (HIG-17, HIG-24).
@Suite struct TransferLedgerTests {
    private let id = ReadID(1)
    private let drag = Transfer.Channel.drag(DragID(1))

    private func request(_ id: ReadID, _ channel: Transfer.Channel? = nil) -> TransferRequest {
        TransferRequest(id, "text/plain", seat: SeatID(1), channel ?? drag)
    }

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: 1_000_000 + milliseconds * 1000) }

    private func begun(_ channel: Transfer.Channel? = nil, total: Int? = nil) throws -> TransferLedger {
        var ledger = TransferLedger()
        let begunOrEnded = ledger.begin(request(id, channel), at: at(0))
        let entry = try #require(begunOrEnded)
        #expect(entry.state == .asked && !entry.isNews && !entry.isOver)
        if let total { ledger.expect(total, of: id) }
        return ledger
    }

    private func seen(_ bytes: Int, _ side: Transfer.Side = .source) -> TransferLedger.Sighting {
        TransferLedger.Sighting(bytes: bytes, waitsFor: side)
    }

    /// Every end in the table, with and without bytes.
    @Test(arguments: [0, 5])
    func endsAreWhatTheTableSays(bytes: Int) throws {
        let ends: [(TransferEnd, Transfer.State)] = [
            (.sourceClosed(.up), bytes == 0 ? .broken(.wroteNothing) : .complete),
            (.sourceClosed(.gone), .broken(bytes == 0 ? .sourceGone : .brokeOff)),
            (.sourceFailed, .broken(bytes == 0 ? .sourceGone : .brokeOff)), (.targetClosed, .givenUp),
            (.notAsked, .broken(.notAsked)), (.passedOn, .unwatched), (.cancelled, .broken(.cancelled)),
            (.notConverted, .broken(.notConverted)), (.sourceClosedUnseen, .complete),
        ]
        for (end, state) in ends {
            var ledger = try begun()
            let begunOrEnded = ledger.end(id, end, bytes: bytes, at: at(10))
            let entry = try #require(begunOrEnded)
            #expect(entry.state == state, "\(end)")
            #expect(entry.bytes == bytes && entry.isOver && entry.duration(at: at(99)) == 10_000)
            #expect(ledger.underWay.isEmpty && ledger.recent == [entry] && ledger[id] == entry)
            // The end is final.
            #expect(ledger.end(id, .targetClosed, bytes: 9, at: at(20)) == nil)
            #expect(ledger.look(at: id, seen(9), at: at(20)) == nil)
            #expect(ledger.begin(request(id), at: at(20)) == nil)
            #expect(ledger[id] == entry)
        }
    }

    /// A selection may be empty; a drop may not.
    @Test func emptyClipboardIsNotAFailure() throws {
        for channel in [Transfer.Channel.clipboard, .primarySelection] {
            var ledger = try begun(channel)
            #expect(ledger.end(id, .sourceClosed(.up), bytes: 0, at: at(1))?.state == .complete)
        }
    }

    /// A source that has written its announced total may exit.
    @Test func knownTotalDistinguishesCompleteFromBroken() throws {
        var whole = try begun(total: 5)
        #expect(whole.end(id, .sourceClosed(.gone), bytes: 5, at: at(1))?.state == .complete)
        var part = try begun(total: 6)
        #expect(part.end(id, .sourceClosed(.gone), bytes: 5, at: at(1))?.state == .broken(.brokeOff))
    }

    @Test func onlyLongTransfersAreAnnounced() throws {
        var ledger = try begun()
        #expect(ledger.look(at: id, seen(10), at: at(250))?.state == .flowing, "the state has changed")
        #expect(ledger.look(at: id, seen(20), at: at(500)) == nil)
        #expect(ledger.look(at: id, seen(20), at: at(999)) == nil)
        let looked = ledger.look(at: id, seen(30), at: at(1000))
        let announced = try #require(looked)
        #expect(announced.notice == .announced && announced.isNews)
        #expect(ledger.look(at: id, seen(30), at: at(1250)) != nil, "each look from then on")
        #expect(ledger.end(id, .sourceClosed(.up), bytes: 30, at: at(1300))?.isNews == true, "and the end")
    }

    @Test func shortTransferIsNewsOnlyIfItIsBroken() throws {
        var good = try begun()
        #expect(good.end(id, .sourceClosed(.up), bytes: 3, at: at(1))?.isNews == false)
        var given = try begun()
        #expect(given.end(id, .targetClosed, bytes: 3, at: at(1))?.isNews == false)
        var broken = try begun()
        let begunOrEnded = broken.end(id, .sourceClosed(.gone), bytes: 3, at: at(1))
        let entry = try #require(begunOrEnded)
        #expect(entry.isNews && entry.hasFailed)
        var cancelled = try begun()
        #expect(cancelled.end(id, .cancelled, bytes: 3, at: at(1))?.hasFailed == false)
    }

    @Test func stalledTransferContinues() throws {
        var ledger = try begun()
        ledger.policy.stallAfter = 3_000_000
        _ = ledger.look(at: id, seen(10), at: at(1000))
        #expect(ledger.look(at: id, seen(10), at: at(3900))?.state == .flowing)
        #expect(ledger.look(at: id, seen(10, .target), at: at(4000))?.state == .stalled(waitingFor: .target))
        #expect(ledger.look(at: id, seen(10, .source), at: at(4100))?.state == .stalled(waitingFor: .source))
        #expect(ledger.look(at: id, seen(11), at: at(4200))?.state == .flowing)
        #expect(ledger.end(id, .sourceClosed(.up), bytes: 11, at: at(9000))?.state == .complete)
    }

    /// A stall is not reported repeatedly.
    @Test func stallIsReportedOnce() throws {
        var ledger = try begun()
        #expect(ledger.look(at: id, seen(0), at: at(10_000))?.state == .stalled(waitingFor: .source))
        #expect(ledger.hasStalled)
        #expect(ledger.look(at: id, seen(0), at: at(12_000)) == nil)
        #expect(ledger.look(at: id, seen(0, .target), at: at(14_000)) != nil, "another side is waited for")
        #expect(ledger.look(at: id, seen(1), at: at(16_000))?.state == .flowing)
        #expect(!ledger.hasStalled)
    }

    @Test func rateAndTimeLeftFollowTheLooks() throws {
        var ledger = try begun(total: 10_000)
        for look in 1...8 { _ = ledger.look(at: id, seen(look * 500), at: at(UInt64(look) * 250)) }
        let entry = try #require(ledger[id])
        #expect(abs(entry.rate - 2000) < 1, "500 bytes in a quarter of a second")
        #expect(entry.fraction == 0.4)
        let left = try #require(entry.timeLeft)
        #expect(abs(Double(left) - 3e6) < 1e4)
    }

    /// A total is a hint: a source that exceeds it refutes it, and the fraction never exceeds 1.
    @Test func refutedTotalIsForgotten() throws {
        var ledger = try begun(total: 100)
        _ = ledger.look(at: id, seen(101), at: at(250))
        #expect(ledger[id]?.total == nil && ledger[id]?.fraction == nil && ledger[id]?.timeLeft == nil)
        ledger.expect(50, of: id)
        #expect(ledger[id]?.total == nil, "refuted already")
        ledger.expect(0, of: ReadID(7))
        #expect(ledger.end(id, .sourceClosed(.up), bytes: 120, at: at(300))?.total == 120)
    }

    @Test func numberOfRecentEntriesIsLimited() {
        var ledger = TransferLedger()
        for number in 0..<UInt64(TransferLedger.recentLimit + 9) {
            _ = ledger.begin(request(ReadID(number)), at: at(number))
            _ = ledger.end(ReadID(number), .passedOn, bytes: 0, at: at(number))
        }
        #expect(ledger.recent.count == TransferLedger.recentLimit)
        #expect(ledger.recent.first?.id == ReadID(9))
    }

    /// Invariants under random events, with a clock that may stop or go backwards.
    @Test func invariantsHoldUnderRandomEvents() {
        var reached: Set<Transfer.State> = []
        for seed in 1...1000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var ledger = TransferLedger(policy: TransferPolicy(announceAfter: 500_000, stallAfter: 800_000))
            var ended: [ReadID: Transfer] = [:]
            for _ in 0..<40 {
                let id = ReadID(UInt64.random(in: 1...5, using: &random))
                let time = at(UInt64.random(in: 0...3000, using: &random))
                let bytes = Int.random(in: 0...4, using: &random) * 100
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: _ = ledger.begin(request(id, random.chance(50) ? drag : .clipboard), at: time)
                case 3..<8: _ = ledger.look(at: id, seen(bytes, random.pick([.source, .target])), at: time)
                case 8: ledger.expect(bytes, of: id)
                default:
                    let end: TransferEnd = random.pick([
                        .sourceClosed(.up), .sourceClosed(.gone), .sourceFailed, .targetClosed, .notAsked, .cancelled,
                    ])
                    if let entry = ledger.end(id, end, bytes: bytes, at: time) { ended[id] = entry }
                }
                for entry in ledger.underWay {
                    reached.insert(entry.state)
                    let isSound =
                        !entry.isOver && ended[entry.id] == nil && entry.rate >= 0 && entry.rate.isFinite
                        && (entry.total ?? entry.bytes) >= entry.bytes && (0...1).contains(entry.fraction ?? 0)
                    #expect(isSound, "seed \(seed): \(entry)")
                }
                for (id, entry) in ended {
                    reached.insert(entry.state)
                    #expect(ledger[id] == entry, "seed \(seed): an end has changed")
                }
            }
        }
        // The random events must reach every state.
        #expect(reached.count == 4 + 2 + 5, "reached \(reached)")
    }
}
