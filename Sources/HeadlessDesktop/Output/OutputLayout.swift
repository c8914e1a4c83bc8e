// SPDX-License-Identifier: MIT

internal import DrayCore

/// The outputs that there are, and where they lie in the global space.
struct OutputLayout {
    private(set) var outputs: [Output] = []

    /// The right and lower edges of an output are no longer part of it; this is the least that clients can be told.
    private static let edge = 1.0 / 256

    /// Where an output comes that says nothing of its place: to the right of all others.
    var freePosition: Point { Point(x: outputs.map(\.area.maxX).max() ?? 0, y: 0) }

    mutating func add(_ output: Output) { outputs.append(output) }
    mutating func remove(_ output: Output) { outputs.removeAll { $0 === output } }
    mutating func removeAll() { outputs = [] }

    func contains(_ output: Output) -> Bool { outputs.contains { $0 === output } }

    /// The output that shows a place, or else the first.
    func output(at point: Point) -> Output? {
        outputs.first { $0.area.contains(point) } ?? outputs.first
    }

    /// The output that is nearest to a place.
    func nearestOutput(to point: Point) -> Output? {
        outputs.min { $0.area.squaredDistance(to: point) < $1.area.squaredDistance(to: point) }
    }

    /// The nearest place that an output shows: a pointer does not leave them. Where it would, it goes on along the edge of
    /// the output that it was on.
    func pointOnOutput(_ point: Point, from old: Point) -> Point {
        for output in outputs where output.area.contains(point) { return point }
        guard let area = output(at: old)?.area else { return point }
        return Self.confine(point, to: area)
    }

    /// The nearest place that any output shows; the place itself where there are none.
    func nearestPoint(to point: Point) -> Point {
        let places = outputs.map { Self.confine(point, to: $0.area) }
        return places.min { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) } ?? point
    }

    private static func confine(_ point: Point, to area: Rectangle) -> Point {
        Point(x: min(max(point.x, area.x), area.maxX - edge), y: min(max(point.y, area.y), area.maxY - edge))
    }
}
