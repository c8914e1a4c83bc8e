// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import Glibc
import Testing
import WaylandServer
import WaylandUtil

@testable import DrayTransfer

/// Programs that exhaust a limited resource: others still get their share, and the slots are released after the timeout
/// or when the programs disconnect.
@Suite final class TransferSharesTests {
    let display: Display
    let pool: TransferPool
    let session: SessionFolder
    /// The machine's clock plus an offset that a test can change.
    let clock: Clock
    private var last: UInt64 = 0

    final class Clock {
        var added: UInt64 = 0
        var now: Instant { Instant.machine.advanced(byMicroseconds: added) }
    }

    init() throws {
        // The write end of a refused read is closed.
        signal(SIGPIPE, SIG_IGN)
        display = try Display()
        session = try SessionFolder()
        let clock = Clock()
        self.clock = clock
        pool = TransferPool(loop: display.eventLoop) { clock.now }
        pool.converter = ConversionService(
            loop: display.eventLoop, program: ConversionService.findProgram(), runtimeFolder: session.path)
        // Short intervals, so that a test need not wait.
        pool.policy = TransferPolicy(announceAfter: 10_000, stallAfter: 1_000_000)
    }

    deinit { pool.converter = ConversionService(loop: display.eventLoop, program: nil, runtimeFolder: nil) }

    static let attacker = pair(1)
    static let good = pair(100)

    /// Two connections of one process.
    private static func pair(_ number: UInt64) -> TransferParties {
        TransferParties(
            source: TransferParty(ApplicationID(2 * number), process: Int32(number)),
            reader: TransferParty(ApplicationID(2 * number + 1), process: Int32(number)))
    }

    /// Pairs of different processes.
    private static let crowd = (200..<300 as Range<UInt64>).map(pair)

    /// One end of a transfer that the test holds.
    final class End {
        private(set) var descriptor: Int32

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }

        deinit { close() }

        func close() {
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }

