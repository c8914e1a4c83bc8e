// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

/// The cost of clients with many surfaces: the number of scene updates.
@Suite struct SceneCostTests {
    let fixture: Fixture
    let client: TestClient
    let window: TestWindow
    private let looks = Looks()

    private final class Looks: HeadlessObserver {
        var count = 0
        func sceneChanged() { count += 1 }
    }

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        window = try client.window(100, 100)
        fixture.compositor.add(looks)
    }

    private func children(_ count: Int32, synchronised: Bool) -> [ClientSurface] {
        let buffer = client.buffer(4, 4) { _, _ in 0xff00_ff00 }
        return (0..<count).map { index in
            let child = client.compositor.createSurface()
            let role = client.subcompositor.getSubsurface(surface: child, parent: window.surface)
            role.setPosition(x: index % 90, y: index / 90)
            if !synchronised { role.setDesync() }
            child.attach(buffer: buffer, x: 0, y: 0)
            child.commit()
            client.keep(child)
            client.keep(role)
            return child
        }
    }

    @Test func aCommitOfManySubsurfacesIsLookedAtOnce() throws {
        let all = children(500, synchronised: true)
        try fixture.roundtrip()
        #expect(looks.count == 0)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(looks.count == 1)
        #expect(fixture.compositor.surface(at: window.window.position + Point(x: 49, y: 9))?.surface.id != nil)
        // All of them again, without any change of position.
        for child in all {
            child.damage(x: 0, y: 0, width: 4, height: 4)
            child.commit()
        }
        window.surface.commit()
        try fixture.roundtrip()
        #expect(looks.count == 1)
    }

    /// Windows, popups and subsurfaces of a client that disconnects, in any order of destruction: the scene is updated
    /// once.
    @Test func aDisconnectUpdatesTheSceneOnce() throws {
        let other = try fixture.makeClient()
        for number in 0..<40 {
            let parent = try other.window(20, 20, title: "\(number)")
            let child = other.compositor.createSurface()
            let role = other.subcompositor.getSubsurface(surface: child, parent: parent.surface)
            other.attach(0xff00_ff00, 5, 5, to: child)
            child.commit()
            parent.surface.commit()
            other.keep(child)
            other.keep(role)
            other.keep(parent)
        }
        try fixture.roundtrip()
        #expect(fixture.compositor.windows.count == 41)
        fixture.seat.pointer.move(to: window.window.position + Point(x: 50, y: 50))
        let before = looks.count
        other.server.disconnect()
        #expect(fixture.compositor.windows == [window.window])
        #expect(fixture.seat.keyboard.focus == window.window.surface)
        other.leave()
        try fixture.roundtrip()
        #expect(looks.count == before + 1)
        #expect(fixture.seat.pointer.focus?.surface == window.window.surface)
        // Then changes cause updates as usual.
        window.surface.setInputRegion(region: client.compositor.createRegion())
        window.surface.commit()
        try fixture.roundtrip()
        #expect(looks.count == before + 2)
    }

    /// A client has many objects of a kind, and disconnects: other clients keep theirs, and are sent their events once
    /// for each.
    @Test func thousandsOfDevicesOfOneClient() throws {
        let other = try fixture.makeClient()
        for _ in 0..<100 {
            for _ in 0..<20 {
                other.keep(other.seat.getPointer())
                other.keep(other.seat.getKeyboard())
                other.keep(other.seat.getTouch())
                other.keep(try #require(other.globals.bind(WaylandClient.WlSeat.self)))
                other.keep(try #require(other.globals.bind(WaylandClient.WlOutput.self)))
                other.keep(try #require(other.globals.bind(WaylandClient.XdgWmBase.self)))
            }
            try fixture.roundtrip()
        }
        other.server.disconnect()
        other.leave()
        client.events = []
        fixture.seat.pointer.move(to: window.window.position + Point(x: 50, y: 50))
        fixture.seat.touch.down(FingerID(1), at: window.window.position + Point(x: 50, y: 50))
        try fixture.roundtrip()
        #expect(client.events.count { $0.hasPrefix("enter") } == 1 && client.events.count { $0.hasPrefix("down") } == 1)
        let last = try fixture.makeClient()
        _ = try last.window(10, 10)
    }

    @Test func drawingDoesNotUpdatePointers() throws {
        let all = children(20, synchronised: false)
        window.surface.commit()
        try fixture.roundtrip()
        let before = looks.count
        let revision = fixture.compositor.contentRevision
        for child in all {
            client.attach(0xff00_0000, 4, 4, to: child)
            child.commit()
        }
        try fixture.roundtrip()
        #expect(looks.count == before)
        #expect(fixture.compositor.contentRevision >= revision + 20, "images show it")
        client.attach(0xff00_0000, 5, 4, to: all[7])
        all[7].commit()
        try fixture.roundtrip()
        #expect(looks.count == before + 1, "that one has another size")
    }

    @Test func aPickFindsWhatHasMovedShrunkOrGone() throws {
        let all = children(3, synchronised: true)
        window.surface.commit()
        try fixture.roundtrip()
        let corner = window.window.position
        func picked(_ x: Double, _ y: Double) -> UInt32? {
            fixture.compositor.surface(at: corner + Point(x: x, y: y))?.surface.object.resource.objectID
        }
        #expect(picked(5, 1) == all[2].proxy.objectID)
        all[2].destroy()
        try fixture.roundtrip()
        #expect(picked(5, 1) == window.name)
        #expect(picked(4, 1) == all[1].proxy.objectID)
        client.attach(0xff00_0000, 2, 2, to: all[1])
        all[1].commit()
        window.surface.commit()
        try fixture.roundtrip()
        #expect(picked(4, 1) == window.name)
        #expect(picked(2, 1) == all[1].proxy.objectID)
        window.surface.setInputRegion(region: client.compositor.createRegion())
        window.surface.commit()
        try fixture.roundtrip()
        #expect(picked(50, 50) == nil)
    }

    @Test func aClientMayHaveManySubsurfacesButNotAnyNumber() throws {
        func make(_ count: Int) {
            for _ in 0..<count {
                let child = client.compositor.createSurface()
                client.keep(client.subcompositor.getSubsurface(surface: child, parent: window.surface))
                client.keep(child)
            }
        }
        for _ in 0..<64 {
            make(64)
            try fixture.roundtrip()
        }
        #expect(client.error { make(1) } != nil)
        // Other clients are not affected.
        let other = try fixture.makeClient()
        _ = try other.window(10, 10)
    }

    /// Buffers are copied: a client that shows the largest ones on ever more surfaces gets `no_memory` before the
    /// machine runs out.
    @Test func aClientMayShowLargePicturesButNotAnyNumber() throws {
        let pixels = client.zeros(8192, 8192)
        func show(_ count: Int) {
            for _ in 0..<count {
                let surface = client.compositor.createSurface()
                surface.attach(buffer: pixels, x: 0, y: 0)
                surface.commit()
                client.keep(surface)
            }
        }
        show(2)
        try fixture.roundtrip()
        let last = client.compositor.createSurface()
        last.attach(buffer: pixels, x: 0, y: 0)
        last.commit()
        last.destroy()
        show(1)
        try fixture.roundtrip()
        guard case .protocolError("wl_display", _, 2)? = client.error({ show(1) }) else {
            Issue.record("the fourth, beside the window, was not refused as out of memory")
            return
        }
    }
}
