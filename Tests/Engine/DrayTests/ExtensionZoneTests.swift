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

/// Parts of a surface that are separate drop targets (WL-05).
@Suite struct ExtensionZoneTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench() }

    /// Creates two zones on the target, left and right. The window is at (300, 0), 200 by 100.
    private func makeZones(
        _ behaviour: DrayDragZoneV1.Behaviour = []
    ) throws -> (DrayDragSurfaceV1, left: DrayDragZoneV1, right: DrayDragZoneV1) {
        let surface = bench.target.surface(bench.bench.targetWindow.surface)
        let left = bench.target.zone(
            "left", on: surface, at: (0, 0, 100, 100), container: 1, label: "Inbox", behaviour: behaviour)
        let right = bench.target.zone(
            "right", on: surface, at: (100, 0, 100, 100), container: 2, label: "Archive", behaviour: behaviour)
        surface.commit()
        try fixture.settle()
        return (surface, left, right)
    }

    private func begin() throws { try bench.bench.beginAndTake() }

    private func wait(milliseconds: UInt64) throws {
        for _ in 0..<milliseconds / 10 { fixture.compositor.advance(byMicroseconds: 10_000) }
        try fixture.settle()
    }

    @Test func zonesAreEnteredAndLeft() throws {
        _ = try makeZones()
        try begin()
        #expect(bench.target.log == ["enter left"])
        try fixture.move(to: Point(x: 450, y: 20))
        try fixture.move(to: Point(x: 460, y: 20))
        #expect(bench.target.log == ["enter left", "leave left", "enter right"])
        try fixture.move(to: bench.bench.onDesktop)
        #expect(bench.target.log.last == "leave right")
        try fixture.move(to: Point(x: 310, y: 20))
        try fixture.release()
        #expect(bench.target.log.last == "leave left", "no target")
    }

    @Test func dropGoesToTheZone() throws {
        _ = try makeZones()
        try begin()
        try fixture.release()
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        #expect(bench.target.log == ["enter left"])
    }

    /// HIG-02 inside a window.
    @Test func containersOfOneWindowDecideTheAction() throws {
        let client = bench.bench.target
        _ = try makeZones()
        let content = client.makeSource(actions: [.copy, .move])
        let words = bench.target.source(content)
        words.setContainer(container: 1)
        try fixture.startDrag(of: client, from: bench.bench.targetWindow, at: Point(x: 350, y: 50), source: content)
        try fixture.move(to: Point(x: 360, y: 60))
        try fixture.take(by: client, actions: [.copy, .move], preferred: [])
        #expect(fixture.drags.feedback?.outcome == .move)
        try fixture.move(to: Point(x: 450, y: 60))
        #expect(fixture.drags.feedback?.outcome == .copy)
        try fixture.move(to: Point(x: 360, y: 60))
        #expect(fixture.drags.feedback?.outcome == .move)
    }

    /// HIG-15: the ring is around the zone, not its window.
    @Test func ringIsAroundTheZone() throws {
        _ = try makeZones(.accepting)
        try begin()
        try wait(milliseconds: 50)
        let ring = bench.layers.filter { $0.role == .highlight }.map(\.bounds)
        let all = ring.reduce(Rectangle.zero) { $0.union($1) }
        #expect(!ring.isEmpty && all.maxX < 420, "\(all)")
    }

    /// HIG-33.
    @Test func zonesAreAnnouncedByLabel() throws {
        _ = try makeZones()
        try begin()
        try fixture.move(to: Point(x: 450, y: 20))
        let words = bench.announcements.suffix(2)
        #expect(Array(words) == [.overZone("Inbox", .copy), .overZone("Archive", .copy)])
        #expect(words.last?.words { _ in nil } == "Over “Archive”, will copy")
    }

    /// HIG-19.
    @Test func springLoadedZoneOpens() throws {
        _ = try makeZones(.springLoaded)
        try begin()
        try wait(milliseconds: 700)
        #expect(!bench.target.log.contains("spring left"))
        try wait(milliseconds: 150)
        #expect(bench.target.log.filter { $0 == "spring left" }.count == 1)
        try fixture.move(to: Point(x: 450, y: 20))
        try wait(milliseconds: 1000)
        #expect(bench.target.log.filter { $0 == "spring right" }.count == 1)
    }

    /// HIG-20: scrolling is faster near the edge, and stops outside the zone.
    @Test func contentNearAnEdgeScrolls() throws {
        _ = try makeZones([.scrollVertically, .scrollHorizontally])
        try bench.bench.begin()
        try fixture.move(to: Point(x: 350, y: 50))
        try wait(milliseconds: 1000)
        #expect(!bench.target.log.contains { $0.hasPrefix("scroll") })
        try fixture.move(to: Point(x: 350, y: 82))
        try wait(milliseconds: 200)
        #expect(!bench.target.log.contains { $0.hasPrefix("scroll") }, "the content may only pass by")
        try wait(milliseconds: 600)
        let far = scrolled()
        #expect(far.y > 0 && far.x == 0, "downwards")
        try fixture.move(to: Point(x: 350, y: 99))
        bench.target.clearLog()
        try wait(milliseconds: 600)
        #expect(scrolled().y > 4 * far.y, "faster: \(scrolled()) against \(far)")
        try fixture.move(to: Point(x: 350, y: 50))
        bench.target.clearLog()
        try wait(milliseconds: 600)
        #expect(bench.target.log.isEmpty)
        try fixture.move(to: Point(x: 350, y: 1))
        try wait(milliseconds: 600)
        #expect(scrolled().y < 0)
        try fixture.release()
        bench.target.clearLog()
        try wait(milliseconds: 600)
        #expect(bench.target.log.isEmpty)
    }

    private func scrolled() -> Point {
        bench.target.log.reduce(Point.zero) { sum, line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "scroll" else { return sum }
            return sum + Point(x: Double(words[2])!, y: Double(words[3])!)
        }
    }

    /// HIG-34: a near miss by touch is a hit; one by the pointer is not.
    @Test func fingerHitsASmallZone() throws {
        let surface = bench.target.surface(bench.bench.targetWindow.surface)
        _ = bench.target.zone("dot", on: surface, at: (95, 45, 10, 10), behaviour: .accepting)
        surface.commit()
        let client = bench.bench.source
        try fixture.startTouchDrag(
            of: client, from: bench.bench.sourceWindow, at: bench.bench.start, source: client.makeSource())
        try fixture.touchMove(to: Point(x: 418, y: 62))
        #expect(bench.target.log == ["enter dot"])
        try fixture.touchMove(to: Point(x: 424, y: 62))
        #expect(bench.target.log == ["enter dot", "leave dot"])
        try fixture.touchUp()
        bench.target.clearLog()
        try bench.bench.begin()
        try fixture.move(to: Point(x: 418, y: 62))
        #expect(bench.target.log.isEmpty)
        try fixture.move(to: Point(x: 400, y: 50))
        #expect(bench.target.log == ["enter dot"])
    }

    @Test func zonesCanChangeDuringTheDrag() throws {
        let (surface, left, right) = try makeZones()
        try begin()
        right.setRectangle(x: 0, y: 0, width: 200, height: 100)
        try fixture.settle()
        #expect(bench.target.log == ["enter left"], "not before the commit")
        surface.commit()
        try fixture.settle()
        #expect(bench.target.log == ["enter left", "leave left", "enter right"])
        right.destroy()
        try fixture.settle()
        #expect(bench.target.log == ["enter left", "leave left", "enter right", "enter left"])
        surface.destroy()
        left.setRectangle(x: 0, y: 0, width: 5, height: 5)
        try fixture.settle()
        #expect(bench.target.log.count <= 5)
        #expect(fixture.drags.isDragging)
    }

    /// A client whose data device receives no events of a drag receives none through its zones either.
    @Test func zonesReceiveNothingOfAForeignDragWithoutASource() throws {
        _ = try makeZones(.springLoaded)
        let client = bench.bench.source
        // Without a source the content stays inside its client.
        try fixture.startDrag(of: client, from: bench.bench.sourceWindow, at: bench.bench.start, source: nil)
        try fixture.move(to: bench.bench.inTarget)
        try wait(milliseconds: 1000)
        #expect(bench.target.log.isEmpty)
    }

    @Test func zonesOfADeadSurfaceAreInert() throws {
        let (surface, left, _) = try makeZones(.springLoaded)
        try begin()
        bench.bench.targetWindow.toplevel.destroy()
        bench.bench.targetWindow.xdgSurface.destroy()
        bench.bench.targetWindow.surface.destroy()
        try fixture.settle()
        left.setLabel(label: "late")
        surface.commit()
        _ = surface.createZone()
        try fixture.settle()
        #expect(fixture.drags.isDragging)
    }

    // MARK: Mistakes

    enum Mistake: CaseIterable, Sendable {
        case twice, negative, behaviour, tooMany, tooManyInert, tooManyObjects

        var error: (interface: String, code: UInt32) {
            switch self {
            case .twice: ("dray_drag_manager_v1", 0)
            case .negative: ("dray_drag_zone_v1", 0)
            case .behaviour: ("dray_drag_zone_v1", 1)
            case .tooMany, .tooManyInert: ("dray_drag_surface_v1", 0)
            case .tooManyObjects: ("wl_display", 3)
            }
        }
    }

    @Test(arguments: Mistake.allCases) func mistakeHasItsError(_ mistake: Mistake) throws {
        let client = bench.bench.target
        let window = bench.bench.targetWindow.surface
        let surface = bench.target.surface(window)
        switch mistake {
        case .twice: _ = bench.target.surface(window)
        case .negative: _ = bench.target.zone("a", on: surface, at: (0, 0, 5, -5))
        case .behaviour: _ = bench.target.zone("a", on: surface, at: (0, 0, 5, 5), behaviour: .init(rawValue: 16))
        case .tooMany:
            for number in 0..<513 {
                _ = bench.target.zone("\(number)", on: surface, at: (0, 0, 5, 5))
                if number.isMultiple(of: 20) { try? fixture.pump(client.connection) }
            }
        case .tooManyInert:
            let bare = client.compositor.createSurface()
            let divided = bench.target.surface(bare)
            bare.destroy()
            for number in 0..<5000 {
                _ = divided.createZone()
                if number.isMultiple(of: 20) { try? fixture.pump(client.connection) }
            }
        case .tooManyObjects:
            for number in 0..<9000 {
                let source = client.makeSource(types: [], actions: nil)
                _ = bench.target.source(source)
                source.destroy()
                if number.isMultiple(of: 20) { try? fixture.pump(client.connection) }
            }
        }
        let failure = try bench.blame(on: client)
        #expect(
            failure?.interface == mistake.error.interface && failure?.code == mistake.error.code, "\(failure as Any)")
        try fixture.settle()
    }
}
