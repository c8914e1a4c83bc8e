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

/// How images leave: back to where they came from, into the drop point, or into the air (HIG-16, HIG-18).
@Suite struct EndingTests {
    private func window(of stage: Stage) throws -> Window {
        try #require(stage.compositor.window(titled: "source"))
    }

    /// A drag with a small icon that was let go beside all windows a moment ago.
    private func flyingBack(_ style: DragStageStyle = DragStageStyle()) throws -> Stage {
        let stage = try Stage(style: style)
        try stage.beginShowing(width: 20, height: 20)
        try stage.fixture.release()
        return stage
    }

    @Test func imageFliesToWhereItWasPressed() throws {
        let stage = try flyingBack()
        try stage.rest(milliseconds: 400)
        let bounds = try #require(stage.image).bounds
        #expect(abs(bounds.x - Stage.start.x) < 3)
        #expect(abs(bounds.y - Stage.start.y) < 3)
        try stage.rest(milliseconds: 150)
        #expect(stage.parts.isEmpty)
        #expect(stage.stage.bounds == .zero)
    }

    @Test func imageFollowsAWindowThatMoves() throws {
        let stage = try flyingBack()
        try stage.rest(milliseconds: 100)
        stage.compositor.place(try window(of: stage), at: Point(x: 120, y: 50))
        try stage.rest(milliseconds: 350)
        let bounds = try #require(stage.image).bounds
        #expect(abs(bounds.x - (Stage.start.x + 100)) < 3)
        #expect(abs(bounds.y - (Stage.start.y + 30)) < 3)
    }

    @Test func imageEvaporatesWhenItsWindowGoesInFlight() throws {
        let stage = try flyingBack()
        try stage.rest(milliseconds: 50)
        let before = try #require(stage.image).bounds
        stage.sourceWindow.surface.attach(buffer: nil, x: 0, y: 0)
        stage.sourceWindow.surface.commit()
        try stage.fixture.settle()
        try stage.rest(milliseconds: 50)
        let after = try #require(stage.image).bounds
        #expect(after.width > before.width, "it grows")
        #expect(abs(after.x - before.x) < 20, "and stays about where it was")
        try stage.rest()
        #expect(stage.parts.isEmpty)
    }

    @Test func imageEvaporatesWhenItsHomeIsOutOfSight() throws {
        let stage = try Stage()
        try stage.beginShowing(width: 20, height: 20)
        stage.compositor.place(try window(of: stage), at: Point(x: -500, y: 0))
        try stage.fixture.release()
        try stage.rest(milliseconds: 50)
        let bounds = try #require(stage.image).bounds
        #expect(bounds.width > 20)
        #expect(bounds.contains(Stage.beside))
    }

    @Test func imageOfAClientThatIsGoneEvaporates() throws {
        let stage = try Stage()
        try stage.beginShowing(width: 20, height: 20)
        stage.fixture.kill(stage.source)
        try stage.rest(milliseconds: 50)
        #expect(try #require(stage.image).bounds.width > 20)
        try stage.rest()
        #expect(stage.parts.isEmpty)
    }

    @Test func nextDragBeginsWhileTheLastImageFlies() throws {
        let stage = try flyingBack()
        try stage.rest(milliseconds: 50)
        let first = try #require(stage.image).drag
        try stage.begin()
        try stage.fixture.move(to: Point(x: 90, y: 90))
        stage.compositor.advance()
        let drags = Set(stage.parts.map(\.drag))
        #expect(drags.count == 2)
        #expect(drags.contains(first))
        try stage.rest()
        #expect(stage.image != nil, "the second is still held")
        #expect(!stage.parts.contains { $0.drag == first })
    }

    @Test func oldImageHasNoRing() throws {
        let stage = try flyingBack()
        try stage.begin()
        try stage.fixture.move(to: Stage.over)
        try stage.acceptCopy()
        stage.compositor.advance()
        #expect(Set(stage.ring.map(\.drag)).count == 1)
        #expect(stage.ring.count == 8)
    }

    @Test func imageLandsInTheDropPoint() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 40, height: 40, offset: Point(x: -20, y: -20))
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.fixture.release()
        // What the source does with its icon after the drop is not seen any more.
        icon.attach(buffer: nil, x: 0, y: 0)
        icon.commit()
        try stage.rest()
        #expect(stage.image?.bounds.width == 40, "it waits until the target is done")
        stage.target.dragOffer?.object.finish()
        try stage.fixture.settle()
        try stage.rest(milliseconds: 120)
        let bounds = try #require(stage.image).bounds
        #expect(bounds.width < 40)
        #expect(abs(bounds.center.x - Stage.over.x) < 1)
        try stage.rest()
        #expect(stage.parts.isEmpty)
    }

    @Test func reducedMotionFadesInPlace() throws {
        let stage = try flyingBack(DragStageStyle(motion: .reduced))
        try stage.rest(milliseconds: 50)
        let part = try #require(stage.image)
        #expect(part.bounds == Rectangle(x: Stage.beside.x, y: Stage.beside.y, width: 20, height: 20))
        #expect(part.opacity < 0.8)
        try stage.rest(milliseconds: 120)
        #expect(stage.parts.isEmpty, "150 ms at most")
    }
}
