// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Sources that write into their readers' own pipes, while the engine only observes.
@Suite final class DirectTests {
    private let display: Display
    private let pool: TransferPool
    private var reader: Int32 = -1
    private var source: Int32 = -1
    private var life = SourceLife.up
    private var events: [TransferPool.Event] = []
    private let id = ReadID(1)

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { Self.now }
        pool.policy = TransferPolicy(announceAfter: 100_000, stallAfter: 100_000, way: .direct)
        var ends: [Int32] = [0, 0]
        try #require(dray_pipe(&ends) == 0)
        (reader, source) = (ends[0], ends[1])
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        begin(id, ReceivedDescriptor(owning: fcntl(source, F_DUPFD_CLOEXEC, 3)))
    }

    deinit {
        for end in [reader, source] where end >= 0 { close(end) }
    }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }

    private func begin(_ id: ReadID, _ target: ReceivedDescriptor) {
        let request = TransferRequest(id, "text/plain", seat: SeatID(1), .drag(DragID(1)))
        let end = pool.begin(request, to: target) { [unowned self] in
            life
        } onEvent: { [unowned self] in
            events.append($0)
        }
        #expect(end == nil, "it has to write into the reader's own")
    }

    private func dispatch(until isDone: () -> Bool) {
        let start = Self.now
        while !isDone(), Self.now.microseconds - start.microseconds < 10_000_000 {
            display.eventLoop.dispatch(timeout: 20)
        }
        #expect(isDone())
    }

    private func closeSource() {
        close(source)
        source = -1
    }

    private var state: Transfer.State? { pool.ledger[id]?.state }

    @Test func closedSourceIsDetectedAndReadersGetTheEndAtOnce() {
        #expect(pool.isWatched(id))
        #expect(write(source, "content", 7) == 7)
        dispatch { state == .flowing }
        #expect(events == [.bytesCame])
        closeSource()
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, 16) == 7)
        // No other copy is open.
        #expect(read(reader, &buffer, 16) == 0)
        dispatch { state == .complete }
        #expect(events == [.bytesCame, .closed(.complete)])
        #expect(pool.ledger[id]?.total == nil)
        #expect(!pool.isWatched(id))
    }

    @Test func resultOfAnExitedSourceIsUnknown() {
        life = .gone
        closeSource()
        dispatch { state == .unwatched }
    }

    @Test func closedReaderIsDetectedAndItsSourceGetsEPIPE() {
        close(reader)
        reader = -1
        dispatch { state == .givenUp }
        signal(SIGPIPE, SIG_IGN)
        #expect(write(source, "content", 7) == -1 && errno == EPIPE)
    }

    @Test func blockingSideIsObserved() {
        dispatch { state == .stalled(waitingFor: .source) }
        #expect(write(source, "content", 7) == 7)
        dispatch { state == .stalled(waitingFor: .target) }
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, 16) == 7)
        dispatch { state == .flowing || state == .stalled(waitingFor: .source) }
        #expect(pool.ledger[id]?.notice == .announced)
        #expect(!pool.cancel(id))
        closeSource()
        dispatch { state == .complete }
    }

    @Test func onlyPipesAreObserved() throws {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        begin(ReadID(2), ReceivedDescriptor(owning: pair[0]))
        close(pair[1])
        #expect(pool.ledger[ReadID(2)]?.state == .unwatched)
        begin(ReadID(3), ReceivedDescriptor(owning: open("/dev/null", O_WRONLY)))
        #expect(pool.ledger[ReadID(3)]?.state == .unwatched)
    }

    @Test func numberOfObservedDirectReadsIsLimited() {
        for number in 10..<3000 {
            var ends: [Int32] = [0, 0]
            guard dray_pipe(&ends) == 0 else { break }
            begin(ReadID(UInt64(number)), ReceivedDescriptor(owning: ends[1]))
            close(ends[0])
        }
        let watched = (10..<3000).count { pool.isWatched(ReadID(UInt64($0))) }
        #expect(watched == TransferPool.passingLimit - 1)
        dispatch { !(10..<3000).contains { self.pool.isWatched(ReadID(UInt64($0))) } }
        closeSource()
        dispatch { state == .complete }
    }
}
