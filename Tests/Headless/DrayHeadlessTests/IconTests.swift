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

/// The client's icon as the drag image: its position and its changes (HIG-11, HIG-12).
@Suite struct IconTests {
    private static let opaque = PresentationStyle(opacity: 1)

    @Test func imageAppearsAfterThreePoints() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 32, height: 32)
        try stage.move(to: Stage.start + Point(x: 2, y: 2))
        #expect(stage.parts.isEmpty)
        try stage.move(to: Stage.start + Point(x: 3, y: 2))
        #expect(stage.image != nil)
    }

    @Test func opacityIsTheStyles() throws {
        let stage = try Stage(style: PresentationStyle(opacity: 0.5))
        try stage.begin()
        try stage.move(to: Stage.beside)
        #expect(stage.image?.opacity == 0.5)
    }

    @Test(arguments: [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)] as [(Int32, Int32)])
    func markLiesUnderThePointer(output: Int32, buffer: Int32) throws {
        let stage = try Stage(scale: output, style: Self.opaque)
        let icon = try stage.beginWithIcon()
        // Two offsets add up: -10, -6 and then -5, -7.
        try stage.draw(on: icon, width: 40, height: 30, bufferScale: buffer, offset: Point(x: -10, y: -6))
        let mark = Point(x: 15, y: 13)
        try stage.draw(on: icon, width: 40, height: 30, bufferScale: buffer, offset: Point(x: -5, y: -7), mark: mark)
        for pointer in [Point(x: 180, y: 190), Point(x: 177.5, y: 183.25)] {
            try stage.move(to: pointer)
            let picture = try stage.capture(withPointers: false)
            let red = stage.pixel(pointer, of: picture) >> 16 & 0xff
            // When scaled, its edge is blended with its surroundings, which have a red of 0x30.
            #expect(output > buffer ? red > 0x90 : stage.pixel(pointer, of: picture) == 0xffff_0000)
            for beside in [pointer - Point(x: 1.5, y: 0), pointer - Point(x: 0, y: 1.5)] {
                #expect(stage.pixel(beside, of: picture) >> 16 & 0xff < 0x48, "only the marked point is red")
            }
        }
    }

    @Test func standardImageFollowsTheTypes() throws {
        let kinds: [(String, StandardImage)] = [
            ("text/uri-list", .file), ("image/png", .picture), ("text/plain", .text), ("application/pdf", .generic),
        ]
        for (type, expected) in kinds {
            let stage = try Stage()
            try stage.begin(types: [type])
            try stage.move(to: Stage.beside)
            let drag = try #require(stage.parts.first?.drag)
            guard case .standard(let kind) = try #require(stage.stage.image(of: drag)).content else {
                Issue.record("not a standard image")
                continue
            }
            #expect(kind == expected)
        }
    }

    @Test func lateIconIsAwaited() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.fixture.move(to: Stage.beside)
        #expect(stage.parts.isEmpty, "no standard image appears in between")
        stage.compositor.advance(byMicroseconds: 50_000)
        try stage.draw(on: icon, width: 44, height: 33)
        try stage.rest()
        #expect(stage.image?.bounds.width == 44)
    }

    @Test func iconWithoutContentIsReplacedByAStandardImage() throws {
        let stage = try Stage()
        try stage.begin(icon: stage.makeIcon())
        try stage.move(to: Stage.beside)
        let drag = try #require(stage.parts.first?.drag)
        guard case .standard(.text) = try #require(stage.stage.image(of: drag)).content else {
            Issue.record("not a page of text")
            return
        }
    }

    @Test func iconDestroyedBeforeItAppearsIsKept() throws {
        let stage = try Stage()
        let icon = stage.makeIcon()
        try stage.draw(on: icon, width: 44, height: 33)
        try stage.begin(icon: icon)
        icon.destroy()
        try stage.move(to: Stage.beside)
        #expect(stage.image?.bounds.width == 44)
    }

    @Test func pixelsOutliveTheirSurface() throws {
        let stage = try Stage(style: Self.opaque)
        let icon = try stage.beginShowing(
            width: 40, height: 30, offset: Point(x: -20, y: -15), mark: Point(x: 20, y: 15))
        try stage.fixture.release()
        icon.destroy()
        try stage.fixture.settle()
        stage.compositor.advance()
        let picture = try stage.capture(withPointers: false)
        let home = try #require(stage.image).bounds
        let center = Point(x: home.x + 20.2, y: home.y + 15.2)
        #expect(stage.pixel(center, of: picture) >> 16 & 0xff > 0x80, "the red mark flies with the image")
    }

    @Test func anotherSizeFadesOver() throws {
        let stage = try Stage()
        let icon = try stage.beginShowing(width: 40, height: 30)
        try stage.draw(on: icon, width: 80, height: 60)
        stage.compositor.advance()
        #expect(stage.parts.contains { $0.role == .previous })
        #expect(try #require(stage.image).bounds.width < 80, "it grows gradually")
        try stage.rest()
        #expect(stage.image?.bounds.width == 80)
        #expect(!stage.parts.contains { $0.role == .previous })
    }

    @Test func iconTakenAwayIsHiddenAndComesBack() throws {
        let stage = try Stage()
        let icon = try stage.beginShowing(width: 40, height: 30)
        let blank = try hidden(stage, icon)
        #expect(blank == [])
        try stage.draw(on: icon, width: 40, height: 30)
        let area = try stage.compositor.captureLayers(in: try #require(stage.image).bounds)
        #expect(area.pixels.contains { $0 != 0 })
    }

    /// The visible pixels of the image after its client has attached no buffer.
    private func hidden(_ stage: Stage, _ icon: WlSurface) throws -> [UInt32] {
        icon.attach(buffer: nil, x: 0, y: 0)
        icon.commit()
        try stage.fixture.settle()
        let bounds = try #require(stage.image).bounds
        let left = Rectangle(x: bounds.x, y: bounds.y, width: 10, height: 10)
        return try stage.compositor.captureLayers(in: left).pixels.filter { $0 != 0 }
    }

    @Test func commitsWithoutNewContentDrawNothing() throws {
        let stage = try Stage()
        let icon = try stage.beginShowing(width: 40, height: 30)
        let before = stage.stage.changedFrames
        for _ in 0..<5 {
            icon.commit()
            try stage.rest(milliseconds: 17)
        }
        #expect(stage.stage.changedFrames == before)
    }

    @Test func bufferTransformIsReverted() throws {
        let stage = try Stage(style: Self.opaque)
        let icon = try stage.beginWithIcon()
        icon.setBufferTransform(transform: ._90)
        // The client has rotated its 40 x 30 points counter-clockwise by 90 degrees: the upper right corner became the
        // upper left one.
        try stage.draw(on: icon, width: 30, height: 40, mark: Point(x: 0, y: 0))
        try stage.move(to: Stage.beside)
        #expect(stage.image?.bounds == Rectangle(x: 180, y: 190, width: 40, height: 30))
        let picture = try stage.capture(withPointers: false)
        #expect(stage.pixel(Stage.beside + Point(x: 39, y: 0), of: picture) == 0xffff_0000)
    }

    @Test func subsurfaceIsPartOfTheIcon() throws {
        let stage = try Stage(style: Self.opaque)
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 40, height: 30)
        let child = stage.source.makeSubsurface(of: icon, x: 2, y: 2, width: 4, height: 4)
        try stage.move(to: Stage.beside)
        let inside = Stage.beside + Point(x: 4, y: 4)
        #expect(stage.pixel(inside, of: try stage.capture(withPointers: false)) == 0xff40_80c0)
        // The subsurface is desynchronised: its own commit changes the icon.
        stage.source.attach(to: child, width: 4, height: 4, colour: 0xffff_0000)
        child.commit()
        try stage.rest()
        #expect(stage.pixel(inside, of: try stage.capture(withPointers: false)) == 0xffff_0000)
    }

    @Test func imageIsSharpOnEveryOutput() throws {
        let fixture = try DragFixture(
            HeadlessConfiguration(outputs: [
                OutputConfiguration(name: "coarse", width: 400, height: 300, scale: 1),
                OutputConfiguration(name: "fine", width: 800, height: 600, scale: 2),
            ]))
        let client = try fixture.makeClient("source")
        let window = try fixture.makeWindow(of: client, at: Point(x: 0, y: 0))
        try fixture.startDrag(of: client, from: window, at: Point(x: 50, y: 50), source: client.makeSource())
        try fixture.move(to: Point(x: 100, y: 200))
        var redraws: [Int] = []
        fixture.host.stage.onFrame = { redraws.append($0.redraws) }
        for _ in 0..<60 { fixture.compositor.advance() }
        redraws = []
        try fixture.move(to: Point(x: 500, y: 200))
        fixture.compositor.advance()
        #expect(redraws == [2], "image and badge are redrawn for the higher scale")
    }

    @Test func badgeIsVisibleBesideAFinger() throws {
        let stage = try Stage()
        let touch = stage.fixture.seat.touch
        let finger = FingerID(1)
        touch.down(finger, at: Stage.start)
        try stage.fixture.settle()
        stage.source.device.startDrag(
            source: stage.source.makeSource(), origin: stage.sourceWindow.surface, icon: nil,
            serial: stage.source.pressSerial)
        try stage.fixture.settle()
        touch.motion(finger, to: Stage.beside)
        try stage.rest()
        let badge = try #require(stage.parts.last { $0.role == .badge }).bounds
        #expect(badge.maxY < Stage.beside.y)
        #expect(stage.stage.pointerShape(of: SeatID(stage.fixture.seat)) == nil, "a finger has no pointer")
    }

    // MARK: Bad input

    @Test func invalidBufferDisconnectsItsClient() throws {
        let stage = try Stage()
        let icon = try stage.beginShowing(width: 40, height: 30)
        icon.attach(buffer: stage.source.makeBuffer(width: 64, height: 64, truncatedTo: 0), x: 0, y: 0)
        icon.commit()
        #expect(throws: (any Error).self) { try stage.fixture.settle() }
        for _ in 0..<3 { stage.compositor.dispatch() }
        #expect(!stage.fixture.drags.isDragging)
        for _ in 0..<60 { stage.compositor.advance() }
        #expect(stage.parts.isEmpty)
    }

    @Test func bufferDestroyedBeforeItsCommitShowsNothing() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        let buffer = stage.source.makeBuffer(width: 64, height: 64)
        icon.attach(buffer: buffer, x: 0, y: 0)
        buffer.destroy()
        icon.commit()
        try stage.draw(on: icon, width: 20, height: 20)
        icon.attach(buffer: nil, x: 0, y: 0)
        icon.commit()
        try stage.draw(on: icon, width: 20, height: 20)
        try stage.move(to: Stage.beside)
        #expect(stage.image?.bounds.width == 20)
    }

    @Test func iconOfOnePixelIsShown() throws {
        let stage = try Stage()
        try stage.beginShowing(width: 1, height: 1)
        #expect(stage.image?.bounds == Rectangle(x: 180, y: 190, width: 1, height: 1))
    }

    @Test func hugeIconIsRejected() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        // A pool can hold only half of it, so the buffer cannot even be created.
        let buffer = stage.source.makeBuffer(width: 16384, height: 16384)
        icon.attach(buffer: buffer, x: 0, y: 0)
        icon.commit()
        #expect(throws: (any Error).self) { try stage.fixture.settle() }
        for _ in 0..<3 { stage.compositor.dispatch() }
        #expect(!stage.fixture.drags.isDragging, "the client gets an error, which ends its drag")
    }

    @Test func largeIconIsKeptSmallAndShownAtItsSize() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        icon.attach(buffer: stage.source.makeBuffer(width: 16384, height: 1024), x: -100, y: -100)
        icon.commit()
        try stage.fixture.settle()
        try stage.move(to: Stage.beside)
        let bounds = try #require(stage.image).bounds
        #expect(bounds == Rectangle(x: 80, y: 90, width: 16384, height: 1024))
        let drag = try #require(stage.parts.first?.drag)
        guard case .surface = try #require(stage.stage.image(of: drag)).content else {
            Issue.record("an unnecessary copy of the client's image")
            return
        }
        _ = try stage.capture()
    }

    @Test func hugeViewportIsKeptSmall() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.stretch(icon, to: 2_000_000_000, 2_000_000_000)
        try stage.draw(on: icon, width: 4, height: 4)
        try stage.move(to: Stage.beside)
        let drag = try #require(stage.parts.first?.drag)
        guard case .surface = try #require(stage.stage.image(of: drag)).content else {
            Issue.record("an unnecessary copy of the client's image")
            return
        }
        _ = try stage.capture()
    }

    @Test func farOffsetsAreFollowed() throws {
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.draw(on: icon, width: 20, height: 20, offset: Point(x: -2_000_000_000, y: 2_000_000_000))
        try stage.draw(on: icon, width: 20, height: 20, offset: Point(x: -2_000_000_000, y: 2_000_000_000))
        try stage.move(to: Stage.beside)
        #expect(stage.image?.bounds.x == -3_999_999_820.0)
        _ = try stage.capture()
    }

    @Test func fineBufferInAViewportStaysFine() throws {
        // As clients do for a scale of 1.5: 60 x 45 pixels shown as 40 x 30 points.
        let stage = try Stage()
        let icon = try stage.beginWithIcon()
        try stage.stretch(icon, to: 40, 30)
        try stage.draw(on: icon, width: 60, height: 45)
        try stage.move(to: Stage.beside)
        #expect(stage.image?.bounds.width == 40)
    }
}
