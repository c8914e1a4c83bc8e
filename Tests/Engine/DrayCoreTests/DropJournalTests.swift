// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// The journal of drops (HIG-26).
@Suite struct DropJournalTests {
    private func drop(_ number: UInt64) -> DropJournal.Drop {
        DropJournal.Drop(
            drag: DragID(number),
            origin: DragOrigin(
                surface: SurfaceID(1), application: ApplicationID(1), container: ContainerID(1), position: .zero),
            target: Target(
                surface: SurfaceID(2), application: ApplicationID(2), container: ContainerID(2), dialect: .negotiating),
            action: .copy, types: ["text/plain"], itemCount: 1, time: Instant(microseconds: number))
    }

    private func journal(_ numbers: ClosedRange<UInt64>) -> DropJournal {
        var journal = DropJournal()
        for number in numbers { journal.record(drop(number)) }
        return journal
    }

    private func numbers(_ drops: some Collection<DropJournal.Drop>) -> [UInt64] { drops.map(\.drag.rawValue) }

    @Test func aDropIsUndoneRegardlessOfLaterOnes() {
        var journal = journal(1...4)
        let second = journal.undo(DragID(2))
        #expect(second?.drag == DragID(2))
        #expect(numbers(journal.done) == [1, 3, 4] && numbers(journal.undone) == [2])
        let none = [journal.undo(DragID(2)), journal.redo(DragID(3)), journal.undo(DragID(9))]
        #expect(none.allSatisfy { $0 == nil })
        let fourth = journal.undo(DragID(4))
        #expect(fourth != nil && numbers(journal.undone) == [4, 2])
        let again = journal.redo(DragID(2))
        #expect(again?.drag == DragID(2))
        #expect(numbers(journal.done) == [1, 3, 2] && numbers(journal.undone) == [4])
        #expect(journal.standing(of: DragID(2)) == .done && journal.standing(of: DragID(4)) == .undone)
        journal.forget(DragID(1))
        journal.forget(DragID(4))
        #expect(numbers(journal.done) == [3, 2] && journal.undone.isEmpty && journal.standing(of: DragID(1)) == nil)
    }

    @Test func dropsAreInTheirOrder() {
        let journal = journal(1...3)
        #expect(numbers(journal.done) == [1, 2, 3] && journal.undone.isEmpty)
    }

    @Test func lastIsUndoneFirstAndRedoneLast() {
        var journal = journal(1...3)
        #expect(journal.redo() == nil)
        #expect(journal.undo() == drop(3))
        #expect(journal.undo() == drop(2))
        #expect(numbers(journal.done) == [1] && numbers(journal.undone) == [2, 3])
        #expect(journal.redo() == drop(2))
        #expect(numbers(journal.done) == [1, 2] && numbers(journal.undone) == [3])
    }

    @Test func newDropRemovesUndoneOnes() {
        var journal = journal(1...3)
        _ = journal.undo()
        _ = journal.undo()
        journal.record(drop(9))
        #expect(numbers(journal.done) == [1, 9] && journal.redo() == nil)
    }

    @Test func emptyJournalHasNothingToUndo() {
        var journal = DropJournal()
        #expect(journal.undo() == nil && journal.redo() == nil)
        journal.record(drop(1))
        journal.forget()
        #expect(journal.undo() == nil && journal == DropJournal())
    }

    @Test func oldestIsRemoved() {
        let journal = journal(1...UInt64(DropJournal.limit) + 3)
        #expect(journal.done.count == DropJournal.limit && journal.done.first == drop(4))
    }

    /// Compares with a model of two lists.
    @Test func rulesHoldWhateverHappens() {
        for seed in 1...500 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var journal = DropJournal()
            var (done, undone): ([UInt64], [UInt64]) = ([], [])
            for number in 0..<300 as Range<UInt64> {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<6:
                    journal.record(drop(number))
                    done = (done + [number]).suffix(DropJournal.limit)
                    undone = []
                case 6..<8:
                    #expect(journal.undo()?.drag.rawValue == done.last)
                    if let last = done.popLast() { undone.insert(last, at: 0) }
                case 8:
                    #expect(journal.redo()?.drag.rawValue == undone.first)
                    if !undone.isEmpty { done.append(undone.removeFirst()) }
                default: break
                }
                #expect(numbers(journal.done) == done && numbers(journal.undone) == undone, "seed \(seed)")
            }
        }
    }
}
