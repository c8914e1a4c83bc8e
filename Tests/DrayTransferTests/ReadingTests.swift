// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

/// What was dropped on a place of the host's, on its way into memory.
@Suite struct ReadingTests {
    private let display: Display
    private let pool: TransferPool

    init() throws {
        display = try Display()
        pool = TransferPool(loop: display.eventLoop) { .zero }
    }

    /// What a reader has told; nil for content that it has not got.
    private final class Told {
        var contents: [[UInt8]?] = []
    }

    private func read(limit: Int) throws -> (told: Told, source: Int32) {
        let told = Told()
        let end = pool.read(limit: limit) { told.contents.append($0) }
        return (told, try #require(end?.take()))
    }

    /// Serves the loop until nothing is left to do.
    private func serve() {
        for _ in 0..<20 { display.dispatch(timeout: 0) }
    }

    @Test func allComesAtOnceWhenTheSourceIsDone() throws {
        let (told, source) = try read(limit: 8)
        #expect(write(source, "some", 4) == 4)
        serve()
        #expect(told.contents == [])
        #expect(write(source, "body", 4) == 4)
        close(source)
        serve()
        #expect(told.contents == [Array("somebody".utf8)])
    }

    @Test func nothingIsContentToo() throws {
        let (told, source) = try read(limit: 8)
        close(source)
        serve()
        #expect(told.contents == [[]])
    }

    /// The source is read to its end all the same: it might not bear a pipe that is closed.
    @Test func moreThanTheLimitIsNone() throws {
        let (told, source) = try read(limit: 7)
        let bytes = [UInt8](repeating: 1, count: 60_000)
        for _ in 0..<4 {
            #expect(write(source, bytes, bytes.count) == bytes.count)
            serve()
        }
        #expect(told.contents == [])
        close(source)
        serve()
        #expect(told.contents == [nil])
    }

    @Test func floodEnds() throws {
        signal(SIGPIPE, SIG_IGN)
        let (told, source) = try read(limit: 7)
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: 1, count: 1 << 16)
        var written = 0
        while told.contents.isEmpty {
            written += max(write(source, bytes, bytes.count), 0)
            try #require(written <= 2 * ItemCounter.discardLimit)
            display.dispatch(timeout: 0)
        }
        #expect(told.contents == [nil])
        #expect(write(source, bytes, 1) == -1 && errno == EPIPE)
        close(source)
    }

    @Test func poolThatGoesTellsNothing() throws {
        let told = Told()
        var own: TransferPool? = TransferPool(loop: display.eventLoop) { .zero }
        let source = try #require(own?.read(limit: 8) { told.contents.append($0) }?.take())
        own = nil
        close(source)
        serve()
        #expect(told.contents == [])
    }
}
