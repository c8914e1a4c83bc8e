// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil
import XCB
import XServer

@testable import DrayX11

/// An X client of a real X server drags to Wayland clients.
@Suite struct XdndTargetManagerTests {
    let bench: XBench
    let taker: DragClient
    let window: TestWindow
    /// Inside the Wayland window.
    private let inside = Point(x: 310, y: 20)

    init() throws {
        bench = try XBench()
        taker = try bench.fixture.makeClient("target")
        window = try bench.fixture.makeWindow(of: taker, at: Point(x: 300, y: 0))
        // The root's first pixel is covered by the bridge's window only, once the pointer has left the X windows.
        bench.peer.offers = ["text/plain": Array("from X".utf8), "STRING": Array("old".utf8), "x/3": [3], "x/4": [4]]
    }

    private var peer: XPeer { bench.peer }

    private func send(_ message: XdndMessage, to window: XWindow) {
        peer.connection.send(message.message(for: window, peer.atoms), to: window)
        peer.connection.flush()
    }

    /// The topmost window there, as a source finds it; nil if none accepts drops.
    private func target() throws -> XWindow? {
        var found: XWindow??
        peer.connection.translate(x: 5, y: 5, from: peer.connection.root, to: peer.connection.root) {
            found = .some($0?.child)
        }
        _ = try bench.run { found != nil }
        guard let child = found ?? nil, child != .none else { return nil }
        var version: UInt32??
        peer.connection.property(peer.atoms[.aware], of: child, length: 4) { version = .some($0?.words.first) }
        _ = try bench.run { version != nil }
        return (version ?? nil) == 5 ? child : nil
    }

