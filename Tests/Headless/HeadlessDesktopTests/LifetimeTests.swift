// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

@Suite(.serialized) struct LifetimeTests {
    private func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) != -1 }

    @Test func aClosedCompositorIsFreed() throws {
        weak var compositor: HeadlessCompositor?
        weak var surface: Surface?
        weak var seat: HeadlessDesktop.Seat?
        do {
            let fixture = try Fixture()
            let client = try fixture.makeClient()
            let window = try client.window(20, 20)
            let child = client.compositor.createSurface()
            let role = client.subcompositor.getSubsurface(surface: child, parent: window.surface)
            client.attach(0, 5, 5, to: child)
            child.commit()
            window.surface.commit()
            fixture.compositor.place(window.window, at: .zero)
            fixture.seat.pointer.move(to: Point(x: 15, y: 15))
            fixture.seat.pointer.button(0x110, .pressed)
            fixture.seat.touch.down(FingerID(1), at: Point(x: 15, y: 15))
            fixture.compositor.startFrames()
            try fixture.roundtrip()
            compositor = fixture.compositor
            surface = window.window.surface
            seat = fixture.seat
            withExtendedLifetime(role) {}
        }
        #expect(compositor == nil)
        #expect(surface == nil)
        #expect(seat == nil)
    }

    /// In a separate process, in which no other test opens descriptors.
    @Test func aThousandCompositorsLeaveNoDescriptorBehind() async {
        await #expect(processExitsWith: .success) {
            // Descriptors that a process opens once.
            try HeadlessCompositor().close()
            // The lowest free descriptor is unchanged if everything is closed.
            let before = dup(0)
            close(before)
            for _ in 0..<1000 {
                let compositor = try HeadlessCompositor()
                compositor.close()
            }
            let after = dup(0)
            close(after)
            try #require(after == before)
        }
    }

    @Test func aClientThatVanishesTakesEverythingWithIt() throws {
        let fixture = try Fixture()
        let staying = try fixture.makeClient()
        let stayingWindow = try staying.window(50, 50)
        let leaving = try fixture.makeClient()
        let window = try leaving.window(50, 50)
        fixture.compositor.place(window.window, at: .zero)
        fixture.seat.pointer.move(to: Point(x: 5, y: 5))
        fixture.seat.pointer.button(0x110, .pressed)
        fixture.seat.touch.down(FingerID(1), at: Point(x: 5, y: 5))
        leaving.server.disconnect()
        #expect(fixture.compositor.windows == [stayingWindow.window])
        #expect(fixture.seat.pointer.focus == nil)
        #expect(fixture.seat.keyboard.focus == stayingWindow.window.surface)
        fixture.seat.pointer.button(0x110, .released)
        fixture.seat.touch.up(FingerID(1))
        try staying.roundtrip()
    }

    @Test func theLogShowsBothDirectionsInWords() throws {
        let fixture = try Fixture()
        let client = try fixture.makeClient()
        fixture.seat.pointer.move(to: Point(x: 600, y: 600))
        var lines: [String] = []
        let logger = ProtocolLogger(fixture.compositor.display) { message in
            let arrow = message.direction == .event ? "->" : "<-"
            let arguments = message.arguments.map(\.value).joined(separator: ", ")
            lines.append("\(arrow) \(message.interface).\(message.name)(\(arguments))")
        }
        let window = try client.window(20, 20, title: "a \"b\"")
        fixture.compositor.place(window.window, at: .zero)
        fixture.seat.pointer.move(to: Point(x: 1.5, y: 2))
        let name = window.name
        #expect(lines.contains("<- xdg_toplevel.set_title(\"a \\\"b\\\"\")"))
        #expect(lines.contains { $0.hasPrefix("<- wl_shm.create_pool(new wl_shm_pool#") && $0.hasSuffix("fd, 1600)") })
        #expect(
            lines.contains { $0.hasSuffix(", wl_surface#\(name), 1.5, 2.0)") && $0.hasPrefix("-> wl_pointer.enter(") })
        #expect(lines.contains("<- wl_surface.damage(0, 0, 20, 20)"))
        #expect(lines.contains("-> xdg_toplevel.configure(0, 0, array[0])"))
        withExtendedLifetime(logger) {}
    }

    @Test func aSilentClientIsNamed() throws {
        let fixture = try Fixture()
        let client = try fixture.makeClient()
        #expect(fixture.compositor.settle(timeout: 30) == [], "clients without a window are not pinged")
        let window = try client.window(20, 20, title: "silent")
        let late = fixture.compositor.settle(timeout: 30)
        #expect(late.map(\.client) == [client.server.id])
        #expect(late.first?.processID == getpid())
        withExtendedLifetime(window) {}
        client.server.disconnect()
        #expect(fixture.compositor.settle(timeout: 5000) == [])
    }
}
