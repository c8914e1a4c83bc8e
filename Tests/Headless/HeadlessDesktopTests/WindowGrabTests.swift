// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient

/// Interactive moves and resizes of windows, requested by their clients.
@Suite struct WindowGrabTests {
    let fixture: Fixture
    let client: TestClient
    let window: TestWindow
    let start = Point(x: 120, y: 110)

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        window = try client.window(100, 80)
        fixture.compositor.place(window.window, at: Point(x: 100, y: 100))
        fixture.seat.pointer.move(to: start)
        try fixture.roundtrip()
    }

    private var left: UInt32 { InputEvent.Button.left }

    private func press() throws {
        fixture.seat.pointer.button(left, .pressed)
        try fixture.roundtrip()
    }

    private func moveTo(_ x: Double, _ y: Double) throws {
        fixture.seat.pointer.move(to: Point(x: x, y: y))
        try fixture.roundtrip()
    }

    private func release() throws {
        fixture.seat.pointer.button(left, .released)
        try fixture.roundtrip()
    }

    private func draw(_ width: Int32, _ height: Int32) throws {
        client.attach(0xff00_00ff, width, height, to: window.surface)
        window.surface.commit()
        try fixture.roundtrip()
    }

    @Test func aPressMovesTheWindowUntilItsRelease() throws {
        try press()
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        client.events = []
        try moveTo(150, 130)
        #expect(window.window.position == Point(x: 130, y: 120))
        try moveTo(90, 95)
        #expect(window.window.position == Point(x: 70, y: 85))
        #expect(client.events == [], "the client receives no more pointer events")
        try release()
        #expect(fixture.seat.grab == nil)
        #expect(client.events.first == "enter \(window.name) 20.0,10.0")
        try moveTo(100, 100)
        #expect(window.window.position == Point(x: 70, y: 85))
    }

    @Test func aFingerMovesTheWindowAndTheMouseDoesNot() throws {
        fixture.seat.touch.down(FingerID(3), at: start)
        try fixture.roundtrip()
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        try moveTo(150, 160)
        #expect(window.window.position == Point(x: 100, y: 100))
        fixture.seat.touch.motion(FingerID(3), to: Point(x: 140, y: 100))
        #expect(window.window.position == Point(x: 120, y: 90))
        fixture.seat.touch.up(FingerID(3))
        #expect(fixture.seat.grab == nil)
    }

    @Test func withoutAPressOnTheWindowNothingIsMoved() throws {
        let serial = client.serial
        window.toplevel.move(seat: client.seat, serial: serial)
        try fixture.roundtrip()
        #expect(fixture.seat.grab == nil)
        try press()
        let other = try client.window(50, 50)
        other.toplevel.move(seat: client.seat, serial: client.serial &+ 1)
        window.toplevel.resize(seat: client.seat, serial: serial, edges: .left)
        try fixture.roundtrip()
        #expect(fixture.seat.grab == nil)
        try release()
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        #expect(fixture.seat.grab == nil, "the press has ended")
    }

    @Test func anotherGrabIsNotInterrupted() throws {
        try press()
        let drag = RecordingGrab()
        fixture.seat.beginGrab(drag)
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        #expect(fixture.seat.grab === drag)
        #expect(drag.events == [])
    }

    @Test func aMaximisedWindowStaysWhereItIs() throws {
        window.toplevel.setMaximized()
        try fixture.roundtrip()
        try draw(1280, 800)
        try press()
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        #expect(fixture.seat.grab == nil)
        #expect(window.window.position == .zero)
    }

    @Test func theRightAndLowerEdgesFollowThePointer() throws {
        try press()
        window.toplevel.resize(seat: client.seat, serial: client.serial, edges: .bottomRight)
        try fixture.roundtrip()
        #expect(window.size == [100, 80])
        #expect(window.states == [4, 3], "activated, resizing")
        try moveTo(start.x + 30, start.y - 20)
        #expect(window.size == [130, 60])
        try draw(130, 60)
        #expect(window.window.geometry == Rectangle(x: 100, y: 100, width: 130, height: 60))
        try moveTo(start.x - 500, start.y - 500)
        #expect(window.size == [1, 1], "the minimum size")
        try release()
        #expect(window.states == [4])
    }

    @Test func theOppositeEdgeStaysWhateverSizeTheClientChooses() throws {
        try press()
        window.toplevel.resize(seat: client.seat, serial: client.serial, edges: .topLeft)
        try fixture.roundtrip()
        try moveTo(start.x - 30, start.y - 20)
        #expect(window.size == [130, 100])
        #expect(window.window.position == Point(x: 100, y: 100), "the client has not followed yet")
        // The client chooses a larger size than requested.
        try draw(150, 104)
        #expect(window.window.geometry == Rectangle(x: 50, y: 76, width: 150, height: 104))
        try moveTo(start.x - 10, start.y - 10)
        try release()
        #expect(window.size == [110, 90])
        try draw(110, 90)
        #expect(window.window.geometry == Rectangle(x: 90, y: 90, width: 110, height: 90), "the last size counts")
        try draw(60, 60)
        #expect(window.window.position == Point(x: 90, y: 90), "later resizes of the client do not move the window")
    }

    @Test func theGrabEndsWithItsWindow() throws {
        try press()
        window.toplevel.move(seat: client.seat, serial: client.serial)
        try fixture.roundtrip()
        #expect(fixture.seat.grab != nil)
        window.surface.attach(buffer: nil, x: 0, y: 0)
        window.surface.commit()
        try fixture.roundtrip()
        #expect(fixture.seat.grab == nil)
        try moveTo(10, 10)
        try release()
    }
}
