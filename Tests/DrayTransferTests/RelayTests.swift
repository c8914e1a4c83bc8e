// SPDX-License-Identifier: MIT

import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Relays against everything that a target can pass, and that a source can do.
@Suite struct RelayTests {
    private let display: Display

    init() throws {
        display = try Display()
    }

    /// A relay into `target`, with all that it has told.
    private final class Told {
        var bytes: [UInt8] = []
        var carried = 0
        var closings = 0
        var ends: [TransferRelay.Event] = []
        var relay: TransferRelay?
        var source: Int32 = -1

        func take(_ event: TransferRelay.Event) {
            switch event {
            case .bytes(let new): bytes += new
            case .carried(let count): carried += count
            case .sourceClosed: closings += 1
            case .finished, .targetClosed, .sourceFailed: ends.append(event)
            }
        }

        var end: String { ends.map { "\($0)" }.joined(separator: " ") }
    }

    private func relay(to target: Int32, showing: TransferRelay.Showing = .count) throws -> Told {
        let told = Told()
        told.relay = TransferRelay(
            loop: display.eventLoop, to: ReceivedDescriptor(owning: target), showing: showing
        ) { [unowned told] event in told.take(event) }
        told.source = try #require(told.relay?.takeSourceEnd()?.take())
        _ = fcntl(told.source, F_SETFL, O_NONBLOCK)
        return told
    }

