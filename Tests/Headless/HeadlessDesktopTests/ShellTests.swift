// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

@Suite struct ShellTests {
    let fixture: Fixture
    let client: TestClient

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
    }

    private func popup(
        on parent: WaylandClient.XdgSurface, at x: Int32, _ y: Int32, size: Int32 = 100, adjustment: UInt32 = 0,
        grabbing: UInt32? = nil
    ) throws -> TestPopup {
        let popup = TestPopup(client, parent, x, y, size, adjustment, grabbing)
        try fixture.roundtrip()
        client.attach(0xff00_ff00, size, size, to: popup.surface)
        popup.surface.commit()
        try fixture.roundtrip()
        return popup
    }

    @Test func aWindowShowsUpWithWhatItsClientSaid() throws {
        let window = try client.window(80, 60, title: "Äpfel")
        window.toplevel.setAppId(appId: "org.example")
        window.xdgSurface.setWindowGeometry(x: 10, y: 10, width: 60, height: 40)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.title == "Äpfel")
        #expect(window.window.appID == "org.example")
        #expect(window.window.geometry.size == Size(width: 60, height: 40))
        fixture.compositor.place(window.window, at: Point(x: 100, y: 100))
        #expect(fixture.compositor.surface(at: Point(x: 91, y: 91))?.position == Point(x: 1, y: 1))
        window.window.close()
        try fixture.roundtrip()
        #expect(window.isClosing)
        window.surface.attach(buffer: nil, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(fixture.compositor.windows.isEmpty)
    }

    // MARK: Window geometry

    private func child(of window: TestWindow, at x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> TestChild {
        let surface = client.compositor.createSurface()
        let role = client.subcompositor.getSubsurface(surface: surface, parent: window.surface)
        role.setPosition(x: x, y: y)
        client.attach(0xff00_ff00, width, height, to: surface)
        surface.commit()
        client.keep(role)
        return TestChild(surface: surface, role: role)
    }

    private struct TestChild {
        let surface: ClientSurface
        let role: WaylandClient.WlSubsurface
    }

    /// Dolphin and other Qt programs set a geometry that is larger than their content.
    @Test func aGeometryIsCutToWhatTheWindowShows() throws {
        let window = try client.window(80, 60)
        window.xdgSurface.setWindowGeometry(x: -3, y: 10, width: 200, height: 90)
        window.surface.commit()
        try fixture.roundtrip()
        fixture.compositor.place(window.window, at: Point(x: 100, y: 100))
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 80, height: 50))
        #expect(fixture.compositor.surface(at: Point(x: 100, y: 100))?.position == Point(x: 0, y: 10))
        #expect(window.window.surface.windowBounds == Rectangle(x: 100, y: 100, width: 80, height: 50))
        // The geometry stays set: when the content grows, more of the geometry applies.
        client.attach(0xff00_00ff, 300, 300, to: window.surface)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 197, height: 90))
    }

    @Test func subsurfacesBelongToWhatAWindowShows() throws {
        let window = try client.window(80, 60)
        fixture.compositor.place(window.window, at: Point(x: 100, y: 100))
        let title = child(of: window, at: -5, -30, 90, 30)
        window.surface.commit()
        try fixture.roundtrip()
        // Without a geometry, the surface keeps its position.
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 80, height: 60))
        window.xdgSurface.setWindowGeometry(x: -100, y: -20, width: 1000, height: 1000)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 90, height: 80))
        // Its subsurface grows, moves and is destroyed.
        client.attach(0xff00_ff00, 200, 30, to: title.surface)
        title.surface.commit()
        title.role.setPosition(x: 0, y: -10)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 200, height: 70))
        #expect(fixture.compositor.surface(at: Point(x: 100, y: 100))?.position == Point(x: 0, y: 0))
        title.surface.destroy()
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 80, height: 60))
        #expect(fixture.compositor.surface(at: Point(x: 100, y: 100))?.surface == window.window.surface)
    }

    @Test func aGeometryOutsideTheWindowIsIgnored() throws {
        let window = try client.window(80, 60)
        window.xdgSurface.setWindowGeometry(x: 80, y: 0, width: 10, height: 10)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(window.window.geometry.size == Size(width: 80, height: 60))
    }

    @Test func aMaximizedWindowIsSentTheOutputsSize() throws {
        let window = try client.window(80, 60)
        let before = window.window.position
        window.toplevel.setMaximized()
        try fixture.roundtrip()
        #expect(window.size == [1280, 800])
        #expect(window.window.position == .zero)
        window.toplevel.unsetMaximized()
        try fixture.roundtrip()
        #expect(window.size == [0, 0])
        #expect(window.window.position == before)
    }

    @Test func popupsFlipSlideAndShrinkAtTheEdge() throws {
        let window = try client.window(200, 200)
        fixture.compositor.place(window.window, at: Point(x: 1080, y: 600))
        #expect(try popup(on: window.xdgSurface, at: 180, 180).place == [190, 190, 100, 100])
        let flipped = try popup(on: window.xdgSurface, at: 180, 180, adjustment: 4 | 8)
        #expect(flipped.place == [80, 80, 100, 100])
        #expect(fixture.compositor.surface(at: Point(x: 1170, y: 690))?.surface.role == .popup)
        let slid = try popup(on: window.xdgSurface, at: 180, 180, adjustment: 1 | 2)
        #expect(slid.place == [100, 100, 100, 100])
        let shrunk = try popup(on: window.xdgSurface, at: 140, 140, adjustment: 16 | 32)
        #expect(shrunk.place == [150, 150, 50, 50])
    }

    @Test func aClickElsewhereDismissesPopupsTopmostFirst() throws {
        let other = try fixture.makeClient()
        let otherWindow = try other.window(100, 100)
        let window = try client.window(200, 200)
        fixture.compositor.place(otherWindow.window, at: Point(x: 600, y: 0))
        fixture.compositor.place(window.window, at: .zero)
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        fixture.seat.pointer.click()
        try fixture.roundtrip()
        let menu = try popup(on: window.xdgSurface, at: 10, 10, grabbing: client.serial)
        let submenu = try popup(on: menu.xdgSurface, at: 80, 10, grabbing: client.serial)
        #expect(fixture.seat.keyboard.focus?.object.resource.objectID == submenu.surface.proxy.objectID)
        other.events = []
        fixture.seat.pointer.move(to: Point(x: 610, y: 10))
        fixture.seat.pointer.click()
        try fixture.roundtrip()
        #expect(menu.isDone && submenu.isDone)
        #expect(client.events.filter { $0.hasPrefix("done") } == ["done \(submenu.name)", "done \(menu.name)"])
        #expect(fixture.compositor.surface(at: Point(x: 30, y: 30))?.surface == window.window.surface)
        #expect(!other.events.contains { $0.hasPrefix("button") }, "the click is consumed")
        #expect(other.events.last == "frame", "the pointer is there afterwards")
        #expect(fixture.seat.keyboard.focus == window.window.surface)
    }

    @Test func aPopupGrabWithoutASerialIsDismissed() throws {
        let window = try client.window(200, 200)
        let menu = TestPopup(client, window.xdgSurface, 0, 0, 50, 0, 12345)
        try fixture.roundtrip()
        #expect(menu.isDone)
    }

    @Test func aRepositionedPopupIsSentItsNewPosition() throws {
        let window = try client.window(200, 200)
        let menu = try popup(on: window.xdgSurface, at: 0, 0)
        menu.popup.reposition(positioner: menu.positioner(client, 50, 60, 30, 0), token: 99)
        try fixture.roundtrip()
        #expect(menu.token == 99)
        #expect(menu.place == [60, 70, 30, 30])
    }

    // MARK: Errors

    private func expectError(
        _ interface: String, _ code: UInt32, _ body: () -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .protocolError(interface, _, code) = client.error(body) else {
            Issue.record("no error \(code) on \(interface)", sourceLocation: sourceLocation)
            return
        }
    }

    @Test func contentBeforeTheFirstConfigureIsAnError() throws {
        let surface = client.compositor.createSurface()
        let shell = client.shell.getXdgSurface(surface: surface)
        let toplevel = shell.getToplevel()
        expectError("xdg_surface", 3) {
            client.attach(0, 10, 10, to: surface)
            surface.commit()
        }
        withExtendedLifetime(toplevel) {}
    }

    @Test func anUnknownSerialIsAnError() throws {
        let window = try client.window(10, 10)
        expectError("xdg_surface", 4) { window.xdgSurface.ackConfigure(serial: 4_000_000_000) }
    }

    @Test func aSecondRoleIsAnError() throws {
        let window = try client.window(10, 10)
        let parent = client.compositor.createSurface()
        expectError("wl_subcompositor", 0) {
            client.subcompositor.getSubsurface(surface: window.surface, parent: parent)
        }
    }

    @Test func aSurfaceOnItselfIsAnError() throws {
        let surface = client.compositor.createSurface()
        expectError("wl_subcompositor", 0) { client.subcompositor.getSubsurface(surface: surface, parent: surface) }
    }

    @Test func aCycleOfSubsurfacesIsAnError() throws {
        let first = client.compositor.createSurface()
        let second = client.compositor.createSurface()
        let role = client.subcompositor.getSubsurface(surface: first, parent: second)
        expectError("wl_subcompositor", 0) { client.subcompositor.getSubsurface(surface: second, parent: first) }
        withExtendedLifetime(role) {}
    }

    @Test func aPopupWithoutParentIsAnError() throws {
        let surface = client.compositor.createSurface()
        let shell = client.shell.getXdgSurface(surface: surface)
        let positioner = client.shell.createPositioner()
        positioner.setSize(width: 10, height: 10)
        positioner.setAnchorRect(x: 0, y: 0, width: 1, height: 1)
        expectError("xdg_wm_base", 3) { shell.getPopup(parent: nil, positioner: positioner) }
    }

    @Test func aPopupWithoutASizeIsAnError() throws {
        let window = try client.window(10, 10)
        let surface = client.compositor.createSurface()
        let shell = client.shell.getXdgSurface(surface: surface)
        let positioner = client.shell.createPositioner()
        expectError("xdg_wm_base", 5) { shell.getPopup(parent: window.xdgSurface, positioner: positioner) }
    }

    @Test func destroyingAPopupBelowAnotherIsAnError() throws {
        let window = try client.window(100, 100)
        let lower = try popup(on: window.xdgSurface, at: 0, 0)
        let upper = try popup(on: lower.xdgSurface, at: 0, 0)
        expectError("xdg_wm_base", 2) { lower.popup.destroy() }
        withExtendedLifetime(upper) {}
    }

    @Test func destroyingAShellWithSurfacesIsAnError() throws {
        let window = try client.window(10, 10)
        // The client has removed the object already, so the name of its interface is unknown.
        expectError("unknown", 1) { client.shell.destroy() }
        withExtendedLifetime(window) {}
    }

    @Test(arguments: [0, -1, Int32.min])
    func aScaleBelowOneIsAnError(_ scale: Int32) throws {
        let surface = client.compositor.createSurface()
        expectError("wl_surface", 0) { surface.setBufferScale(scale: scale) }
    }

    @Test func aBufferThatDoesNotFitTheScaleIsAnError() throws {
        let window = try client.window(10, 10)
        expectError("wl_surface", 2) {
            window.surface.setBufferScale(scale: 3)
            window.surface.commit()
        }
    }

    @Test func anOffsetInAttachIsAnErrorSinceVersionFive() throws {
        let surface = client.compositor.createSurface()
        expectError("wl_surface", 3) { surface.attach(buffer: nil, x: 1, y: 0) }
    }

    @Test func aSourceOutsideTheBufferIsAnError() throws {
        let window = try client.window(10, 10)
        let viewport = client.viewporter.getViewport(surface: window.surface)
        expectError("wp_viewport", 2) {
            viewport.setSource(x: .init(5), y: .init(5), width: .init(6), height: .init(2))
            window.surface.commit()
        }
    }

    @Test func aSecondViewportIsAnError() throws {
        let surface = client.compositor.createSurface()
        let first = client.viewporter.getViewport(surface: surface)
        expectError("wp_viewporter", 0) { client.viewporter.getViewport(surface: surface) }
        withExtendedLifetime(first) {}
    }

    @Test func aNegativeDestinationIsAnError() throws {
        let viewport = client.viewporter.getViewport(surface: client.compositor.createSurface())
        expectError("wp_viewport", 0) { viewport.setDestination(width: -1, height: 5) }
    }

    @Test func aCursorThatIsAWindowIsAnError() throws {
        let window = try client.window(10, 10)
        fixture.compositor.place(window.window, at: .zero)
        fixture.seat.pointer.move(to: Point(x: 5, y: 5))
        try fixture.roundtrip()
        expectError("wl_pointer", 0) {
            client.pointer.setCursor(serial: client.serial, surface: window.surface, hotspotX: 0, hotspotY: 0)
        }
    }

    @Test func extremeNumbersDoNoHarm() throws {
        let window = try client.window(10, 10)
        window.xdgSurface.setWindowGeometry(x: .min, y: .max, width: .max, height: .max)
        window.surface.damage(x: .min, y: .min, width: .max, height: .min)
        window.surface.offset(x: .max, y: .min)
        window.surface.offset(x: .max, y: .min)
        let child = client.compositor.createSurface()
        let role = client.subcompositor.getSubsurface(surface: child, parent: window.surface)
        role.setPosition(x: .min, y: .max)
        client.attach(0, 10, 10, to: child)
        child.commit()
        let viewport = client.viewporter.getViewport(surface: child)
        viewport.setDestination(width: .max, height: .max)
        child.commit()
        window.surface.commit()
        let menu = try popup(on: window.xdgSurface, at: .max, .min, adjustment: 63)
        menu.popup.reposition(positioner: menu.positioner(client, .min, .max, .max, .max), token: 0)
        try fixture.roundtrip()
        _ = try fixture.compositor.capture()
        fixture.seat.pointer.move(to: Point(x: 5, y: 5))
        try fixture.roundtrip()
    }
}

