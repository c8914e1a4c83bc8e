// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

/// Windows that are positioned by another window system's manager, and seat grabs that follow a press.
@Suite struct OuterShellTests {
    let fixture: Fixture
    let client: TestClient
    private let owner = OuterOwner(number: 1, processID: 42)

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
    }

    private final class Told {
        var arrangements: [WindowArrangement] = []
        var closings = 0
        var handlers: OuterShell.Handlers {
            OuterShell.Handlers(arranged: { self.arrangements.append($0) }, closing: { self.closings += 1 })
        }
    }

    /// A surface with content and an outer role.
    private func show(
        _ kind: OuterShell.Kind, at place: Point?, size: Int32 = 100, _ told: Told = Told(), title: String = "Outer",
        owner window: Window? = nil
    ) throws -> OuterShell {
        let object = client.compositor.createSurface()
        try fixture.roundtrip()
        let surface = try fixture.surface(object, of: client)
        let shell = try #require(
            OuterShell(surface, of: fixture.compositor, kind, at: place, owner: owner, told.handlers))
        shell.describe(title: title, appID: "outer", owner: window)
        shell.begin()
        client.attach(0xff00_00ff, size, size, to: object)
        object.commit()
        try fixture.roundtrip()
        return shell
    }

    @Test func aWindowIsShownWithItsContentAndArranged() throws {
        let told = Told()
        let shell = try show(.window, at: Point(x: 40, y: 50), told)
        let window = try #require(fixture.compositor.windows.first)
        #expect(window === shell.shownWindow && window.title == "Outer" && window.appID == "outer")
        #expect(window.position == Point(x: 40, y: 50) && window.processID == 42)
        #expect(window.ownerID == owner.id && window.ownerID != window.client.id)
        #expect(told.arrangements.last == WindowArrangement(position: Point(x: 40, y: 50), isActivated: true))
        fixture.compositor.place(window, at: Point(x: 7, y: 8))
        window.resize(width: 300, height: 200)
        #expect(
            told.arrangements.last
                == WindowArrangement(
                    position: Point(x: 7, y: 8), size: Size(width: 300, height: 200), isActivated: true))
        shell.setFullscreen(true)
        #expect(told.arrangements.last?.isFullscreen == true)
        #expect(told.arrangements.last?.size == Size(width: 1280, height: 800))
        window.close()
        #expect(told.closings == 1)
        shell.end()
        #expect(fixture.compositor.windows.isEmpty && shell.shownWindow == nil)
    }

    @Test func menusLieAboveAllWindowsAndAreNoWindows() throws {
        let window = try #require(try show(.window, at: Point(x: 0, y: 0), size: 200).shownWindow)
        let menu = try show(.overlay, at: Point(x: 50, y: 50), owner: window)
        // A window that is mapped later is below it.
        _ = try client.window(300, 300)
        fixture.compositor.place(fixture.compositor.windows[1], at: .zero)
        #expect(fixture.compositor.windows.count == 2)
        #expect(fixture.compositor.surface(at: Point(x: 60, y: 60))?.surface === menu.surface)
        #expect(fixture.compositor.surface(at: Point(x: 20, y: 20))?.surface !== menu.surface)
        #expect(window.openPopups.map(\.surface) == [menu.surface])
        menu.move(to: Point(x: 400, y: 400))
        #expect(fixture.compositor.surface(at: Point(x: 410, y: 410))?.surface === menu.surface)
        menu.end()
        #expect(fixture.compositor.surface(at: Point(x: 410, y: 410)) == nil)
    }

    @Test func theImageOfADragTakesNoInput() throws {
        let window = try show(.window, at: .zero)
        _ = try show(.dragImage, at: .zero)
        #expect(fixture.compositor.surface(at: Point(x: 5, y: 5))?.surface === window.surface)
    }

    @Test func aSurfaceThatIsDestroyedTakesItsWindowAlong() throws {
        let object = client.compositor.createSurface()
        try fixture.roundtrip()
        let surface = try fixture.surface(object, of: client)
        let shell = try #require(
            OuterShell(surface, of: fixture.compositor, .window, at: nil, owner: owner, OuterShell.Handlers()))
        shell.begin()
        client.attach(0xff00_00ff, 10, 10, to: object)
        object.commit()
        try fixture.roundtrip()
        #expect(fixture.compositor.windows.count == 1)
        #expect(
            OuterShell(surface, of: fixture.compositor, .overlay, at: nil, owner: owner, OuterShell.Handlers()) == nil,
            "it is a window already")
        object.destroy()
        try fixture.roundtrip()
        #expect(fixture.compositor.windows.isEmpty)
    }

    // MARK: A grab that follows a press

    private final class Follower: SeatGrab {
        var seen: [String] = []
        func pointerMotion(to point: Point, at time: Instant) { seen.append("motion \(Int(point.x)),\(Int(point.y))") }
        func pointerButton(_ code: UInt32, _ state: InputEvent.PressState, at time: Instant) {
            seen.append("\(state)")
        }
        func pointerAbandoned(_ code: UInt32, at time: Instant) { seen.append("abandoned") }
        func pointerAxis(_ scroll: InputEvent.Scroll, at time: Instant) {}
        func touchDown(_ finger: FingerID, at point: Point, time: Instant) -> Bool { false }
        func touchMotion(_ finger: FingerID, to point: Point, time: Instant) -> Bool { false }
        func touchUp(_ finger: FingerID, time: Instant) -> Bool { false }
        func touchCancel(_ finger: FingerID, at time: Instant) -> Bool { false }
        func key(_ key: InputEvent.Key, at time: Instant) -> Bool { false }
        func modifiersChanged(_ modifiers: Modifiers, at time: Instant) {}
        func cancelled() { seen.append("cancelled") }
    }

    @Test func aFollowingGrabReceivesTheClientsEvents() throws {
        let window = try client.window(100, 80)
        fixture.compositor.place(window.window, at: .zero)
        let pointer = fixture.seat.pointer
        pointer.move(to: Point(x: 10, y: 10))
        #expect(pointer.hold == nil)
        pointer.button(InputEvent.Button.left, .pressed)
        #expect(pointer.hold?.surface === window.window.surface)
        #expect(pointer.hold?.device == .pointer(button: InputEvent.Button.left))
        let follower = Follower()
        fixture.seat.beginGrab(follower, taking: .heldPointer)
        try fixture.roundtrip()
        client.events = []
        pointer.move(to: Point(x: 300, y: 200))
        pointer.button(InputEvent.Button.left, .released)
        try fixture.roundtrip()
        #expect(follower.seen == ["motion 300,200", "released"])
        #expect(client.events.contains { $0.hasPrefix("motion") && $0.contains("300.0,200.0") }, "\(client.events)")
        #expect(pointer.hold == nil)
        fixture.seat.remove(.pointer)
        #expect(follower.seen.last == "cancelled")
    }

    @Test func keysAreLentWithoutAnotherActiveWindow() throws {
        let lower = try client.window(100, 80)
        let upper = try client.window(100, 80)
        let keyboard = fixture.seat.keyboard
        #expect(keyboard.focus === upper.window.surface)
        keyboard.lend(to: lower.window.surface)
        #expect(keyboard.focus === lower.window.surface && upper.window.isActivated && !lower.window.isActivated)
        keyboard.lend(to: nil)
        #expect(keyboard.focus === upper.window.surface)
    }
}
