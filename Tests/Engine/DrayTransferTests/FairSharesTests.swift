// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@testable import DrayTransfer

/// The distribution of a limited resource among programs.
@Suite struct FairSharesTests {
    private func party(_ number: Int32) -> TransferParty {
        TransferParty(ApplicationID(UInt64(number)), process: number)
    }

    private func parties(_ source: Int32, _ reader: Int32) -> TransferParties {
        TransferParties(source: party(source), reader: party(reader))
    }

    @Test func onePairHasItsShareAndNoMore() {
        var shares = FairShares<Int>(limit: 16, share: 4)
        for id in 0..<4 { #expect(shares.admit(id, parties(1, 2)) == .admitted(evicting: [])) }
        #expect(shares.admit(4, parties(1, 2)) == .refused)
        #expect(shares.admit(5, parties(1, 3)) == .admitted(evicting: [3]), "another reader of the same source")
        #expect(shares.admit(6, parties(4, 5)) == .admitted(evicting: []))
        #expect(shares.total == 5)
    }

    @Test func connectionsOfOneProcessAreOneProgram() {
        var shares = FairShares<Int>(limit: 16, share: 4)
        let admitted = (0..<16).count { number in
            let source = TransferParty(ApplicationID(UInt64(number) + 100), process: 7)
            let reader = TransferParty(ApplicationID(UInt64(number) + 200), process: 7)
            return shares.admit(number, TransferParties(source: source, reader: reader)) == .admitted(evicting: [])
        }
        #expect(admitted == 4)
    }

    @Test func unknownProcessesCountByTheirConnections() {
        var shares = FairShares<Int>(limit: 16, share: 1)
        let unknown = { (number: UInt64) in TransferParty(ApplicationID(number), process: 0) }
        #expect(shares.admit(1, TransferParties(source: unknown(1), reader: unknown(2))) == .admitted(evicting: []))
        #expect(shares.admit(2, TransferParties(source: unknown(3), reader: unknown(4))) == .admitted(evicting: []))
        #expect(shares.admit(3, TransferParties(source: unknown(3), reader: unknown(5))) == .refused)
    }

    @Test func programWithoutASlotEvictsOneOfTheHeaviest() {
        var shares = FairShares<Int>(limit: 6, share: 4)
        for id in 0..<4 { _ = shares.admit(id, parties(1, 2)) }
        for id in 4..<6 { _ = shares.admit(id, parties(3, 4)) }
        #expect(shares.admit(6, parties(5, 6)) == .admitted(evicting: [3]))
        #expect(shares.admit(7, parties(5, 6)) == .admitted(evicting: [2]))
        #expect(shares.admit(8, parties(5, 6)) == .refused, "no program has more than one more")
    }

    @Test func oldestSlotIsEvictedAmongProgramsWithOneEach() {
        var shares = FairShares<Int>(limit: 3, share: 2)
        for id in 0..<3 as Range<Int> { _ = shares.admit(id, parties(Int32(10 + id), Int32(20 + id))) }
        #expect(shares.admit(3, parties(1, 2)) == .admitted(evicting: [0]))
        #expect(shares.admit(4, parties(1, 2)) == .refused)
    }

    /// One hanging source does not exhaust a reader for all other sources.
    @Test func aReadersShareIsDividedBetweenItsSources() {
        var shares = FairShares<Int>(limit: 16, share: 4)
        for id in 0..<4 { _ = shares.admit(id, parties(1, 9)) }
        #expect(shares.admit(4, parties(2, 9)) == .admitted(evicting: [3]))
        #expect(shares.admit(5, parties(2, 9)) == .admitted(evicting: [2]))
        #expect(shares.admit(6, parties(2, 9)) == .refused, "both have half of it")
        #expect(shares.admit(7, parties(2, 9), replacesOwn: false) == .refused)
    }

    @Test func bytesAreSharedByTheirWeight() {
        var shares = FairShares<Int>(limit: 100, share: 40)
        #expect(shares.admit(1, parties(1, 2), weight: 30) == .admitted(evicting: []))
        #expect(shares.admit(2, parties(1, 2), weight: 11) == .refused)
        #expect(shares.admit(3, parties(3, 4), weight: 60) == .admitted(evicting: []), "a single one may be larger")
        #expect(shares.admit(4, parties(5, 6), weight: 20) == .admitted(evicting: [3]))
        #expect(shares.admit(5, parties(7, 8), weight: 101) == .refused)
        #expect(shares.total == 50)
        #expect(shares.admit(4, parties(5, 6), weight: 25) == .admitted(evicting: []), "it has grown")
        #expect(shares.use(by: party(6)) == 25)
    }

    @Test func theCompositorHasNoShare() {
        var shares = FairShares<Int>(limit: 10, share: 2)
        for id in 0..<10 { #expect(shares.admit(id, .host) == .admitted(evicting: [])) }
        #expect(shares.admit(10, .host) == .refused)
        #expect(shares.admit(11, parties(1, 2)) == .refused, "slots of the compositor itself are not evicted")
    }

    @Test func protectedSlotsAreNotEvicted() {
        var shares = FairShares<Int>(limit: 2, share: 2)
        for id in 0..<2 { _ = shares.admit(id, parties(1, 2)) }
        #expect(shares.admit(2, parties(3, 4), mayEvict: { _ in false }) == .refused)
        #expect(shares.admit(2, parties(3, 4), mayEvict: { $0 == 0 }) == .admitted(evicting: [0]))
    }

    @Test func limitsHoldUnderRandomEvents() {
        for seed in 1...300 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var shares = FairShares<Int>(limit: 12, share: 5)
            var mine: [Int: (parties: TransferParties, weight: Int)] = [:]
            for id in 0..<120 {
                if random.chance(30), let old = mine.keys.sorted().first {
                    shares.release(old)
                    mine[old] = nil
                    continue
                }
                let pair = parties(Int32.random(in: 1...5, using: &random), Int32.random(in: 1...5, using: &random))
                let weight = Int.random(in: 1...3, using: &random)
                let isNew = mine.values.allSatisfy { Set($0.parties.shares).isDisjoint(with: pair.shares) }
                switch shares.admit(id, pair, weight: weight) {
                case .admitted(let evicted):
                    for other in evicted { #expect(mine.removeValue(forKey: other) != nil, "evicted twice") }
                    mine[id] = (pair, weight)
                case .refused: #expect(!isNew, "a program without a slot is refused")
                }
                #expect(shares.total == mine.values.reduce(0) { $0 + $1.weight })
                #expect(shares.total <= 12)
                for number in 1...5 as ClosedRange<Int32> { #expect(shares.use(by: party(number)) <= 5) }
            }
        }
    }
}
