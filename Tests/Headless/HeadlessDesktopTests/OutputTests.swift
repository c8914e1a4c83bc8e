// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

/// Outputs with positions and fractional scales that are added and removed.
@Suite struct OutputTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture(
            HeadlessConfiguration(outputs: [
                OutputConfiguration(name: "left", width: 400, height: 300),
                OutputConfiguration(name: "right", width: 600, height: 450, scale: 1.5),
            ]))
        client = try fixture.makeClient()
    }

    private var compositor: HeadlessCompositor { fixture.compositor }

    @Test func outputsAreWhereTheyArePutOrBesideTheOthers() throws {
        let above = try compositor.addOutput(
            OutputConfiguration(name: "above", width: 100, height: 50, position: Point(x: 20, y: -50)))
        let last = try compositor.addOutput(OutputConfiguration(name: "last", width: 10, height: 10))
        #expect(compositor.outputs.map(\.area.origin.x) == [0, 400, 20, 800])
        #expect(above.area.y == -50)
        #expect(last.area.y == 0)
        #expect(compositor.output(at: Point(x: 25, y: -10)) === above)
    }

    @Test func clientsAreSentTheNextIntegerScale() throws {
        var scales: [Int32] = []
        for entry in client.globals.entries where entry.interface == "wl_output" {
            let output = client.globals.bind(entry, as: WaylandClient.WlOutput.self)
            output.onEvent { event in if case .scale(let factor) = event { scales.append(factor) } }
            client.keep(output)
        }
        try fixture.roundtrip()
        #expect(scales == [1, 2])
    }

    @Test func surfacesAreSentTheExactScaleOfTheirOutputs() throws {
        let manager = try #require(client.globals.bind(WaylandClient.WpFractionalScaleManagerV1.self))
        let window = try client.window(100, 100, colour: 0xffff_0000)
        let fraction = manager.getFractionalScale(surface: window.surface)
        var heard: [UInt32] = []
        fraction.onEvent { event in if case .preferredScale(let scale) = event { heard.append(scale) } }
        compositor.place(window.window, at: Point(x: 10, y: 10))
        try fixture.roundtrip()
        #expect(heard == [120])
        // On both outputs the higher scale applies. Then on that output alone, which is no change.
        compositor.place(window.window, at: Point(x: 350, y: 10))
        compositor.place(window.window, at: Point(x: 450, y: 10))
        try fixture.roundtrip()
        #expect(heard == [120, 180])
        compositor.place(window.window, at: Point(x: 10, y: 10))
        try fixture.roundtrip()
        #expect(heard == [120, 180, 120])
        fraction.destroy()
        compositor.place(window.window, at: Point(x: 450, y: 10))
        try fixture.roundtrip()
        #expect(!client.isGone)
    }

    @Test func aSurfaceHasOneFractionalScale() throws {
        let manager = try #require(client.globals.bind(WaylandClient.WpFractionalScaleManagerV1.self))
        let surface = client.compositor.createSurface()
        client.keep(manager.getFractionalScale(surface: surface))
        let error = client.error { client.keep(manager.getFractionalScale(surface: surface)) }
        guard case .protocolError("wp_fractional_scale_manager_v1", _, 0) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    /// With a buffer for the scale 1.5, each pixel of the client appears on the screen.
    @Test func pixelsDrawnForAFractionAreShownAsTheyAre() throws {
        let window = try client.window(100, 100)
        // 67 points are 100.5 pixels: aligned to pixels, these are 100 or 101, depending on the position.
        let viewport = client.viewporter.getViewport(surface: window.surface)
        viewport.setDestination(width: 67, height: 2)
        window.surface.attach(
            buffer: client.buffer(101, 3) { x, _ in x.isMultiple(of: 2) ? 0xffff_ffff : 0xff00_0000 }, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        compositor.place(window.window, at: Point(x: 401, y: 20))
        let picture = try compositor.capture(compositor.outputs[1])
        // 1 point is 1.5 pixels, rounded to 2; the right edge, 68 points, is at 102 pixels. So the width is 100.
        #expect(picture.width == 600 && picture.height == 450)
        let left = compositor.outputs[1].area.x
        compositor.place(window.window, at: Point(x: left + 2, y: 20))
        // From 3 pixels to 103.5, rounded to 104: 101 pixels, each of which is one pixel of the client.
        let exact = try compositor.capture(compositor.outputs[1])
        let row = (3..<104).map { exact[$0, 30] }
        #expect(row == (0..<101).map { $0 % 2 == 0 ? 0xffff_ffff : 0xff00_0000 })
    }

    @Test func aScreenshotOfAllOutputsIsBlackBetweenThem() throws {
        try compositor.addOutput(
            OutputConfiguration(name: "low", width: 100, height: 100, position: Point(x: 0, y: 300)))
        let picture = try compositor.captureAll()
        #expect(picture.width == 1200 && picture.height == 600)
        #expect(picture[300, 500] == 0xff00_0000, "no output is there")
        #expect(picture[100, 500] != 0xff00_0000)
        #expect(picture[1100, 100] != 0xff00_0000)
    }

    @Test func whatIsOnAnUnpluggedOutputComesToAnother() throws {
        var left: [String] = []
        let window = try client.window(100, 100, colour: 0xffff_0000)
        let entry = try #require(client.globals.entries.last { $0.interface == "wl_output" })
        let output = client.globals.bind(entry, as: WaylandClient.WlOutput.self)
        client.keep(output)
        window.surface.onEvent { event in
            if case .leave(let gone) = event { left.append(gone == output ? "right" : "another") }
        }
        compositor.place(window.window, at: Point(x: 420, y: 30))
        let seat = compositor.seats[0]
        seat.pointer.move(to: Point(x: 450, y: 50))
        seat.touch.down(FingerID(0), at: Point(x: 460, y: 60))
        try fixture.roundtrip()
        client.events = []
        compositor.remove(compositor.outputs[1])
        try fixture.roundtrip()
        #expect(left == ["right"])
        #expect(window.window.geometry.origin == Point(x: 20, y: 30))
        #expect(compositor.outputs[0].area.contains(seat.pointer.position))
        #expect(seat.touch.downFingers == [])
        #expect(client.events.contains { $0.hasPrefix("cancel") }, "\(client.events)")
        #expect(!client.globals.entries.contains { $0.name == entry.name })
    }

    @Test func theLastOutputMayBeRemoved() throws {
        let window = try client.window(100, 100, colour: 0xffff_0000)
        for output in compositor.outputs { compositor.remove(output) }
        compositor.tick()
        try fixture.roundtrip()
        #expect(throws: HeadlessError.self) { try compositor.captureAll() }
        #expect(window.window.surface.isAlive)
        try compositor.addOutput(OutputConfiguration(name: "new", width: 400, height: 300))
        #expect(try compositor.captureAll().width == 400)
    }

    @Test func devicesOfATabletFollowTheOutputs() throws {
        let router = DeviceRouter(compositor)
        let pen = DeviceID(7)
        func point(_ x: Double) {
            let axes = InputEvent.Pen.Axes(position: .init(x: x, y: 0))
            router.handle(
                InputEvent(
                    time: .zero, device: pen,
                    content: .pen(.init(tool: .init(kind: .pen), change: .axes, axes: axes))))
        }
        router.handle(
            InputEvent(time: .zero, device: pen, content: .deviceAdded(.init(name: "pen", capabilities: .pen))))
        point(0.5)
        #expect(compositor.seats[0].pointer.position.x == 400)
        compositor.remove(compositor.outputs[1])
        point(0.5)
        #expect(compositor.seats[0].pointer.position.x == 200)
    }

    @Test func sparedClientsAreNotPinged() throws {
        // The client answers only when it is served, which does not happen here.
        _ = try client.window(10, 10)
        #expect(compositor.settle(timeout: 20).count == 1)
        #expect(compositor.settle(timeout: 20, sparing: { _ in true }) == [])
    }
}
