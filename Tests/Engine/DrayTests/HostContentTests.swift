// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandUtil

/// Drags of the host's own content.
@Suite struct HostContentTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }
    let record = Record()

    init() throws { bench = try Bench() }

    /// The calls that the owner of the content received.
    final class Record {
        var sent: [String] = []
        var kept: [ReceivedDescriptor] = []
        var outcomes: [DragOutcome] = []
    }

    private func content(
        types: [MimeType] = ["text/html", "text/plain"], actions: DragActions = [.copy, .move], itemCount: Int = 1,
        image: DragImage? = nil
    ) -> HostContent {
        HostContent(types: types, actions: actions, itemCount: itemCount, image: image) { [record] type, descriptor in
            record.sent.append(type.rawValue)
            descriptor.write("host:\(type.rawValue)")
        } ended: { [record] in
            record.outcomes.append($0)
        }
    }

    private var start: DragStart {
        DragStart(
            device: .pointer(button: InputEvent.Button.left), position: bench.onDesktop, modifiers: [],
            container: ContainerID(7))
    }

    private func begin(_ content: HostContent) -> DragID? { fixture.drags.begin(content, start) }

    private func carry(to point: Point) throws {
        fixture.drags.pointerMoved(to: point, at: fixture.compositor.clock.now)
        try fixture.settle()
    }

    private func finish() throws {
        try #require(bench.offer).finish()
        try fixture.settle()
    }

    @Test func clientReadsHostContentAndFinishes() throws {
        let id = try #require(begin(content()))
        #expect(fixture.drags.dragID == id && fixture.drags.isDragging)
        try carry(to: bench.inTarget)
        #expect(bench.target.log.of(.target).contains(.offerType("text/html")))
        // Between applications, and the host is one, it is copied (HIG-01).
        #expect(bench.target.log.contains(.offerSourceActions(DragActions.copy.rawValue)))
        try fixture.take(by: bench.target)
        #expect(fixture.drags.feedback?.outcome == .copy)
        fixture.drags.drop()
        try fixture.settle()
        #expect(record.outcomes.isEmpty && !fixture.drags.isDragging)
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try fixture.settle()
        #expect(read.poll() == .complete("host:text/plain"))
        try finish()
        #expect(record.outcomes == [.finished(.copy)] && record.sent == ["text/plain"])
    }

    @Test func moveIsReportedToTheOwner() throws {
        fixture.host.engine.policy = .wayland
        _ = try #require(begin(content()))
        try carry(to: bench.inTarget)
        try fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        fixture.drags.drop()
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try fixture.settle()
        #expect(read.poll() == .complete("host:text/plain"))
        try finish()
        #expect(record.outcomes == [.finished(.move)])
    }

    @Test func typeThatIsNotOfferedIsNotRequested() throws {
        _ = try #require(begin(content()))
        try carry(to: bench.inTarget)
        try fixture.take(by: bench.target)
        let read = bench.target.receive("image/png", from: try #require(bench.offer))
        try fixture.settle()
        #expect(read.poll() == .complete("") && record.sent.isEmpty)
    }

    /// The content exceeds the capacity of a pipe: the engine writes it as the reader reads, for any type.
    @Test(arguments: ["text/html", "text/plain"])
    func bytesAreWrittenByTheEngine(type: String) throws {
        let text = String(repeating: "dray", count: 1 << 18)
        let content = HostContent(types: ["text/html", "text/plain"], giving: .bytes(Array(text.utf8)))
        _ = try #require(begin(content))
        try carry(to: bench.inTarget)
        try fixture.take(by: bench.target, type: type)
        fixture.drags.drop()
        let read = bench.target.receive(type, from: try #require(bench.offer))
        try fixture.settle()
        var state = read.poll()
        try bench.wait("the content") {
            state = read.poll()
            return state != .open
        }
        #expect(state == .complete(text))
        try finish()
        #expect(bench.outcome == .finished(.copy))
    }

    /// The owner may answer later; a descriptor that it does not keep is closed.
    @Test func ownerCanWriteLater() throws {
        var late: ReceivedDescriptor?
        let content = HostContent(types: ["text/plain"]) { _, descriptor in late = descriptor }
        _ = try #require(begin(content))
        try carry(to: bench.inTarget)
        try fixture.take(by: bench.target)
        let read = bench.target.receive("text/plain", from: try #require(bench.offer))
        try fixture.settle()
        #expect(read.poll() == .open)
        late?.write("late")
        late = nil
        try fixture.settle()
        #expect(read.poll() == .complete("late"))
    }

    @Test(arguments: [DragInterruption.escape, .host, .deviceGone])
    func cancelledDragEndsOnce(interruption: DragInterruption) throws {
        _ = try #require(begin(content()))
        try carry(to: bench.inTarget)
        fixture.drags.cancel(interruption)
        fixture.drags.cancel(interruption)
        try fixture.settle()
        #expect(record.outcomes == [.interrupted(interruption)])
        #expect(bench.target.log.last == .leave)
    }

    @Test func dropOnTheDesktopIsMissedAndOnARejectingTargetRefused() throws {
        _ = try #require(begin(content()))
        try carry(to: Point(x: 620, y: 410))
        fixture.drags.drop()
        _ = try #require(begin(content()))
        try carry(to: bench.inTarget)
        fixture.drags.drop()
        #expect(record.outcomes == [.missed, .refused])
    }

    @Test func endIsNotReportedForADragThatDidNotBegin() throws {
        let drags = fixture.drags
        try bench.begin()
        #expect(begin(content()) == nil)
        try fixture.release()
        fixture.host.engine.removeSeat(drags.id)
        #expect(drags.begin(content(), start) == nil)
        #expect(record.outcomes.isEmpty && record.sent.isEmpty)
    }

    @Test func removedSeatAndClosedEngineEndTheDrag() throws {
        _ = try #require(begin(content()))
        fixture.host.engine.removeSeat(fixture.drags.id)
        #expect(record.outcomes == [.interrupted(.deviceGone)])
        let other = try Bench()
        let content = content()
        _ = try #require(other.fixture.drags.begin(content, start))
        other.fixture.host.engine.close()
        #expect(record.outcomes == [.interrupted(.deviceGone), .interrupted(.host)])
        #expect(other.fixture.drags.begin(content, start) == nil)
    }

    @Test func itemsAndImageComeFromTheHost() throws {
        let image = DragImage(surface: Size(width: 40, height: 20), offset: Point(x: -3, y: -2))
        let id = try #require(begin(content(itemCount: 3, image: image)))
        #expect(fixture.drags.itemCount == 3)
        let shown = try #require(fixture.host.engine.image(of: id))
        #expect(shown.size == image.size && shown.hotspot == Point(x: 3, y: 2))
        let pickedUp = fixture.effects.contains {
            if case .announce(.pickedUp(itemCount: 3)) = $0 { true } else { false }
        }
        #expect(pickedUp)
    }
}
