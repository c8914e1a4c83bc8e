// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Testing

@Suite("Timeline")
struct TimelineTests {
    private let start = Instant(microseconds: 5_000_000)
    private let anchors = TimelineAnchors(pointer: Point(x: 400, y: 300), home: Point(x: 100, y: 50))

    private func after(_ milliseconds: UInt64) -> Instant { start.advanced(byMicroseconds: milliseconds * 1000) }

    @Test func flyBackTakesHalfASecondAndEndsExactlyAtHome() {
        let from = FrameState(position: Point(x: 433.3, y: 251.7))
        let timeline = Timeline(.flyBack(from: from), start: start)
        #expect(timeline.duration == 500_000)
        #expect(timeline.frame(of: .stack, at: start, anchors: anchors) == from)
        #expect(!timeline.isFinished(at: start.advanced(byMicroseconds: 499_999)))
        #expect(timeline.isFinished(at: after(500)))
        let end = timeline.frame(of: .stack, at: after(500), anchors: anchors)
        #expect(end.position == anchors.home)
        #expect(end.opacity == 0)
        #expect(timeline.frame(of: .stack, at: after(100_000), anchors: anchors) == end)
    }

    @Test func flyBackIsEaseOutCubic() {
        let timeline = Timeline(.flyBack(from: FrameState(position: Point(x: 0, y: 0))), start: start)
        let anchors = TimelineAnchors(pointer: .zero, home: Point(x: 1000, y: 0))
        // 1 - (1 - t)^3 at a quarter, a half and three quarters of the duration.
        #expect(abs(timeline.frame(of: .stack, at: after(125), anchors: anchors).position.x - 578.125) < 1e-9)
        #expect(abs(timeline.frame(of: .stack, at: after(250), anchors: anchors).position.x - 875) < 1e-9)
        #expect(abs(timeline.frame(of: .stack, at: after(375), anchors: anchors).position.x - 984.375) < 1e-9)
    }

    @Test func flyBackFollowsAnOriginThatMoves() {
        let timeline = Timeline(.flyBack(from: FrameState(position: .zero)), start: start)
        let moved = TimelineAnchors(pointer: .zero, home: Point(x: 900, y: -40))
        #expect(timeline.frame(of: .stack, at: after(500), anchors: moved).position == moved.home)
    }

    @Test func flyBackStaysStrongUntilItIsNearlyHome() {
        let timeline = Timeline(.flyBack(from: FrameState(position: .zero)), start: start)
        let anchors = TimelineAnchors(pointer: .zero, home: Point(x: 1000, y: 0))
        let frame = timeline.frame(of: .stack, at: after(400), anchors: anchors)
        #expect(frame.opacity == 1)
        #expect(frame.position.x > 990)
    }

    @Test func aClockBeforeTheStartShowsTheFirstFrame() {
        let timeline = Timeline(.lift, start: start)
        #expect(timeline.progress(at: .zero) == 0)
        #expect(!timeline.isFinished(at: .zero))
    }

