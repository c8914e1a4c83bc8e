// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPresentation

@Suite("Drag presentation")
struct DragPresentationTests {
    private let start = Instant(microseconds: 1_000_000)
    private let home = Point(x: 100, y: 100)

    private func after(_ milliseconds: UInt64) -> Instant { start.advanced(byMicroseconds: milliseconds * 1000) }

    private func drag(
        _ image: DragImage = DragImage(.text), items: Int = 1, style: PresentationStyle = PresentationStyle()
    ) -> DragPresentation {
        DragPresentation(image: image, itemCount: items, pointer: home, at: start, style: style)
    }

    @Test func movingDrawsNothing() {
        var drag = drag(items: 3)
        drag.show(Feedback(outcome: .copy, itemCount: 3))
        drag.highlight(Rectangle(x: 10, y: 10, width: 200, height: 200))
        drag.frame(at: after(50))
        drag.frame(at: after(1000))
        let redraws = drag.redraws
        var storage: Set<UnsafeRawPointer> = []
        for step in UInt64(0)..<500 {
            drag.move(to: Point(x: 100 + Double(step) * 1.7, y: 100 + Double(step) * 0.3))
            drag.frame(at: after(1000 + step * 8))
            drag.layers.withUnsafeBytes { bytes in storage.formUnion(bytes.baseAddress.map { [$0] } ?? []) }
        }
        #expect(drag.redraws == redraws)
        // The storage of the layers is never reallocated.
        #expect(storage.count == 1)
    }

    @Test func everyChangeOfFeedbackDrawsTheBadgeOnce() {
        var drag = drag()
        drag.frame(at: after(500))
        let before = drag.redraws
        drag.show(Feedback(outcome: .copy))
        drag.frame(at: after(510))
        drag.show(Feedback(outcome: .copy))
        drag.frame(at: after(520))
        #expect(drag.redraws == before + 1)
        drag.show(Feedback(outcome: .notPossible))
        drag.frame(at: after(530))
        #expect(drag.redraws == before + 2)
        #expect(drag.layers.count == 2)
        drag.show(Feedback(outcome: .move))
        drag.frame(at: after(540))
        #expect(drag.redraws == before + 2)
        #expect(drag.layers.count == 1)
    }

    @Test func feedbackFollowsAModifierWithoutMotion() {
        var drag = drag()
        drag.frame(at: after(500))
        drag.show(Feedback(outcome: .copy))
        drag.frame(at: after(501))
        #expect(drag.layers.count == 2)
    }

    @Test func idleDragDoesNotAnimate() {
        var drag = drag()
        drag.frame(at: after(500))
        drag.frame(at: after(600))
        #expect(!drag.isAnimating(at: after(600)))
    }

    @Test func theImageIsTranslucentAndTheBadgeIsNot() {
        var drag = drag()
        drag.show(Feedback(outcome: .copy))
        drag.frame(at: after(500))
        #expect(drag.layers.map(\.opacity) == [0.8, 1])
    }

    @Test(arguments: [1, 1.25, 1.5, 2, 3])
    func hotspotIsUnderThePointerAtEveryScale(_ scale: Double) throws {
        for offset in [Point(x: -13, y: -40), Point(x: 6, y: 11), Point(x: 0, y: 0)] {
            let pixels = Samples.photo(width: 84, height: 56)
            let image = DragImage(pixels: pixels, size: Size(width: 84, height: 56), offset: offset)
            var drag = drag(image, style: PresentationStyle(scale: scale))
            drag.frame(at: after(400))
            for step in 0..<40 {
                let pointer = Point(x: -200 + Double(step) * 31.37, y: 17 + Double(step) * 3.713)
                drag.move(to: pointer)
                drag.frame(at: after(500))
                let bounds = try #require(drag.layers.first).bounds
                let hotspotX = bounds.x * scale - (offset.x * scale).rounded()
                let hotspotY = bounds.y * scale - (offset.y * scale).rounded()
                #expect(abs(hotspotX - (pointer.x * scale).rounded()) < 1e-6)
                #expect(abs(hotspotY - (pointer.y * scale).rounded()) < 1e-6)
                #expect(bounds.width == 84)
                #expect(bounds.height == 56)
            }
        }
    }

