// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Randomness
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

/// Random requests of clients and random input: the compositor keeps running, and its state stays consistent.
@Suite struct RandomTests {
    @Test(arguments: 0..<60)
    func randomRequestsDoNotCrash(_ seed: UInt64) throws {
        let fixture = try Fixture(
            HeadlessConfiguration(outputs: [OutputConfiguration(width: 200, height: 150)]))
        let bystander = try fixture.makeClient()
        let window = try bystander.window(30, 30)
        var madman = try Madman(fixture, seed: seed)
        for _ in 0..<300 {
            do {
                try madman.act()
            } catch is Connection.Failure {
                // Disconnected because of an error, as expected; the next client continues.
                madman = try Madman(fixture, seed: madman.random.next())
            }
            verify(fixture)
        }
        _ = try fixture.compositor.capture()
        try bystander.roundtrip()
        #expect(fixture.compositor.windows.contains(window.window))
    }

    private func verify(_ fixture: Fixture) {
        for window in fixture.compositor.windows { #expect(window.isMapped) }
        #expect(Set(fixture.compositor.windows).count == fixture.compositor.windows.count)
        if let focus = fixture.seat.pointer.focus { #expect(focus.surface.isAlive) }
        if let focus = fixture.seat.keyboard.focus { #expect(focus.isAlive) }
        let hit = fixture.compositor.surface(at: fixture.seat.pointer.position)
        if let hit { #expect(hit.surface.isMapped) }
    }
}

private final class Madman {
    var random: SplitMix64
    private let fixture: Fixture
    private let client: TestClient
    private let grab = RecordingGrab()
    private var surfaces: [ClientSurface] = []
    private var shells: [WaylandClient.XdgSurface] = []
    private var toplevels: [WaylandClient.XdgToplevel] = []
    private var popups: [WaylandClient.XdgPopup] = []
    private var subsurfaces: [WaylandClient.WlSubsurface] = []
    private var viewports: [WaylandClient.WpViewport] = []
    private var configured: [(WaylandClient.XdgSurface, UInt32)] = []

    init(_ fixture: Fixture, seed: UInt64) throws {
        self.fixture = fixture
        random = SplitMix64(seed: seed)
        client = try fixture.makeClient()
    }

    private func number() -> Int32 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .max
        case 1: .min
        case 2: -1
        default: Int32.random(in: 0...60, using: &random)
        }
    }

    private func one<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }
    private func surface() -> ClientSurface? { one(surfaces.filter(\.proxy.isAlive)) }

    private func finger() -> FingerID { FingerID(Int32.random(in: 0...2, using: &random)) }
    private func point() -> Point {
        Point(
            x: Double(Int.random(in: -10...210, using: &random)), y: Double(Int.random(in: -10...160, using: &random)))
    }

    func act() throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: actOnShell()
        case 2, 3: actOnSurface()
        case 4: actOnSubsurface()
        case 5: end()
        default: actOnSeat()
        }
        do {
            try client.roundtrip()
        } catch {
            // The client is disconnected; the seat must not refer to it.
            client.leave()
            throw error
        }
    }

    private func actOnShell() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            let surface = client.compositor.createSurface()
            let shell = client.shell.getXdgSurface(surface: surface)
            shell.onEvent { [unowned self, unowned proxy = shell.proxy] event in
                if case .configure(let serial) = event { configured.append((WaylandClient.XdgSurface(proxy), serial)) }
            }
            surfaces.append(surface)
            shells.append(shell)
            if Bool.random(using: &random) { toplevels.append(shell.getToplevel()) }
            surface.commit()
        case 2:
            guard let shell = shells.last, shell.proxy.isAlive, let parent = one(shells.filter(\.proxy.isAlive)) else {
                return
            }
            let positioner = client.shell.createPositioner()
            client.keep(positioner)
            positioner.setSize(width: max(1, number()), height: max(1, number()))
            positioner.setAnchorRect(x: number(), y: number(), width: 5, height: 5)
            positioner.setConstraintAdjustment(constraintAdjustment: UInt32.random(in: 0...63, using: &random))
            let popup = shell.getPopup(parent: parent, positioner: positioner)
            popups.append(popup)
            if Bool.random(using: &random) { popup.grab(seat: client.seat, serial: client.serial) }
        case 3, 4, 5:
            for (shell, serial) in configured where shell.proxy.isAlive { shell.ackConfigure(serial: serial) }
            configured = []
        case 6:
            if let shell = one(shells.filter(\.proxy.isAlive)) {
                shell.setWindowGeometry(x: number(), y: number(), width: max(1, number()), height: max(1, number()))
            }
        default:
            guard let toplevel = one(toplevels.filter(\.proxy.isAlive)) else { return }
            if Bool.random(using: &random) { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
            toplevel.setParent(parent: one(toplevels.filter(\.proxy.isAlive)))
        }
    }

    private func actOnSurface() {
        guard let surface = surface() else { return surfaces.append(client.compositor.createSurface()) }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: surface.attach(buffer: nil, x: 0, y: 0)
        case 1, 2, 3: client.attach(0xff00_ff00, 24, 24, to: surface)
        case 4:
            let region = client.compositor.createRegion()
            region.add(x: number(), y: number(), width: number(), height: number())
            region.subtract(x: number(), y: number(), width: number(), height: number())
            surface.setInputRegion(region: region)
            region.destroy()
        case 5: surface.setBufferScale(scale: [1, 1, 2, 3][Int.random(in: 0..<4, using: &random)])
        case 6: surface.offset(x: number(), y: number())
        case 7: client.keep(surface.frame())
        default:
            let viewport = client.viewporter.getViewport(surface: surface)
            viewport.setDestination(width: max(1, number()), height: max(1, number()))
            viewports.append(viewport)
        }
        surface.commit()
    }

    private func actOnSubsurface() {
        guard let child = surface(), let parent = surface() else { return }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let fresh = client.compositor.createSurface()
            surfaces.append(fresh)
            subsurfaces.append(client.subcompositor.getSubsurface(surface: fresh, parent: parent))
            client.attach(0xffff_0000, 12, 12, to: fresh)
            fresh.commit()
        }
        guard let role = one(subsurfaces.filter(\.proxy.isAlive)) else { return }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: role.placeAbove(sibling: child)
        case 1: role.placeBelow(sibling: child)
        case 2, 3: role.setSync()
        case 4, 5: role.setDesync()
        default: role.setPosition(x: number(), y: number())
        }
        parent.commit()
    }

    private func end() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: surface()?.destroy()
        case 1: one(toplevels.filter(\.proxy.isAlive))?.destroy()
        case 2: popups.last { $0.proxy.isAlive }?.destroy()
        case 3: one(subsurfaces.filter(\.proxy.isAlive))?.destroy()
        case 4: one(viewports.filter(\.proxy.isAlive))?.destroy()
        default: one(shells.filter(\.proxy.isAlive))?.destroy()
        }
    }

    private func actOnSeat() {
        let seat = fixture.seat
        switch Int.random(in: 0..<14, using: &random) {
        case 0: seat.pointer.button(0x110, .pressed)
        case 1: seat.pointer.button(0x110, .released)
        case 2: seat.keyboard.type("Hi")
        case 3: seat.touch.down(finger(), at: point())
        case 4: seat.touch.motion(finger(), to: point())
        case 5: seat.touch.up(finger())
        case 6: seat.beginGrab(grab, taking: Bool.random(using: &random) ? .pointer : [.pointer, .keyboard])
        case 7: seat.endGrab()
        case 8: fixture.compositor.advance()
        case 9: if let window = one(fixture.compositor.windows) { fixture.compositor.place(window, at: point()) }
        case 10: if let window = one(fixture.compositor.windows) { fixture.compositor.activate(window) }
        case 11:
            seat.remove(.pointer)
            seat.add(.pointer)
        default: seat.pointer.move(to: point())
        }
    }
}
