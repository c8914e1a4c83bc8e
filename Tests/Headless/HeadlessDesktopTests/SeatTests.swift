// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

@Suite struct SeatTests {
    let fixture: Fixture
    let client: TestClient
    let other: TestClient
    let window: TestWindow
    let otherWindow: TestWindow

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        other = try fixture.makeClient()
        window = try client.window(100, 100)
        otherWindow = try other.window(100, 100)
        fixture.compositor.place(window.window, at: .zero)
        fixture.compositor.place(otherWindow.window, at: Point(x: 200, y: 0))
        fixture.seat.pointer.move(to: Point(x: 600, y: 600))
        try clear()
    }

    private func clear() throws {
        try fixture.roundtrip()
        client.events = []
        other.events = []
    }

    private func heard(_ client: TestClient) throws -> [String] {
        try fixture.roundtrip()
        defer { client.events = [] }
        return client.events
    }

    @Test func thePointerEntersMovesAndLeaves() throws {
        fixture.seat.pointer.move(to: Point(x: 10.5, y: 20))
        fixture.seat.pointer.move(to: Point(x: 11, y: 20))
        fixture.seat.pointer.move(to: Point(x: 150, y: 20))
        #expect(
            try heard(client) == [
                "enter \(window.name) 10.5,20.0", "frame", "motion 11.0,20.0", "frame", "leave \(window.name)", "frame",
            ])
        #expect(try heard(other) == [])
    }

    @Test func aPressedButtonHoldsTheSurfaceUntilTheLastOneIsReleased() throws {
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        fixture.seat.pointer.button(0x110, .pressed)
        fixture.seat.pointer.button(0x111, .pressed)
        fixture.seat.pointer.move(to: Point(x: 250, y: 10))
        fixture.seat.pointer.button(0x110, .released)
        #expect(try heard(client).contains("motion 250.0,10.0"))
        #expect(try heard(other) == [])
        fixture.seat.pointer.button(0x111, .released)
        #expect(
            try heard(client) == [
                "button 273 released", "frame", "leave \(window.name)", "frame",
                "keyboard enter \(window.name) []", "modifiers 0",
            ])
        #expect(try heard(other).first == "enter \(otherWindow.name) 50.0,10.0")
    }

    @Test func aPressSerialIsValidForItsPressOnly() throws {
        let pointer = fixture.seat.pointer
        pointer.move(to: Point(x: 10, y: 10))
        pointer.button(0x110, .pressed)
        try fixture.roundtrip()
        let first = client.serial
        pointer.button(0x111, .pressed)
        try fixture.roundtrip()
        let second = client.serial
        let origin = window.window.surface.object
        #expect(fixture.seat.implicitGrab(serial: first, origin: origin)?.device == .pointer(button: 0x110))
        #expect(fixture.seat.implicitGrab(serial: second, origin: origin)?.device == .pointer(button: 0x111))
        #expect(fixture.seat.implicitGrab(serial: first, origin: otherWindow.window.surface.object) == nil)
        #expect(fixture.seat.implicitGrab(serial: second &+ 1, origin: origin) == nil)
        pointer.button(0x110, .released)
        #expect(fixture.seat.implicitGrab(serial: first, origin: origin) == nil)
        #expect(fixture.seat.implicitGrab(serial: second, origin: origin) != nil)
        #expect(fixture.seat.gaveSerial(first, to: client.server))
        #expect(!fixture.seat.gaveSerial(first, to: other.server))
    }

    @Test func aTouchSerialIsValidForItsTouchOnly() throws {
        fixture.seat.touch.down(FingerID(7), at: Point(x: 30, y: 40))
        fixture.seat.touch.motion(FingerID(7), to: Point(x: 250, y: 41))
        #expect(
            try heard(client) == [
                "down 7 \(window.name) 30.0,40.0", "touch frame", "finger 7 250.0,41.0", "touch frame",
            ])
        let grab = try #require(
            fixture.seat.implicitGrab(serial: client.serial, origin: window.window.surface.object))
        #expect(grab.device == .touch(FingerID(7)))
        #expect(grab.start == Point(x: 30, y: 40))
        #expect(grab.position == Point(x: 250, y: 41))
        fixture.seat.touch.cancel()
        #expect(try heard(client) == ["cancel"])
        #expect(try heard(other) == [])
    }

    @Test func theKeyboardFollowsClicksAndNewWindows() throws {
        #expect(fixture.seat.keyboard.focus == otherWindow.window.surface)
        #expect(otherWindow.states == [4])
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        fixture.seat.pointer.button(0x110, .pressed)
        #expect(fixture.seat.keyboard.focus == otherWindow.window.surface, "a press may become a drag")
        fixture.seat.pointer.button(0x110, .released)
        #expect(fixture.seat.keyboard.focus == window.window.surface)
        #expect(fixture.compositor.windows.last == window.window)
        try fixture.roundtrip()
        #expect(window.states == [4])
        #expect(otherWindow.states == [])
        window.surface.destroy()
        try clear()
        #expect(fixture.seat.keyboard.focus == otherWindow.window.surface)
    }

    @Test func keysComeBeforeTheModifiersThatTheyChange() throws {
        #expect(fixture.seat.keyboard.type("A"))
        #expect(
            try heard(other) == [
                "key 42 pressed", "modifiers 1", "key 30 pressed", "key 30 released", "key 42 released", "modifiers 0",
            ])
        #expect(!fixture.seat.keyboard.type("\u{1}"))
    }

    @Test func heldKeysAreSentOnEnter() throws {
        fixture.seat.keyboard.key(42, .pressed)
        fixture.compositor.activate(window.window)
        #expect(try heard(client) == ["keyboard enter \(window.name) [42]", "modifiers 1"])
    }

    @Test func aGrabTakesThePointerAndGivesItBack() throws {
        let pointer = fixture.seat.pointer
        pointer.move(to: Point(x: 10, y: 10))
        pointer.button(0x110, .pressed)
        try clear()
        let grab = RecordingGrab()
        fixture.seat.beginGrab(grab)
        #expect(try heard(client) == ["leave \(window.name)", "frame"])
        pointer.move(to: Point(x: 250, y: 10))
        fixture.seat.keyboard.key(1, .pressed)
        fixture.seat.keyboard.key(42, .pressed)
        fixture.seat.touch.down(FingerID(0), at: Point(x: 20, y: 20))
        pointer.button(0x110, .released)
        #expect(
            grab.events == [
                "motion 250.0,10.0", "key 1 pressed", "key 42 pressed", "modifiers 1", "down 0", "button 272 released",
            ])
        #expect(try heard(client) == ["down 0 \(window.name) 20.0,20.0", "touch frame"])
        #expect(try heard(other) == ["key 42 pressed", "modifiers 1"], "the grab keeps Escape only")
        fixture.seat.endGrab()
        fixture.seat.keyboard.key(1, .released)
        #expect(try heard(other) == ["enter \(otherWindow.name) 50.0,10.0", "frame"])
        #expect(fixture.seat.keyboard.focus == otherWindow.window.surface, "a drag does not count as a click")
    }

    @Test func aButtonThatOutlivesAGrabHasNoClient() throws {
        let pointer = fixture.seat.pointer
        pointer.move(to: Point(x: 10, y: 10))
        pointer.button(0x110, .pressed)
        let grab = RecordingGrab()
        fixture.seat.beginGrab(grab, taking: [.pointer, .keyboard])
        #expect(fixture.seat.keyboard.focus == nil)
        fixture.seat.endGrab()
        #expect(fixture.seat.keyboard.focus == otherWindow.window.surface)
        try clear()
        pointer.button(0x110, .released)
        #expect(try heard(client) == [])
        #expect(grab.events == [])
    }

    @Test func unpluggingThePointerCancelsTheGrab() throws {
        let grab = RecordingGrab()
        fixture.seat.beginGrab(grab)
        fixture.seat.remove(.pointer)
        #expect(grab.events == ["cancelled"])
        #expect(try heard(client) == ["capabilities 6"])
        fixture.seat.add(.pointer)
        #expect(try heard(client) == ["capabilities 7"])
        let pointer = client.seat.getPointer()
        client.keep(pointer)
        var entered = false
        pointer.onEvent { event in if case .enter = event { entered = true } }
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        try fixture.roundtrip()
        #expect(entered)
        #expect(client.events == [], "the old object is inert")
    }

    @Test func twoSeatsHaveFocusesOfTheirOwn() throws {
        let second = try fixture.compositor.addSeat(SeatConfiguration(name: "second"))
        second.pointer.move(to: Point(x: 250, y: 10))
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        #expect(second.pointer.focus?.surface == otherWindow.window.surface)
        #expect(fixture.seat.pointer.focus?.surface == window.window.surface)
        fixture.compositor.remove(second)
        try fixture.roundtrip()
        #expect(fixture.compositor.seats.count == 1)
    }

    @Test func aWheelNotchIsSentInPointsAndNotches() throws {
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        try clear()
        fixture.seat.pointer.scroll(InputEvent.Scroll(source: .wheel, vertical: .init(points: 15, v120: 120)))
        #expect(try heard(client) == ["value120 verticalScroll 120", "axis verticalScroll 15.0", "frame"])
    }

    @Test func timeStampsAreTheClocks() throws {
        var stamps: [UInt32] = []
        client.pointer.onEvent { event in if case .motion(let time, _, _) = event { stamps.append(time) } }
        fixture.seat.pointer.move(to: Point(x: 10, y: 10))
        fixture.compositor.advance(byMicroseconds: 5000)
        fixture.seat.pointer.move(to: Point(x: 11, y: 10))
        fixture.compositor.advance(byMicroseconds: 7000)
        fixture.seat.pointer.move(to: Point(x: 12, y: 10))
        try fixture.roundtrip()
        #expect(stamps == [1005, 1012])
    }
}

/// Records its events, and consumes Escape.
final class RecordingGrab: SeatGrab {
    var events: [String] = []

    func pointerMotion(to point: Point, at time: Instant) { events.append("motion \(point.x),\(point.y)") }
    func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
        events.append("button \(code) \(state)")
    }
    func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) { events.append("axis") }
    func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool {
        events.append("down \(finger.rawValue)")
        return false
    }

    func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool { false }
    func touchUp(_ finger: FingerID, time: Instant) -> Bool { false }
    func pointerAbandoned(_ code: UInt32, at time: Instant) { events.append("abandoned \(code)") }
    func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { false }
    func key(_ key: InputEvent.Key, at time: Instant) -> Bool {
        events.append("key \(key.code) \(key.state)")
        return key.code == 1
    }

    func modifiersChanged(_ modifiers: Modifiers, at time: Instant) { events.append("modifiers \(modifiers.rawValue)") }
    func cancelled() { events.append("cancelled") }
}