    @Test(arguments: [1, 1.25, 1.5, 2, 3])
    func drawnLayersLieOnWholeDevicePixels(_ scale: Double) throws {
        var drag = drag(items: 4, style: PresentationStyle(scale: scale))
        drag.show(Feedback(outcome: .copy, itemCount: 4))
        drag.move(to: Point(x: 311.4, y: 97.9))
        drag.frame(at: after(900))
        #expect(drag.layers.count == 2)
        for layer in drag.layers {
            #expect(isWhole(layer.bounds.x * scale))
            #expect(isWhole(layer.bounds.y * scale))
            let pixels = try #require(layer.pixels)
            #expect(abs(layer.bounds.width * scale - Double(pixels.width)) < 1e-6)
            #expect(abs(layer.bounds.height * scale - Double(pixels.height)) < 1e-6)
        }
    }

    @Test func newScaleRedraws() throws {
        var drag = drag()
        drag.frame(at: after(500))
        let before = try #require(drag.layers.first)
        drag.setStyle(PresentationStyle(scale: 2))
        drag.frame(at: after(510))
        let after = try #require(drag.layers.first)
        #expect(try #require(after.pixels).width == 2 * #require(before.pixels).width)
        #expect(after.bounds == before.bounds)
    }

    @Test func invalidScalesAreClamped() {
        #expect(PresentationStyle(scale: 0).scale == 0.5)
        #expect(PresentationStyle(scale: -.infinity).scale == 1)
        #expect(PresentationStyle(scale: .nan).scale == 1)
        var style = PresentationStyle()
        style.scale = 1000
        #expect(style.scale == 8)
    }

    @Test func resizedPreviewFadesOverFromItsOldSize() throws {
        var drag = drag()
        drag.frame(at: after(500))
        drag.replace(Samples.photoImage(), at: after(500))
        drag.frame(at: after(500))
        let first = try #require(drag.layers.first)
        #expect(drag.layers.count == 1)
        #expect(first.opacity == 0.8)
        drag.frame(at: after(590))
        #expect(drag.layers.count == 2)
        #expect(drag.layers[1].bounds.width > 48 && drag.layers[1].bounds.width < 84)
        drag.frame(at: after(680))
        #expect(drag.layers.count == 1)
        #expect(drag.layers[0].bounds.width == 84)
        #expect(!drag.isAnimating(at: after(680)))
    }

    @Test func previewThatChangesAgainWhileItFadesDoesNotJumpInSize() throws {
        var drag = drag(Samples.photoImage())
        drag.frame(at: after(500))
        var width = 84.0
        for step in UInt64(0)..<60 {
            if step.isMultiple(of: 9) {
                let size = Size(width: 84 + Double(step) * 3, height: 56)
                let image = DragImage(pixels: Samples.photo(width: 84, height: 56), size: size)
                drag.replace(image, at: after(500 + step * 8))
            }
            drag.frame(at: after(500 + step * 8))
            let strongest = try #require(drag.layers.max { $0.opacity < $1.opacity })
            #expect(abs(strongest.bounds.width - width) < 24)
            width = strongest.bounds.width
        }
    }

    @Test func newContentOfTheSameSizeIsShownAtOnce() throws {
        var drag = drag(Samples.photoImage())
        drag.frame(at: after(500))
        let image = Samples.photoImage()
        drag.replace(image, at: after(500))
        drag.frame(at: after(501))
        guard case .client(let pixels) = image.content else { return }
        #expect(drag.layers.count == 1)
        #expect(try #require(drag.layers.first).pixels === pixels)
    }

