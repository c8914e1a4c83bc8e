// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// The engine's knowledge of relayed transfers, with every kind of source and reader.
@Suite struct TransferPoolTests {
    private let display: Display
    private let pool: TransferPool

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .machine }
    }

    /// A relayed read, with both its ends.
    private final class Way {
        let id: ReadID
        var source: Int32 = -1
        let reader: Int32
        var life = SourceLife.up
        var events: [TransferPool.Event] = []

        init(_ id: ReadID, reader: Int32) {
            self.id = id
            self.reader = reader
        }

        func write(_ count: Int) -> Int {
            [UInt8](repeating: 65, count: count).withUnsafeBytes { Glibc.write(source, $0.baseAddress, $0.count) }
        }

        func read() -> Int {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            return Glibc.read(reader, &buffer, buffer.count)
        }

        /// Whether the source would get EPIPE.
        var isUnread: Bool {
            var state = pollfd(fd: source, events: Int16(POLLOUT), revents: 0)
            poll(&state, 1, 0)
            return state.revents & Int16(POLLERR) != 0
        }

        func closeSource() {
            close(source)
            source = -1
        }
    }

    private func request(
        _ number: UInt64, _ channel: Transfer.Channel = .drag(DragID(1)), of source: UInt64 = 1
    ) -> TransferRequest {
        let parties = TransferParties(source: TransferParty(ApplicationID(source)), reader: .host)
        return TransferRequest(ReadID(number), "text/plain", seat: SeatID(1), channel, parties)
    }

    private func begin(
        _ number: UInt64 = 1, _ channel: Transfer.Channel = .drag(DragID(1)), of source: UInt64 = 1
    ) throws -> Way {
        let pipe = try makePipe()
        let way = Way(ReadID(number), reader: pipe.read)
        let end = pool.begin(request(number, channel, of: source), to: ReceivedDescriptor(owning: pipe.write)) {
            way.life
        } onEvent: {
            way.events.append($0)
        }
        way.source = try #require(end?.take())
        _ = fcntl(way.source, F_SETFL, O_NONBLOCK)
        return way
    }

    @Test func contentThatCameAndEndedIsComplete() throws {
        let way = try begin()
        #expect(pool.ledger[way.id]?.state == .asked)
        #expect(way.write(5) == 5)
        way.closeSource()
        display.serve()
        #expect(way.events == [.bytesCame, .closed(.complete)])
        #expect(way.read() == 5 && way.read() == 0)
        #expect(pool.ledger[way.id]?.bytes == 5 && pool.ledger.underWay.isEmpty)
    }

    @Test func exitBeforeTheEndIsBroken() throws {
        let silent = try begin(1)
        silent.life = .gone
        silent.closeSource()
        let talking = try begin(2)
        #expect(talking.write(5) == 5)
        display.serve()
        talking.life = .gone
        talking.closeSource()
        display.serve()
        #expect(silent.events == [.closed(.broken(.sourceGone))])
        #expect(talking.events == [.bytesCame, .closed(.broken(.brokeOff))])
        #expect(talking.read() == 5 && talking.read() == 0, "the reader is at the end of the file")
    }

    /// Whenever the source exits, the reader has the bytes so far and the end of the file, and the read is not
    /// complete.
    @Test func exitAfterAnyByteIsReported() throws {
        let text = Array("a text of some bytes, with Grüße\n".utf8)
        for count in 0...text.count {
            let way = try begin(UInt64(count) + 1, .drag(DragID(UInt64(count) + 1)))
            var taken = 0
            for byte in text.prefix(count) {
                var byte = byte
                #expect(write(way.source, &byte, 1) == 1)
                display.serve()
                // Single bytes fill a pipe of sixteen pages.
                taken += way.read()
            }
            way.life = .gone
            way.closeSource()
            display.serve()
            #expect(way.events.last == .closed(.broken(count == 0 ? .sourceGone : .brokeOff)))
            #expect(pool.ledger[way.id]?.bytes == count)
            #expect(taken == count && way.read() == 0)
            close(way.reader)
        }
        #expect(pool.ledger.underWay.isEmpty)
    }

    /// `O_PATH`, which glibc declares only with _GNU_SOURCE.
    private static let onlyAPlace: Int32 = 0o10000000

    /// The read end of a pipe, an `O_PATH` descriptor, a folder: no call blocks, and no descriptor stays open.
    @Test func descriptorThatCannotBeWrittenIsClosed() throws {
        let wrong = try makePipe()
        close(wrong.write)
        let other = try makePipe()
        let folder = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let onlyAName = open("/tmp", Self.onlyAPlace | O_CLOEXEC)
        let kinds = [wrong.read, other.read, folder, onlyAName]
        for (number, descriptor) in kinds.enumerated() {
            let id = UInt64(number) + 1
            let end = pool.begin(request(id), to: ReceivedDescriptor(owning: descriptor), sourceLife: { .up })
            if let source = end?.take() {
                _ = [UInt8](repeating: 65, count: 10).withUnsafeBytes { write(source, $0.baseAddress, $0.count) }
                close(source)
            }
            for _ in 0..<3 { display.serve() }
            #expect(pool.ledger[ReadID(id)]?.isOver == true)
        }
        #expect(pool.ledger.recent.map(\.state) == [.givenUp, .givenUp, .unwatched, .unwatched])
        var state = pollfd(fd: other.write, events: 0, revents: 0)
        poll(&state, 1, 0)
        #expect(state.revents & Int16(POLLERR) != 0, "the other end is closed")
        close(other.write)
    }

    /// The state of the source when its end closed counts, not when a slow reader has taken the rest.
    @Test func sourceMayExitAfterClosingItsEnd() throws {
        let way = try begin()
        var written = 0
        while case let count = way.write(1 << 16), count > 0 {
            written += count
            display.serve()
        }
        way.closeSource()
        display.serve()
        #expect(way.events == [.bytesCame])
        way.life = .gone
        var taken = 0
        while case let count = way.read(), count != 0 {
            taken += max(count, 0)
            display.serve()
        }
        #expect(taken == written)
        #expect(way.events == [.bytesCame, .closed(.complete)])
    }

    @Test func emptySourceIsAFailureAndAClosedReaderIsNot() throws {
        let silent = try begin(1)
        silent.closeSource()
        let left = try begin(2)
        close(left.reader)
        display.serve()
        #expect(silent.events == [.closed(.broken(.wroteNothing))])
        #expect(left.events == [.closed(.givenUp)])
        #expect(left.isUnread, "the source gets EPIPE")
    }

    @Test func stallIsReportedWithTheBlockingSide() throws {
        pool.policy = TransferPolicy(announceAfter: 10_000_000, stallAfter: 30_000)
        let source = try begin(1)
        let target = try begin(2)
        while target.write(1 << 16) > 0 { display.serve() }
        display.wait("the stall") {
            pool.ledger[source.id]?.state == .stalled(waitingFor: .source)
                && pool.ledger[target.id]?.state == .stalled(waitingFor: .target)
        }
        #expect(source.write(1) == 1)
        display.wait("the flow") { pool.ledger[source.id]?.state == .flowing }
        pool.cancel(source.id)
        pool.cancel(target.id)
    }

    @Test func longTransferIsAnnouncedWhileItLasts() throws {
        pool.policy = TransferPolicy(announceAfter: 40_000, stallAfter: 10_000_000)
        var news: [Transfer] = []
        pool.onChange = { if $0.isNews { news.append($0) } }
        let way = try begin()
        #expect(way.write(7) == 7)
        display.wait("the announcement") { news.count >= 2 }
        #expect(news.allSatisfy { $0.bytes == 7 && $0.state == .flowing && $0.notice == .announced })
        way.closeSource()
        display.wait("the end") { news.last?.state == .complete }
    }

    @Test func cancelledTransferEndsOnBothSides() throws {
        let way = try begin()
        #expect(way.write(3) == 3)
        display.serve()
        #expect(pool.cancel(way.id))
        #expect(way.events == [.bytesCame, .closed(.broken(.cancelled))])
        #expect(way.read() == 3 && way.read() == 0)
        #expect(way.isUnread)
        #expect(!pool.cancel(way.id) && !pool.cancel(ReadID(99)))
    }

    /// An observer may cancel another read, in the same look that finds both.
    @Test func observerMayCancelATransfer() throws {
        pool.policy = TransferPolicy(announceAfter: 10_000, stallAfter: 10_000_000)
        let ways = [try begin(1), try begin(2)]
        pool.onChange = { [unowned pool] entry in
            guard entry.notice == .announced, !entry.isOver else { return }
            for way in ways { pool.cancel(way.id) }
        }
        display.wait("the end") { ways.allSatisfy { $0.events == [.closed(.broken(.cancelled))] } }
    }

    @Test func unreachableSourceIsReported() throws {
        let pipe = try makePipe()
        let end = pool.begin(request(1), to: ReceivedDescriptor(owning: pipe.write), sourceLife: { .up })
        #expect(end != nil)
        pool.couldNotAsk(request(1))
        pool.couldNotAsk(request(2))
        #expect(pool.ledger.recent.map(\.state) == [.broken(.notAsked), .broken(.notAsked)])
        var byte: UInt8 = 0
        #expect(read(pipe.read, &byte, 1) == 0, "the reader is at its end")
        close(pipe.read)
    }

    /// Writing into anything but a pipe could block the compositor on a client; the source writes itself.
    @Test func onlyPipesAreRelayed() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #expect(pool.begin(request(1), to: ReceivedDescriptor(owning: ends[0]), sourceLife: { .up }) == nil)
        close(ends[1])
        let file = open("/dev/null", O_WRONLY)
        #expect(pool.begin(request(2), to: ReceivedDescriptor(owning: file), sourceLife: { .up }) == nil)
        #expect(pool.ledger.recent.map(\.state) == [.unwatched, .unwatched])
    }

    @Test func numberOfRelaysIsLimited() throws {
        var ways: [Way] = []
        for number in 0..<UInt64(TransferPool.relayLimit) {
            ways.append(try begin(number, of: number / UInt64(TransferPool.relayShare)))
        }
        let pipe = try makePipe()
        let target = ReceivedDescriptor(owning: pipe.write)
        #expect(pool.begin(request(100, .clipboard, of: 9), to: target, sourceLife: { .up }) == nil)
        #expect(pool.ledger[ReadID(100)]?.state == .unwatched)
        // The end of one releases its slot.
        ways[0].closeSource()
        display.serve()
        _ = try begin(101, .clipboard, of: 9)
        for way in ways { close(way.reader) }
        close(pipe.read)
    }

    @Test func oneProgramDoesNotTakeThePipesOfOthers() throws {
        for number in 0..<UInt64(TransferPool.relayShare) { _ = try begin(number) }
        let pipe = try makePipe()
        #expect(pool.begin(request(50), to: ReceivedDescriptor(owning: pipe.write), sourceLife: { .up }) == nil)
        _ = try begin(51, of: 2)
        close(pipe.read)
    }

    /// A ledger entry costs almost nothing compared to the pipe.
    @Test func beginningsAreCheap() throws {
        var ledger = TransferLedger()
        for number in 0..<UInt64(TransferPool.relayLimit) { _ = ledger.begin(request(number), at: Instant.machine) }
        let count: UInt64 = 1000
        let start = processorTime()
        for number in 100..<100 + count {
            _ = ledger.begin(request(number), at: Instant.machine)
            _ = ledger.end(ReadID(number), .targetClosed, bytes: 1, at: Instant.machine)
        }
        let each = (processorTime() - start) / count
        // 20 µs in a release build, and thirty times as much under AddressSanitizer. A busy machine does not count.
        #expect(each < 600)
    }

    /// The processor time of this thread, in microseconds.
    private func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
