// SPDX-License-Identifier: MIT

import DrayCore

/// The way of a pointer or a finger, as it was seen frame by frame, until it becomes one movement of a recording.
struct Trail {
    /// Where it was seen last, and when.
    private(set) var end: Sample
    /// From where it rested to where it is; empty while it rests.
    private var samples: [Sample] = []

    struct Sample: Equatable {
        var time: Instant
        var point: Point
    }

    /// A movement, ready to be written down.
    struct Movement: Equatable {
        /// The corners of the way and its end; never empty.
        var path: [Point]
        var begin: Instant
        var end: Instant
        /// Zero for a jump.
        var duration: Duration
    }

    /// What lies so close to a straight line lies on it, in logical pixels.
    private static let tolerance = 2.0

    init(at point: Point, _ time: Instant) {
        end = Sample(time: time, point: point)
    }

    /// Since when it has rested; nil while it has not moved yet.
    var lastMoved: Instant? { samples.last?.time }

    /// It is here now.
    mutating func see(_ point: Point, at time: Instant) {
        if point != end.point {
            if samples.isEmpty { samples = [end] }
            samples.append(Sample(time: time, point: point))
        }
        end = Sample(time: time, point: point)
    }

    /// What it has done since the last time this was asked; nil if it has rested.
    mutating func finish() -> Movement? {
        guard let first = samples.first, let last = samples.last else { return nil }
        defer { samples = [] }
        let isJump = samples.count == 2
        let passed = last.time.microseconds - first.time.microseconds
        return Movement(
            path: Array(Self.corners(samples.map(\.point)[...]).dropFirst()), begin: first.time, end: last.time,
            duration: isJump ? .zero : .milliseconds(Int64(passed / 1000)))
    }

    /// The points of a way without which it would be another one, first and last included (Douglas and Peucker).
    private static func corners(_ points: ArraySlice<Point>) -> [Point] {
        guard let first = points.first, let last = points.last, points.count > 2 else { return Array(points) }
        let inner = points.indices.dropFirst().dropLast()
        guard let farthest = inner.max(by: { distance(points[$0], first, last) < distance(points[$1], first, last) }),
            distance(points[farthest], first, last) > tolerance
        else { return [first, last] }
        return corners(points[...farthest]) + corners(points[farthest...]).dropFirst()
    }

    /// From a point to the line between two others, or to the nearer of them.
    private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
        let length = start.squaredDistance(to: end)
        guard length > 0 else { return point.squaredDistance(to: start).squareRoot() }
        let way = end - start
        let along = ((point.x - start.x) * way.x + (point.y - start.y) * way.y) / length
        let share = min(max(along, 0), 1)
        return point.squaredDistance(to: Point(x: start.x + way.x * share, y: start.y + way.y * share)).squareRoot()
    }
}
