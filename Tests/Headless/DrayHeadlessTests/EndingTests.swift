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

/// The final animations of drag images: the fly-back, landing at the drop point, or evaporating (HIG-16, HIG-18).
@Suite struct EndingTests {
    private func window(of stage: Stage) throws -> Window {
        try #require(stage.compositor.window(titled: "source"))
    }

    /// Starts a drag with a small icon, which has just been released outside of all windows.
    private func flyingBack(_ style: PresentationStyle = PresentationStyle()) throws -> Stage {
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
        #expect(abs(after.x - before.x) < 20, "but hardly moves")
        try stage.rest()
        #expect(stage.parts.isEmpty)
    }

    @Test func imageEvaporatesWhenItsOriginIsHidden() throws {
        let stage = try Stage()
        try stage.beginShowing(width: 20, height: 20)
        stage.compositor.place(try window(of: stage), at: Point(x: -500, y: 0))
        try stage.fixture.release()
        try stage.rest(milliseconds: 50)
        let bounds = try #require(stage.image).bounds
        #expect(bounds.width > 20)
        #expect(bounds.contains(Stage.beside))
    }

    @Test func imageOfADisconnectedClientEvaporates() throws {
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
        #expect(stage.image != nil, "the second drag is active")
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
        // Changes of the icon by the source after the drop are not shown.
        icon.attach(buffer: nil, x: 0, y: 0)
        icon.commit()
        // The animation starts with the drop, without waiting for the target (HIG-11, HIG-16).
        try stage.rest(milliseconds: 120)
        let bounds = try #require(stage.image).bounds
        #expect(bounds.width < 40)
        #expect(abs(bounds.center.x - Stage.over.x) < 1)
        try stage.rest()
        #expect(stage.parts.isEmpty)
        stage.target.dragOffer?.object.finish()
        try stage.fixture.settle()
        try stage.rest(milliseconds: 100)
        #expect(stage.parts.isEmpty, "a success has no further animation")
    }

    /// HIG-16, HIG-17: a failure after landing is shown, without the cooperation of the client, which may have caused
    /// it.
    @Test func dropThatFailsAfterItLandedIsSeenToFail() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 40, height: 40, offset: Point(x: -20, y: -20))
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.fixture.release()
        try stage.rest()
        #expect(stage.parts.isEmpty)
        stage.target.dragOffer?.object.destroy()
        try stage.fixture.settle()
        try stage.rest(milliseconds: 200)
        #expect(stage.parts.map(\.role) == [.failure])
        let sign = try #require(stage.parts.first).bounds
        #expect(abs(sign.center.x - Stage.over.x) < 10 && abs(sign.center.y - Stage.over.y) < 2)
        try stage.rest(milliseconds: 1000)
        #expect(stage.parts.isEmpty)
    }

    @Test func reducedMotionFadesInPlace() throws {
        let stage = try flyingBack(PresentationStyle(motion: .reduced))
        try stage.rest(milliseconds: 50)
        let part = try #require(stage.image)
        #expect(part.bounds == Rectangle(x: Stage.beside.x, y: Stage.beside.y, width: 20, height: 20))
        #expect(part.opacity < 0.8)
        try stage.rest(milliseconds: 120)
        #expect(stage.parts.isEmpty, "the limit is 150 ms")
    }
}
