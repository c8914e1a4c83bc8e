// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import XCB
import XServer

@testable import DrayX11

/// Wayland content is dragged over the windows of a real X server.
@Suite struct XdndSourceManagerTests {
    let bench: XBench

    init() throws { bench = try XBench() }

    private var peer: XPeer { bench.peer }

    private func makeAware(_ window: XWindow, version: UInt32 = 5) {
        peer.connection.change(peer.atoms[.aware], of: window, to: .words(.atom, [version]))
        peer.connection.synchronise()
    }

    private func begin(types: [String] = ["text/plain", "text/uri-list"], over window: XWindow) throws -> HostPlace {
        let content = bench.source.makeSource(types: types, actions: [.copy, .move])
        try bench.fixture.startDrag(
            of: bench.source, from: bench.sourceWindow, at: Point(x: 50, y: 50), source: content)
        let place = bench.bridge.place(of: window) { (Int($0.x) + 100, Int($0.y) + 100) }
        go(over: place, to: Point(x: 10, y: 20))
        try bench.fixture.settle()
        return place
    }

    private func go(over place: HostPlace, to local: Point) {
        bench.drags.focus(
            Pick(.host(place), container: ContainerID(77), local: local), at: Point(x: 400 + local.x, y: 300 + local.y))
    }

    private func said(_ kind: XdndAtom) -> [XClientMessage] { peer.messages.filter { $0.type == peer.atoms[kind] } }

    private func answer(_ action: XdndAction?, of window: XWindow? = nil) {
        guard let position = said(.position).last else { return }
        let source = XWindow(rawValue: position.words[0])
        let status = XdndMessage.status(target: window ?? peer.window, XdndMessage.Status(action))
        peer.connection.send(status.message(for: source, peer.atoms), to: source)
        peer.connection.flush()
    }

    private func finish(_ succeeded: Bool, version: Int = 5) {
        guard let drop = said(.drop).last else { return }
        let source = XWindow(rawValue: drop.words[0])
        let message =
            version >= 5
            ? XdndMessage.finished(target: peer.window, succeeded: succeeded, .copy).message(for: source, peer.atoms)
            : XClientMessage(window: source, type: peer.atoms[.finished], words: [peer.window.rawValue])
        peer.connection.send(message, to: source)
        peer.connection.flush()
    }

    private func waitForPosition() throws {
        #expect(try bench.run { !said(.position).isEmpty })
    }

