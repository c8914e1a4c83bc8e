// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import Testing
import XCB
import XServer

@testable import DrayX11

/// A window manager moves a window's frame and tells its client nothing, as that of Weston 10 does; the bridge tells it.
@Suite struct XdndPlacesTests {
    private let before = XRectangle(x: 10, y: 20, width: 300, height: 200)
    private let after = XRectangle(x: 410, y: 320, width: 300, height: 200)

    private struct Desk {
        let bench: XBench
        let manager: XConnection
        let frame: XWindow
        /// The peer's own, in the frame.
        let window: XWindow

        var peer: XPeer { bench.peer }

        func move(to corner: (x: Int, y: Int)) {
            manager.configure(frame, XConfiguration(x: corner.x, y: corner.y))
            manager.synchronise()
        }

        /// What its client was told of the window.
        var told: [(place: XRectangle, messages: Int)] {
            peer.places.filter { $0.window == window }.map { ($0.place, $0.messages) }
        }
    }

    private func desk(tellsPlaces: Bool) throws -> Desk {
        let bench = try XBench(tellsPlaces: tellsPlaces)
        let manager = try bench.server.connect()
        let frame = manager.createWindow(
            at: XRectangle(x: before.x - 5, y: before.y - 15, width: 310, height: 220), overridesRedirect: true)
        manager.map(frame)
        manager.synchronise()
        let peer = bench.peer
        let window = peer.connection.createWindow(
            parent: frame, at: XRectangle(x: 5, y: 15, width: before.width, height: before.height),
            events: [.structureNotify])
        peer.connection.change(peer.atoms[.aware], of: window, to: .words(.atom, [5]))
        peer.connection.change(peer.atom("WM_STATE"), of: window, to: .words(peer.atom("WM_STATE"), [1, 0]))
        peer.connection.map(window)
        peer.connection.synchronise()
        return Desk(bench: bench, manager: manager, frame: frame, window: window)
    }

    /// Wayland content comes over the frame.
    private func drag(over desk: Desk) throws {
        let bench = desk.bench
        let content = bench.source.makeSource(types: ["text/plain"], actions: [.copy])
        try bench.fixture.startDrag(
            of: bench.source, from: bench.sourceWindow, at: Point(x: 50, y: 50), source: content)
        let place = bench.bridge.place(of: bench.bridge.root) { (Int($0.x), Int($0.y)) }
        let point = Point(x: Double(after.x + 50), y: Double(after.y + 50))
        bench.drags.focus(Pick(.host(place), container: ContainerID(77), local: point), at: point)
        #expect(try bench.run { desk.peer.messages.contains { $0.type == desk.peer.atoms[.position] } })
    }

    @Test func aTargetHearsWhereItIsBeforeItHearsOfContent() throws {
        let desk = try desk(tellsPlaces: true)
        desk.move(to: (after.x - 5, after.y - 15))
        try drag(over: desk)
        #expect(desk.told.map(\.place) == [after])
        #expect(desk.told.map(\.messages) == [0])
    }

    @Test func aWindowManagerThatTellsIsNotRepeated() throws {
        let desk = try desk(tellsPlaces: false)
        desk.move(to: (after.x - 5, after.y - 15))
        try drag(over: desk)
        #expect(desk.told.isEmpty)
    }

    /// X clients speak to each other past the bridge.
    @Test func allWindowsHearWhereTheyAreAsAnXClientDrags() throws {
        let desk = try desk(tellsPlaces: true)
        desk.move(to: (after.x - 5, after.y - 15))
        desk.bench.press = XDragHost.Start(
            drag: DragStart(
                device: .pointer(button: 0x110), position: Point(x: 5, y: 5), modifiers: [], container: ContainerID(55)),
            isOverX: true)
        desk.peer.own(desk.peer.atoms[.selection])
        #expect(try desk.bench.run { !desk.told.isEmpty })
        #expect(desk.told.map(\.place) == [after])
        // Windows that nobody manages, as the peer's other one, are where their clients have put them.
        #expect(!desk.peer.places.contains { $0.window == desk.peer.window && $0.place.x != 100 })
    }
}