        /// Writes as much as fits, and returns the number of bytes; nil without a reader.
        func write(_ count: Int) -> Int? {
            let bytes = [UInt8](repeating: 65, count: count)
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            return written < 0 && errno != EAGAIN ? nil : max(written, 0)
        }
    }

    private final class Read {
        let id: ReadID
        var source: End?
        let reader: End
        var events: [TransferPool.Event] = []
        var received = 0
        private(set) var isAtEnd = false

        init(_ id: ReadID, reader: Int32) {
            self.id = id
            self.reader = End(reader)
        }

        func read() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while !isAtEnd {
                let count = Glibc.read(reader.descriptor, &buffer, buffer.count)
                if count == 0 { isAtEnd = true }
                guard count > 0 else { return }
                received += count
            }
        }

        var end: Transfer.State? {
            for case .closed(let state) in events { return state }
            return nil
        }
    }

    private func request(_ parties: TransferParties, _ type: MimeType = "text/plain") -> TransferRequest {
        last += 1
        let drag = DragID(parties.source.application?.rawValue ?? 0)
        return TransferRequest(ReadID(last), type, seat: SeatID(1), .drag(drag), parties)
    }

    // MARK: Conversions

    /// A read that converts one text type into the other; its source has not written yet.
    private func convert(_ parties: TransferParties, to type: MimeType = "STRING") throws -> Read {
        let pipe = try makePipe()
        let request = request(parties, type)
        let read = Read(request.id, reader: pipe.read)
        let conversion = try #require(Conversion.further(than: ["text/plain"], able: .all).first { $0.type == type })
        _ = pool.convert(request, conversion, to: ReceivedDescriptor(owning: pipe.write)) {
            .up
        } ask: { _, end in
            read.source = End(fcntl(end.borrowed ?? -1, F_DUPFD_CLOEXEC, 3))
            return true
        } onEvent: { [weak read] in
            read?.events.append($0)
        }
        return read
    }

    private func expectConversion(_ parties: TransferParties = good) throws {
        let read = try convert(parties)
        #expect(read.source?.write(5) == 5)
        read.source = nil
        display.wait("the conversion") {
            read.read()
            return read.end != nil
        }
        #expect(read.end == .complete && read.received == 5)
    }

    @Test func onePairDoesNotTakeAllConversions() throws {
        let reads = try (0..<40).map { _ in try convert(Self.attacker) }
        #expect(reads.count { $0.source != nil } == TransferPool.conversionShare)
        try expectConversion()
        pool.applicationGone(try #require(Self.attacker.source.application))
        #expect(pool.conversionCount == 0)
        #expect(pool.carriers.isEmpty && pool.feeds.isEmpty && pool.limits.conversions.isEmpty)
        #expect(reads.allSatisfy { $0.source.map { $0.write(1) == nil } ?? true }, "their pipes are closed")
    }

    @Test func manyProcessesDoNotTakeAllConversions() throws {
        let crowd = Self.crowd.prefix(30)
        let reads = try crowd.flatMap { pair in try (0..<4).map { _ in try convert(pair) } }
        #expect(pool.conversionCount == TransferPool.conversionLimit)
        try expectConversion()
        for party in crowd.flatMap({ [$0.source, $0.reader] }) { pool.applicationGone(try #require(party.application)) }
        #expect(pool.conversionCount == 0)
        #expect(pool.carriers.isEmpty && pool.feeds.isEmpty && pool.limits.conversions.isEmpty)
        #expect(reads.allSatisfy { $0.source.map { $0.write(1) == nil } ?? true }, "their pipes are closed")
    }

    /// A program that reads from a hanging source has slots for another source's content.
    @Test func aHangingSourceDoesNotExhaustItsReader() throws {
        let mixed = TransferParties(source: Self.attacker.source, reader: Self.good.reader)
        let reads = try (0..<20).map { _ in try convert(mixed) }
        try expectConversion()
        withExtendedLifetime(reads) {}
    }

    @Test func inactiveReaderTimesOut() throws {
        let read = try convert(Self.attacker)
        var written = 0
        while written < 4 << 20 {
            written += try #require(read.source?.write(1 << 16))
            display.eventLoop.dispatch(timeout: 0)
        }
        read.source = nil
        display.wait("the end") { read.end != nil || clockMoves() }
        #expect(read.end == .givenUp)
        display.wait("the rest to end") { pool.feeds.isEmpty }
        #expect(pool.carriers.isEmpty && pool.limits.feedBytes.isEmpty)
    }

    /// Advances the clock by a second.
    func clockMoves() -> Bool {
        clock.added += 1_000_000
        return false
    }

    /// Content beyond the limit waits for the attacker's readers; that of every other program is still converted.
    @Test func contentWaitingForOneReaderDoesNotBlockOthers() throws {
        let file = try #require(MemoryFile(containing: [UInt8](repeating: 66, count: 4 << 20)))
        var reads: [Read] = []
        for pair in [Self.attacker] + Self.crowd {
            for _ in 0..<20 {
                let pipe = try makePipe()
                let request = request(pair)
                let read = Read(request.id, reader: pipe.read)
                _ = pool.feed(file, request, to: ReceivedDescriptor(owning: pipe.write)) { read.events.append($0) }
                reads.append(read)
            }
        }
        #expect(pool.feeds.count == TransferPool.feedLimit)
        try expectConversion()
        let pipe = try makePipe()
        let request = request(Self.good)
        let read = Read(request.id, reader: pipe.read)
        #expect(pool.feed(file, request, to: ReceivedDescriptor(owning: pipe.write)) { read.events.append($0) })
        display.wait("the content") {
            read.read()
            return read.end != nil
        }
        #expect(read.received == 4 << 20)
        for pair in [Self.attacker] + Self.crowd { pool.applicationGone(try #require(pair.reader.application)) }
        #expect(pool.feeds.isEmpty && pool.carriers.isEmpty && pool.limits.feeds.isEmpty)
    }

    @Test func bytesOfTheCompositorsOwnAreSharedToo() throws {
        let bytes = [UInt8](repeating: 67, count: 1 << 20)
        var readers: [End] = []
        var taken = 0
        for _ in 0..<50 {
            let pipe = try makePipe()
            readers.append(End(pipe.read))
            if pool.write(bytes, into: ReceivedDescriptor(owning: pipe.write), for: Self.attacker.reader) { taken += 1 }
        }
        #expect(taken == TransferPool.feedShare)
        let pipe = try makePipe()
        let good = Read(ReadID(0), reader: pipe.read)
        #expect(pool.write(bytes, into: ReceivedDescriptor(owning: pipe.write), for: Self.good.reader))
        display.wait("the bytes") {
            good.read()
            return good.isAtEnd
        }
        #expect(good.received == bytes.count)
        // Not a single byte was read of the others.
        display.wait("all feeds to end") { pool.feeds.isEmpty || clockMoves() }
    }

    @Test func oneProgramsPicturesLeaveRoomForAnothers() {
        var order: [String] = []
        let converter = pool.converter
        for number in 0..<5 { converter.whenPictureMayStart(Self.attacker) { order.append("attacker \(number)") } }
        converter.whenPictureMayStart(Self.good) { order.append("good") }
        #expect(order == ["attacker 0", "good"])
        converter.pictureDone(Self.attacker)
        #expect(order == ["attacker 0", "good", "attacker 1"])
        converter.whenPictureMayStart(Self.crowd[0]) { order.append("third") }
        converter.pictureDone(Self.good)
        #expect(order.last == "third")
    }

    @Test func oneProgramsClippingsDoNotRemoveAnothers() throws {
        let container = try #require(ClippingContainer(in: session.path))
        let good = try #require(container.make("good.txt", of: Self.good.source))
        var paths: [String] = []
        for number in 0..<200 {
            let made = try #require(container.make("\(number).txt", of: Self.attacker.source))
            paths.append(made.path)
            if number >= 100 { container.grew(made.number, to: 60 << 20) }
            if number == 99 {
                #expect(paths.count { access($0, F_OK) == 0 } == ClippingContainer.fileShare)
            }
        }
        #expect(access(good.path, F_OK) == 0)
        #expect(paths.count { access($0, F_OK) == 0 } == 2, "by their bytes")
    }

    // MARK: Relays

    private func relay(_ parties: TransferParties) throws -> Read {
        let pipe = try makePipe()
        let request = request(parties)
        let read = Read(request.id, reader: pipe.read)
        let end = pool.begin(request, to: ReceivedDescriptor(owning: pipe.write), sourceLife: { .up }) {
            read.events.append($0)
        }
        read.source = end?.take().map { End($0) }
        return read
    }

    @Test func onePairDoesNotTakeAllRelays() throws {
        let reads = try (0..<100).map { _ in try relay(Self.attacker) }
        #expect(reads.count { $0.source != nil } == TransferPool.relayShare)
        #expect(try relay(Self.good).source != nil)
    }

    /// Stalled transfers are evicted; transfers that move are not.
    @Test func stalledRelaysMakeRoomForAnotherProgram() throws {
        let reads = try Self.crowd.map(relay)
        #expect(reads.count { $0.source != nil } == TransferPool.relayLimit)
        #expect(try relay(Self.good).source == nil, "it is direct, and still arrives")
        display.wait("the stall") { pool.ledger.hasStalled || clockMoves() }
        let good = try relay(Self.good)
        #expect(good.source?.write(3) == 3)
        good.source = nil
        display.wait("the end") {
            good.read()
            return good.end != nil
        }
        #expect(good.end == .complete && good.received == 3)
    }

    @Test func relaysOfDisconnectedProgramsEndOnceTheyStall() throws {
        let read = try relay(Self.attacker)
        #expect(read.source?.write(3) == 3)
        display.serve()
        for party in [Self.attacker.source, Self.attacker.reader] {
            pool.applicationGone(try #require(party.application))
        }
        #expect(read.end == nil, "either may have passed its end to another process")
        display.wait("the end") { read.end != nil || clockMoves() }
        #expect(read.end == .broken(.brokeOff))
        #expect(pool.carriers.isEmpty && pool.limits.relays.isEmpty)
    }

    @Test func onePairDoesNotTakeAllLooks() throws {
        pool.policy.way = .direct
        let reads = try (0..<400).map { _ in try relay(Self.attacker) }
        #expect(pool.passing.count == TransferPool.passingShare)
        let good = try relay(Self.good)
        #expect(pool.isWatched(good.id))
        withExtendedLifetime(reads) {}
    }
}
