// SPDX-License-Identifier: MIT

internal import DrayCore

/// The outputs and their positions in global coordinates.
struct OutputLayout {
    private(set) var outputs: [Output] = []

    /// The distance of the last position inside an output from its right and lower edges, which do not belong to it:
    /// the smallest value of `wl_fixed`.
    private static let edge = 1.0 / 256

    /// The position of an output without a configured one: to the right of all others.
    var freePosition: Point { Point(x: outputs.map(\.area.maxX).max() ?? 0, y: 0) }

    mutating func add(_ output: Output) { outputs.append(output) }
    mutating func remove(_ output: Output) { outputs.removeAll { $0 === output } }
    mutating func removeAll() { outputs = [] }

    func contains(_ output: Output) -> Bool { outputs.contains { $0 === output } }

    /// The output that contains a point, or else the first.
    func output(at point: Point) -> Output? {
        outputs.first { $0.area.contains(point) } ?? outputs.first
    }

    /// The output that is nearest to a point.
    func nearestOutput(to point: Point) -> Output? {
        outputs.min { $0.area.squaredDistance(to: point) < $1.area.squaredDistance(to: point) }
    }

    /// The nearest position on an output, to which pointers are limited. A pointer that would leave all outputs moves
    /// along the edge of its output.
    func pointOnOutput(_ point: Point, from old: Point) -> Point {
        for output in outputs where output.area.contains(point) { return point }
        guard let area = output(at: old)?.area else { return point }
        return Self.confine(point, to: area)
    }

    /// The nearest position on any output; the point itself if there is none.
    func nearestPoint(to point: Point) -> Point {
        let places = outputs.map { Self.confine(point, to: $0.area) }
        return places.min { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) } ?? point
    }

    private static func confine(_ point: Point, to area: Rectangle) -> Point {
        Point(x: min(max(point.x, area.x), area.maxX - edge), y: min(max(point.y, area.y), area.maxY - edge))
    }
}
