// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient

@Suite struct PickingTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
    }

    private func pick(_ x: Double, _ y: Double) -> SurfaceHit? { fixture.compositor.surface(at: Point(x: x, y: y)) }

    @Test func theTopmostWindowIsPickedWithItsOwnCoordinates() throws {
        let lower = try client.window(100, 100)
        let upper = try client.window(100, 100)
        fixture.compositor.place(lower.window, at: Point(x: 100, y: 100))
        fixture.compositor.place(upper.window, at: Point(x: 150, y: 150))
        #expect(pick(160, 170)?.surface == upper.window.surface)
        #expect(pick(160, 170)?.position == Point(x: 10, y: 20))
        #expect(pick(149.9, 149.9)?.surface == lower.window.surface)
        #expect(pick(99, 150) == nil)
        fixture.compositor.raise(lower.window)
        #expect(pick(160, 170)?.surface == lower.window.surface)
    }

    @Test func inputRegionsAffectPicking() throws {
        let window = try client.window(100, 100)
        fixture.compositor.place(window.window, at: .zero)
        let region = client.compositor.createRegion()
        region.add(x: 0, y: 0, width: 50, height: 100)
        region.subtract(x: 0, y: 0, width: 10, height: .max)
        region.add(x: .min, y: .min, width: -5, height: .max)
        window.surface.setInputRegion(region: region)
        try fixture.roundtrip()
        #expect(pick(5, 5) != nil, "a region counts from the commit on")
        window.surface.commit()
        try fixture.roundtrip()
        #expect(pick(5, 5) == nil)
        #expect(pick(20, 5) != nil)
        #expect(pick(60, 5) == nil)
        window.surface.setInputRegion(region: nil)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(pick(60, 5) != nil)
    }

    @Test func subsurfacesArePickedInTheirOrder() throws {
        let window = try client.window(100, 100)
        fixture.compositor.place(window.window, at: .zero)
        let first = client.compositor.createSurface()
        let second = client.compositor.createSurface()
        let firstRole = client.subcompositor.getSubsurface(surface: first, parent: window.surface)
        let secondRole = client.subcompositor.getSubsurface(surface: second, parent: window.surface)
        client.attach(0xffff_0000, 40, 40, to: first)
        client.attach(0xff00_ff00, 40, 40, to: second)
        firstRole.setPosition(x: -10, y: 0)
        secondRole.setPosition(x: 10, y: 0)
        first.commit()
        second.commit()
        try fixture.roundtrip()
        #expect(pick(-5, 5) == nil, "synchronised subsurfaces wait for their parent")
        window.surface.commit()
        try fixture.roundtrip()
        let firstSurface = try fixture.surface(first, of: client)
        let secondSurface = try fixture.surface(second, of: client)
        #expect(pick(-5, 5)?.surface == firstSurface)
        #expect(pick(-5, 5)?.position == Point(x: 5, y: 5))
        #expect(pick(20, 5)?.surface == secondSurface)
        firstRole.placeAbove(sibling: second)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(pick(20, 5)?.surface == firstSurface)
        #expect(firstSurface.window == window.window)
        secondRole.placeBelow(sibling: window.surface)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(pick(45, 5)?.surface == window.window.surface)
        first.destroy()
        try fixture.roundtrip()
        #expect(pick(20, 5)?.surface == window.window.surface)
    }

    @Test func scaleTransformAndViewportGiveTheSize() throws {
        let window = try client.window(100, 60)
        let surface = window.window.surface
        window.surface.setBufferScale(scale: 2)
        window.surface.setBufferTransform(transform: ._90)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(surface.state.size == Size(width: 30, height: 50))
        let viewport = client.viewporter.getViewport(surface: window.surface)
        viewport.setDestination(width: 300, height: 20)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(surface.state.size == Size(width: 300, height: 20))
        fixture.compositor.place(window.window, at: .zero)
        #expect(pick(299, 19)?.surface == surface)
        #expect(pick(299, 21) == nil)
        viewport.destroy()
        window.surface.commit()
        try fixture.roundtrip()
        #expect(surface.state.size == Size(width: 30, height: 50))
    }

    @Test func newWindowsDoNotOverlapWhileThereIsRoom() throws {
        var geometries: [Rectangle] = []
        for _ in 0..<6 { geometries.append(try client.window(300, 200).window.geometry) }
        for (index, one) in geometries.enumerated() {
            #expect(fixture.compositor.outputs[0].area.contains(one))
            for other in geometries[..<index] { #expect(!one.overlaps(other)) }
        }
    }
}
