// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import Testing

/// Invariants of every course, for arbitrary points.
@Suite("Timeline properties")
struct TimelinePropertyTests {
    private static let layers: [TimelineLayer] = [.stack, .previous, .sheet(0), .sheet(1), .sheet(2), .badge]
    private let start = Instant(microseconds: 77)

    /// Every course, between points from a fixed seed.
    static let courses: [TimelineCourse] = {
        var random = Randomness(seed: 0xd2a7)
        return (0..<40).flatMap { _ -> [TimelineCourse] in
            let from = FrameState(
                position: random.point(), scale: TimelineScale(random.unit() + 0.5), opacity: random.unit())
            let size = Size(width: 1 + 300 * random.unit(), height: 1 + 300 * random.unit())
            let other = Size(width: 1 + 300 * random.unit(), height: 1 + 300 * random.unit())
            return [
                .lift, .gather(origins: [nil, random.point(), random.point()]), .flyBack(from: from),
                .scatter(from: from, ways: [.zero, random.point(), random.point()]), .evaporate(from: from),
                .land(from: from, drop: random.point()),
                .fanOut(from: from, places: [random.point(), random.point(), random.point()]),
                .crossFade(previous: size, next: other),
            ]
        }
    }()

    private let anchors = TimelineAnchors(pointer: Point(x: 320, y: 200), home: Point(x: 40, y: 700))

    @Test(arguments: [TimelineMotion.full, .reduced])
    func nothingJumps(_ motion: TimelineMotion) {
        for course in Self.courses {
            let timeline = Timeline(course, start: start, motion: motion)
            for layer in Self.layers {
                var before = timeline.frame(of: layer, at: start, anchors: anchors)
                let end = timeline.frame(of: layer, at: at(timeline.duration), anchors: anchors)
                let bounds = Bounds(timeline, layer, anchors)
                for time in stride(from: UInt64(1000), through: timeline.duration + 20_000, by: 1000) {
                    let frame = timeline.frame(of: layer, at: at(time), anchors: anchors)
                    let step = frame.position.squaredDistance(to: before.position).squareRoot()
                    #expect(step <= bounds.distance, "\(course) \(layer) at \(time)")
                    #expect(abs(frame.opacity - before.opacity) <= bounds.opacity, "\(course) \(layer) at \(time)")
                    #expect((0...1).contains(frame.opacity))
                    before = frame
                }
                #expect(before == end)
            }
        }
    }

    @Test func theWayHomeOnlyGetsShorter() {
        for case .flyBack(let from) in Self.courses {
            let timeline = Timeline(.flyBack(from: from), start: start)
            var before = Double.infinity
            for time in stride(from: UInt64(0), through: 500_000, by: 1000) {
                let frame = timeline.frame(of: .stack, at: at(time), anchors: anchors)
                let distance = frame.position.squaredDistance(to: anchors.home)
                #expect(distance <= before)
                before = distance
            }
            #expect(before == 0)
        }
    }

    @Test func everyEndingLeavesNothingBehind() {
        for motion in [TimelineMotion.full, .reduced] {
            for course in Self.courses {
                switch course {
                case .lift, .gather, .crossFade, .dropFailed: continue
                case .flyBack, .scatter, .evaporate, .land, .fanOut:
                    let timeline = Timeline(course, start: start, motion: motion)
                    for layer in Self.layers {
                        let end = timeline.frame(of: layer, at: at(timeline.duration), anchors: anchors)
                        #expect(end.opacity == 0, "\(course) \(layer)")
                    }
                }
            }
        }
    }

    @Test func reducedMotionOnlyFadesAndIsShort() {
        for course in Self.courses {
            let timeline = Timeline(course, start: start, motion: .reduced)
            #expect(timeline.duration <= 150_000)
            for layer in Self.layers {
                let first = timeline.frame(of: layer, at: start, anchors: anchors)
                for time in stride(from: UInt64(0), through: timeline.duration, by: 5000) {
                    let frame = timeline.frame(of: layer, at: at(time), anchors: anchors)
                    #expect(frame.position == first.position, "\(course) \(layer)")
                    #expect(frame.scale == first.scale, "\(course) \(layer)")
                }
            }
        }
    }

    @Test func anEndingBeginsWithWhatWasShown() {
        for course in Self.courses {
            let timeline = Timeline(course, start: start)
            switch course {
            case .flyBack(let from), .scatter(let from, _), .evaporate(let from), .land(let from, _),
                .fanOut(let from, _):
                #expect(timeline.frame(of: .stack, at: start, anchors: anchors) == from)
            case .lift, .gather, .crossFade, .dropFailed: break
            }
        }
    }

    private func at(_ microseconds: UInt64) -> Instant { start.advanced(byMicroseconds: microseconds) }

    /// The maximum change of a layer per millisecond: 5 times the mean speed over the distance, since the steepest
    /// curve has slope 3 and covers at least 70 % of its course; and 8 times the mean change of opacity.
    private struct Bounds {
        let distance: Double
        let opacity: Double

        init(_ timeline: Timeline, _ layer: TimelineLayer, _ anchors: TimelineAnchors) {
            let start = timeline.frame(of: layer, at: timeline.start, anchors: anchors).position
            let end = timeline.start.advanced(byMicroseconds: timeline.duration)
            let way = timeline.frame(of: layer, at: end, anchors: anchors).position.squaredDistance(to: start)
            let milliseconds = Double(timeline.duration) / 1000
            distance = 5 * way.squareRoot() / milliseconds + 1e-9
            opacity = 8 / milliseconds
        }
    }
}

/// A small random number generator with a fixed sequence (xorshift).
struct Randomness {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Returns a number from 0 to below 1.
    mutating func unit() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / Double(1 << 53)
    }

    /// Returns a point on a large desktop, with outputs left of and above the first.
    mutating func point() -> Point {
        Point(x: 8000 * unit() - 2000, y: 4000 * unit() - 1000)
    }
}
