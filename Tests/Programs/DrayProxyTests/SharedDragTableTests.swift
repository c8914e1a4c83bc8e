// SPDX-License-Identifier: MIT

import Testing

@testable import DrayProxy

@Suite struct SharedDragTableTests {
    private let board = SharedDragTable()!
    private let late = SharedDragTable.claimTimeout

    @Test func theLastOneOfEachSeat() {
        #expect(board.client(on: 0, at: 0) == nil)
        board.claim(on: 0, by: 4, at: 0)
        board.claim(on: 9, by: 5, at: 0)
        board.end(on: 0, by: 4)
        board.claim(on: 0, by: 6, at: 0)
        board.claim(on: 0, by: 6, at: 0)
        #expect(board.client(on: 0, at: 0) == 6 && board.client(on: 9, at: 0) == 5 && board.client(on: 3, at: 0) == nil)
    }

    /// It is not known which of two claims the compositor has refused until it sends an event to one of the sources.
    @Test func ofTwoClaimsNoneCounts() {
        board.claim(on: 0, by: 4, at: 0)
        board.claim(on: 0, by: 6, at: 0)
        #expect(board.client(on: 0, at: 0) == nil)
        // Neither a repeated claim nor the withdrawal of the other one makes a claim valid.
        board.claim(on: 0, by: 6, at: 0)
        board.end(on: 0, by: 4)
        #expect(board.client(on: 0, at: 0) == nil)
        board.confirm(on: 0, by: 4)
        #expect(board.client(on: 0, at: 0) == 4)
        board.end(on: 0, by: 4)
        board.claim(on: 0, by: 6, at: 0)
        #expect(board.client(on: 0, at: 0) == 6)
    }

    /// Claims expire, single or concurrent ones; confirmed drags do not.
    @Test func claimsExpire() {
        board.claim(on: 0, by: 4, at: 1000)
        #expect(board.client(on: 0, at: late) == 4 && board.client(on: 0, at: 1000 + late) == nil)
        board.claim(on: 0, by: 6, at: 1000 + late)
        #expect(board.client(on: 0, at: 1000 + late) == 6)
        board.claim(on: 0, by: 4, at: 1000 + late)
        board.claim(on: 0, by: 6, at: 1000 + 2 * late)
        #expect(board.client(on: 0, at: 1000 + 2 * late) == 6)
        board.confirm(on: 0, by: 6)
        board.claim(on: 0, by: 4, at: 1000 + 9 * late)
        #expect(board.client(on: 0, at: 1000 + 9 * late) == 6)
    }

    /// The time of another process may be slightly later than that of the reader; times wrap around after 49 days.
    @Test func timesOfOtherProcessesAndTimesThatWrap() {
        board.claim(on: 0, by: 4, at: 5000)
        #expect(board.client(on: 0, at: 2000) == 4)
        let wrap: UInt64 = 1 << 32 * 1000
        board.claim(on: 1, by: 4, at: wrap - 1000)
        #expect(board.client(on: 1, at: wrap + 1000) == 4 && board.client(on: 1, at: wrap + late) == nil)
    }

    /// A claim does not replace an active drag.
    @Test func aDragUnderWayIsNotTakenAway() {
        board.claim(on: 0, by: 1, at: 0)
        board.claim(on: 0, by: 2, at: 0)
        board.confirm(on: 0, by: 2)
        board.claim(on: 0, by: 3, at: 0)
        #expect(board.client(on: 0, at: 0) == 2)
        // The end of another client's drag has no effect.
        board.end(on: 0, by: 3)
        #expect(board.client(on: 0, at: 0) == 2)
        board.end(on: 0, by: 2)
        #expect(board.client(on: 0, at: 0) == nil)
        board.claim(on: 0, by: 3, at: 0)
        board.confirm(on: 0, by: 3)
        // The client's process was killed.
        board.forget(3)
        board.claim(on: 0, by: 4, at: 0)
        #expect(board.client(on: 0, at: 0) == 4)
        // The compositor confirms the drag that it has granted.
        board.confirm(on: 0, by: 5)
        #expect(board.client(on: 0, at: 0) == 5)
    }

    /// The end of a drag on this seat does not hide other seats.
    @Test func aSeatMayHaveTheNumberZero() {
        board.claim(on: 0, by: 1, at: 0)
        board.claim(on: 5, by: 2, at: 0)
        board.end(on: 0, by: 1)
        #expect(board.client(on: 0, at: 0) == nil && board.client(on: 5, at: 0) == 2)
        board.forget(2)
        #expect(board.client(on: 5, at: 0) == nil)
    }

    /// More seats than the table has: the additional ones have no drags of their own, and the others keep theirs.
    @Test func moreSeatsThanTheBoardHas() {
        for seat in 0..<200 as Range<UInt32> { board.claim(on: seat, by: seat + 1, at: 0) }
        #expect(board.client(on: 10, at: 0) == 11 && board.client(on: 150, at: 0) == nil)
    }
}
