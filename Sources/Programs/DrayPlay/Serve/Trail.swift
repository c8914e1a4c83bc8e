// SPDX-License-Identifier: MIT

import DrayCore

/// The sampled path of a pointer or a finger, until it is recorded as one movement.
struct Trail {
    /// The last sampled position and its time.
    private(set) var end: Sample
    /// The samples since the last rest; empty while resting.
    private var samples: [Sample] = []

    struct Sample: Equatable {
        var time: Instant
        var point: Point
    }

    /// A movement to be recorded.
    struct Movement: Equatable {
        /// The corners of the path and its end; never empty.
        var path: [Point]
        var begin: Instant
        var end: Instant
        /// Zero for a jump.
        var duration: Duration
    }

    /// The distance up to which a point counts as on a straight line, in logical pixels.
    private static let tolerance = 2.0

    init(at point: Point, _ time: Instant) {
        end = Sample(time: time, point: point)
    }

    /// The time of the last motion; nil if there was none.
    var lastMoved: Instant? { samples.last?.time }

    /// Adds a sample.
    mutating func see(_ point: Point, at time: Instant) {
        if point != end.point {
            if samples.isEmpty { samples = [end] }
            samples.append(Sample(time: time, point: point))
        }
        end = Sample(time: time, point: point)
    }

    /// The movement since the last call; nil if there was none.
    mutating func finish() -> Movement? {
        guard let first = samples.first, let last = samples.last else { return nil }
        defer { samples = [] }
        let isJump = samples.count == 2
        let passed = last.time.microseconds - first.time.microseconds
        return Movement(
            path: Array(Self.corners(samples.map(\.point)[...]).dropFirst()), begin: first.time, end: last.time,
            duration: isJump ? .zero : .milliseconds(Int64(passed / 1000)))
    }

    /// The significant points of a path, including the first and the last (Douglas–Peucker algorithm).
    private static func corners(_ points: ArraySlice<Point>) -> [Point] {
        guard let first = points.first, let last = points.last, points.count > 2 else { return Array(points) }
        let inner = points.indices.dropFirst().dropLast()
        guard let farthest = inner.max(by: { distance(points[$0], first, last) < distance(points[$1], first, last) }),
            distance(points[farthest], first, last) > tolerance
        else { return [first, last] }
        return corners(points[...farthest]) + corners(points[farthest...]).dropFirst()
    }

    /// The distance from a point to the line segment between two others.
    private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
        let length = start.squaredDistance(to: end)
        guard length > 0 else { return point.squaredDistance(to: start).squareRoot() }
        let way = end - start
        let along = ((point.x - start.x) * way.x + (point.y - start.y) * way.y) / length
        let share = min(max(along, 0), 1)
        return point.squaredDistance(to: Point(x: start.x + way.x * share, y: start.y + way.y * share)).squareRoot()
    }
}
