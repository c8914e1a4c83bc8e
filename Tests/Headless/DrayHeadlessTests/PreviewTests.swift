// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient
import WaylandServer

/// Images of preview surfaces. A client may commit buffers of any size at any rate.
@Suite struct PreviewTests {
    let stage: Stage
    private let client: WaylandServer.Client

    init() throws {
        stage = try Stage()
        client = try #require(stage.compositor.windows.first).client
    }

    private let red: UInt32 = 0xffff_0000
    private let green: UInt32 = 0xff00_ff00
    private let blue: UInt32 = 0xff00_00ff

    /// Waits until the compositor has copied everything, a limited amount per frame.
    private func show() throws {
        try stage.fixture.settle()
        for _ in 0..<20 { stage.compositor.advance() }
        try stage.fixture.settle()
    }

    private func preview() throws -> (object: WaylandClient.WlSurface, surface: WaylandServer.WlSurface) {
        let object = stage.source.compositor.createSurface()
        try stage.fixture.settle()
        let resource = try #require(client.object(object.proxy.objectID))
        let surface = WaylandServer.WlSurface(resource)
        #expect(stage.fixture.host.mayBePreview(surface))
        return (object, surface)
    }

    private func pixels(of surface: WaylandServer.WlSurface) throws -> Pixels {
        let image = try #require(stage.fixture.host.picture(of: surface))
        guard case .client(let pixels) = image.content else { throw Missing() }
        return pixels
    }

    private struct Missing: Error {}

    private func draw(
        _ width: Int32, _ height: Int32, on surface: WaylandClient.WlSurface, _ colour: (Int, Int) -> UInt32
    ) {
        let pixels = (0..<Int(height)).flatMap { y in (0..<Int(width)).map { x in colour(x, y) } }
        surface.attach(buffer: stage.source.makeBuffer(width: width, height: height, pixels: pixels), x: 0, y: 0)
        surface.commit()
    }

    /// Every part of a large buffer appears in the small image at its position; lines of one pixel are blended, not
    /// lost.
    @Test func aLargeBufferIsMadeSmall() throws {
        let (object, surface) = try preview()
        draw(2048, 1024, on: object) { x, y in
            x < 1024 ? (y < 512 ? red : green) : y < 512 ? (x.isMultiple(of: 2) ? 0xffff_ffff : 0xff00_0000) : blue
        }
        try show()
        let pixels = try pixels(of: surface)
        #expect((pixels.width, pixels.height) == (512, 256))
        #expect(pixels.pixel(x: 100, y: 50) == red && pixels.pixel(x: 100, y: 200) == green)
        #expect(pixels.pixel(x: 400, y: 200) == blue)
        let mixed = pixels.pixel(x: 400, y: 50) & 0xff
        #expect((100...155).contains(mixed), "\(mixed)")
    }

    /// The image is only made again if the buffer has changed, whatever the client commits.
    @Test func anImageIsMadeOnceOfEachBuffer() throws {
        let (object, surface) = try preview()
        let (otherObject, other) = try preview()
        draw(60, 40, on: object) { _, _ in red }
        draw(60, 40, on: otherObject) { _, _ in green }
        try show()
        let (first, second) = (try pixels(of: surface), try pixels(of: other))
        #expect(first.pixel(x: 5, y: 5) == red && second.pixel(x: 5, y: 5) == green)
        draw(60, 40, on: otherObject) { _, _ in blue }
        object.damage(x: 0, y: 0, width: 60, height: 40)
        object.commit()
        try show()
        #expect(try pixels(of: surface) === first)
        #expect(try pixels(of: other) !== second && pixels(of: other).pixel(x: 5, y: 5) == blue)
        object.attach(buffer: nil, x: 0, y: 0)
        object.commit()
        otherObject.destroy()
        try show()
        #expect(stage.fixture.host.picture(of: surface) == nil && stage.fixture.host.picture(of: other) == nil)
    }
}