/// A client's popup, which acknowledges every `configure`.
final class TestPopup {
    let surface: ClientSurface
    let xdgSurface: WaylandClient.XdgSurface
    private(set) var popup: WaylandClient.XdgPopup
    private(set) var place: [Int32] = []
    private(set) var isDone = false
    private(set) var token: UInt32?

    init(
        _ client: TestClient, _ parent: WaylandClient.XdgSurface, _ x: Int32, _ y: Int32, _ size: Int32,
        _ adjustment: UInt32, _ grabSerial: UInt32?
    ) {
        surface = client.compositor.createSurface()
        xdgSurface = client.shell.getXdgSurface(surface: surface)
        popup = xdgSurface.getPopup(
            parent: parent, positioner: Self.positioner(client, x, y, size, adjustment))
        if let grabSerial { popup.grab(seat: client.seat, serial: grabSerial) }
        xdgSurface.onEvent { [unowned self] event in
            switch event {
            case .configure(let serial): xdgSurface.ackConfigure(serial: serial)
            }
        }
        popup.onEvent { [unowned self, unowned client] event in
            switch event {
            case .configure(let x, let y, let width, let height): place = [x, y, width, height]
            case .popupDone:
                isDone = true
                client.events.append("done \(name)")
            case .repositioned(let token): self.token = token
            }
        }
        surface.commit()
        client.keep(self)
    }

    var name: UInt32 { surface.proxy.objectID }

    func positioner(
        _ client: TestClient, _ x: Int32, _ y: Int32, _ size: Int32, _ adjustment: Int32
    ) -> WaylandClient.XdgPositioner {
        Self.positioner(client, x, y, size, UInt32(bitPattern: adjustment))
    }

    /// Anchors the popup's upper left corner at the lower right corner of a square of ten points in the parent.
    private static func positioner(
        _ client: TestClient, _ x: Int32, _ y: Int32, _ size: Int32, _ adjustment: UInt32
    ) -> WaylandClient.XdgPositioner {
        let positioner = client.shell.createPositioner()
        positioner.setSize(width: size, height: size)
        positioner.setAnchorRect(x: x, y: y, width: 10, height: 10)
        positioner.setAnchor(anchor: .bottomRight)
        positioner.setGravity(gravity: .bottomRight)
        positioner.setConstraintAdjustment(constraintAdjustment: adjustment)
        client.keep(positioner)
        return positioner
    }
}
