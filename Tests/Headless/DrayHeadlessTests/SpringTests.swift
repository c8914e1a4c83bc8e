// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Spring loading (HIG-19).
@Suite struct SpringTests {
    private let behind = Point(x: 225, y: 70)

    /// The target's window partly behind a second window of the source, and a drag that hovers over the visible part.
    private func overWindowBehind(policy: DragPolicy = .humanInterface) throws -> (Stage, top: Window, below: Window) {
        let stage = try Stage(policy: policy)
        try cover(stage, of: stage.source, at: Point(x: 250, y: 10))
        let top = try #require(stage.compositor.windows.last)
        let below = try #require(stage.compositor.window(titled: "target"))
        try #require(top != below)
        try stage.begin()
        try stage.fixture.move(to: behind)
        try stage.acceptCopy()
        return (stage, top, below)
    }

    /// A window above all others.
    @discardableResult
    private func cover(
        _ stage: Stage, of client: DragClient, at corner: Point, width: Int32 = 100, height: Int32 = 140
    ) throws -> TestWindow {
        let window = try stage.fixture.makeWindow(of: client, at: corner, width: width, height: height)
        client.attach(to: window.surface, width: width, height: height, colour: 0xff20_2020)
        window.surface.commit()
        try stage.fixture.settle()
        return window
    }

    private func advance(_ stage: Stage, milliseconds: UInt64) throws {
        for _ in 0..<milliseconds / 10 { stage.compositor.advance(byMicroseconds: 10_000) }
        try stage.fixture.settle()
    }

    private func motions(of client: DragClient) -> Int { client.log.filter { "\($0)".hasPrefix("motion") }.count }

    @Test func aWindowBehindComesForwardAfterThreeQuartersOfASecond() throws {
        let (stage, top, below) = try overWindowBehind()
        try advance(stage, milliseconds: 700)
        #expect(stage.compositor.windows.last == top)
        try advance(stage, milliseconds: 100)
        #expect(stage.compositor.windows.last == below)
        // The content can be dropped on the window that was behind.
        try stage.fixture.move(to: Point(x: 300, y: 70))
        try stage.acceptCopy()
        try stage.fixture.release()
        #expect(stage.target.log.contains { "\($0)" == "drop" })
    }

    /// A user who hesitates at the beginning of a drag is on the way to the window in front (HIG-28).
    @Test func theWindowThatContentComesFromStaysBehind() throws {
        let stage = try Stage()
        try cover(stage, of: stage.target, at: Point(x: 100, y: 20), width: 90, height: 120)
        let top = try #require(stage.compositor.windows.last)
        let home = try #require(stage.compositor.window(titled: "source"))
        try stage.begin()
        try stage.fixture.move(to: Stage.start + Point(x: 8, y: 0))
        try advance(stage, milliseconds: 2000)
        #expect(stage.compositor.windows.last == top)
        // Returning to it is intentional.
        try stage.fixture.move(to: Point(x: 320, y: 70))
        try stage.fixture.move(to: Stage.start)
        try advance(stage, milliseconds: 2000)
        #expect(stage.compositor.windows.last == home)
    }

    /// HIG-35: with every device, the host receives one haptic event when the window is raised.
    @Test func theHostFeelsIt() throws {
        let (stage, _, _) = try overWindowBehind()
        let springs = { stage.fixture.effects.count { if case .haptic(.spring) = $0 { true } else { false } } }
        try advance(stage, milliseconds: 700)
        #expect(springs() == 0)
        try advance(stage, milliseconds: 100)
        #expect(springs() == 1)
        try advance(stage, milliseconds: 10_000)
        #expect(springs() == 1)
    }

    @Test func aZoneInAWindowBehindOpensOnceThatHasComeForward() throws {
        let (stage, top, below) = try overWindowBehind()
        let words = try #require(ClientWords(stage.target))
        let surface = words.surface(stage.targetWindow.surface)
        _ = words.zone("folder", on: surface, at: (10, 10, 40, 100), behaviour: .springLoaded)
        surface.commit()
        try stage.fixture.settle()
        #expect(words.log == ["enter folder"])
        try advance(stage, milliseconds: 700)
        #expect(stage.compositor.windows.last == top)
        try advance(stage, milliseconds: 100)
        #expect(stage.compositor.windows.last == below)
        #expect(words.log == ["enter folder"], "one thing at a time")
        try advance(stage, milliseconds: 800)
        #expect(words.log == ["enter folder", "spring folder"])
        let springs = stage.fixture.effects.count { if case .haptic(.spring) = $0 { true } else { false } }
        #expect(springs == 2, "the window's and the zone's")
        try advance(stage, milliseconds: 10_000)
        #expect(words.log == ["enter folder", "spring folder"], "once")
    }

    @Test func theRingFlashesTwiceBefore() throws {
        let (stage, _, _) = try overWindowBehind()
        var dips = 0
        var isWeak = false
        for _ in 0..<80 {
            stage.compositor.advance(byMicroseconds: 10_000)
            let opacity = stage.ring.map(\.opacity).max() ?? 0
            if opacity < 0.4, !isWeak { dips += 1 }
            isWeak = opacity < (isWeak ? 0.6 : 0.4)
        }
        #expect(dips == 2)
        #expect(stage.ring.allSatisfy { $0.opacity == 1 })
    }

