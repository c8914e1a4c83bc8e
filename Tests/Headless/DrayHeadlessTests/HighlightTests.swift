// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The ring around the current target (HIG-15).
@Suite struct HighlightTests {
    private func overTarget(_ style: PresentationStyle = PresentationStyle()) throws -> Stage {
        let stage = try Stage(style: style)
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        stage.compositor.advance()
        return stage
    }

    private func bounds(of parts: [DragStageFrame.Part]) -> Rectangle {
        let left = parts.map(\.bounds.x).min() ?? 0
        let top = parts.map(\.bounds.y).min() ?? 0
        let right = parts.map(\.bounds.maxX).max() ?? 0
        let bottom = parts.map(\.bounds.maxY).max() ?? 0
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    @Test func ringIsAroundTheTarget() throws {
        let stage = try overTarget()
        #expect(bounds(of: stage.ring).center == Rectangle(x: 200, y: 20, width: 140, height: 120).center)
    }

    @Test func ringCanBeSwitchedOff() throws {
        let stage = try overTarget(PresentationStyle(showsRing: false))
        #expect(stage.ring.isEmpty)
        #expect(stage.image != nil)
    }

    @Test func ringGoesWhenTheContentLeaves() throws {
        let stage = try overTarget()
        try stage.fixture.move(to: Stage.beside)
        #expect(stage.ring.isEmpty)
    }

    @Test func ringGoesWithTheDrop() throws {
        let stage = try overTarget()
        try stage.fixture.release()
        #expect(stage.ring.isEmpty)
    }

    @Test func ringGoesWhenTheTargetRefuses() throws {
        let stage = try overTarget()
        stage.target.dragOffer?.object.accept(serial: stage.target.enterSerial, mimeType: nil)
        try stage.fixture.settle()
        #expect(stage.ring.isEmpty)
    }

    @Test func ringMovesWithItsWindow() throws {
        let stage = try overTarget()
        let before = bounds(of: stage.ring)
        stage.compositor.place(try #require(stage.compositor.window(titled: "target")), at: Point(x: 190, y: 30))
        let after = bounds(of: stage.ring)
        #expect(after.x == before.x - 10)
        #expect(after.y == before.y + 10)
    }

    @Test func ringOfAWindowAtTheEdgeIsSeen() throws {
        let stage = try overTarget()
        let window = try #require(stage.compositor.window(titled: "target"))
        stage.compositor.place(window, at: Point(x: 220, y: 0))
        let picture = try stage.capture(withPointers: false)
        // The line is inside the output, along its upper and right edges.
        #expect(picture[290, 2] & 0xff > 0xc0)
        #expect(picture[290, 2] >> 16 & 0xff < 0x60)
        #expect(picture[357, 60] & 0xff > 0xc0)
        #expect(picture[357, 60] >> 16 & 0xff < 0x60)
    }

    @Test func ringGoesWithItsWindow() throws {
        let stage = try overTarget()
        stage.fixture.kill(stage.target)
        stage.compositor.advance()
        #expect(stage.ring.isEmpty)
        #expect(stage.image != nil)
    }
}
