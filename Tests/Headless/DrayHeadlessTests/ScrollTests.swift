// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Scrolling of the surface under the drag (HIG-20).
@Suite struct ScrollTests {
    private let notch = InputEvent.Scroll(
        source: .wheel, horizontal: nil, vertical: InputEvent.Scroll.Amount(points: 15, v120: 120))

    private func overTarget() throws -> Stage {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        stage.fixture.clearLogs()
        return stage
    }

    private func words(_ client: DragClient) -> [String] {
        client.log.map { "\($0)".split(separator: "(").first.map(String.init) ?? "" }
    }

    @Test func theTargetHasThePointerWhileTheUserScrolls() throws {
        let stage = try overTarget()
        stage.fixture.seat.pointer.scroll(notch)
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.settle()
        #expect(words(stage.target) == ["pointerEnter", "pointerAxis", "pointerAxis"])
        stage.fixture.clearLogs()
        stage.compositor.advance(byMicroseconds: 160_000)
        try stage.fixture.settle()
        // It learns the new position in its content by a motion event of the drag.
        #expect(words(stage.target).prefix(2) == ["pointerLeave", "motion"])
        try stage.fixture.release()
        #expect(words(stage.target).contains("drop"))
    }

    @Test func nothingElseIsScrolled() throws {
        let stage = try overTarget()
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.settle()
        #expect(!words(stage.source).contains("pointerAxis"))
        try stage.fixture.move(to: Stage.beside)
        stage.fixture.clearLogs()
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.settle()
        #expect(!words(stage.target).contains("pointerAxis"))
    }

    @Test func thePointerLeavesBeforeTheContentIsDropped() throws {
        let stage = try overTarget()
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.release()
        let seen = words(stage.target)
        let left = try #require(seen.firstIndex(of: "pointerLeave"))
        #expect(left < seen.firstIndex(of: "drop") ?? 0)
        #expect(seen.filter { $0 == "pointerEnter" }.count == seen.filter { $0 == "pointerLeave" }.count + 1, "\(seen)")
    }

    @Test func thePointerLeavesBeforeTheUserIsAskedAboutTheDrop() throws {
        let stage = try overTarget()
        stage.fixture.host.onDrop = { _, _ in .needed }
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.release()
        #expect(words(stage.target) == ["pointerEnter", "pointerAxis", "pointerLeave"])
    }

    @Test func thePointerLeavesBeforeTheContentGoesOn() throws {
        let stage = try overTarget()
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.move(to: Stage.beside)
        #expect(words(stage.target) == ["pointerEnter", "pointerAxis", "pointerLeave", "leave"])
    }

    @Test func theClientCannotSetTheCursor() throws {
        let stage = try overTarget()
        stage.fixture.seat.pointer.scroll(notch)
        try stage.fixture.settle()
        let before = stage.stage.pointerShape(of: SeatID(stage.fixture.seat))
        let serial = stage.target.inputSerial
        let cursor = stage.target.makeSurface()
        stage.target.pointer?.setCursor(serial: serial, surface: cursor, hotspotX: 0, hotspotY: 0)
        try stage.fixture.settle()
        if case .surface = stage.fixture.seat.pointer.cursor { Issue.record("the client's cursor is shown") }
        #expect(stage.stage.pointerShape(of: SeatID(stage.fixture.seat)) == before)
    }
}
