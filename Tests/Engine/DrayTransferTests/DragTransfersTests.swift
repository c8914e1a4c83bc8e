// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Testing

/// The reads of one drag (HIG-16, HIG-17, HIG-22).
@Suite struct DragTransfersTests {
    private let first = ReadID(1)
    private let second = ReadID(2)
    private let offer = OfferID(1)
    private let text: MimeType = "text/plain"

    private func dropped() -> DragTransfers {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.dropped()
        return ledger
    }

    @Test func readIsForwardedToTheSource() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        #expect(ledger.read(first, text, by: offer, .forward) == [.request(first, text)])
        #expect(ledger.requested == [first])
        #expect(ledger.closed(first).isEmpty)
        #expect(ledger.requested.isEmpty)
    }

    @Test func closedAndEarlyReadsGetNothing() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        #expect(ledger.read(first, text, by: offer, .close) == [.refuse(first)])
        #expect(ledger.read(first, text, by: offer, .tooEarly) == [.refuse(first), .earlyRead(count: 1)])
        #expect(ledger.read(second, text, by: offer, .tooEarly) == [.refuse(second), .earlyRead(count: 2)])
        #expect(ledger.earlyReadCount == 2)
    }

    @Test func readBeforeAnAnswerIsForwardedAndReported() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        #expect(
            ledger.read(first, text, by: offer, .forwardEarly) == [.request(first, text), .earlyRead(count: 1)])
        #expect(ledger.requested == [first])
    }

    @Test func heldReadsWaitForTheDropInTheirOrder() {
        var ledger = DragTransfers(earlyReads: .heldUntilDrop)
        #expect(ledger.read(second, "text/html", by: offer, .hold).isEmpty)
        #expect(ledger.read(first, text, by: offer, .hold).isEmpty)
        #expect(
            ledger.dropped() == [.delivery(.awaited), .request(first, text), .request(second, "text/html")])
    }

    @Test func heldReadsAreRefusedWithTheirOffer() {
        var ledger = DragTransfers(earlyReads: .heldUntilDrop)
        _ = ledger.read(first, text, by: offer, .hold)
        _ = ledger.read(second, text, by: OfferID(2), .hold)
        #expect(ledger.offerLeft(offer) == [.refuse(first)])
        #expect(ledger.ended() == [.refuse(second)])
    }

    @Test func numberOfHeldReadsIsLimited() {
        var ledger = DragTransfers(earlyReads: .heldUntilDrop)
        for number in 1...UInt64(DragTransfers.heldLimit) {
            #expect(ledger.read(ReadID(number), text, by: offer, .hold).isEmpty)
        }
        #expect(ledger.read(ReadID(99), text, by: offer, .hold) == [.refuse(ReadID(99))])
    }

    /// Data moves only with the drop (HIG-22), including that of the engine's own read.
    @Test func countingIsHeldAsWell() {
        var open = DragTransfers(earlyReads: .forwarded)
        #expect(open.count(first, "text/uri-list") == [.request(first, "text/uri-list")])
        var held = DragTransfers(earlyReads: .heldUntilDrop)
        #expect(held.count(first, "text/uri-list").isEmpty)
        #expect(held.dropped() == [.refuse(first), .delivery(.notAsked)])
    }

    @Test func countingIsNotADelivery() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.count(first, "text/uri-list")
        #expect(ledger.bytesCame(first).isEmpty)
        #expect(ledger.dropped() == [.delivery(.notAsked)])
        #expect(ledger.closed(first).isEmpty)
    }

    @Test func bytesAfterTheDropAreADelivery() {
        var ledger = dropped()
        #expect(ledger.read(first, text, by: offer, .forward) == [.delivery(.awaited), .request(first, text)])
        #expect(ledger.bytesCame(first) == [.delivery(.arrived)])
        #expect(ledger.closed(first).isEmpty)
        #expect(ledger.delivery == .arrived)
        // An arrival is final, whatever the next read brings.
        _ = ledger.read(second, text, by: offer, .forward)
        #expect(ledger.closed(second).isEmpty)
        #expect(ledger.delivery == .arrived)
    }

    @Test func readThatEndsWithoutAByteIsAFailure() {
        var ledger = dropped()
        _ = ledger.read(first, text, by: offer, .forward)
        #expect(ledger.closed(first) == [.delivery(.failed)])
        // The target may try another type.
        #expect(ledger.read(second, text, by: offer, .forward).first == .delivery(.awaited))
        #expect(ledger.bytesCame(second) == [.delivery(.arrived)])
    }

    @Test func onlyTheLastOfSeveralReadsFailsTheDelivery() {
        var ledger = dropped()
        _ = ledger.read(first, text, by: offer, .forward)
        _ = ledger.read(second, text, by: offer, .forward)
        #expect(ledger.closed(first).isEmpty)
        #expect(ledger.closed(second) == [.delivery(.failed)])
    }

    @Test func directReadCountsAsSuccessful() {
        var ledger = dropped()
        _ = ledger.read(first, text, by: offer, .forward)
        #expect(ledger.passedOn(first) == [.delivery(.arrived)])
        #expect(ledger.requested.isEmpty)
    }

    @Test func contentBeforeTheDropIsRemembered() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.read(first, text, by: offer, .forward)
        _ = ledger.bytesCame(first)
        _ = ledger.closed(first)
        #expect(ledger.dropped() == [.delivery(.cameBefore)])
    }

    @Test func readThatIsUnderWayAtTheDropCountsForIt() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.read(first, text, by: offer, .forward)
        var flowing = ledger
        #expect(ledger.dropped() == [.delivery(.awaited)])
        #expect(ledger.closed(first) == [.delivery(.failed)])
        _ = flowing.bytesCame(first)
        #expect(flowing.dropped() == [.delivery(.arrived)])
    }

    /// The reads of one target are irrelevant for another.
    @Test func contentThatAnotherTargetReadDoesNotCount() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.read(first, text, by: offer, .forward)
        _ = ledger.read(second, text, by: offer, .forward)
        _ = ledger.bytesCame(first)
        #expect(ledger.offerLeft(offer).isEmpty)
        #expect(ledger.dropped() == [.delivery(.notAsked)])
        #expect(ledger.bytesCame(second).isEmpty)
        #expect(ledger.closed(second).isEmpty)
    }

    /// The content was incomplete, so the drop has failed (HIG-17), until the target reads again.
    @Test func contentThatBreaksOffHasNotArrived() {
        var ledger = dropped()
        _ = ledger.read(first, text, by: offer, .forward)
        _ = ledger.bytesCame(first)
        #expect(ledger.broke(first) == [.delivery(.brokeOff)])
        #expect(ledger.read(second, text, by: offer, .forward) == [.delivery(.awaited), .request(second, text)])
        #expect(ledger.bytesCame(second) == [.delivery(.arrived)])
        #expect(ledger.closed(second).isEmpty)
    }

    @Test func readThatBreaksOffBeforeTheDropDecidesNothing() {
        var ledger = DragTransfers(earlyReads: .forwarded)
        _ = ledger.read(first, text, by: offer, .forward)
        _ = ledger.bytesCame(first)
        #expect(ledger.broke(first).isEmpty)
        #expect(ledger.dropped() == [.delivery(.cameBefore)])
    }
}