    @Test func oneItemOfAClientIsShownAsTheClientDrewIt() throws {
        let image = Samples.photoImage()
        guard case .client(let pixels) = image.content else { return }
        var drag = drag(image)
        drag.frame(at: after(500))
        #expect(try #require(drag.layers.first).pixels === pixels)
    }

    @Test func addedItemsGatherIntoTheStack() {
        var drag = drag()
        drag.frame(at: after(500))
        drag.setItemCount(2, origins: [Point(x: 700, y: 400)], at: after(500))
        drag.show(Feedback(outcome: .undecided, itemCount: 2))
        drag.frame(at: after(510))
        // The new sheet behind the first one, and the badge.
        #expect(drag.layers.count == 3)
        #expect(drag.layers[0].bounds.contains(Point(x: 640, y: 370)))
        drag.frame(at: after(800))
        #expect(drag.layers.count == 2)
        drag.setItemCount(40, at: after(800))
        drag.setItemCount(41, at: after(820))
        #expect(drag.isAnimating(at: after(820)))
    }

    @Test func flyBackEndsAtTheCurrentOrigin() throws {
        var drag = drag(Samples.photoImage())
        drag.frame(at: after(200))
        drag.move(to: Point(x: 800, y: 500))
        drag.frame(at: after(300))
        let released = try #require(drag.layers.first).bounds
        drag.end(.flyBack, at: after(300))
        drag.frame(at: after(300))
        #expect(try #require(drag.layers.first).bounds == released)
        // The pointer is irrelevant from now on; the origin moves.
        drag.move(to: .zero)
        drag.home = Point(x: 160, y: 90)
        drag.frame(at: after(799))
        let last = try #require(drag.layers.first).bounds
        #expect(last.origin.squaredDistance(to: Point(x: 120, y: 60)) < 1)
        #expect(!drag.isFinished(at: after(799)))
        drag.frame(at: after(800))
        #expect(drag.layers.isEmpty)
        #expect(drag.isFinished(at: after(800)))
    }

    @Test func flockSeparatesOnFlyBack() throws {
        let (second, third) = (Point(x: 250, y: 130), Point(x: 100, y: 300))
        var drag = drag(items: 3)
        drag.move(to: Point(x: 800, y: 500))
        drag.frame(at: after(600))
        let shown = try #require(drag.layers.first { $0.role == .image })
        drag.end(.flyBack, homes: [second, third], at: after(600))
        drag.frame(at: after(600))
        #expect(drag.layers.first { $0.role == .image } == shown)
        drag.frame(at: after(1090))
        let places = (0..<3).map { sheet in drag.layers.first { $0.role == .sheet(sheet) }?.bounds }
        #expect(try #require(places[0]).contains(home))
        for (place, middle) in [(places[1], second), (places[2], third)] {
            let place = try #require(place)
            #expect((place.center - middle).squaredDistance(to: .zero) < 4, "\(place) \(middle)")
        }
        #expect(!drag.layers.contains { $0.role == .image })
        drag.frame(at: after(1100))
        #expect(drag.layers.isEmpty && drag.isFinished(at: after(1100)))
    }

    @Test func itemsWithoutAPositionFlyBackWithTheFirst() throws {
        var drag = drag(items: 3)
        drag.move(to: Point(x: 800, y: 500))
        drag.frame(at: after(600))
        var together = drag
        together.end(.flyBack, homes: [nil, nil], at: after(600))
        together.frame(at: after(800))
        #expect(together.layers.map(\.role) == [.image])
        drag.end(.flyBack, homes: [nil, Point(x: 300, y: 300)], at: after(600))
        drag.frame(at: after(1099))
        let first = try #require(drag.layers.first { $0.role == .sheet(0) }).bounds
        let second = try #require(drag.layers.first { $0.role == .sheet(1) }).bounds
        #expect((first.center - second.center).squaredDistance(to: .zero) < 1)
    }

