// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

@Suite struct PictureTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture(
            HeadlessConfiguration(outputs: [
                OutputConfiguration(name: "left", width: 400, height: 300),
                OutputConfiguration(name: "right", width: 400, height: 300, scale: 2),
            ]))
        client = try fixture.makeClient()
    }

    @Test func windowsAreShownInTheirOrderAndPlace() throws {
        let red = try client.window(100, 100, colour: 0xffff_0000)
        let blue = try client.window(100, 100, colour: 0xff00_00ff)
        fixture.compositor.place(red.window, at: Point(x: 50, y: 50))
        fixture.compositor.place(blue.window, at: Point(x: 100, y: 100))
        let picture = try fixture.compositor.capture()
        #expect(picture.width == 400 && picture.height == 300)
        #expect(picture[60, 60] == 0xffff_0000)
        #expect(picture[120, 120] == 0xff00_00ff)
        #expect(picture[199, 199] == 0xff00_00ff)
        #expect(picture[49, 49] == picture[49, 49] | 0xff00_0000)
        #expect(![0xffff_0000, 0xff00_00ff].contains(picture[200, 200]))
    }

    @Test func pixelsOutliveTheClientsBuffer() throws {
        let window = try client.window(20, 20, colour: 0xffff_0000)
        fixture.compositor.place(window.window, at: .zero)
        var isReleased = false
        let buffer = client.buffer(20, 20, format: .xrgb8888) { _, _ in 0x0000_ff00 }
        buffer.onEvent { _ in isReleased = true }
        window.surface.attach(buffer: buffer, x: 0, y: 0)
        window.surface.commit()
        buffer.destroy()
        try fixture.roundtrip()
        #expect(try fixture.compositor.capture()[10, 10] == 0xff00_ff00, "XRGB is opaque whatever its fourth byte")
        #expect(!isReleased, "the client has disconnected")
        let next = client.buffer(20, 20) { _, _ in 0xffff_ff00 }
        next.onEvent { _ in isReleased = true }
        window.surface.attach(buffer: next, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(isReleased)
    }

    @Test func anOutputShowsItsPartAtItsScale() throws {
        let window = try client.window(20, 10, colour: 0xffff_0000)
        fixture.compositor.place(window.window, at: Point(x: 410, y: 20))
        let right = fixture.compositor.outputs[1]
        #expect(right.area == Rectangle(x: 400, y: 0, width: 200, height: 150))
        let picture = try fixture.compositor.capture(right)
        #expect(picture.width == 400)
        #expect(picture[20, 40] == 0xffff_0000)
        #expect(picture[59, 59] == 0xffff_0000)
        #expect(picture[60, 40] != 0xffff_0000)
        #expect(try fixture.compositor.capture()[390, 20] != 0xffff_0000)
    }

    /// The corner of the surface that shows the buffer's upper left pixel, for each transform.
    @Test(arguments: [
        (WaylandClient.WlOutput.Transform.normal, 0, 0), (._90, 1, 0), (._180, 1, 1), (._270, 0, 1), (.flipped, 1, 0),
        (.flipped90, 0, 0), (.flipped180, 0, 1), (.flipped270, 1, 1),
    ])
    func transformsAreUndone(_ transform: WaylandClient.WlOutput.Transform, _ right: Int, _ low: Int) throws {
        let window = try client.window(20, 10)
        fixture.compositor.place(window.window, at: .zero)
        window.surface.attach(
            buffer: client.buffer(20, 10) { x, y in x < 3 && y < 3 ? 0xffff_0000 : 0xff00_00ff }, x: 0, y: 0)
        window.surface.setBufferTransform(transform: transform)
        window.surface.commit()
        try fixture.roundtrip()
        let size = window.window.surface.state.size
        let picture = try fixture.compositor.capture()
        for x in 0...1 {
            for y in 0...1 {
                let expected: UInt32 = x == right && y == low ? 0xffff_0000 : 0xff00_00ff
                #expect(picture[x * (Int(size.width) - 1), y * (Int(size.height) - 1)] == expected, "\(x) \(y)")
            }
        }
    }

    @Test func aViewportCropsAndScales() throws {
        let window = try client.window(20, 20)
        fixture.compositor.place(window.window, at: .zero)
        window.surface.attach(
            buffer: client.buffer(20, 20) { x, _ in x < 10 ? 0xffff_0000 : 0xff00_00ff }, x: 0, y: 0)
        let viewport = client.viewporter.getViewport(surface: window.surface)
        viewport.setSource(x: .init(0), y: .init(0), width: .init(10), height: .init(10))
        viewport.setDestination(width: 60, height: 40)
        window.surface.commit()
        try fixture.roundtrip()
        let picture = try fixture.compositor.capture()
        #expect(picture[30, 20] == 0xffff_0000)
        #expect(picture[50, 38] == 0xffff_0000)
        #expect(picture[61, 20] != 0xffff_0000)
    }

    @Test func layersLieAboveEverything() throws {
        let window = try client.window(100, 100, colour: 0xff00_0000)
        fixture.compositor.place(window.window, at: .zero)
        let icon = client.compositor.createSurface()
        client.attach(0xffff_ffff, 10, 10, to: icon)
        icon.offset(x: -3, y: 4)
        let role = RecordingRole()
        let surface = try {
            try fixture.roundtrip()
            return try fixture.surface(icon, of: client)
        }()
        #expect(surface.assignRole(.dragIcon, to: role))
        #expect(!surface.assignRole(.dragIcon, to: RecordingRole()), "the surface is in use")
        icon.commit()
        icon.offset(x: 1, y: 1)
        icon.commit()
        try fixture.roundtrip()
        #expect(role.offsets == [Point(x: -3, y: 4), Point(x: 1, y: 1)])
        fixture.compositor.layers = { [Overlay(.surface(surface), at: Point(x: 50, y: 50), scale: 2, opacity: 0.5)] }
        let picture = try fixture.compositor.capture()
        #expect([0xff7f_7f7f, 0xff80_8080].contains(picture[65, 65]))
        #expect(picture[71, 71] == 0xff00_0000)
        #expect(fixture.compositor.surface(at: Point(x: 55, y: 55))?.surface == window.window.surface)
        icon.destroy()
        try fixture.roundtrip()
        #expect(role.isOver)
        #expect(try fixture.compositor.capture()[65, 65] == 0xff00_0000)
    }

    @Test func frameCallbacksFireWithTheClock() throws {
        let window = try client.window(10, 10)
        var times: [UInt32] = []
        let callback = window.surface.frame()
        callback.onEvent { event in if case .done(let time) = event { times.append(time) } }
        try fixture.roundtrip()
        fixture.compositor.tick()
        try fixture.roundtrip()
        #expect(times == [], "a callback waits for its commit")
        window.surface.commit()
        try fixture.roundtrip()
        fixture.compositor.advance(byMicroseconds: 16_000)
        fixture.compositor.advance(byMicroseconds: 16_000)
        try fixture.roundtrip()
        #expect(times == [1016])
    }

    @Test func outputsAreSentOnce() throws {
        var heard: [String] = []
        let entry = client.globals.entries.filter { $0.interface == "wl_output" }
        let outputs = entry.map { client.globals.bind($0, as: WaylandClient.WlOutput.self) }
        for output in outputs { client.keep(output) }
        let window = TestWindow(client, title: "window")
        window.surface.onEvent { event in
            switch event {
            case .enter(let output): heard.append("enter \(outputs.firstIndex { $0 == output } ?? -1)")
            case .leave(let output): heard.append("leave \(outputs.firstIndex { $0 == output } ?? -1)")
            }
        }
        try fixture.roundtrip()
        client.attach(0, 100, 100, to: window.surface)
        window.surface.commit()
        try fixture.roundtrip()
        fixture.compositor.place(window.window, at: Point(x: 350, y: 0))
        fixture.compositor.place(window.window, at: Point(x: 450, y: 0))
        try fixture.roundtrip()
        #expect(heard == ["enter 0", "enter 1", "leave 0"])
    }
}

final class RecordingRole: SurfaceRoleHandler {
    var offsets: [Point] = []
    var isOver = false

    func surfaceCommitted(_ surface: Surface, offset: Point) { offsets.append(offset) }
    func surfaceDestroyed(_ surface: Surface) { isOver = true }
}
