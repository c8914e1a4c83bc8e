// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPlay

/// Sampled paths become movements.
@Suite struct TrailTests {
    private func moved(_ points: [(Double, Double)], everyMicroseconds step: UInt64 = 16_000) -> Trail {
        var trail = Trail(at: .zero, Instant(microseconds: 1_000_000))
        for (index, point) in points.enumerated() {
            trail.see(
                Point(x: point.0, y: point.1), at: Instant(microseconds: 1_000_000 + UInt64(index + 1) * step))
        }
        return trail
    }

    @Test func restingIsNotAMovement() {
        var trail = moved([(0, 0), (0, 0)])
        #expect(trail.finish() == nil)
    }

    @Test func jitterIsSmoothedToALine() {
        var trail = moved((1...50).map { (Double($0) * 4, $0 % 2 == 0 ? 1.5 : -1.5) } + [(204, 0)])
        #expect(
            trail.finish()
                == Trail.Movement(
                    path: [Point(x: 204, y: 0)], begin: Instant(microseconds: 1_000_000),
                    end: Instant(microseconds: 1_816_000), duration: .milliseconds(816)))
        #expect(trail.finish() == nil, "reported once")
    }

    @Test func cornersStay() {
        var trail = moved((1...10).map { (Double($0) * 10, 0) } + (1...10).map { (100, Double($0) * 10) })
        #expect(trail.finish()?.path == [Point(x: 100, y: 0), Point(x: 100, y: 100)])
    }

    @Test func aWayBackIsKept() {
        var trail = moved([(50, 0), (100, 0), (50, 0), (10, 0)])
        #expect(trail.finish()?.path == [Point(x: 100, y: 0), Point(x: 10, y: 0)])
    }

    @Test func aJumpHasNoDuration() {
        var trail = moved([(300, 200)])
        #expect(trail.finish()?.duration == .zero)
    }

    @Test func aMovementBeginsWhereTheRestEnds() {
        var trail = moved([(0, 0), (0, 0), (0, 0), (10, 0), (20, 0)])
        #expect(trail.finish()?.begin == Instant(microseconds: 1_048_000))
    }
}
