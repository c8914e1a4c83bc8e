// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// What is taken in and given again, with sources and readers of every kind (HIG-23).
@Suite struct KeptContentTests {
    private let display: Display
    private let pool: TransferPool
    private let text: MimeType = "text/plain"

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .machine }
    }

    /// Content that is taken in, with the ends that its source writes into.
    private final class Ground {
        var ends: [MimeType: Int32] = [:]
        var life = SourceLife.up
        var answers: [ReadID: ContentKeeper.Answer] = [:]
        var kept: KeptContent?

        deinit {
            for end in ends.values { close(end) }
        }

        func closeSource(_ type: MimeType) { ends.removeValue(forKey: type).map { _ = close($0) } }

        /// Writes what fits, and returns how much that was.
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

    /// Takes in so many bytes of a text.
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

    /// Reads all that comes until the end.
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

    /// Pipes are what toolkits pass; anything else must neither block the loop nor lose a byte.
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

    /// Several readers at their own speeds, one of which leaves.
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

    /// What is being given outlives the drag that it belongs to.
    @Test func readerGetsItAllWhenNobodyKeepsItAnyMore() throws {
        let ground = filled(300_000)
        let pipe = try makePipe()
        #expect(ground.kept?.serve(request(1), to: ReceivedDescriptor(owning: pipe.write)) == true)
        ground.kept = nil
        #expect(readAll(pipe.read) == 300_000)
    }

    @Test func readerThatCannotWriteIsAtItsEndAndTold() throws {
        let ground = filled(10)
        let null = open("/dev/null", O_RDONLY)
        #expect(ground.kept?.serve(request(1), to: ReceivedDescriptor(owning: null)) != nil)
        display.wait("the end") { pool.ledger[ReadID(1)]?.isOver == true }
        #expect(pool.ledger[ReadID(1)]?.state != .complete)
    }

    /// Nobody can make the pool take all descriptors by reading again and again.
    @Test func onlySoManyReadersAreServedAtATime() throws {
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

    /// A source that never stops is read for a while, since it may not expect a reader who leaves; then it hears so.
    @Test func sourceThatWritesForEverIsLetGo() throws {
        let ground = keep([text], budget: KeepingBudget(bytes: 1 << 20))
        #expect(ground.kept?.read(ReadID(1), text) == .wait)
        var written = 0
        let end = try #require(ground.ends[text])
        var isUnread = false
        display.wait("the end of patience") {
            var state = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
            poll(&state, 1, 0)
            isUnread = state.revents & Int16(POLLERR) != 0
            if !isUnread { written += max(ground.write(1 << 16, as: text), 0) }
            return isUnread || written >= 64 << 20
        }
        #expect(isUnread && written > 16 << 20 && written < 32 << 20)
        #expect(ground.answers[ReadID(1)] == .askSource)
    }

    @Test func sourcesThatGiveNothingOrDieKeepNobodyWaiting() {
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

    @Test func sourceThatCannotBeAskedLeavesItToTheReads() {
        let ground = keep([text], refuses: true)
        display.serve()
        #expect(ground.kept?.read(ReadID(1), text) == .askSource)
    }

    /// A byte now and then is not waited for longer than the budget's time.
    @Test func sourceThatTricklesIsLetGoInTime() {
        let ground = keep([text], budget: KeepingBudget(time: 50_000))
        #expect(ground.kept?.read(ReadID(1), text) == .wait)
        display.wait("the answer") {
            _ = ground.write(1, as: text)
            return ground.answers[ReadID(1)] == .askSource
        }
    }

    /// Each type has four descriptors; what is beyond the limit is asked of the source.
    @Test func onlySoMuchIsTakenInAtATime() {
        let types = (0..<ContentKeeper.typeLimit).map { MimeType("type/\($0)") }
        let grounds = (0..<4).map { _ in keep(types) }
        #expect(grounds.map(\.ends.count) == [16, 16, 16, 0])
        #expect(grounds[3].kept?.read(ReadID(1), types[0]) == .askSource)
        for type in types { grounds[0].closeSource(type) }
        display.serve()
        #expect(keep(types).ends.count == 16, "what has come to its end makes room")
    }
}
