// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Testing

/// The presentation of one drag from its beginning to its end.
@Suite struct DragShowTests {
    private static let start = Point(x: 100, y: 100)
    private static var icon: DragImage {
        DragImage(surface: Size(width: 40, height: 30), offset: Point(x: -5, y: -5))
    }

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: 1_000_000 + milliseconds * 1000) }

    private func show(
        hasIcon: Bool = true, image: DragImage? = nil, items: Int = 1, style: PresentationStyle = PresentationStyle()
    ) -> DragShow {
        DragShow(
            image: image, hasIcon: hasIcon, standard: StandardImage(["text/plain"]), itemCount: items, home: Self.start,
            style: style,
            store: PictureStore())
    }

    /// A drag with a visible icon, 60 points away from its start.
    private func live(style: PresentationStyle = PresentationStyle()) -> DragShow {
        var show = show(style: style)
        show.iconDrawn(Self.icon, pointer: Self.start, time: at(0))
        show.appears(at: Self.start, time: at(0))
        _ = show.frame(at: at(400), pointer: Self.start + Point(x: 60, y: 0))
        return show
    }

    // MARK: Damage

    @Test func damageCoversOldAndNewPlace() throws {
        var show = live(style: PresentationStyle(showsBadge: false))
        let old = try #require(show.layers.first).bounds
        _ = show.frame(at: at(410), pointer: Point(x: 900, y: 640))
        let new = try #require(show.layers.first).bounds
        #expect(show.damage == [old.roundedOut(), new.roundedOut()])
        _ = show.frame(at: at(420), pointer: Point(x: 903, y: 640))
        #expect(show.damage.count == 1)
        #expect(show.damage.first?.width == new.roundedOut().width + 3)
    }

    @Test func onlyWhatHasChangedIsDamaged() throws {
        var show = live()
        let pointer = Self.start + Point(x: 60, y: 0)
        show.show(Feedback(outcome: .copy))
        var hasChanged = show.frame(at: at(410), pointer: pointer)
        #expect(hasChanged)
        let badge = try #require(show.layers.last { $0.role == .badge }).bounds
        #expect(show.damage == [badge.roundedOut()])
        hasChanged = show.frame(at: at(420), pointer: pointer)
        #expect(!hasChanged)
        #expect(show.damage.isEmpty)
    }

    @Test func theLastFrameClearsTheScreen() throws {
        var show = live(style: PresentationStyle(showsBadge: false))
        show.end(.flyBack, pointer: Self.start + Point(x: 60, y: 0), time: at(410))
        show.over()
        _ = show.frame(at: at(700), pointer: .zero)
        let last = try #require(show.layers.first).bounds
        _ = show.frame(at: at(5000), pointer: .zero)
        #expect(show.layers.isEmpty)
        #expect(show.damage == [last.roundedOut()])
    }

    // MARK: The beginning

    @Test func nothingIsShownBeforeTheImageAppears() {
        var show = show()
        show.iconDrawn(Self.icon, pointer: Self.start, time: at(0))
        let hasChanged = show.frame(at: at(10), pointer: Self.start)
        #expect(!hasChanged)
        #expect(show.layers.isEmpty)
        #expect(show.nextFrame(after: at(10)) == nil)
    }

    @Test func anIconThatIsNotDrawnInTimeGetsAStandardImage() {
        var show = show()
        show.appears(at: Self.start, time: at(0))
        #expect(show.nextFrame(after: at(0)) == at(100))
        _ = show.frame(at: at(99), pointer: Self.start)
        #expect(show.layers.isEmpty)
        _ = show.frame(at: at(100), pointer: Self.start)
        _ = show.frame(at: at(110), pointer: Self.start)
        #expect(show.layers.contains { $0.role == .image && $0.pixels != nil })
    }

    @Test func destroyedIconIsNotWaitedFor() {
        var show = show()
        show.appears(at: Self.start, time: at(0))
        show.iconGone()
        _ = show.frame(at: at(1), pointer: Self.start)
        _ = show.frame(at: at(20), pointer: Self.start)
        #expect(show.layers.contains { $0.role == .image })
    }

    @Test func theClientsSurfaceIsALayerAndNothingIsDrawn() throws {
        let show = live()
        let layer = try #require(show.layers.first)
        #expect(layer.pixels == nil)
        #expect(layer.role == .image)
        #expect(layer.followsPointer)
        #expect(layer.opacity == PresentationStyle.defaultOpacity)
        #expect(layer.bounds == Rectangle(x: 155, y: 95, width: 40, height: 30))
        #expect(show.redraws == 0)
    }

    @Test func severalItemsLieBelowTheClientsSurface() {
        var show = show(items: 3)
        show.iconDrawn(Self.icon, pointer: Self.start, time: at(0))
        show.appears(at: Self.start, time: at(0))
        _ = show.frame(at: at(1000), pointer: Self.start)
        let images = show.layers.filter { $0.role == .image }
        #expect(images.map { $0.pixels == nil } == [false, true])
    }

    // MARK: Changes

    @Test func anotherSizeGrowsAndDoesNotJump() throws {
        var show = live()
        let larger = DragImage(surface: Size(width: 80, height: 60), offset: Point(x: -5, y: -5))
        show.iconDrawn(larger, pointer: Self.start, time: at(1000))
        let widths = try stride(from: UInt64(1000), through: 1300, by: 16).map { time in
            _ = show.frame(at: at(time), pointer: Self.start)
            return try #require(show.layers.first { $0.role == .image }).bounds.width
        }
        #expect(widths.first == 40)
        #expect(widths.last == 80)
        #expect(widths == widths.sorted())
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $1 - $0 < 10 })
    }

    @Test func hostWithThePreviousContentCrossFades() {
        var show = show()
        let old = DragImage(surface: Size(width: 40, height: 30), generation: 1)
        show.iconDrawn(old, pointer: Self.start, time: at(0))
        show.appears(at: Self.start, time: at(0))
        _ = show.frame(at: at(400), pointer: Self.start)
        let new = DragImage(surface: Size(width: 80, height: 60), generation: 2)
        show.iconDrawn(new, pointer: Self.start, time: at(400))
        _ = show.frame(at: at(450), pointer: Self.start)
        #expect(show.layers.map(\.role) == [.previous, .image])
        _ = show.frame(at: at(800), pointer: Self.start)
        #expect(show.layers.map(\.role) == [.image])
    }

    @Test func clearedIconIsNotReplacedByAStandardImage() {
        var show = live()
        show.iconEmptied(time: at(500))
        _ = show.frame(at: at(1000), pointer: Self.start)
        #expect(show.layers.allSatisfy { ($0.pixels?.width ?? 0) <= 1 })
    }

    // MARK: The end

    @Test func imageLeavesWithTheDropAndNothingStays() {
        var show = live()
        show.end(.land(at: Self.start + Point(x: 60, y: 0)), pointer: Self.start + Point(x: 60, y: 0), time: at(500))
        _ = show.frame(at: at(600), pointer: Self.start)
        #expect(!show.layers.isEmpty)
        _ = show.frame(at: at(800), pointer: Self.start)
        #expect(show.layers.isEmpty)
        #expect(show.nextFrame(after: at(800)) == nil, "a slow transfer causes no frames")
        #expect(!show.isGone, "the drop may still fail")
        show.over()
        _ = show.frame(at: at(60_000), pointer: Self.start)
        #expect(show.isGone)
    }

    @Test(arguments: [DragEnding.flyBack, .evaporate, .land(at: start)])
    func imageThatWasNeverShownDoesNotLeave(_ ending: DragEnding) {
        var show = show()
        show.iconDrawn(Self.icon, pointer: Self.start, time: at(0))
        show.appears(at: Self.start, time: at(0))
        show.end(ending, pointer: Self.start, time: at(1))
        #expect(show.nextFrame(after: at(1)) == nil)
        let hasChanged = show.frame(at: at(16), pointer: Self.start)
        #expect(!hasChanged && show.layers.isEmpty)
        show.dropFailed(at: Self.start, time: at(20))
        _ = show.frame(at: at(100), pointer: Self.start)
        #expect(show.layers.map(\.role) == [.failure], "a later failure is still shown")
    }

    @Test(arguments: [TimelineMotion.full, .reduced])
    func laterFailureIsShownAndDisappears(_ motion: TimelineMotion) {
        var show = live(style: PresentationStyle(motion: motion))
        let drop = Self.start + Point(x: 60, y: 0)
        show.end(.land(at: drop), pointer: drop, time: at(500))
        _ = show.frame(at: at(1000), pointer: drop)
        show.dropFailed(at: drop, time: at(5000))
        show.over()
        _ = show.frame(at: at(5200), pointer: drop)
        #expect(show.layers.map(\.role) == [.failure])
        #expect(show.layers.first.map { !$0.followsPointer } ?? false)
        _ = show.frame(at: at(6000), pointer: drop)
        #expect(show.layers.isEmpty && show.isGone)
    }

    @Test func homeIsWhereTheOriginIsNow() throws {
        var show = live()
        show.end(.flyBack, pointer: Self.start + Point(x: 60, y: 0), time: at(500))
        show.setHome(Point(x: 300, y: 400), time: at(600))
        _ = show.frame(at: at(980), pointer: Self.start)
        let bounds = try #require(show.layers.first { $0.role == .image }).bounds
        #expect(abs(bounds.x - 295) < 2 && abs(bounds.y - 395) < 2)
    }

    @Test func withoutAHomePointTheImageEvaporates() throws {
        var show = live()
        show.setHome(nil, time: at(450))
        let pointer = Self.start + Point(x: 60, y: 0)
        show.end(.flyBack, pointer: pointer, time: at(500))
        _ = show.frame(at: at(650), pointer: pointer)
        let bounds = try #require(show.layers.first { $0.role == .image }).bounds
        #expect(bounds.width > 40, "it grows in place")
        #expect(abs(bounds.x + 5 * bounds.width / 40 - pointer.x) < 1)
    }

    @Test func lossOfTheHomePointDuringAFlyBackEvaporates() throws {
        var show = live()
        show.end(.flyBack, pointer: Self.start + Point(x: 60, y: 0), time: at(500))
        _ = show.frame(at: at(600), pointer: Self.start)
        show.setHome(nil, time: at(600))
        show.over()
        _ = show.frame(at: at(700), pointer: Self.start)
        #expect(try #require(show.layers.first { $0.role == .image }).bounds.width > 40)
        _ = show.frame(at: at(1000), pointer: Self.start)
        #expect(show.isGone)
    }

    @Test func pixelsReplaceASurfaceThatCannotBeShown() throws {
        var show = live()
        show.end(.flyBack, pointer: Self.start + Point(x: 60, y: 0), time: at(500))
        let pixels = try #require(Pixels(width: 40, height: 30))
        show.iconDrawn(
            DragImage(pixels: pixels, size: Size(width: 40, height: 30), offset: Point(x: -5, y: -5)),
            pointer: Self.start, time: at(510))
        _ = show.frame(at: at(600), pointer: Self.start)
        #expect(show.layers.contains { $0.pixels === pixels })
        // Further changes of the client after the drop have no effect.
        show.iconDrawn(Self.icon, pointer: Self.start, time: at(610))
        _ = show.frame(at: at(620), pointer: Self.start)
        #expect(show.layers.contains { $0.pixels === pixels })
    }

    // MARK: Looks

    @Test func badgeAndRingCanBeSwitchedOff() {
        for (badge, ring) in [(true, true), (false, true), (true, false)] {
            var show = live(style: PresentationStyle(showsBadge: badge, showsRing: ring))
            show.show(Feedback(outcome: .copy, itemCount: 1))
            show.setRing(Rectangle(x: 10, y: 10, width: 100, height: 100))
            _ = show.frame(at: at(500), pointer: Self.start)
            #expect(show.layers.contains { $0.role == .badge } == badge)
            #expect(show.layers.contains { $0.role == .highlight } == ring)
        }
    }

    @Test func ringIsRemovedWithTheDrop() {
        var show = live()
        show.setRing(Rectangle(x: 10, y: 10, width: 100, height: 100))
        _ = show.frame(at: at(500), pointer: Self.start)
        show.end(.land(at: Self.start), pointer: Self.start, time: at(510))
        _ = show.frame(at: at(520), pointer: Self.start)
        #expect(!show.layers.contains { $0.role == .highlight })
    }

    @Test func picturesOfOneDragServeTheNext() {
        let store = PictureStore()
        func drag() -> Int {
            var show = DragShow(
                hasIcon: true, standard: StandardImage([]), itemCount: 1, home: Self.start, style: PresentationStyle(),
                store: store)
            show.iconDrawn(Self.icon, pointer: Self.start, time: at(0))
            show.appears(at: Self.start, time: at(0))
            show.show(Feedback(outcome: .copy, itemCount: 1))
            show.setRing(Rectangle(x: 10, y: 10, width: 100, height: 100))
            _ = show.frame(at: at(500), pointer: Self.start)
            return show.redraws
        }
        #expect(drag() == 2, "a badge and a ring")
        #expect(drag() == 0)
    }

    @Test func changeRevertedBeforeAFrameIsNotDrawn() {
        var show = live()
        show.show(Feedback(outcome: .notPossible, itemCount: 1))
        show.show(Feedback(outcome: .copy, itemCount: 1))
        _ = show.frame(at: at(500), pointer: Self.start)
        #expect(show.redraws == 1)
    }
}
