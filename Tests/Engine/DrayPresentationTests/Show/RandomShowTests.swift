// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Randomness
import Testing

/// Invariants of every frame under random events.
@Suite struct RandomShowTests {
    @Test(arguments: 0..<150 as Range<UInt64>)
    func framesSatisfyTheInvariants(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let store = PictureStore()
        let hasIcon = random.chance(70)
        var show = DragShow(
            hasIcon: hasIcon, standard: StandardImage(["text/plain"]), itemCount: Int.random(in: 1...4, using: &random),
            looks: Self.looks(using: &random), home: Point(x: 10, y: 10), style: PresentationStyle(), store: store)
        var time = Instant(microseconds: 1_000_000)
        var pointer = Point(x: 10, y: 10)
        var (hasAppeared, hasEnded, hasFailed, isOver) = (false, false, false, false)
        var (hasProgress, hasAsked, hasVanished) = (false, false, false)
        // Whether the image was shown before the end.
        var wasSeen = false
        for _ in 0..<120 {
            time = time.advanced(byMicroseconds: UInt64.random(in: 0...60_000, using: &random))
            switch Int.random(in: 0..<22, using: &random) {
            case 0:
                show.appears(at: pointer, time: time)
                hasAppeared = true
            case 1: show.iconDrawn(Self.image(using: &random), pointer: pointer, time: time)
            case 2: show.iconEmptied(time: time)
            case 3: if random.chance(20) { show.iconGone() }
            case 4: show.show(Feedback(outcome: random.pick([.copy, .move, .ask, .notPossible]), itemCount: 2))
            case 5: show.setItemCount(Int.random(in: 0...9, using: &random), time: time)
            case 6: show.setHome(random.chance(30) ? nil : Point(x: 70, y: 7), time: time)
            case 7: show.setRing(random.chance(30) ? nil : Rectangle(x: 5, y: 5, width: 90, height: 60))
            case 8:
                guard random.chance(15) else { break }
                show.end(random.pick([.land(at: pointer), .flyBack, .evaporate]), pointer: pointer, time: time)
                hasEnded = true
            case 9:
                guard hasEnded, random.chance(20) else { break }
                show.dropFailed(at: pointer, time: time)
                hasFailed = true
            case 10:
                guard hasEnded, random.chance(20) else { break }
                show.over()
                isOver = true
            case 12: show.setLooks(Self.looks(using: &random), time: time)
            case 13: show.join(Self.look(using: &random), from: Point(x: 5, y: 90), time: time)
            case 14:
                let part = Double.random(in: -0.5...1.5, using: &random)
                let progress = random.pick([ShownProgress.unknown, .stalled, .part(part), nil])
                show.setProgress(progress, at: pointer, time: time)
                hasProgress = hasProgress || progress != nil
            case 15:
                show.setAsking(random.chance(50), at: pointer)
                hasAsked = true
            case 16:
                let size = Size(width: Double.random(in: 1...300, using: &random), height: 40)
                show.setPreview(random.chance(30) ? nil : size)
            case 17: show.setStyle(Self.style(using: &random))
            case 18: show.flash(at: time)
            case 19:
                guard random.chance(3) else { break }
                show.vanish()
                hasVanished = true
                #expect(show.isGone)
            case 11: pointer = Point(x: Double.random(in: -50...500, using: &random), y: 20)
            default:
                let before = show.layers
                let hasChanged = show.frame(at: time, pointer: pointer)
                #expect(hasChanged == (before != show.layers))
                #expect(hasChanged || show.damage.isEmpty)
            }
            if !hasEnded, !show.layers.isEmpty { wasSeen = true }
            for layer in show.layers {
                #expect(!hasEnded || wasSeen || layer.role != .image, "an image leaves that was never shown")
                #expect(layer.opacity > 0 && layer.opacity <= 1)
                #expect(layer.bounds.width.isFinite && layer.bounds.height.isFinite)
                #expect(layer.role != .failure || hasFailed)
                #expect(layer.role != .progress || (hasEnded || isOver) && hasProgress)
            }
            #expect(
                hasAppeared || hasFailed || hasProgress || hasAsked || show.layers.isEmpty, "visible too early")
            #expect(!show.isGone || isOver || hasVanished)
            if show.isGone { #expect(show.layers.isEmpty) }
        }
        // The show must end in any case, and schedule no further frames.
        show.end(.flyBack, pointer: pointer, time: time)
        show.setProgress(nil, at: pointer, time: time)
        show.over()
        for _ in 0..<2 {
            time = time.advanced(byMicroseconds: 5_000_000)
            _ = show.frame(at: time, pointer: pointer)
        }
        #expect(show.isGone && show.layers.isEmpty && show.nextFrame(after: time) == nil)
    }

    private static func style(using random: inout SplitMix64) -> PresentationStyle {
        PresentationStyle(
            appearance: random.pick([.light, .dark]), scale: random.pick([1, 1.5, 2]),
            motion: random.pick([.full, .reduced]))
    }

    private static func looks(using random: inout SplitMix64) -> [ItemLook] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in look(using: &random) }
    }

    private static func look(using random: inout SplitMix64) -> ItemLook {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .unknown
        case 1: return .standard(random.pick([.folder, .picture, .generic]))
        default:
            let size = Size(width: Double.random(in: 0.1...2000, using: &random), height: 30)
            return Pixels(width: 9, height: 3).map { .picture($0, size) } ?? .unknown
        }
    }

    private static func image(using random: inout SplitMix64) -> DragImage {
        let size = Size(
            width: Double.random(in: 1...200, using: &random), height: Double.random(in: 1...200, using: &random))
        if random.chance(50) {
            return DragImage(surface: size, generation: UInt64.random(in: 0...2, using: &random))
        }
        return Pixels(width: 8, height: 8).map { DragImage(pixels: $0, size: size) } ?? DragImage(surface: size)
    }
}
