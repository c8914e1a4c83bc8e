// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

/// Surfaces that are unmapped temporarily, or destroyed while they have focus.
@Suite struct ComebackTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
    }

    @Test func aWindowThatWasHiddenComesBackWhereItWas() throws {
        let window = try client.window(80, 60)
        window.xdgSurface.setWindowGeometry(x: 10, y: 5, width: 60, height: 50)
        window.surface.commit()
        try fixture.roundtrip()
        fixture.compositor.place(window.window, at: Point(x: 333, y: 222))
        window.surface.attach(buffer: nil, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(fixture.compositor.windows.isEmpty)
        // As for the first time: a commit without content, and content after the configure.
        window.surface.commit()
        try fixture.roundtrip()
        client.attach(0xff00_00ff, 80, 60, to: window.surface)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry == Rectangle(x: 333, y: 222, width: 60, height: 50))
        #expect(fixture.compositor.surface(at: Point(x: 333, y: 222))?.position == Point(x: 10, y: 5))
    }

    @Test func aFingerIsLiftedWhenItsSurfaceGoes() throws {
        let window = try client.window(80, 60)
        let other = try client.window(80, 60)
        fixture.compositor.place(window.window, at: Point(x: 0, y: 0))
        fixture.compositor.place(other.window, at: Point(x: 300, y: 0))
        fixture.seat.touch.down(FingerID(3), at: Point(x: 20, y: 20))
        fixture.seat.touch.down(FingerID(4), at: Point(x: 320, y: 20))
        try fixture.roundtrip()
        client.events = []
        window.toplevel.destroy()
        window.xdgSurface.destroy()
        window.surface.destroy()
        try fixture.roundtrip()
        let touches = client.events.filter { $0.hasPrefix("up") || $0.hasPrefix("touch") }
        #expect(touches == ["up 3", "touch frame"])
        // The touch point has no surface from here on.
        client.events = []
        fixture.seat.touch.motion(FingerID(3), to: Point(x: 330, y: 20))
        fixture.seat.touch.up(FingerID(3))
        try fixture.roundtrip()
        #expect(client.events.isEmpty)
    }

    @Test func contentBeforeTheFirstConfigureIsToleratedOnlyOnRequest() throws {
        func show(_ tolerance: ProtocolTolerance) throws -> (windows: Int, error: Connection.Failure?) {
            let fixture = try Fixture(HeadlessConfiguration(tolerance: tolerance))
            let client = try fixture.makeClient()
            let surface = client.compositor.createSurface()
            let xdgSurface = client.shell.getXdgSurface(surface: surface)
            client.keep(xdgSurface.getToplevel())
            let error = client.error {
                client.attach(0xff00_00ff, 80, 60, to: surface)
                surface.commit()
            }
            return (fixture.compositor.windows.count, error)
        }
        let strict = try show([])
        guard case .protocolError("xdg_surface", _, let code) = strict.error else {
            Issue.record("answered with \(String(describing: strict.error))")
            return
        }
        #expect(code == WaylandClient.XdgSurface.Error.unconfiguredBuffer.rawValue)
        #expect(strict.windows == 0)
        let tolerant = try show(.contentBeforeConfigure)
        #expect(tolerant.error == nil)
        #expect(tolerant.windows == 1)
    }
}