    @Test func liftFollowsThePointerAndEndsAtFullSize() {
        let timeline = Timeline(.lift, start: start)
        for time in stride(from: UInt64(0), through: 150, by: 10) {
            #expect(timeline.frame(of: .stack, at: after(time), anchors: anchors).position == anchors.pointer)
        }
        #expect(
            timeline.frame(of: .stack, at: after(150), anchors: anchors) == FrameState(position: anchors.pointer))
    }

    @Test func evaporationGrowsAndFadesInPlace() {
        let from = FrameState(position: Point(x: 7, y: 9))
        let timeline = Timeline(.evaporate(from: from), start: start)
        let middle = timeline.frame(of: .stack, at: after(150), anchors: anchors)
        #expect(middle.position == from.position)
        #expect(middle.scale.x > 1.2)
        #expect(abs(middle.opacity - 0.5) < 1e-9)
        #expect(timeline.frame(of: .stack, at: after(300), anchors: anchors).opacity == 0)
    }

    @Test func landingShrinksIntoTheDropPoint() {
        let drop = Point(x: 410, y: 290)
        let timeline = Timeline(.land(from: FrameState(position: anchors.pointer), drop: drop), start: start)
        let end = timeline.frame(of: .stack, at: after(200), anchors: anchors)
        #expect(end.position == drop)
        #expect(end.scale.x < 0.2)
        #expect(end.opacity == 0)
    }

    @Test func gatheredSheetsEndInTheirSlots() {
        let origins: [Point?] = [nil, Point(x: 10, y: 10), Point(x: 900, y: 20)]
        let timeline = Timeline(.gather(origins: origins), start: start)
        #expect(timeline.frame(of: .sheet(1), at: start, anchors: anchors).position == Point(x: 10, y: 10))
        #expect(timeline.frame(of: .sheet(0), at: after(33), anchors: anchors).position == anchors.pointer)
        for sheet in 0..<3 {
            let end = timeline.frame(of: .sheet(sheet), at: after(300), anchors: anchors)
            #expect(end.position == anchors.pointer + TimelineFlock.slot(sheet))
            #expect(end.opacity == 0)
        }
        #expect(timeline.frame(of: .stack, at: after(300), anchors: anchors).opacity == 1)
        #expect(timeline.frame(of: .sheet(3), at: after(100), anchors: anchors).opacity == 0)
    }

    @Test func fannedOutSheetsReachTheirPlacesBeforeTheyAreGone() {
        let places = TimelineFlock.fan(3, around: anchors.pointer)
        let from = FrameState(position: anchors.pointer)
        let timeline = Timeline(.fanOut(from: from, places: places), start: start)
        for sheet in 0..<3 {
            let late = timeline.frame(of: .sheet(sheet), at: after(270), anchors: anchors)
            #expect(late.position == places[sheet])
            #expect(late.opacity > 0)
        }
        #expect(timeline.frame(of: .sheet(2), at: after(300), anchors: anchors).opacity == 0)
    }

    @Test func scatteredSheetsFollowAnOriginThatMoves() {
        let from = FrameState(position: Point(x: 500, y: 300))
        let ways: [Point] = [.zero, Point(x: 152, y: 0), Point(x: 0, y: 70)]
        let timeline = Timeline(.scatter(from: from, ways: ways), start: start)
        #expect(timeline.duration == TimelineDuration.flyBack)
        #expect(timeline.frame(of: .stack, at: start, anchors: anchors) == from)
        var moved = anchors
        moved.home = anchors.home + Point(x: 40, y: 8)
        for sheet in 0..<3 {
            #expect(timeline.frame(of: .sheet(sheet), at: start, anchors: anchors).opacity == 0)
            let late = timeline.frame(of: .sheet(sheet), at: after(499), anchors: moved)
            #expect((late.position - (moved.home + ways[sheet])).squaredDistance(to: .zero) < 1)
            #expect(timeline.frame(of: .sheet(sheet), at: after(150), anchors: anchors).opacity == 1)
        }
        // An item without a sheet is not visible.
        #expect(timeline.frame(of: .sheet(3), at: after(150), anchors: anchors).opacity == 0)
    }

    @Test func crossFadeStartsWithTheOldSizeAndEndsWithTheNew() {
        let old = Size(width: 40, height: 40)
        let new = Size(width: 160, height: 80)
        let timeline = Timeline(.crossFade(previous: old, next: new), start: start)
        let first = timeline.frame(of: .stack, at: start, anchors: anchors)
        #expect(first.scale == TimelineScale(x: 0.25, y: 0.5))
        #expect(first.opacity == 0)
        let last = timeline.frame(of: .stack, at: after(180), anchors: anchors)
        #expect(last == FrameState(position: anchors.pointer))
        #expect(
            timeline.frame(of: .previous, at: after(180), anchors: anchors).scale == TimelineScale(x: 4, y: 2))
    }

    @Test func crossFadeStaysOpaque() {
        let size = Size(width: 40, height: 40)
        let timeline = Timeline(.crossFade(previous: size, next: size), start: start)
        for time in UInt64(0)...180 {
            let next = timeline.frame(of: .stack, at: after(time), anchors: anchors).opacity
            let previous = timeline.frame(of: .previous, at: after(time), anchors: anchors).opacity
            #expect(1 - (1 - next) * (1 - previous) > 0.9)
        }
    }

    @Test func crossFadeOfASurfaceWithoutSizeKeepsItsScale() {
        let none = Size(width: 0, height: 0)
        #expect(none.scale(toMatch: Size(width: 9, height: 9)) == .one)
        #expect(Size(width: 9, height: 9).scale(toMatch: none) == .one)
    }

    @Test func itemsBeyondTheLimitAddNoSheets() {
        #expect([0, 1, 2, 3, 4, 1_000_000].map(TimelineFlock.sheets) == [1, 1, 2, 3, 3, 3])
    }

    @Test func flashesWeakenTwiceAndEndAtFullStrength() {
        let flash = TimelineFlash(start: start)
        let opacities = [0, 125, 250, 375, 500, 600].map { flash.opacity(at: after($0)) }
        #expect(opacities == [1, TimelineFlash.weakest, 1, TimelineFlash.weakest, 1, 1])
        #expect(flash.opacity(at: .zero) == 1)
        for time in UInt64(0)..<520 {
            #expect(abs(flash.opacity(at: after(time)) - flash.opacity(at: after(time + 1))) < 0.011)
        }
    }
}