    @Test func separatedFlockEvaporatesAtTheFirstItem() throws {
        var drag = drag(items: 2)
        drag.move(to: Point(x: 800, y: 500))
        drag.frame(at: after(600))
        drag.end(.flyBack, homes: [Point(x: 250, y: 130)], at: after(600))
        drag.frame(at: after(850))
        let first = try #require(drag.layers.first { $0.role == .sheet(0) })
        drag.loseHome(at: after(850))
        drag.frame(at: after(850))
        let last = try #require(drag.layers.first)
        #expect(last.role == .image && last.opacity == first.opacity)
        #expect((last.bounds.origin - first.bounds.origin).squaredDistance(to: .zero) < 4)
        #expect(drag.isFinished(at: after(1150)))
    }

    @Test func endDuringTheLiftStartsFromTheCurrentFrame() throws {
        var drag = drag(Samples.photoImage())
        drag.frame(at: after(40))
        let lifted = try #require(drag.layers.first)
        drag.end(.evaporate, at: after(40))
        drag.frame(at: after(40))
        #expect(try #require(drag.layers.first) == lifted)
    }

    @Test func secondEndChangesNothing() {
        var drag = drag()
        drag.end(.evaporate, at: after(500))
        drag.end(.flyBack, at: after(700))
        #expect(drag.isFinished(at: after(800)))
    }

    @Test func highlightIsRemovedAtTheEnd() {
        var drag = drag()
        drag.highlight(Rectangle(x: 0, y: 0, width: 300, height: 200))
        drag.frame(at: after(500))
        #expect(drag.layers.count == 8 + 1)
        drag.end(.land(at: home), at: after(510))
        drag.frame(at: after(510))
        #expect(drag.layers.count == 1)
        #expect(drag.highlight == nil)
    }

    @Test func imageFlashesTwiceWhereNoRingIsShown() {
        var drag = drag()
        var style = drag.style
        style.showsRing = false
        drag.setStyle(style)
        drag.frame(at: after(500))
        let redraws = drag.redraws
        let steady = drag.layers[0].opacity
        for highlight in [Rectangle(x: 0, y: 0, width: 300, height: 200), nil] {
            drag.highlight(highlight)
            drag.flash(at: after(1000))
            #expect(drag.isAnimating(at: after(1100)))
            let opacities = ([1000, 1125, 1250, 1375, 1500] as [UInt64]).map { time in
                drag.frame(at: after(time))
                return drag.layers[0].opacity
            }
            let weakest = steady * TimelineFlash.weakest
            #expect(zip(opacities, [steady, weakest, steady, weakest, steady]).allSatisfy { abs($0 - $1) < 0.001 })
            #expect(!drag.isAnimating(at: after(1500)))
        }
        #expect(drag.redraws == redraws)
        // It ends when no target is about to be activated, and with the drag.
        for isOver in [false, true] {
            drag.flash(at: after(2000))
            if isOver { drag.end(.flyBack, at: after(2125)) } else { drag.endFlash() }
            drag.frame(at: after(2125))
            #expect(drag.layers[0].opacity == steady)
        }
    }

    @Test func ringFlashesTwiceWithoutADrawing() {
        var drag = drag()
        drag.flash(at: after(400))
        #expect(!drag.isAnimating(at: after(400)))
        drag.highlight(Rectangle(x: 0, y: 0, width: 300, height: 200))
        drag.frame(at: after(500))
        let redraws = drag.redraws
        drag.flash(at: after(500))
        var weakest = 0
        var before = 1.0
        var falls = true
        for time in UInt64(500)...1000 {
            drag.frame(at: after(time))
            let opacity = drag.layers[0].opacity
            if falls, opacity > before { weakest += 1 }
            falls = opacity < before || (falls && opacity == before)
            before = opacity
        }
        #expect(weakest == 2)
        #expect(before == 1)
        #expect(drag.redraws == redraws)
        #expect(!drag.isAnimating(at: after(1000)))
        drag.flash(at: after(1000))
        drag.highlight(nil)
        #expect(!drag.isAnimating(at: after(1100)))
    }

