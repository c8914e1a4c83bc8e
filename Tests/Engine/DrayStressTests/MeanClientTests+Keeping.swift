// SPDX-License-Identifier: MIT

import CWaylandServer
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

// Clients that send requests without end, and clients that never destroy their objects.

extension MeanClientTests {
    // MARK: Requests without end

    @Test func startDragInALoopDoesNotBlockOtherClients() throws {
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

    /// Each refusal sends an event, so the socket of a client that does not read fills up.
    @Test func refusedStartDragInALoopDisconnectsItsClientOnly() throws {
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

    // MARK: Objects without end

    @Test func tooManySourcesDisconnect() throws {
        let mean = try fixture.makeStranger("mean")
        let said = try talk(mean, times: 10_000) { _ in mean.keep(mean.manager.createDataSource().proxy) }
        #expect(said <= 4 * Limits.sourcesPerClient)
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test func tooManyPrimarySourcesDisconnect() throws {
        let mean = try fixture.makeStranger("mean")
        let manager = try #require(mean.primaryManager)
        let said = try talk(mean, times: 10_000) { _ in mean.keep(manager.createSource().proxy) }
        #expect(said <= 4 * Limits.sourcesPerClient)
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test func destroyedSourcesDoNotCount() throws {
        for _ in 0..<10 * Limits.sourcesPerClient { try #require(source.primaryManager).createSource().destroy() }
        for _ in 0..<10 * Limits.sourcesPerClient { source.manager.createDataSource().destroy() }
        try checkOthers()
    }

    @Test func tooManyDevicesDisconnect() throws {
        let mean = try fixture.makeStranger("mean")
        _ = try talk(mean, times: 1000) { _ in mean.keep(mean.manager.getDataDevice(seat: mean.seat).proxy) }
        try expectError(.implementation, of: mean)
        try checkOthers()
    }

    @Test(arguments: ["surfaces", "regions", "registries"])
    func tooManyObjectsDisconnect(of kind: String) throws {
        let mean = try fixture.makeStranger("mean")
        let said = try talk(mean, times: 10 * Int(HeadlessCompositor.objectsPerClient)) { _ in
            switch kind {
            case "surfaces": mean.keep(mean.compositor.createSurface().proxy)
            case "regions": mean.keep(mean.compositor.createRegion().proxy)
            default: mean.keep(mean.connection.display.getRegistry().proxy)
            }
        }
        #expect(said <= Int(HeadlessCompositor.objectsPerClient) + 200)
        // The events of registries fill the client's socket first, which disconnects it without an error event.
        if kind != "registries" { try expectError(.implementation, of: mean) }
        try checkOthers()
    }

    @Test func destroyedObjectsDoNotCount() throws {
        for number in 0..<3 * Int(HeadlessCompositor.objectsPerClient) {
            source.compositor.createRegion().destroy()
            if number.isMultiple(of: 100) { try fixture.pump(source.connection) }
        }
        try checkOthers()
    }

    /// A client that uses a new ID for each object and keeps none of them: callbacks of `sync`, which libwayland
    /// creates, and regions of the compositor.
    @Test func unusedObjectIDsDoNotCount() throws {
        let raw = try RawClient(fixture)
        let compositor: UInt32 = 3
        raw.say(WireMessage.getRegistry.bytes)
        raw.drain()
        raw.say(WireMessage.bind(try name(of: "wl_compositor"), "wl_compositor", version: 4, id: compositor).bytes)
        var next: UInt32 = 4
        while next < 2 * HeadlessCompositor.objectsPerClient {
            var bytes: [UInt8] = []
            for _ in 0..<50 {
                bytes += WireMessage(object: WireMessage.display, opcode: 0, [.word(next)]).bytes
                bytes += WireMessage(object: compositor, opcode: 1, [.word(next + 1)]).bytes  // create_region
                bytes += WireMessage(object: next + 1, opcode: 0).bytes  // destroy
                next += 2
            }
            try #require(raw.say(bytes), "after \(next) objects")
            raw.drain()
        }
        #expect(raw.isConnected)
        try checkOthers()
    }

    /// All objects count together, and destroyed objects free their slots.
    @Test func objectLimitIsExact() throws {
        let raw = try RawClient(fixture)
        let registry: UInt32 = 2, compositor: UInt32 = 3
        raw.say(WireMessage.getRegistry.bytes)
        raw.drain()
        raw.say(WireMessage.bind(try name(of: "wl_compositor"), "wl_compositor", version: 4, id: compositor).bytes)
        func create(_ ids: Range<UInt32>) {
            for start in stride(from: ids.lowerBound, to: ids.upperBound, by: 50) {
                raw.say(
                    (start..<min(start + 50, ids.upperBound)).flatMap {
                        WireMessage(object: compositor, opcode: 1, [.word($0)]).bytes
                    })
                raw.drain()
            }
        }
        // wl_display, wl_registry and wl_compositor are three.
        let full = HeadlessCompositor.objectsPerClient + 1
        create(registry + 2..<full)
        #expect(raw.isConnected)
        for _ in 0..<3 {
            raw.say(WireMessage(object: full - 1, opcode: 0).bytes)
            create(full - 1..<full)
        }
        #expect(raw.isConnected)
        create(full..<full + 1)
        fixture.compositor.dispatch(timeout: 0)
        #expect(!raw.isConnected)
        try checkOthers()
    }

    private func name(of interface: String) throws -> UInt32 {
        try #require(source.offeredGlobals.first { $0.interface == interface }?.name)
    }

    @Test func unfinishedDropsBeyondTheLimitAreCancelled() throws {
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
}