    /// Bytes that tell their own place.
    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    /// Writes all of it and reads all that comes, in whatever portions the pipes want, until the reader is at its end.
    private func carry(_ bytes: [UInt8], into told: Told, from reader: Int32, portion: Int = 1 << 16) -> [UInt8] {
        var written = 0
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: portion)
        for _ in 0..<1_000_000 {
            if written < bytes.count {
                let count = bytes.withUnsafeBytes { write(told.source, $0.baseAddress! + written, $0.count - written) }
                if count > 0 { written += count }
                if written == bytes.count { close(told.source) }
            }
            display.eventLoop.dispatch(timeout: 0)
            let count = read(reader, &buffer, buffer.count)
            if count > 0 { result += buffer[..<count] }
            if count == 0 { return result }
        }
        Issue.record("the transfer never ends")
        return result
    }

    @Test(arguments: [1, 100, 4096, 65_536, 65_537, 3_000_000])
    func allBytesArriveInTheirOrder(count: Int) throws {
        let target = try makePipe()
        let told = try relay(to: target.write)
        #expect(carry(pattern(count), into: told, from: target.read) == pattern(count))
        #expect(told.carried == count)
        #expect(told.relay?.carried == count)
        #expect(told.bytes.isEmpty, "nobody wanted to see them")
        #expect(told.end == "finished")
        close(target.read)
    }

    @Test(arguments: [1, 65_536, 3_000_000])
    func bytesAreShownAsTheyPass(count: Int) throws {
        let target = try makePipe(size: 4096)
        let told = try relay(to: target.write, showing: .bytes)
        #expect(carry(pattern(count), into: told, from: target.read, portion: 1000) == pattern(count))
        #expect(told.bytes == pattern(count))
        #expect(told.end == "finished")
        close(target.read)
    }

    @Test(arguments: [TransferRelay.Showing.count, .bytes])
    func socketIsATargetToo(showing: TransferRelay.Showing) throws {
        let target = try makeSocket()
        let told = try relay(to: target.write, showing: showing)
        #expect(carry(pattern(1_000_000), into: told, from: target.read) == pattern(1_000_000))
        #expect(told.carried == 1_000_000)
        if showing == .bytes { #expect(told.bytes == pattern(1_000_000)) }
        close(target.read)
    }

    @Test(arguments: [O_RDWR, O_RDWR | O_APPEND])
    func fileIsATargetToo(flags: Int32) throws {
        var path = Array("/tmp/dray-relay-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        try #require(file >= 0)
        defer { unlink(path) }
        let copy = dup(file)
        _ = fcntl(file, F_SETFL, flags)
        let told = try relay(to: file)
        var written = 0
        let bytes = pattern(300_000)
        while written < bytes.count {
            written += max(
                0, bytes.withUnsafeBytes { write(told.source, $0.baseAddress! + written, $0.count - written) })
            display.eventLoop.dispatch(timeout: 0)
        }
        close(told.source)
        for _ in 0..<1000 where told.ends.isEmpty { display.eventLoop.dispatch(timeout: 0) }
        #expect(told.end == "finished")
        var read = [UInt8](repeating: 0, count: 400_000)
        #expect(pread(copy, &read, read.count, 0) == bytes.count)
        #expect(Array(read[..<bytes.count]) == bytes)
        close(copy)
    }

    /// Nothing in this test says that SIGPIPE is to be ignored: the default would end the process.
    @Test func targetThatClosesEndsTheTransferAndNotTheProcess() throws {
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        for target in [try makePipe(), try makeSocket()] {
            let told = try relay(to: target.write)
            #expect(write(told.source, "lost", 4) == 4)
            close(target.read)
            for _ in 0..<3 { display.eventLoop.dispatch(timeout: 0) }
            #expect(told.end == "targetClosed")
            close(told.source)
        }
    }

    /// A source that is still thinking learns at once that nobody waits any more.
    @Test func targetThatClosesIsNoticedWithoutAByte() throws {
        let target = try makePipe()
        let told = try relay(to: target.write)
        close(target.read)
        display.eventLoop.dispatch(timeout: 0)
        #expect(told.end == "targetClosed")
        var state = pollfd(fd: told.source, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, 0)
        #expect(state.revents & Int16(POLLERR) != 0)
        close(told.source)
    }

    @Test func sourceThatWritesNothingIsAtItsEnd() throws {
        let target = try makePipe()
        let told = try relay(to: target.write)
        close(told.source)
        display.eventLoop.dispatch(timeout: 0)
        #expect(told.end == "finished")
        #expect(told.carried == 0)
        var byte: UInt8 = 0
        #expect(read(target.read, &byte, 1) == 0, "the loop's duplicates are closed as well")
        close(target.read)
    }

    /// Who writes faster than its target reads has to wait, as without a relay (back pressure).
    @Test(arguments: [TransferRelay.Showing.count, .bytes])
    func slowTargetHoldsItsSourceBack(showing: TransferRelay.Showing) throws {
        let target = try makePipe()
        let told = try relay(to: target.write, showing: showing)
        let block = [UInt8](repeating: 7, count: 65_536)
        var written = 0
        for _ in 0..<1000 {
            written += max(0, write(told.source, block, block.count))
            display.eventLoop.dispatch(timeout: 0)
        }
        #expect(written < 3 << 20, "no more than the pipes hold")
        // And nobody turns in circles meanwhile: with nothing to do, the loop waits.
        let start = ContinuousClock().now
        display.eventLoop.dispatch(timeout: 50)
        #expect(ContinuousClock().now - start >= .milliseconds(45))
        close(told.source)
        // Not even when the source has gone and its end is to be heard all the time.
        display.eventLoop.dispatch(timeout: 0)
        let later = ContinuousClock().now
        display.eventLoop.dispatch(timeout: 50)
        #expect(ContinuousClock().now - later >= .milliseconds(45))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var arrived = 0
        for _ in 0..<1000 {
            display.eventLoop.dispatch(timeout: 0)
            let count = read(target.read, &buffer, buffer.count)
            if count == 0 { break }
            arrived += max(0, count)
        }
        #expect(arrived == written)
        #expect(told.end == "finished")
        close(target.read)
    }

    @Test func relayThatIsLetGoInItsHandlerLeavesNothingOpen() throws {
        let target = try makePipe()
        var relay: TransferRelay?
        relay = TransferRelay(
            loop: display.eventLoop, to: ReceivedDescriptor(owning: target.write), showing: .bytes
        ) { _ in relay = nil }
        let source = try #require(relay?.takeSourceEnd()?.take())
        #expect(write(source, "text", 4) == 4)
        display.eventLoop.dispatch(timeout: 0)
        #expect(relay == nil)
        var state = pollfd(fd: source, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, 0)
        #expect(state.revents & Int16(POLLERR) != 0, "nobody reads any more")
        close(source)
        close(target.read)
    }
}