    @Test func flyBackIsIndependentOfANewDrag() {
        var old = drag(Samples.photoImage())
        old.move(to: Point(x: 500, y: 500))
        old.end(.flyBack, at: after(300))
        var alone = old
        var new = DragPresentation(image: DragImage(.file), pointer: home, at: after(350))
        for time in stride(from: UInt64(350), through: 900, by: 10) {
            new.move(to: Point(x: Double(time), y: 3))
            new.frame(at: after(time))
            old.frame(at: after(time))
            alone.frame(at: after(time))
            #expect(old.layers == alone.layers)
        }
        #expect(old.isFinished(at: after(800)))
        #expect(!new.isFinished(at: after(900)))
    }

    @Test func reducedMotionFadesWithoutMoving() throws {
        var drag = drag(Samples.photoImage(), style: PresentationStyle(motion: .reduced))
        drag.move(to: Point(x: 700, y: 400))
        drag.frame(at: after(400))
        let place = try #require(drag.layers.first).bounds
        drag.end(.flyBack, at: after(400))
        drag.frame(at: after(470))
        let fading = try #require(drag.layers.first)
        #expect(fading.bounds == place)
        #expect(fading.opacity < 0.5)
        #expect(drag.isFinished(at: after(550)))
    }

    @Test func badgeAboveAFingerIsNotUnderIt() throws {
        for image in [DragImage(.text), Samples.photoImage()] {
            var drag = drag(image, style: PresentationStyle(badgeSide: .aboveFinger))
            drag.show(Feedback(outcome: .copy))
            drag.frame(at: after(500))
            let badge = try #require(drag.layers.last).bounds
            let finger = Rectangle(x: home.x, y: home.y, width: 0.001, height: 0.001).outset(by: 14)
            #expect(!badge.outset(by: -5).overlaps(finger))
            #expect(badge.maxY < home.y)
        }
    }

    private func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }

    @Test func afterTheEndNothingNewIsShown() throws {
        var drag = DragPresentation(image: Samples.photoImage(), pointer: Point(x: 50, y: 50), at: .zero)
        drag.frame(at: Instant(microseconds: 1_000_000))
        drag.end(.flyBack, at: Instant(microseconds: 1_000_000))
        let size = drag.image.size
        drag.replace(DragImage(.text), at: Instant(microseconds: 1_000_000))
        drag.highlight(Rectangle(x: 0, y: 0, width: 100, height: 100))
        drag.frame(at: Instant(microseconds: 1_010_000))
        #expect(drag.image.size == size)
        #expect(drag.highlight == nil)
        #expect(!drag.layers.contains { $0.role == .highlight })
    }

    @Test func imageWithoutAHomeEvaporatesWhereItIs() throws {
        var drag = DragPresentation(image: Samples.photoImage(), pointer: Point(x: 0, y: 0), at: .zero)
        drag.move(to: Point(x: 400, y: 0))
        drag.frame(at: Instant(microseconds: 1_000_000))
        drag.loseHome(at: Instant(microseconds: 1_000_000))
        #expect(!drag.isFinished(at: Instant(microseconds: 9_000_000)), "the drag goes on without a home")
        drag.end(.flyBack, at: Instant(microseconds: 1_000_000))
        drag.frame(at: Instant(microseconds: 1_100_000))
        let before = try #require(drag.layers.first).bounds
        drag.loseHome(at: Instant(microseconds: 1_100_000))
        drag.frame(at: Instant(microseconds: 1_100_000))
        #expect(try #require(drag.layers.first).bounds == before, "nothing jumps")
        drag.frame(at: Instant(microseconds: 1_200_000))
        let after = try #require(drag.layers.first).bounds
        #expect(after.width > before.width)
        drag.loseHome(at: Instant(microseconds: 1_250_000))
        #expect(drag.isFinished(at: Instant(microseconds: 1_600_000)), "losing it again does not begin anew")
    }
}
