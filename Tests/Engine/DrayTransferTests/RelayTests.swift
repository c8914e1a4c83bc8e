// SPDX-License-Identifier: MIT

import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Relays with every kind of target and source.
@Suite struct RelayTests {
    private let display: Display

    init() throws {
        display = try Display()
    }

    /// A relay into `target`, with all its events.
    private final class EventLog {
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

    private func relay(to target: Int32, showing: TransferRelay.Showing = .count) throws -> EventLog {
        let log = EventLog()
        log.relay = TransferRelay(
            loop: display.eventLoop, to: ReceivedDescriptor(owning: target), showing: showing
        ) { [unowned log] event in log.take(event) }
        log.source = try #require(log.relay?.takeSourceEnd()?.take())
        _ = fcntl(log.source, F_SETFL, O_NONBLOCK)
        return log
    }

    /// Bytes that depend on their position.
    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    /// Writes everything and reads everything, in the portions that the pipes accept, until the reader is at its end.
    private func carry(_ bytes: [UInt8], into log: EventLog, from reader: Int32, portion: Int = 1 << 16) -> [UInt8] {
        var written = 0
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: portion)
        for _ in 0..<1_000_000 {
            if written < bytes.count {
                let count = bytes.withUnsafeBytes { write(log.source, $0.baseAddress! + written, $0.count - written) }
                if count > 0 { written += count }
                if written == bytes.count { close(log.source) }
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
        let log = try relay(to: target.write)
        #expect(carry(pattern(count), into: log, from: target.read) == pattern(count))
        #expect(log.carried == count)
        #expect(log.relay?.carried == count)
        #expect(log.bytes.isEmpty, "bytes are not shown")
        #expect(log.end == "finished")
        close(target.read)
    }

    @Test(arguments: [1, 65_536, 3_000_000])
    func bytesAreShownAsTheyPass(count: Int) throws {
        let target = try makePipe(size: 4096)
        let log = try relay(to: target.write, showing: .bytes)
        #expect(carry(pattern(count), into: log, from: target.read, portion: 1000) == pattern(count))
        #expect(log.bytes == pattern(count))
        #expect(log.end == "finished")
        close(target.read)
    }

    @Test(arguments: [TransferRelay.Showing.count, .bytes])
    func socketIsATargetToo(showing: TransferRelay.Showing) throws {
        let target = try makeSocket()
        let log = try relay(to: target.write, showing: showing)
        #expect(carry(pattern(1_000_000), into: log, from: target.read) == pattern(1_000_000))
        #expect(log.carried == 1_000_000)
        if showing == .bytes { #expect(log.bytes == pattern(1_000_000)) }
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
        let log = try relay(to: file)
        var written = 0
        let bytes = pattern(300_000)
        while written < bytes.count {
            written += max(
                0, bytes.withUnsafeBytes { write(log.source, $0.baseAddress! + written, $0.count - written) })
            display.eventLoop.dispatch(timeout: 0)
        }
        close(log.source)
        for _ in 0..<1000 where log.ends.isEmpty { display.eventLoop.dispatch(timeout: 0) }
        #expect(log.end == "finished")
        var read = [UInt8](repeating: 0, count: 400_000)
        #expect(pread(copy, &read, read.count, 0) == bytes.count)
        #expect(Array(read[..<bytes.count]) == bytes)
        close(copy)
    }

    /// SIGPIPE has its default action in this test, which would end the process.
    @Test func targetThatClosesEndsTheTransferAndNotTheProcess() throws {
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        for target in [try makePipe(), try makeSocket()] {
            let log = try relay(to: target.write)
            #expect(write(log.source, "lost", 4) == 4)
            close(target.read)
            for _ in 0..<3 { display.eventLoop.dispatch(timeout: 0) }
            #expect(log.end == "targetClosed")
            close(log.source)
        }
    }

    /// A source that has not written yet sees at once that the reader has closed.
    @Test func targetThatClosesIsNoticedWithoutAByte() throws {
        let target = try makePipe()
        let log = try relay(to: target.write)
        close(target.read)
        display.eventLoop.dispatch(timeout: 0)
        #expect(log.end == "targetClosed")
        var state = pollfd(fd: log.source, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, 0)
        #expect(state.revents & Int16(POLLERR) != 0)
        close(log.source)
    }

    @Test func sourceThatWritesNothingIsAtItsEnd() throws {
        let target = try makePipe()
        let log = try relay(to: target.write)
        close(log.source)
        display.eventLoop.dispatch(timeout: 0)
        #expect(log.end == "finished")
        #expect(log.carried == 0)
        var byte: UInt8 = 0
        #expect(read(target.read, &byte, 1) == 0, "the loop's duplicates are closed as well")
        close(target.read)
    }

    /// A source that writes faster than its target reads is blocked, as without a relay (back pressure).
    @Test(arguments: [TransferRelay.Showing.count, .bytes])
    func slowTargetHoldsItsSourceBack(showing: TransferRelay.Showing) throws {
        let target = try makePipe()
        let log = try relay(to: target.write, showing: showing)
        let block = [UInt8](repeating: 7, count: 65_536)
        var written = 0
        for _ in 0..<1000 {
            written += max(0, write(log.source, block, block.count))
            display.eventLoop.dispatch(timeout: 0)
        }
        #expect(written < 3 << 20, "no more than the pipes hold")
        // Without anything to move, the loop must block and not spin.
        let start = ContinuousClock().now
        display.eventLoop.dispatch(timeout: 50)
        #expect(ContinuousClock().now - start >= .milliseconds(45))
        close(log.source)
        // Not even after the source has closed, when its hangup is reported continuously.
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
        #expect(log.end == "finished")
        close(target.read)
    }

    @Test func relayReleasedInItsHandlerLeavesNothingOpen() throws {
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
        #expect(state.revents & Int16(POLLERR) != 0, "the read end is closed")
        close(source)
        close(target.read)
    }
}
