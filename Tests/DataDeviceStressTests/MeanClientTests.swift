// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayServer
import Glibc
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Clients that take more than their share: they are disconnected, and everybody else drags as before.
@Suite(.serialized) struct MeanClientTests {
    private let fixture: DragFixture
    private let source: DragClient
    private let target: DragClient
    private let sourceWindow: TestWindow
    private let targetWindow: TestWindow

    init() throws {
        fixture = try DragFixture()
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: .zero)
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
    }

    // MARK: Types

    @Test func sourceOfAHundredThousandTypesIsDisconnected() throws {
        let mean = try fixture.makeStranger("mean")
        let content = mean.manager.createDataSource()
        let said = try talk(mean, times: 100_000) { content.offer(mimeType: "x/\($0)") }
        #expect(said <= 4 * Limits.typesPerSource)
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test func longTypesAreCountedInBytes() throws {
        let mean = try fixture.makeStranger("mean")
        let content = mean.manager.createDataSource()
        let long = String(repeating: "x", count: 2000)
        let said = try talk(mean, times: 100) { content.offer(mimeType: "\(long)/\($0)") }
        #expect(said < 100)
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    /// No library sends it: a message has at most 4096 bytes there.
    @Test func typeOfAMegabyteIsDisconnected() throws {
        let mean = try RawClient(fixture)
        mean.say(WireMessage.getRegistry.bytes)
        mean.say(WireMessage.word(2) + WireMessage.word(65532 << 16))
        mean.say([UInt8](repeating: 0x61, count: 1 << 20))
        #expect(!mean.isConnected)
        try checkOthers()
    }

    /// The most that one source may offer, and the most devices that one client may have: that fits into a socket.
    @Test func largestOfferReachesAClientThatIsAwayForAMoment() throws {
        for _ in 1..<Limits.devicesPerClient {
            let device = target.manager.getDataDevice(seat: target.seat)
            device.onEvent { [weak target] event in
                if case .dataOffer(let offer) = event { target?.keep(offer.proxy) }
            }
            target.keep(device.proxy)
        }
        let width = Limits.typeBytesPerSource / Limits.typesPerSource
        let types = (0..<Limits.typesPerSource).map { number in
            String("\(number)/".reversed()) + String(repeating: "x", count: width - "\(number)/".count)
        }
        let content = source.makeSource(types: types)
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        fixture.clearLogs()
        // The target does not read until the content has come and gone.
        fixture.seat.pointer.move(to: Point(x: 350, y: 50))
        for _ in 0..<10 { fixture.compositor.dispatch(timeout: 0) }
        try fixture.settle()
        #expect(target.dragOffer?.types == types)
        try fixture.release()
        try checkOthers()
    }

    // MARK: Reading

    @Test func clientThatNeverReadsIsDisconnected() throws {
        let mean = try fixture.makeStranger("mean")
        try fixture.showWindow(of: mean, at: Point(x: 600, y: 0))
        let count = fixture.connectedClients
        let content = source.makeSource()
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        // Its socket takes some thousand motions.
        for motion in 0..<20_000 {
            fixture.seat.pointer.move(to: Point(x: 620 + Double(motion % 100), y: 50))
            fixture.compositor.dispatch(timeout: 0)
        }
        // libwayland sends it nothing any more, and closes the connection when it says the next thing.
        mean.keep(mean.connection.display.sync().proxy)
        try mean.connection.flush()
        fixture.compositor.dispatch(timeout: 0)
        #expect(fixture.connectedClients == count - 1)
        #expect(fixture.drags.isDragging)
        try fixture.release()
        try checkOthers()
    }

    @Test func thousandReadsOfAnOfferDisconnectTheReader() throws {
        let content = source.makeSource()
        let mean = try fixture.makeStranger("mean")
        try fixture.showWindow(of: mean, at: Point(x: 600, y: 0))
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        fixture.seat.pointer.move(to: Point(x: 650, y: 50))
        try fixture.pump(mean.connection)
        let offer = try #require(mean.dragOffer?.object)
        let descriptors = Process.openDescriptors
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        // The source is busy all the while.
        _ = try talk(mean, times: 1000) { _ in offer.receive(mimeType: "text/plain", fd: ends[1]) }
        try expectError(.implementation, of: mean)
        #expect(fixture.drags.isDragging)
        try fixture.settle()
        #expect(source.log.count { $0 == .sourceSend("text/plain") } == Limits.readsPerOffer)
        for end in ends { close(end) }
        #expect(Process.openDescriptors - descriptors < 100)
        try fixture.release()
        try checkOthers()
    }

    @Test func thousandReadsOfASelectionDisconnectTheReader() throws {
        let mean = try fixture.makeStranger("mean")
        try fixture.showWindow(of: mean, at: Point(x: 600, y: 0))
        let content = mean.makeSource(actions: nil)
        mean.device.setSelection(source: content, serial: mean.inputSerial)
        try fixture.pump(mean.connection)
        let offer = try #require(mean.selection?.object)
        let file = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let count = fixture.connectedClients
        // It is the source as well, and does not read: what comes first, that or the number of its reads, ends it.
        _ = try talk(mean, times: 1000) { _ in offer.receive(mimeType: "text/plain", fd: file) }
        #expect(fixture.connectedClients == count - 1)
        try checkOthers()
    }

    // MARK: Asking

    @Test func startDragInALoopStopsNobody() throws {
        let mean = try fixture.makeStranger("mean")
        let window = try fixture.showWindow(of: mean, at: Point(x: 600, y: 0))
        fixture.seat.pointer.move(to: Point(x: 650, y: 50))
        fixture.seat.pointer.button(InputEvent.Button.left, .pressed)
        try fixture.pump(mean.connection)
        let content = mean.makeSource()
        _ = try talk(mean, times: 10_000) { number in
            mean.device.startDrag(
                source: number.isMultiple(of: 2) ? content : nil, origin: window.surface, icon: nil,
                serial: number.isMultiple(of: 3) ? mean.pressSerial : UInt32(number))
        }
        #expect(fixture.drags.isDragging)
        try fixture.pump(source.connection)
        try fixture.release()
        #expect(!fixture.drags.isDragging)
        try checkOthers()
    }

    /// Each refusal is told, and a client that does not listen has its socket full some time.
    @Test func refusedStartDragInALoopFillsOnlyTheOwnSocket() throws {
        let mean = try fixture.makeStranger("mean")
        let window = try fixture.showWindow(of: mean, at: Point(x: 600, y: 0))
        let content = mean.makeSource()
        let count = fixture.connectedClients
        for number in 0..<200_000 where fixture.connectedClients == count {
            mean.device.startDrag(source: content, origin: window.surface, icon: nil, serial: UInt32(number))
            guard number.isMultiple(of: 100) else { continue }
            try? mean.connection.flush()
            fixture.compositor.dispatch(timeout: 0)
        }
        #expect(fixture.connectedClients == count - 1)
        try checkOthers()
    }

    // MARK: Keeping

    @Test func sourcesWithoutEndDisconnect() throws {
        let mean = try fixture.makeStranger("mean")
        let said = try talk(mean, times: 10_000) { _ in mean.keep(mean.manager.createDataSource().proxy) }
        #expect(said <= 4 * Limits.sourcesPerClient)
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test func sourcesThatAreDestroyedDoNotCount() throws {
        for _ in 0..<10 * Limits.sourcesPerClient { source.manager.createDataSource().destroy() }
        try checkOthers()
    }

    @Test func devicesWithoutEndDisconnect() throws {
        let mean = try fixture.makeStranger("mean")
        _ = try talk(mean, times: 1000) { _ in mean.keep(mean.manager.getDataDevice(seat: mean.seat).proxy) }
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test(arguments: ["surfaces", "regions", "registries"])
    func objectsWithoutEndDisconnect(of kind: String) throws {
        let mean = try fixture.makeStranger("mean")
        let said = try talk(mean, times: 10 * Int(HeadlessCompositor.objectsPerClient)) { _ in
            switch kind {
            case "surfaces": mean.keep(mean.compositor.createSurface().proxy)
            case "regions": mean.keep(mean.compositor.createRegion().proxy)
            default: mean.keep(mean.connection.display.getRegistry().proxy)
            }
        }
        #expect(said <= Int(HeadlessCompositor.objectsPerClient) + 200)
        // What registries are told fills the client's socket before that, and ends it without a word.
        if kind != "registries" { try expectError(.implementation, of: mean) }
        try checkOthers()
    }

    @Test func objectsThatAreDestroyedDoNotCount() throws {
        for number in 0..<3 * Int(HeadlessCompositor.objectsPerClient) {
            source.compositor.createRegion().destroy()
            if number.isMultiple(of: 100) { try fixture.pump(source.connection) }
        }
        try checkOthers()
    }

    @Test func dropsThatAreNeverFinishedAreGivenUp() throws {
        var sources: [WaylandClient.WlDataSource] = []
        fixture.clearLogs()
        for _ in 0..<Limits.unfinishedDropsPerClient + 5 {
            let content = source.makeSource()
            sources.append(content)
            try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
            try fixture.move(to: Point(x: 350, y: 50))
            let offer = try #require(target.dragOffer?.object)
            offer.accept(serial: target.enterSerial, mimeType: "text/plain")
            offer.setActions(dndActions: .copy, preferredAction: .copy)
            try fixture.settle()
            try fixture.release()
        }
        #expect(source.log.count { $0 == .sourceDropPerformed } == Limits.unfinishedDropsPerClient + 5)
        #expect(source.log.count { $0 == .sourceCancelled } == 5)
        try checkOthers()
    }

    // MARK: Helpers

    private enum DisplayError: UInt32 {
        case implementation = 3
    }

    /// Lets a client say something many times, without ever handling what it is told; until it is disconnected.
    /// - Returns: how often it could.
    private func talk(_ mean: DragClient, times: Int, _ body: (Int) -> Void) throws -> Int {
        let count = fixture.connectedClients
        for number in 0..<times {
            body(number)
            guard number.isMultiple(of: 10) else { continue }
            try? mean.connection.flush()
            fixture.compositor.dispatch(timeout: 0)
            if fixture.connectedClients < count { return number }
        }
        try? mean.connection.flush()
        fixture.compositor.dispatch(timeout: 0)
        return times
    }

    private func expectError(_ error: DisplayError, of mean: DragClient) throws {
        #expect(throws: Connection.Failure.protocolError(interface: "wl_display", object: 1, code: error.rawValue)) {
            for _ in 0..<10 {
                try mean.connection.dispatchPending()
                fixture.compositor.dispatch(timeout: 0)
            }
        }
    }

    /// The honest clients are answered at once, and drag from one to the other.
    private func checkOthers() throws {
        fixture.compositor.dispatch(timeout: 0)
        let clock = ContinuousClock()
        let begin = clock.now
        fixture.clearLogs()
        let content = source.makeSource()
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        try fixture.move(to: Point(x: 350, y: 50))
        let offer = try #require(target.dragOffer?.object)
        offer.accept(serial: target.enterSerial, mimeType: "text/plain")
        offer.setActions(dndActions: .copy, preferredAction: .copy)
        try fixture.settle()
        try fixture.release()
        offer.finish()
        try fixture.settle()
        #expect(source.log.contains(.sourceFinished))
        // A thousand times what it takes: a compositor that works off somebody's backlog first takes longer.
        #expect(clock.now - begin < .seconds(2))
    }
}
