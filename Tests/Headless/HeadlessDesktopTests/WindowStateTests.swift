// SPDX-License-Identifier: MIT

import DrayCore
import HeadlessDesktop
import Testing
import WaylandClient

/// Windows that are maximised, fullscreen, or both in sequence.
@Suite struct WindowStateTests {
    let fixture: Fixture
    let client: TestClient
    let window: TestWindow
    private let home = Point(x: 40, y: 30)

    private enum State {
        static let maximized: UInt32 = 1
        static let fullscreen: UInt32 = 2
        static let activated: UInt32 = 4
    }

    init() throws {
        fixture = try Fixture()
        client = try fixture.makeClient()
        window = try client.window(80, 60)
        fixture.compositor.place(window.window, at: home)
    }

    /// Each of these requests is answered by a configure, whatever the state of the window is.
    private func expect(_ states: [UInt32], _ request: (WaylandClient.XdgToplevel) -> Void) throws {
        let before = window.configures
        request(window.toplevel)
        try fixture.roundtrip()
        #expect(window.configures == before + 1)
        #expect(window.states == [State.activated] + states)
        let fills = !states.isEmpty
        #expect(window.size == (fills ? [1280, 800] : [0, 0]))
        #expect(window.window.position == (fills ? .zero : home))
    }

    @Test func aWindowThatIsMaximisedWhileItFillsItsScreenIsSoAfterwards() throws {
        try expect([State.fullscreen]) { $0.setFullscreen(output: nil) }
        try expect([State.maximized, State.fullscreen]) { $0.setMaximized() }
        try expect([State.maximized]) { $0.unsetFullscreen() }
        try expect([]) { $0.unsetMaximized() }
    }

    @Test func aMaximisedWindowIsMaximisedAgainAfterFillingItsScreen() throws {
        try expect([State.maximized]) { $0.setMaximized() }
        try expect([State.maximized, State.fullscreen]) { $0.setFullscreen(output: nil) }
        try expect([State.maximized]) { $0.unsetFullscreen() }
        try expect([]) { $0.unsetMaximized() }
    }

    @Test func aWindowThatFillsItsScreenNeedNotBeMaximisedAfterwards() throws {
        try expect([State.maximized]) { $0.setMaximized() }
        try expect([State.maximized, State.fullscreen]) { $0.setFullscreen(output: nil) }
        try expect([State.fullscreen]) { $0.unsetMaximized() }
        try expect([]) { $0.unsetFullscreen() }
    }

    @Test func requestsWithoutChangesAreAnswered() throws {
        try expect([]) { $0.unsetMaximized() }
        try expect([]) { $0.unsetFullscreen() }
        try expect([State.maximized]) { $0.setMaximized() }
        try expect([State.maximized]) { $0.setMaximized() }
        try expect([State.maximized]) { $0.unsetFullscreen() }
        try expect([State.maximized, State.fullscreen]) { $0.setFullscreen(output: nil) }
        try expect([State.maximized, State.fullscreen]) { $0.setFullscreen(output: nil) }
    }
}
