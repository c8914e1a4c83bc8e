// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import Testing
import WaylandUtil

@testable import DrayTransfer

// Limits of kept content, reads by the compositor, counting and the ledger.

extension TransferSharesTests {
    private final class Ground {
        var ends: [MimeType: End] = [:]
        var kept: KeptContent?
    }

    private func keep(_ types: [MimeType], from source: TransferParty) -> Ground {
        let ground = Ground()
        ground.kept = KeptContent(
            plan: types, budget: KeepingBudget(), pool: pool, from: source, sourceLife: { .up },
            ask: { type, end in
                guard let taken = end.take() else { return false }
                ground.ends[type] = End(taken)
                return true
            }, onAnswer: { _, _, _ in })
        return ground
    }

    private func fill(_ ground: Ground, _ type: MimeType, _ count: Int) {
        var written = 0
        while written < count, let more = ground.ends[type]?.write(min(count - written, 1 << 16)) {
            written += more
            display.serve()
        }
        ground.ends[type] = nil
        display.serve()
    }

    @Test func oneSourceDoesNotExhaustTheCatchers() throws {
        let types = (0..<16).map { MimeType("a/\($0)") }
        let grounds = (0..<6).map { _ in keep(types, from: Self.attacker.source) }
        #expect(grounds.reduce(0) { $0 + $1.ends.count } == TransferPool.catcherShare)
        let good = keep(["text/plain"], from: Self.good.source)
        fill(good, "text/plain", 7)
        #expect(good.kept?.types == ["text/plain"])
        pool.applicationGone(try #require(Self.attacker.source.application))
        #expect(pool.catchers.isEmpty && pool.limits.catchers.isEmpty)
    }

    /// A source that never closes its end is not read forever once its content is discarded.
    @Test func discardingEnds() {
        let ground = keep(["text/plain"], from: Self.attacker.source)
        ground.kept = nil
        #expect(pool.catchers.count == 1)
        display.wait("the end") { pool.catchers.isEmpty || clockMoves() }
    }

    @Test func oneSourceDoesNotTakeTheMemoryOfOthers() {
        let good = keep(["text/plain"], from: Self.good.source)
        fill(good, "text/plain", 1 << 20)
        let large = (0..<4).map { _ in keep(["image/png"], from: Self.attacker.source) }
        for ground in large { fill(ground, "image/png", 50 << 20) }
        #expect(pool.limits.keptBytes.total <= TransferPool.keptByteShare + 1 << 20)
        #expect(good.kept?.types == ["text/plain"])
        #expect(large.count { $0.kept?.types == ["image/png"] } == 2)
        for ground in large { ground.kept = nil }
        #expect(pool.limits.keptBytes.total == 1 << 20)
    }

    // MARK: The compositor's own reads

    @Test func oneSourceDoesNotTakeTheReadsOfTheCompositor() throws {
        var ends: [End] = []
        var failed = 0
        for _ in 0..<10 {
            let end = pool.read(from: Self.attacker.source, limit: 100) { if $0 == nil { failed += 1 } }
            if let end = end?.take() { ends.append(End(end)) }
        }
        #expect(ends.count == TransferPool.hostReadShare)
        var content: [UInt8]?
        let end = pool.read(from: Self.good.source, limit: 100) { content = $0 }
        let writing = End(try #require(end?.take()))
        #expect(writing.write(4) == 4)
        writing.close()
        display.wait("the content") { content != nil }
        #expect(content?.count == 4)
        display.wait("the others to end") { failed == TransferPool.hostReadShare || clockMoves() }
        #expect(pool.readers.isEmpty && pool.limits.hostReads.isEmpty)
    }

    @Test func endlessListsExhaustOnlyTheirOwnShare() throws {
        let end = pool.count(from: Self.good.source, onCount: { _ in }, onEnd: {})
        let good = End(try #require(end?.take()))
        var others: [End] = []
        for _ in 0..<20 {
            let end = pool.count(from: Self.attacker.source, onCount: { _ in }, onEnd: {})
            others.append(End(try #require(end?.take())))
        }
        #expect(good.write(4) == 4, "it is still read")
        #expect(others.count { $0.write(1) != nil } == TransferPool.counterShare)
    }

    /// The entries of a drag that reads repeatedly displace only its own.
    @Test func recentReadsOfOthersAreNotForgotten() {
        var ledger = TransferLedger()
        let good = TransferRequest(ReadID(1), "text/plain", seat: SeatID(1), .clipboard)
        _ = ledger.begin(good, at: .machine)
        _ = ledger.end(good.id, .targetClosed, bytes: 1, at: .machine)
        for number in 2...500 as ClosedRange<UInt64> {
            let request = TransferRequest(ReadID(number), "text/plain", seat: SeatID(1), .drag(DragID(1)))
            _ = ledger.begin(request, at: .machine)
            _ = ledger.end(request.id, .targetClosed, bytes: 1, at: .machine)
        }
        #expect(ledger.recent.count == TransferLedger.recentLimit)
        #expect(ledger[good.id] != nil)
    }
}