    /// The X client drags; the pointer is over a Wayland surface.
    private func begin(types: [String] = ["text/plain", "STRING", "x/3", "x/4"], action: XdndAction = .copy) throws
        -> XWindow
    {
        let atoms = types.map(peer.atom)
        peer.connection.change(peer.atoms[.typeList], of: peer.window, to: .atoms(atoms))
        bench.press = XDragHost.Start(
            drag: DragStart(
                device: .pointer(button: 0x110), position: Point(x: 5, y: 5), modifiers: [],
                container: ContainerID(55)),
            isOverX: false)
        peer.own(peer.atoms[.selection])
        var target: XWindow?
        #expect(
            try bench.run {
                target = try? self.target()
                return target != nil
            })
        let proxy = try #require(target)
        send(
            .enter(source: peer.window, version: 5, types: Array(atoms.prefix(3)), hasMore: types.count > 3), to: proxy)
        send(.position(source: peer.window, x: 5, y: 5, XTime(rawValue: 1), action), to: proxy)
        return proxy
    }

    private func statuses() -> [XdndMessage.Status] {
        peer.messages.compactMap {
            guard case .status(_, let status)? = XdndMessage($0, peer.atoms, version: 5) else { return nil }
            return status
        }
    }

    private func finished() -> [Bool] {
        peer.messages.compactMap {
            guard case .finished(_, let succeeded, _)? = XdndMessage($0, peer.atoms, version: 5) else { return nil }
            return succeeded
        }
    }

    private func enterAndTake() throws {
        #expect(try bench.run { bench.drags.isDragging })
        bench.drags.pointerMoved(to: inside, at: .zero)
        #expect(try bench.run { taker.dragOffer != nil })
        try bench.fixture.take(by: taker)
        #expect(try bench.run { statuses().last?.action == .copy })
    }

    @Test func contentIsTakenDroppedReadAndFinished() throws {
        let proxy = try begin()
        try enterAndTake()
        #expect(
            taker.dragOffer?.types == ["text/plain", "x/3", "x/4", "text/plain;charset=utf-8"])
        send(.drop(source: peer.window, XTime(rawValue: 2)), to: proxy)
        #expect(try bench.run { taker.log.contains(.drop) })
        let offer = try #require(taker.dragOffer)
        let read = taker.receive("text/plain", from: offer.object)
        #expect(try bench.run { read.poll() != .open })
        #expect(read.poll() == .complete("from X"))
        offer.object.finish()
        #expect(try bench.run { !bench.outcomes.isEmpty && !finished().isEmpty })
        #expect(bench.outcomes == [.finished(.copy)] && finished() == [true])
    }

    /// Qt accepts no other time before the drop.
    @Test func aReadBeforeTheDropHasTheTimeOfTheLastPosition() throws {
        let proxy = try begin()
        try enterAndTake()
        let before = statuses().count
        send(.position(source: peer.window, x: 6, y: 5, XTime(rawValue: 7), .copy), to: proxy)
        #expect(try bench.run { statuses().count > before })
        let read = taker.receive("text/plain", from: try #require(taker.dragOffer).object)
        #expect(try bench.run { read.poll() != .open })
        #expect(read.poll() == .complete("from X"))
        #expect(peer.requestTimes.last == XTime(rawValue: 7))
    }

    /// Also for Qt: its next position and Dray's request have crossed.
    @Test func readRefusedForANewerTimeIsRepeated() throws {
        let proxy = try begin()
        try enterAndTake()
        defer { peer.givenTime = nil }
        peer.givenTime = { request in
            let last = XTime(rawValue: 8)
            if request.time != last {
                send(.position(source: peer.window, x: 7, y: 5, last, .copy), to: proxy)
            }
            return last
        }
        let read = taker.receive("text/plain", from: try #require(taker.dragOffer).object)
        #expect(try bench.run { read.poll() != .open })
        #expect(read.poll() == .complete("from X"))
        #expect(peer.requestTimes == [XTime(rawValue: 1), XTime(rawValue: 8)])
    }

    @Test func repeatedRefusalsEndTheRequests() throws {
        let proxy = try begin()
        try enterAndTake()
        defer { peer.givenTime = nil }
        peer.givenTime = { request in
            let next = XTime(rawValue: request.time.rawValue + 1)
            send(.position(source: peer.window, x: 7, y: 5, next, .copy), to: proxy)
            return next
        }
        let read = taker.receive("text/plain", from: try #require(taker.dragOffer).object)
        #expect(try bench.run { read.poll() != .open })
        #expect(read.poll() == .complete(""))
        #expect(peer.requestTimes.count == SelectionReading.requestLimit)
    }

    /// A copy remains a copy across the bridge (HIG-01), and the source is sent that action.
    @Test func moveBecomesACopy() throws {
        _ = try begin(action: .move)
        #expect(try bench.run { bench.drags.isDragging })
        bench.drags.pointerMoved(to: inside, at: .zero)
        #expect(try bench.run { taker.dragOffer != nil })
        try bench.fixture.take(by: taker, actions: .move.union(.copy), preferred: .move)
        #expect(try bench.run { statuses().last?.action != nil })
        #expect(Set(statuses().compactMap(\.action).map { "\($0)" }) == ["copy"])
    }

    @Test func selectionWithoutAPressIsNoDrag() throws {
        bench.press = nil
        peer.own(peer.atoms[.selection])
        #expect(try !bench.run(seconds: 0.3) { try self.target() != nil })
        #expect(!bench.drags.isDragging)
    }

    @Test func dropWithoutAcceptanceFails() throws {
        let proxy = try begin()
        #expect(try bench.run { bench.drags.isDragging })
        send(.drop(source: peer.window, XTime(rawValue: 2)), to: proxy)
        #expect(try bench.run { finished() == [false] })
        #expect(bench.outcomes.count == 1 && bench.outcomes.first?.isSuccess == false)
    }

    @Test func escapeEndsItAndALateDropFails() throws {
        let proxy = try begin()
        try enterAndTake()
        bench.drags.cancel(.escape)
        #expect(try bench.run { statuses().last?.action == nil })
        send(.drop(source: peer.window, XTime(rawValue: 2)), to: proxy)
        #expect(try bench.run { finished() == [false] })
        #expect(bench.outcomes == [.interrupted(.escape)])
    }

    @Test func contentIsGoneWhenTheSourceGivesUp() throws {
        _ = try begin()
        try enterAndTake()
        peer.connection.setOwner(.none, of: peer.atoms[.selection], at: .current)
        peer.connection.flush()
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.sourceGone])
        #expect(taker.log.contains(.leave))
    }

    /// Qt keeps the selection when Escape cancels its drag.
    @Test func contentIsGoneWhenTheSourceLeavesWithoutAnotherTarget() throws {
        let proxy = try begin()
        try enterAndTake()
        send(.leave(source: peer.window), to: proxy)
        #expect(try bench.run(seconds: 10) { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.sourceGone] && taker.log.contains(.leave))
    }

    @Test func returningSourceContinues() throws {
        let proxy = try begin()
        try enterAndTake()
        send(.leave(source: peer.window), to: proxy)
        send(
            .enter(source: peer.window, version: 5, types: [peer.atom("text/plain")], hasMore: false), to: proxy)
        #expect(try !bench.run(seconds: 0.6) { !bench.outcomes.isEmpty })
        #expect(bench.drags.isDragging)
    }

    @Test func contentIsGoneWhenTheSourcesWindowIsDestroyed() throws {
        _ = try begin()
        try enterAndTake()
        peer.connection.destroy(peer.window)
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.sourceGone])
    }

    @Test func exitOfTheServerEndsTheDragAndTheNextBegins() throws {
        _ = try begin()
        try enterAndTake()
        bench.server.kill()
        #expect(try bench.run { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.sourceGone] && !bench.bridge.isUp)
        let content = bench.source.makeSource()
        try bench.fixture.startDrag(
            of: bench.source, from: bench.sourceWindow, at: Point(x: 50, y: 50), source: content)
        #expect(bench.drags.isDragging)
    }

    @Test func silentSourceTimesOutAfterTheRelease() throws {
        _ = try begin()
        try enterAndTake()
        bench.bridge.released()
        #expect(try bench.run(seconds: 10) { !bench.outcomes.isEmpty })
        #expect(bench.outcomes == [.sourceGone])
    }

    /// It keeps the selection. The window that represents Wayland's is removed anyway, since X windows would remain
    /// covered otherwise.
    @Test func windowIsHiddenForASilentSource() throws {
        bench.press = XDragHost.Start(
            drag: DragStart(
                device: .finger(FingerID(1)), position: Point(x: 5, y: 5), modifiers: [],
                container: ContainerID(55)),
            isOverX: false)
        peer.own(peer.atoms[.selection])
        #expect(try bench.run(seconds: 60) { try self.target() != nil })
        bench.bridge.released()
        #expect(try bench.run(seconds: 60) { try self.target() == nil })
        #expect(!bench.drags.isDragging)
    }

    @Test func sourceCommunicatesWithXWindowsDirectly() throws {
        let proxy = try begin()
        try enterAndTake()
        bench.bridge.pointer(isOverX: true)
        #expect(try bench.run { try self.target() == nil })
        bench.drags.focus(nil, at: Point(x: 600, y: 400))
        send(.leave(source: peer.window), to: proxy)
        #expect(try bench.run { taker.log.contains(.leave) })
        #expect(bench.drags.isDragging)
        bench.bridge.pointer(isOverX: false)
        #expect(try bench.run { try self.target() == proxy })
    }

    @Test func contentWithoutWaylandTypesIsRejected() throws {
        _ = try begin(types: ["COMPOUND_TEXT", "XdndDirectSave0"])
        #expect(try bench.run { !statuses().isEmpty })
        #expect(statuses().allSatisfy { $0.action == nil } && !bench.drags.isDragging)
        // All bits are 0: Qt interprets any bit as acceptance.
        let words = peer.messages.filter { $0.type == peer.atoms[.status] }.map { $0.words[1] }
        #expect(!words.isEmpty && words.allSatisfy { $0 == 0 })
    }
}
