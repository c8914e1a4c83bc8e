// SPDX-License-Identifier: MIT

import Randomness
import TestTimeout
import Testing
import WaylandServer
import XCB
import XServer

@testable import DrayX11

/// Notifications of window positions, on a real X server whose window manager moves windows without notifying them.
@Suite struct XdndPlacesTests {
    private let screen: MovedScreen

    init() throws {
        screen = try MovedScreen()
    }

    @Test func windowMovedInItsFrameIsNotified() {
        let window = screen.makeWindow(framedAt: (40, 60))
        screen.move(window, to: (300, 200))
        screen.notify(window)
        #expect(screen.notifications(of: window) == [screen.place(of: window)])
    }

    @Test func allManagedWindowsAreNotified() {
        let windows = [(0, 0), (10, 20), (500, 400)].map { screen.makeWindow(framedAt: $0) }
        let own = screen.makeWindow(framedAt: (70, 70), isManaged: false)
        for window in windows { screen.move(window, to: (100, 50)) }
        screen.notifyAll()
        for window in windows { #expect(screen.notifications(of: window) == [screen.place(of: window)]) }
        #expect(screen.notifications(of: own) == [])
    }

    @Test func unmanagedWindowIsNotNotifiedAndNotWaitedFor() {
        let window = screen.makeWindow(framedAt: (40, 60), isManaged: false)
        screen.notify(window)
        #expect(screen.notifications(of: window) == [])
    }

    @Test func destroyedWindowIsNotWaitedFor() {
        let window = screen.makeWindow(framedAt: (40, 60))
        screen.destroy(window)
        screen.notify(window)
    }

    /// It is notified repeatedly, but not forever.
    @Test func continuouslyMovedWindowIsNotifiedALimitedNumberOfTimes() {
        let window = screen.makeWindow(framedAt: (40, 60))
        var x = 0
        screen.notify(window) {
            x += 1
            screen.move(window, to: (x % 500, 0))
        }
        #expect((1...4).contains(screen.notifications(of: window).count))
    }

    /// The callback is not called either while a server or a client never rests.
    @Test func callbackIsNotCalledAfterTheServerExits() {
        let window = screen.makeWindow(framedAt: (40, 60))
        screen.server.kill()
        var calls = 0
        screen.places.notify(window.client) { calls += 1 }
        screen.places.notifyAll()
        _ = screen.run(seconds: 2) { screen.isBroken }
        #expect(screen.isBroken && calls <= 1)
    }

    /// Windows are moved, resized, managed and destroyed in random order: each managed window knows its position once
    /// all were notified, no other window is notified, and no window receives the same position twice in a row from one
    /// call.
    @Test(arguments: 0..<8) func notifiedWindowsKnowTheirPositions(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var windows: [MovedScreen.Framed] = []
        for _ in 0..<120 {
            let place = (Int.random(in: -50..<900, using: &random), Int.random(in: -50..<700, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: windows.append(screen.makeWindow(framedAt: place, isManaged: random.chance(70)))
            case 2 where !windows.isEmpty:
                screen.destroy(windows.remove(at: Int.random(in: windows.indices, using: &random)))
            case 3 where !windows.isEmpty: screen.resize(random.pick(windows), to: (place.0 + 60, place.1 + 60))
            case 4 where !windows.isEmpty:
                let window = random.pick(windows)
                let before = screen.notifications(of: window).count
                screen.notify(window)
                let notified = screen.notifications(of: window).dropFirst(before)
                #expect(zip(notified, notified.dropFirst()).allSatisfy { $0 != $1 })
                if screen.isManaged(window) { #expect(notified.last == screen.place(of: window)) }
            case 5:
                screen.notifyAll()
                for window in windows where screen.isManaged(window) {
                    #expect(screen.notifications(of: window).last == screen.place(of: window))
                }
            case _ where !windows.isEmpty: screen.move(random.pick(windows), to: place)
            case _: break
            }
            for window in windows where !screen.isManaged(window) { #expect(screen.notifications(of: window) == []) }
        }
    }
}

/// A screen whose window manager puts windows into frames, and moves these without notification.
private final class MovedScreen {
    let server: XServer
    let places: XdndPlaces
    private(set) var isBroken = false
    private let link: X11Link
    private let loop: EventLoop
    private let manager: XConnection
    private let client: XConnection
    private var framed: [XWindow: Framed] = [:]
    private var received: [XWindow: [XRectangle]] = [:]

    struct Framed: Equatable {
        let frame: XWindow
        let client: XWindow
        var place: (x: Int, y: Int)
        var size = (width: 200, height: 100)
        var isManaged: Bool

        static func == (one: Framed, other: Framed) -> Bool { one.client == other.client }
    }

    /// The size of the frame around its window, in pixels.
    private static let edge = (left: 6, top: 28)

    struct NoLoop: Error {}

    init() throws {
        server = try XServer()
        manager = try server.connect()
        client = try server.connect()
        guard let loop = EventLoop() else { throw NoLoop() }
        self.loop = loop
        link = X11Link(try server.connect(), loop: loop)
        places = XdndPlaces(link)
        link.whenBroken = { [unowned self] in isBroken = true }
    }

    /// - Parameter isManaged: Whether the manager has set `WM_STATE` on the window.
    func makeWindow(framedAt place: (x: Int, y: Int), isManaged: Bool = true) -> Framed {
        let frame = manager.createWindow(
            at: XRectangle(x: place.x, y: place.y, width: 212, height: 134), overridesRedirect: true)
        manager.map(frame)
        manager.synchronise()
        let window = client.createWindow(
            parent: frame, at: XRectangle(x: Self.edge.left, y: Self.edge.top, width: 200, height: 100),
            events: .structureNotify)
        client.map(window)
        client.synchronise()
        let state = link.atoms[.windowState]
        if isManaged { manager.change(state, of: window, to: .words(state, [1, 0])) }
        manager.synchronise()
        let made = Framed(frame: frame, client: window, place: place, isManaged: isManaged)
        framed[window] = made
        received[window] = []
        return made
    }

    func move(_ window: Framed, to place: (x: Int, y: Int)) {
        manager.configure(window.frame, XConfiguration(x: place.x, y: place.y))
        manager.synchronise()
        framed[window.client]?.place = place
    }

    func resize(_ window: Framed, to size: (width: Int, height: Int)) {
        manager.configure(window.client, XConfiguration(width: size.width, height: size.height))
        manager.synchronise()
        framed[window.client]?.size = (max(1, size.width), max(1, size.height))
    }

    func destroy(_ window: Framed) {
        manager.destroy(window.frame)
        manager.synchronise()
        framed[window.client] = nil
    }

    func isManaged(_ window: Framed) -> Bool { framed[window.client]?.isManaged ?? false }

    /// Returns the position on the screen.
    func place(of window: Framed) -> XRectangle? {
        framed[window.client].map {
            XRectangle(
                x: $0.place.x + Self.edge.left, y: $0.place.y + Self.edge.top, width: $0.size.width,
                height: $0.size.height)
        }
    }

    /// Returns the positions that its client was sent, in order; only synthetic events, since the server's are relative
    /// to the frame.
    func notifications(of window: Framed) -> [XRectangle] {
        client.synchronise()
        client.dispatch { event in
            guard case .configured(let window, let place, _, _) = event else { return }
            received[window, default: []].append(place)
        }
        // The manager never moves a window inside its frame: events with that position are the server's, after a change
        // of size.
        return (received[window.client] ?? []).filter { ($0.x, $0.y) != Self.edge }
    }

    func notify(_ window: Framed, meanwhile: () -> Void = {}) {
        var calls = 0
        places.notify(window.client) { calls += 1 }
        #expect(
            run {
                meanwhile()
                return calls > 0
            })
        rest()
        #expect(calls == 1)
    }

    func notifyAll() {
        places.notifyAll()
        rest()
    }

    /// Dispatches until all requests are answered, and no further ones are made.
    private func rest() {
        var isDone = false
        // A tree, its children's trees, a property, and some positions.
        func ask(_ left: Int) {
            link.connection.geometry(of: link.connection.root) { _ in
                if left == 0 { isDone = true } else { ask(left - 1) }
            }
            link.flushSoon()
        }
        ask(16)
        #expect(run { isDone })
    }

    @discardableResult
    func run(seconds: Double = 20, until isDone: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .timeout(seconds)
        while !isDone() {
            guard ContinuousClock.now < end else { return false }
            link.flushSoon()
            loop.dispatch(timeout: 20)
        }
        return true
    }
}
