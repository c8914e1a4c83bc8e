// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayTransfer
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// The number of items of clients that do not report it (HIG-06).
@Suite struct ItemCountTests {
    let stage: Stage
    var fixture: DragFixture { stage.fixture }

    init() throws {
        // Writing to a pipe without a reader should fail, not end the test.
        signal(SIGPIPE, SIG_IGN)
        stage = try Stage()
    }

    /// The write ends of the pipes that a client was sent.
    private final class Asked {
        var types: [String] = []
        var descriptors: [ReceivedDescriptor] = []

        func write(_ text: String) { write(Array(text.utf8)) }

        @discardableResult
        func write(_ bytes: [UInt8]) -> Int {
            guard let descriptor = descriptors.last?.borrowed else { return -1 }
            return Glibc.write(descriptor, bytes, bytes.count)
        }

        func close() { descriptors = [] }
    }

    /// Begins a drag whose source answers as the test requires.
    private func begin(types: [String] = ["text/uri-list", "text/plain"]) throws -> Asked {
        let asked = Asked()
        let content = stage.source.manager.createDataSource()
        for type in types { content.offer(mimeType: type) }
        content.setActions(dndActions: .copy)
        content.onEvent { event in
            switch event {
            case .send(let type, let descriptor):
                asked.types.append(type)
                asked.descriptors.append(descriptor)
            case .target, .cancelled, .dndDropPerformed, .dndFinished, .action: break
            }
        }
        try fixture.startDrag(of: stage.source, from: stage.sourceWindow, at: Stage.start, source: content)
        stage.source.keep(content.proxy)
        return asked
    }

    /// Serves the compositor for a time.
    private func serve(milliseconds: Int) {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(milliseconds)
        while clock.now < end { fixture.compositor.dispatch(timeout: 10) }
    }

    @Test func itemsAreCountedWithoutCommentsAndEmptyLines() throws {
        let asked = try begin()
        #expect(asked.types == ["text/uri-list"], "only one type is requested, once")
        asked.write("# three files\r\nfile:///a\r\nfile:///b\r\n\r\n")
        try fixture.settle()
        #expect(fixture.drags.itemCount == 1, "the list is not complete yet")
        asked.write("file:///c")
        asked.close()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 3)
        #expect(fixture.drags.feedback?.itemCount == 3)
    }

    @Test func flockAndBadgeShowTheNumber() throws {
        let asked = try begin()
        try stage.move(to: Stage.beside)
        let alone = try #require(stage.image).bounds.width
        asked.write("file:///a\nfile:///b\nfile:///c\n")
        asked.close()
        try fixture.settle()
        #expect(stage.parts.contains { $0.role == .sheet(1) }, "the sheets are being stacked")
        try stage.rest()
        #expect(try #require(stage.image).bounds.width > alone, "a stack is wider than a sheet")
        #expect(!stage.parts.contains { $0.role == .sheet(1) }, "they have become the stack")
    }

    @Test func unresponsiveSourceDelaysNothing() throws {
        let asked = try begin()
        try stage.move(to: Stage.over)
        #expect(stage.target.log.contains { if case .enter = $0 { true } else { false } })
        serve(milliseconds: 300)
        asked.write("file:///a\nfile:///b\n")
        asked.close()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 1, "too late")
        try fixture.release()
        #expect(!fixture.drags.isDragging)
    }

    @Test func lateSourceIsReadAllTheSame() throws {
        let asked = try begin()
        try fixture.release()
        serve(milliseconds: 300)
        #expect(asked.write(Array("file:///a\n".utf8)) == 10, "a closed pipe would end a client that ignores no signal")
    }

    @Test func endlessListIsNotCountedAndEnds() throws {
        let asked = try begin()
        let line = Array(repeating: Array("file:///a\n".utf8), count: 4096).flatMap { $0 }
        let descriptor = try #require(asked.descriptors.last?.borrowed)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var written = 0
        for _ in 0..<100_000 {
            let count = asked.write(line)
            if count < 0, errno == EPIPE { break }
            written += max(count, 0)
            fixture.compositor.dispatch(timeout: 0)
        }
        #expect(written > 1 << 20)
        #expect(written < 32 << 20, "the pipe is closed in the end")
        asked.close()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 1)
        #expect(fixture.drags.isDragging)
    }

    @Test func sourceThatDiesLeavesNothing() throws {
        let asked = try begin()
        asked.write("file:///a\nfile:///b\n")
        fixture.kill(stage.source)
        asked.close()
        for _ in 0..<3 { fixture.compositor.dispatch(timeout: 0) }
        #expect(!fixture.drags.isDragging)
        #expect(fixture.drags.itemCount == nil)
    }

    @Test func listThatEndsAfterTheDropIsIgnored() throws {
        let asked = try begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try fixture.release()
        fixture.clearLogs()
        asked.write("file:///a\nfile:///b\n")
        asked.close()
        try fixture.settle()
        #expect(!fixture.effects.contains { if case .announce(.pickedUp) = $0 { true } else { false } })
    }

    @Test func countingIsNoTransfer() throws {
        var transfers = 0
        fixture.host.engine.transferFilter = { _, _, descriptor in
            transfers += 1
            return descriptor
        }
        let asked = try begin()
        asked.write("file:///a\nfile:///b\n")
        asked.close()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 2)
        #expect(transfers == 0)
    }

    @Test func policySwitchesItOff() throws {
        fixture.host.engine.policy.itemCounting = .off
        #expect(try begin().types.isEmpty)
    }

    @Test func onlyListsAreAskedFor() throws {
        #expect(try begin(types: ["text/plain", "text/uri-list-of-mine"]).types.isEmpty)
    }

    @Test func typeIsAskedForAsTheSourceWritesIt() throws {
        #expect(try begin(types: ["Text/URI-List;charset=utf-8"]).types == ["Text/URI-List;charset=utf-8"])
    }

    @Test func sourcesThatNeverAnswerKeepFewPipesOpen() throws {
        var all: [Asked] = []
        for _ in 0..<12 {
            all.append(try begin())
            try fixture.release()
        }
        let open = all.filter { $0.write([10]) == 1 }
        #expect(open.count == TransferPool.counterShare)
        #expect(all.last?.write([10]) == 1)
    }
}