    @Test func contentIsOfferedAgreedDroppedReadAndFinished() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        let enter = try #require(said(.enter).first)
        #expect(enter.words[1] >> 24 == 5 && enter.words[1] & 1 == 1)
        let position = try #require(said(.position).first)
        #expect(position.words[2] == 110 << 16 | 120)
        #expect(position.words[3] != 0)
        #expect(peer.atoms.name(of: XAtom(rawValue: position.words[4])) == .copy)
        // All types are in a property of the source's window.
        var list: [XAtom]?
        peer.connection.property(peer.atoms[.typeList], of: XWindow(rawValue: enter.words[0]), length: 400) {
            list = $0?.atoms
        }
        #expect(try bench.run { list != nil })
        #expect(
            list?.map(peer.text) == [
                "text/uri-list", "text/plain", "UTF8_STRING", "text/plain;charset=utf-8", "TEXT", "STRING",
            ])
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.drop()
        #expect(try bench.run { !said(.drop).isEmpty })
        let time = try #require(said(.drop).first).words[2]
        #expect(time != 0)
        peer.read(peer.atoms[.selection], as: "text/uri-list", at: XTime(rawValue: time))
        #expect(try bench.run { peer.result != nil })
        #expect(
            peer.result
                == .content(Array("source:text/uri-list".utf8), type: "text/uri-list", isIncremental: false))
        finish(true)
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.finished(.copy)])
        #expect(bench.source.log.contains(.sourceFinished))
        // The selection has no owner any more.
        var owner: XWindow?
        peer.connection.owner(of: peer.atoms[.selection]) { owner = $0 }
        #expect(try bench.run { owner != nil })
        #expect(owner == XWindow.none)
    }

    /// A copy remains a copy across the bridge: a target that prefers a move is offered a copy (HIG-01).
    @Test func targetThatPrefersAMoveCopies() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(.move)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.drop()
        #expect(try bench.run { !said(.drop).isEmpty })
        #expect(
            Set(said(.position).map { peer.atoms.name(of: XAtom(rawValue: $0.words[4])) }) == [.copy])
        finish(true)
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(!bench.source.log.contains(.sourceAction(2)))
    }

    @Test func rejectionIsReportedAndTheDropIsCancelled() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(nil)
        #expect(try bench.run { bench.drags.feedback?.outcome == .notPossible })
        bench.drags.drop()
        #expect(try bench.run { !bench.outcomes.isEmpty && !said(.leave).isEmpty })
        #expect(bench.outcomes == [.refused] && said(.drop).isEmpty)
    }

    /// A window that is slow to answer has not rejected the source's own types, so it is offered no others. Qt would
    /// prefer one of those: a text would arrive as the URI of a file with the text.
    @Test func slowWindowIsEnteredOnce() throws {
        makeAware(peer.window)
        _ = try begin(types: ["text/html"], over: peer.window)
        try waitForPosition()
        for _ in 0..<30 {
            bench.fixture.compositor.advance(byMicroseconds: 10_000)
            try bench.fixture.settle()
        }
        #expect(try !bench.run(seconds: 0.2) { said(.enter).count > 1 })
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        #expect(said(.enter).count == 1)
    }

    @Test func unawareWindowReceivesNoMessages() throws {
        _ = try begin(over: peer.window)
        #expect(try !bench.run(seconds: 0.3) { !peer.messages.isEmpty })
        #expect(bench.drags.feedback?.outcome == .notPossible)
    }

    @Test func embeddedWindowsNextToEachOtherAreFound() throws {
        let left = peer.connection.createWindow(
            parent: peer.window, at: XRectangle(x: 0, y: 0, width: 100, height: 200))
        let right = peer.connection.createWindow(
            parent: peer.window, at: XRectangle(x: 100, y: 0, width: 100, height: 200))
        for window in [left, right] {
            peer.connection.map(window)
            makeAware(window)
        }
        let place = try begin(over: peer.window)
        try waitForPosition()
        #expect(said(.enter).map(\.window) == [left])
        answer(.copy, of: left)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.motion(to: Point(x: 550, y: 320), local: Point(x: 150, y: 20), at: .zero)
        #expect(try bench.run { said(.enter).count == 2 })
        #expect(said(.enter).map(\.window) == [left, right] && said(.leave).map(\.window) == [left])
        _ = place
    }

    @Test func staleProxyIsIgnored() throws {
        // The proxy's client has exited, and another window has the same identifier.
        let other = peer.connection.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        peer.connection.change(peer.atoms[.proxy], of: peer.window, to: .windows([other]))
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        #expect(said(.enter).first.map { $0.words[1] >> 24 } == 5)
    }

    @Test func messagesAreSentToAProxy() throws {
        let proxy = peer.connection.createWindow(at: XRectangle(x: 0, y: 0, width: 1, height: 1))
        for window in [peer.window, proxy] {
            peer.connection.change(peer.atoms[.proxy], of: window, to: .windows([proxy]))
        }
        makeAware(proxy, version: 4)
        _ = try begin(over: peer.window)
        try waitForPosition()
        // Sent to the proxy, with the window as subject.
        #expect(said(.enter).map(\.window) == [peer.window])
        #expect(said(.enter).first.map { $0.words[1] >> 24 } == 4)
    }

    @Test(arguments: [3, 4])
    func oldTargetsWithoutASuccessFlagSucceed(version: UInt32) throws {
        makeAware(peer.window, version: version)
        _ = try begin(over: peer.window)
        try waitForPosition()
        #expect(said(.enter).first.map { $0.words[1] >> 24 } == version)
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.drop()
        #expect(try bench.run { !said(.drop).isEmpty })
        finish(true, version: Int(version))
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.finished(.copy)])
    }

    /// tkdnd 2.6 sets another bit, and still sends the action.
    @Test(arguments: [(UInt32(2), true), (0, true), (2, false)])
    func actionIndicatesSuccess(bits: UInt32, namesAction: Bool) throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.drop()
        #expect(try bench.run { !said(.drop).isEmpty })
        let drop = try #require(said(.drop).last)
        peer.read(peer.atoms[.selection], as: "text/uri-list", at: XTime(rawValue: drop.words[2]))
        #expect(try bench.run { peer.result != nil })
        let source = XWindow(rawValue: drop.words[0])
        let words = [peer.window.rawValue, bits, namesAction ? peer.atoms[.copy].rawValue : 0]
        peer.connection.send(XClientMessage(window: source, type: peer.atoms[.finished], words: words), to: source)
        peer.connection.flush()
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [bits == 2 && namesAction ? .finished(.copy) : .abandoned])
    }

    @Test func aTargetThatFailsIsAFailure() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        bench.drags.drop()
        #expect(try bench.run { !said(.drop).isEmpty })
        finish(false)
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.abandoned] && bench.source.log.contains(.sourceCancelled))
    }

    @Test(arguments: [false, true])
    func destroyedWindowIsNotATarget(isDropped: Bool) throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        if isDropped { bench.drags.drop() }
        peer.connection.destroy(peer.window)
        if isDropped {
            #expect(try bench.run { !bench.outcomes.isEmpty })
            #expect(bench.outcomes == [.abandoned])
        } else {
            #expect(try bench.run { bench.drags.feedback?.outcome == .notPossible })
        }
    }

    @Test(arguments: [false, true])
    func exitOfTheServerOnlyFailsTheDrop(isDropped: Bool) throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        answer(.copy)
        #expect(try bench.run { bench.drags.feedback?.outcome == .copy })
        if isDropped { bench.drags.drop() }
        bench.server.kill()
        #expect(try bench.run { !bench.bridge.isUp })
        if !isDropped { bench.drags.drop() }
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes.first?.isSuccess == false)
        // The next drag begins as usual.
        try bench.fixture.release()
        let content = bench.source.makeSource()
        try bench.fixture.startDrag(
            of: bench.source, from: bench.sourceWindow, at: Point(x: 50, y: 50), source: content)
        #expect(bench.drags.isDragging)
    }

    /// The user presses Escape, or moves elsewhere.
    @Test func cancelledDragLeavesTheWindow() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        bench.drags.cancel(.escape)
        #expect(try bench.run { !said(.leave).isEmpty })
        #expect(bench.outcomes == [.interrupted(.escape)])
    }

    @Test func selectionIsReclaimedDuringADrag() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        peer.own(peer.atoms[.selection])
        var owner = peer.window
        var isAsking = false
        #expect(
            try bench.run {
                if !isAsking {
                    isAsking = true
                    peer.connection.owner(of: peer.atoms[.selection]) {
                        owner = $0 ?? owner
                        isAsking = false
                    }
                    peer.connection.flush()
                }
                return owner != peer.window
            })
    }

    /// Messages from other clients to every window of the bridge.
    @Test func messagesOutOfSequenceAreIgnored() throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        let source = XWindow(rawValue: try #require(said(.enter).first).words[0])
        for count in 0..<2000 {
            let kind: XdndAtom = [.status, .finished, .enter, .position, .leave, .drop][count % 6]
            let words = [count % 2 == 0 ? peer.window.rawValue : UInt32(count), UInt32.max, UInt32.max, 0, UInt32.max]
            peer.connection.send(XClientMessage(window: source, type: peer.atoms[kind], words: words), to: source)
        }
        peer.connection.synchronise()
        try bench.fixture.settle()
        #expect(bench.drags.isDragging && bench.bridge.isUp)
    }

    /// A client requests a read into such a window, or claims it as the source of a drag.
    @Test(arguments: [false, true])
    func windowsOfTheBridgeNamedByOtherClientsKeepWorking(drags: Bool) throws {
        makeAware(peer.window)
        _ = try begin(over: peer.window)
        try waitForPosition()
        let own = XWindow(rawValue: try #require(said(.enter).first).words[0])
        if !drags {
            peer.connection.convert(
                peer.atoms[.selection], to: peer.atom("text/uri-list"), into: peer.atom("_PEER"), of: own, at: .current)
            // Served after that.
            peer.read(peer.atoms[.selection], as: "text/plain")
            #expect(try bench.run { peer.result != nil })
        }
        bench.drags.cancel(.escape)
        #expect(try bench.run { !said(.leave).isEmpty })
        try bench.fixture.release()
        if drags { try drag(from: own) }
        peer.messages = []
        _ = try begin(over: peer.window)
        #expect(try bench.run(seconds: 5) { !said(.enter).isEmpty })
    }

    /// An X client claims a window which is not its own as the source, and stops.
    private func drag(from window: XWindow) throws {
        bench.press = XDragHost.Start(
            drag: DragStart(
                device: .pointer(button: 0x110), position: Point(x: 5, y: 5), modifiers: [],
                container: ContainerID(55)),
            isOverX: false)
        peer.own(peer.atoms[.selection])
        var proxy: XWindow?
        #expect(
            try bench.run {
                peer.connection.translate(x: 5, y: 5, from: peer.connection.root, to: peer.connection.root) {
                    proxy = $0?.child
                }
                peer.connection.synchronise()
                return proxy != nil && proxy != XWindow.none
            })
        let to = try #require(proxy)
        let type = peer.atom("text/plain")
        for message: XdndMessage in [
            .enter(source: window, version: 5, types: [type], hasMore: false),
            .position(source: window, x: 5, y: 5, XTime(rawValue: 1), .copy),
        ] {
            peer.connection.send(message.message(for: to, peer.atoms), to: to)
        }
        peer.connection.flush()
        #expect(try bench.run { bench.drags.isDragging })
        peer.connection.setOwner(.none, of: peer.atoms[.selection], at: .current)
        peer.connection.flush()
        #expect(try bench.run { !bench.drags.isDragging })
        bench.press = nil
    }
}