    @Test func movingAcrossDoesNotRaise() throws {
        let (stage, top, _) = try overWindowBehind()
        for step in 1...8 {
            try stage.fixture.move(to: behind + Point(x: 0, y: Double(step % 2) * 30))
            try advance(stage, milliseconds: 300)
        }
        #expect(stage.compositor.windows.last == top)
    }

    @Test func theKeyboardStaysWhereItIs() throws {
        let (stage, top, _) = try overWindowBehind()
        try advance(stage, milliseconds: 1000)
        try stage.fixture.key(1, .pressed)
        try stage.fixture.key(1, .released)
        try stage.fixture.release()
        #expect(stage.fixture.seat.keyboard.focus?.client == top.client)
    }

    @Test func nothingSpringsWhereThePolicySaysSo() throws {
        var policy = DragPolicy.humanInterface
        policy.springLoading = .off
        let (stage, top, _) = try overWindowBehind(policy: policy)
        stage.fixture.clearLogs()
        try advance(stage, milliseconds: 3000)
        #expect(stage.compositor.windows.last == top)
        #expect(motions(of: stage.target) == 0)
    }

    @Test func motionIsRepeatedForFiveSecondsWhileHovering() throws {
        let (stage, _, _) = try overWindowBehind()
        stage.fixture.clearLogs()
        try advance(stage, milliseconds: 20_000)
        let count = motions(of: stage.target)
        #expect(count > 40)
        #expect(count < 60)
        stage.fixture.clearLogs()
        try stage.fixture.move(to: behind + Point(x: 1, y: 0))
        try advance(stage, milliseconds: 1000)
        #expect(motions(of: stage.target) > 5, "it hovers again")
    }

    @Test func aPlaceOfTheHostsIsActivated() throws {
        // The engine implements the rule; the drop target only gives its consent.
        var sprung: [DragID] = []
        let place = HostPlace(
            HostPlace.Handlers(
                entered: { _, offering in .init(type: offering.types[0], actions: .copy) }, dropped: { _, _ in },
                sprung: { sprung.append($0) }))
        let stage = try Stage()
        try stage.begin()
        let drags = stage.fixture.host.drags(of: stage.fixture.seat)
        drags.focus(Pick(.host(place), container: ContainerID(7), local: .zero), at: Stage.beside)
        let drag = try #require(drags.dragID)
        for _ in 0..<80 {
            stage.compositor.clock.advance(byMicroseconds: 10_000)
            stage.fixture.host.engine.frame(at: stage.compositor.clock.now)
        }
        #expect(sprung == [drag])
    }

    /// A spring-loaded target flashes first, and has a line around it: also a target of the host, if it has bounds.
    @Test func aPlaceOfTheHostsHasTheLine() throws {
        let bounds = Rectangle(x: 20, y: 180, width: 200, height: 40)
        func line(around place: HostPlace) throws -> [DragStageFrame.Part] {
            let stage = try Stage()
            try stage.begin()
            let drags = stage.fixture.host.drags(of: stage.fixture.seat)
            drags.focus(Pick(.host(place), container: ContainerID(7), local: .zero), at: Stage.beside)
            for _ in 0..<60 {
                stage.compositor.clock.advance(byMicroseconds: 10_000)
                stage.fixture.host.engine.frame(at: stage.compositor.clock.now)
            }
            return stage.ring
        }
        func place(takes: Bool, springs: Bool, bounds: (() -> Rectangle?)?) -> HostPlace {
            let place = HostPlace(
                HostPlace.Handlers(
                    entered: { _, offering in takes ? .init(type: offering.types[0], actions: .copy) : nil },
                    dropped: { _, _ in }, sprung: springs ? { _ in } : nil))
            place.bounds = bounds
            return place
        }
        let seen = try line(around: place(takes: true, springs: false) { bounds })
        let around = bounds.outset(by: 16)
        #expect(!seen.isEmpty && seen.allSatisfy { around.intersection($0.bounds) == $0.bounds })
        #expect(try line(around: place(takes: true, springs: false, bounds: nil)).isEmpty)
        #expect(try line(around: place(takes: false, springs: false) { bounds }).isEmpty)
        #expect(try !line(around: place(takes: false, springs: true) { bounds }).isEmpty, "it flashes")
    }

    /// A dialog stays above its window, which cannot be raised and therefore does not flash.
    @Test func aWindowBelowItsOwnDialogIsNotBehind() throws {
        let stage = try Stage()
        let dialog = try cover(stage, of: stage.target, at: Point(x: 250, y: 10))
        let below = try #require(stage.compositor.windows.first { $0.title == "target" })
        #expect(stage.compositor.isBehind(below))
        dialog.toplevel.setParent(parent: stage.targetWindow.toplevel)
        try stage.fixture.settle()
        #expect(!stage.compositor.isBehind(below))
    }

    /// The pointer trembles across the edge of a zone without spring loading: the window's delay continues.
    @Test func theEdgeOfAZoneDoesNotBeginTheWaitAgain() throws {
        let (stage, top, below) = try overWindowBehind()
        let words = try #require(ClientWords(stage.target))
        let surface = words.surface(stage.targetWindow.surface)
        _ = words.zone("list", on: surface, at: (0, 0, 26, 100), behaviour: [])
        surface.commit()
        try stage.fixture.settle()
        for step in 0..<6 {
            try stage.fixture.move(to: behind + Point(x: step % 2 == 0 ? 2 : -2, y: 0))
            try advance(stage, milliseconds: 100)
        }
        #expect(stage.compositor.windows.last == top)
        try advance(stage, milliseconds: 250)
        #expect(stage.compositor.windows.last == below)
    }
}
