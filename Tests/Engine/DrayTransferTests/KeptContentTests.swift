// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Kept content with sources and readers of every kind (HIG-23).
@Suite struct KeptContentTests {
    private let display: Display
    private let pool: TransferPool
    private let text: MimeType = "text/plain"

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .machine }
    }

    /// Content that is being captured, with the ends that its source writes into.
    private final class Ground {
        var ends: [MimeType: Int32] = [:]
        var life = SourceLife.up
        var answers: [ReadID: ContentKeeper.Answer] = [:]
        var kept: KeptContent?

        deinit {
            for end in ends.values { close(end) }
        }

        func closeSource(_ type: MimeType) { ends.removeValue(forKey: type).map { _ = close($0) } }

        /// Writes as much as fits, and returns the number of bytes.
        func write(_ count: Int, as type: MimeType) -> Int {
            guard let end = ends[type] else { return -1 }
            return [UInt8](repeating: 65, count: count).withUnsafeBytes { Glibc.write(end, $0.baseAddress, $0.count) }
        }
    }

    private func keep(
        _ plan: [MimeType], budget: KeepingBudget = KeepingBudget(), refuses: Bool = false
    ) -> Ground {
        let ground = Ground()
        ground.kept = KeptContent(
            plan: plan, budget: budget, pool: pool, sourceLife: { [weak ground] in ground?.life ?? .up },
            ask: { type, end in
                guard !refuses, let taken = end.take() else { return false }
                _ = fcntl(taken, F_SETFL, O_NONBLOCK)
                ground.ends[type] = taken
                return true
            }, onAnswer: { [weak ground] id, _, answer in ground?.answers[id] = answer })
        return ground
    }

    private func request(_ number: UInt64) -> TransferRequest {
        TransferRequest(ReadID(number), text, seat: SeatID(1), .drag(DragID(1)))
    }

    /// Captures a text of this size.
    private func filled(_ count: Int) -> Ground {
        let ground = keep([text])
        var written = 0
        while written < count {
            written += max(ground.write(min(count - written, 1 << 16), as: text), 0)
            display.serve()
        }
        ground.closeSource(text)
        display.wait("the content") { ground.kept?.types == [text] }
        return ground
    }

    /// Reads everything until the end.
    private func readAll(_ descriptor: Int32) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        var isAtEnd = false
        display.wait("the end") {
            while !isAtEnd {
                let count = read(descriptor, &buffer, buffer.count)
                if count == 0 { isAtEnd = true }
                guard count > 0 else { break }
                total += count
            }
            return isAtEnd
        }
        close(descriptor)
        return total
    }

    /// Toolkits pass pipes; any other descriptor must neither block the loop nor lose a byte.
    @Test(arguments: [1, 5000, 300_000]) func readersOfEveryKindGetItAll(count: Int) throws {
        let ground = filled(count)
        let (pipe, socket) = (try makePipe(), try makeSocket())
        let kept = try #require(ground.kept)
        #expect(kept.serve(request(1), to: ReceivedDescriptor(owning: pipe.write)))
        #expect(kept.serve(request(2), to: ReceivedDescriptor(owning: socket.write)))
        let file = dray_memory_file("target")
        let copy = dup(file)
        #expect(kept.serve(request(3), to: ReceivedDescriptor(owning: file)))
        #expect(readAll(pipe.read) == count)
        #expect(readAll(socket.read) == count)
        display.wait("the file") { pool.ledger[ReadID(3)]?.state == .complete }
        var status = stat()
        #expect(fstat(copy, &status) == 0 && Int(status.st_size) == count)
        close(copy)
        #expect(pool.ledger.recent.allSatisfy { $0.state == .complete && $0.bytes == count && $0.total == count })
    }

    /// Several readers at their own speeds, one of which closes.
    @Test func readersDoNotDisturbEachOther() throws {
        let ground = filled(3_000_000)
        let kept = try #require(ground.kept)
        let (slow, quick, leaving) = (try makePipe(), try makePipe(), try makePipe())
        for (number, pipe) in [slow, quick, leaving].enumerated() {
            #expect(kept.serve(request(UInt64(number)), to: ReceivedDescriptor(owning: pipe.write)))
        }
        display.serve()
        close(leaving.read)
        #expect(readAll(quick.read) == 3_000_000)
        display.wait("the one that left") { pool.ledger[ReadID(2)]?.state == .givenUp }
        #expect(readAll(slow.read) == 3_000_000)
    }

    /// Content that is being written outlives its drag.
    @Test func readerGetsEverythingAfterTheContentIsReleased() throws {
        let ground = filled(300_000)
        let pipe = try makePipe()
        #expect(ground.kept?.serve(request(1), to: ReceivedDescriptor(owning: pipe.write)) == true)
        ground.kept = nil
        #expect(readAll(pipe.read) == 300_000)
    }

    @Test func readerWithAnInvalidDescriptorEndsAndIsReported() throws {
        let ground = filled(10)
        let null = open("/dev/null", O_RDONLY)
        #expect(ground.kept?.serve(request(1), to: ReceivedDescriptor(owning: null)) != nil)
        display.wait("the end") { pool.ledger[ReadID(1)]?.isOver == true }
        #expect(pool.ledger[ReadID(1)]?.state != .complete)
    }

    /// Repeated reads cannot make the pool use all descriptors.
    @Test func numberOfConcurrentReadersIsLimited() throws {
        let ground = filled(300_000)
        let pipes = try (0..<40).map { _ in try makePipe() }
        let isServed = pipes.enumerated().map { number, pipe in
            ground.kept?.serve(request(UInt64(number)), to: ReceivedDescriptor(owning: pipe.write)) ?? false
        }
        #expect(isServed.count { $0 } == 32)
        #expect(pool.ledger[ReadID(39)]?.state == .broken(.notAsked))
        for (pipe, isServed) in zip(pipes, isServed) { #expect(readAll(pipe.read) == (isServed ? 300_000 : 0)) }
    }

    // MARK: Sources

    /// A source that never stops is read up to the discard limit, since it may not expect SIGPIPE; then the pipe is
    /// closed.
    @Test func endlessSourceIsClosed() throws {
        let ground = keep([text], budget: KeepingBudget(bytes: 1 << 20))
        #expect(ground.kept?.read(ReadID(1), text) == .wait)
        var written = 0
        let end = try #require(ground.ends[text])
        var isUnread = false
        display.wait("the timeout") {
            var state = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
            poll(&state, 1, 0)
            isUnread = state.revents & Int16(POLLERR) != 0
            if !isUnread { written += max(ground.write(1 << 16, as: text), 0) }
            return isUnread || written >= 64 << 20
        }
        #expect(isUnread && written > 16 << 20 && written < 32 << 20)
        #expect(ground.answers[ReadID(1)] == .askSource)
    }

    @Test func emptyOrExitedSourcesDoNotBlockReaders() {
        let ground = keep([text, "text/html", "image/png"])
        for (number, type) in [text, "text/html", "image/png"].enumerated() {
            #expect(ground.kept?.read(ReadID(UInt64(number)), type) == .wait)
        }
        ground.closeSource(text)
        display.serve()
        #expect(ground.write(4, as: "text/html") == 4)
        display.serve()
        ground.life = .gone
        ground.closeSource("text/html")
        ground.closeSource("image/png")
        display.serve()
        #expect(ground.answers == [ReadID(0): .askSource, ReadID(1): .askSource, ReadID(2): .askSource])
        #expect(ground.kept?.types == [])
    }

    @Test func unreachableSourceLeavesReadsUnserved() {
        let ground = keep([text], refuses: true)
        display.serve()
        #expect(ground.kept?.read(ReadID(1), text) == .askSource)
    }

    /// A slow source is not waited for beyond the budget's time.
    @Test func slowSourceIsGivenUpAfterTheTime() {
        let ground = keep([text], budget: KeepingBudget(time: 50_000))
        #expect(ground.kept?.read(ReadID(1), text) == .wait)
        display.wait("the answer") {
            _ = ground.write(1, as: text)
            return ground.answers[ReadID(1)] == .askSource
        }
    }

    /// Each type uses four descriptors; types beyond the limit remain with the source.
    @Test func numberOfConcurrentCatchersIsLimited() {
        let types = (0..<ContentKeeper.typeLimit).map { MimeType("type/\($0)") }
        let grounds = (0..<4).map { _ in keep(types) }
        #expect(grounds.map(\.ends.count) == [16, 16, 16, 0])
        #expect(grounds[3].kept?.read(ReadID(1), types[0]) == .askSource)
        for type in types { grounds[0].closeSource(type) }
        display.serve()
        #expect(keep(types).ends.count == 16, "completed types release their slots")
    }
}
