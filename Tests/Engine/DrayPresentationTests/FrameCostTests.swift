// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPresentation

/// The time for a frame, with and without a change. The printed figures are meaningful in release builds only.
@Suite("Cost of a frame", .serialized)
struct FrameCostTests {
    private static let frames = 20_000

    private func drag(_ image: DragImage) -> DragPresentation {
        var drag = DragPresentation(
            image: image, itemCount: 3, pointer: Point(x: 100, y: 100), at: .zero, style: PresentationStyle(scale: 2))
        drag.show(Feedback(outcome: .copy, itemCount: 3))
        drag.highlight(Rectangle(x: 0, y: 0, width: 800, height: 600))
        for milliseconds: UInt64 in [0, 100, 1000, 1001] { drag.frame(at: Instant(microseconds: milliseconds * 1000)) }
        return drag
    }

    /// Returns the nanoseconds per frame, for `count` frames.
    private func cost(_ count: Int, _ body: (Int) -> Void) -> Int {
        let duration = ContinuousClock().measure {
            for index in 0..<count { body(index) }
        }
        let whole = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
        return Int(whole) / count
    }

    @Test func motionDrawsNothingAndChangesDrawOnlyWhatChanged() {
        var drag = drag(Samples.photoImage())
        let time = Instant(microseconds: 2_000_000)
        let before = drag.redraws
        let still = cost(Self.frames) { _ in drag.frame(at: time) }
        #expect(drag.redraws == before)
        let moving = cost(Self.frames) { index in
            drag.move(to: Point(x: Double(index % 400), y: 50))
            drag.frame(at: time)
        }
        #expect(drag.redraws == before, "neither draws anything")
        let badge = cost(200) { index in
            drag.show(Feedback(outcome: index.isMultiple(of: 2) ? .ask : .copy, itemCount: 3))
            drag.frame(at: time)
        }
        #expect(drag.redraws <= before + 2, "each badge is drawn once, however often it is shown")
        let afterBadges = drag.redraws
        let stack = cost(50) { index in
            drag.replace(Samples.photoImage(), at: time)
            drag.frame(at: time)
        }
        #expect(drag.redraws == afterBadges + 50, "one stack for each new preview")
        print(
            "a frame at scale 2, in nanoseconds: \(still) without change, \(moving) moved,"
                + " \(badge) with a new badge, \(stack) with a new preview of three items")
        #if !DEBUG
            // At 240 Hz a frame has 4 ms; the image may take one percent of that.
            #expect(still < 40_000)
            #expect(moving < 40_000)
        #endif
    }
}
