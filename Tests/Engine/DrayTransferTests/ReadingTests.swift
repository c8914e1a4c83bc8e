// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// Content dropped on the compositor that is read into memory.
@Suite struct ReadingTests {
    private let display: Display
    private let pool: TransferPool

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .zero }
    }

    /// The result of a reader; nil for content that could not be read.
    private final class Received {
        var contents: [[UInt8]?] = []
    }

    private func read(limit: Int) throws -> (received: Received, source: Int32) {
        let received = Received()
        let end = pool.read(limit: limit) { received.contents.append($0) }
        return (received, try #require(end?.take()))
    }

    /// Dispatches the loop until it is idle.
    private func serve() {
        for _ in 0..<20 { display.dispatch(timeout: 0) }
    }

    @Test func contentIsDeliveredWhenTheSourceHasFinished() throws {
        let (received, source) = try read(limit: 8)
        #expect(write(source, "some", 4) == 4)
        serve()
        #expect(received.contents == [])
        #expect(write(source, "what", 4) == 4)
        close(source)
        serve()
        #expect(received.contents == [Array("somewhat".utf8)])
    }

    @Test func emptyContentIsValid() throws {
        let (received, source) = try read(limit: 8)
        close(source)
        serve()
        #expect(received.contents == [[]])
    }

    /// The source is still read to its end, since it may not expect SIGPIPE.
    @Test func contentBeyondTheLimitIsDiscarded() throws {
        let (received, source) = try read(limit: 7)
        let bytes = [UInt8](repeating: 1, count: 60_000)
        for _ in 0..<4 {
            #expect(write(source, bytes, bytes.count) == bytes.count)
            serve()
        }
        #expect(received.contents == [])
        close(source)
        serve()
        #expect(received.contents == [nil])
    }

    @Test func floodEnds() throws {
        signal(SIGPIPE, SIG_IGN)
        let (received, source) = try read(limit: 7)
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: 1, count: 1 << 16)
        var written = 0
        while received.contents.isEmpty {
            written += max(write(source, bytes, bytes.count), 0)
            try #require(written <= 2 * ItemCounter.discardLimit)
            display.dispatch(timeout: 0)
        }
        #expect(received.contents == [nil])
        #expect(write(source, bytes, 1) == -1 && errno == EPIPE)
        close(source)
    }

    @Test func destroyedPoolReportsNothing() throws {
        let received = Received()
        var own: TransferPool? = TransferPool(loop: display.eventLoop) { .zero }
        let source = try #require(own?.read(limit: 8) { received.contents.append($0) }?.take())
        own = nil
        close(source)
        serve()
        #expect(received.contents == [])
    }
}
