// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Testing

/// The ring that replaces an image while its content is being transferred (HIG-24).
@Suite struct DropProgressTests {
    private let place = Point(x: 160, y: 100)

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: 1_000_000 + milliseconds * 1000) }

    /// A drag that was dropped, and whose image has landed.
    private func landed(motion: TimelineMotion = .full) -> DragShow {
        var style = PresentationStyle()
        style.motion = motion
        var show = DragShow(
            image: DragImage(surface: Size(width: 40, height: 30), offset: .zero), hasIcon: true,
            standard: StandardImage(["text/plain"]), itemCount: 1, home: .zero, style: style, store: PictureStore())
        show.appears(at: .zero, time: at(0))
        _ = show.frame(at: at(200), pointer: place)
        show.end(.land(at: place), pointer: place, time: at(300))
        _ = show.frame(at: at(1000), pointer: place)
        #expect(show.layers.isEmpty)
        return show
    }

    private func ring(_ show: DragShow) -> Layer? { show.layers.first { $0.role == .progress } }

    @Test func ringAppearsAtTheDropPointAndFills() throws {
        var show = landed()
        show.setProgress(.part(0.25), at: place, time: at(1300))
        #expect(show.nextFrame(after: at(1300)) == .zero, "it fades in")
        _ = show.frame(at: at(1500), pointer: .zero)
        let first = try #require(ring(show))
        #expect(first.opacity == 1 && !first.followsPointer)
        let middle = Point(x: first.bounds.x + first.bounds.width / 2, y: first.bounds.y + first.bounds.height / 2)
        #expect(abs(middle.x - place.x) <= 1 && abs(middle.y - place.y) <= 1)
        #expect(show.nextFrame(after: at(1500)) == nil, "nothing changes without an event")
        show.setProgress(.part(0.75), at: place, time: at(1600))
        let hasChanged = show.frame(at: at(1600), pointer: .zero)
        #expect(hasChanged)
        #expect(ring(show)?.pixels !== first.pixels)
    }

    /// A transfer reports every few bytes; changes that would not be visible are not drawn.
    @Test func stepsThatCannotBeSeenAreNotDrawn() {
        var show = landed()
        show.setProgress(.part(0.5), at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        let redraws = show.redraws
        show.setProgress(.part(0.5001), at: place, time: at(1600))
        let hasChanged = show.frame(at: at(1600), pointer: .zero)
        #expect(!hasChanged && show.redraws == redraws)
    }

    @Test func aWholeTransferIsShownInFewDrawings() {
        var show = landed()
        let before = show.redraws
        for step in 0..<10_000 {
            show.setProgress(.part(Double(step) / 10_000), at: place, time: at(1300))
            _ = show.frame(at: at(1500), pointer: .zero)
        }
        #expect(show.redraws - before == 64)
    }

    @Test func ringSpinsWithoutATotal() throws {
        var show = landed()
        show.setProgress(.unknown, at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        let first = try #require(ring(show)?.pixels)
        let next = try #require(show.nextFrame(after: at(1500)))
        #expect(next > at(1500) && next < at(1600), "twelve steps per second, and no other frames")
        let hasChanged = show.frame(at: next, pointer: .zero)
        #expect(hasChanged)
        #expect(ring(show)?.pixels !== first)
    }

    /// The ring may be shown indefinitely, and must not keep the compositor awake.
    @Test func ringStandsStillWhileNothingMoves() {
        var show = landed()
        show.setProgress(.stalled, at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        #expect(ring(show) != nil && show.nextFrame(after: at(1500)) == nil)
    }

    /// Without an event nothing moves (HIG-18).
    @Test func ringStandsStillWithReducedMotion() {
        var show = landed(motion: .reduced)
        show.setProgress(.unknown, at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        #expect(show.nextFrame(after: at(1500)) == nil)
        let hasChanged = show.frame(at: at(3000), pointer: .zero)
        #expect(!hasChanged && ring(show) != nil)
    }

    /// A change of the motion preference takes effect at once.
    @Test func ringFollowsTheMotionPreference() {
        var show = landed()
        show.setProgress(.unknown, at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        #expect(show.nextFrame(after: at(1500)) != nil)
        var style = show.style
        style.motion = .reduced
        show.setStyle(style)
        _ = show.frame(at: at(1600), pointer: .zero)
        #expect(show.nextFrame(after: at(1600)) == nil)
        style.motion = .full
        show.setStyle(style)
        #expect(show.nextFrame(after: at(1700)) != nil)
    }

    @Test func showLastsAsLongAsItsTransfers() {
        var show = landed()
        show.setProgress(.part(0.5), at: place, time: at(1300))
        show.over()
        _ = show.frame(at: at(9000), pointer: .zero)
        #expect(!show.isGone && ring(show) != nil, "the target has finished; the content is still being transferred")
        show.setProgress(nil, at: place, time: at(9000))
        _ = show.frame(at: at(9075), pointer: .zero)
        #expect((ring(show)?.opacity ?? 0) > 0.4 && (ring(show)?.opacity ?? 1) < 0.6)
        _ = show.frame(at: at(9200), pointer: .zero)
        #expect(ring(show) == nil && show.isGone)
    }

    @Test func nextTransferBringsTheRingBack() {
        var show = landed()
        show.setProgress(.part(1), at: place, time: at(1300))
        show.setProgress(nil, at: place, time: at(1500))
        _ = show.frame(at: at(2000), pointer: .zero)
        #expect(ring(show) == nil && !show.isGone, "the target has not finished yet")
        show.setProgress(.part(0), at: place, time: at(2000))
        _ = show.frame(at: at(2300), pointer: .zero)
        #expect(ring(show)?.opacity == 1)
    }

    @Test func failureTakesTheRingsPlace() {
        var show = landed()
        show.setProgress(.part(0.5), at: place, time: at(1300))
        _ = show.frame(at: at(1500), pointer: .zero)
        show.dropFailed(at: place, time: at(1600))
        _ = show.frame(at: at(1700), pointer: .zero)
        #expect(ring(show) == nil)
        #expect(show.layers.contains { $0.role == .failure })
        show.setProgress(.part(0.6), at: place, time: at(1750))
        _ = show.frame(at: at(1760), pointer: .zero)
        #expect(ring(show) == nil, "too late")
        show.over()
        _ = show.frame(at: at(3000), pointer: .zero)
        #expect(show.isGone)
    }

    @Test func beforeTheDropThereIsNoRing() {
        var show = DragShow(
            image: DragImage(surface: Size(width: 40, height: 30), offset: .zero), hasIcon: true,
            standard: StandardImage([]), itemCount: 1, home: .zero, style: PresentationStyle(), store: PictureStore())
        show.appears(at: .zero, time: at(0))
        show.setProgress(.part(0.5), at: place, time: at(10))
        _ = show.frame(at: at(300), pointer: .zero)
        #expect(ring(show) == nil)
    }

    @Test func invalidFractionsAreClamped() {
        for part in [Double.nan, -.infinity, -3, 7, .infinity] {
            var show = landed()
            show.setProgress(.part(part), at: place, time: at(1300))
            _ = show.frame(at: at(1500), pointer: .zero)
            #expect(ring(show) != nil)
        }
    }
}
