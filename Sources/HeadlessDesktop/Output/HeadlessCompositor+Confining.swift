// SPDX-License-Identifier: MIT

internal import DrayCore

extension HeadlessCompositor {
    /// The nearest place that an output shows: a pointer does not leave them. Where it would, it goes on along the edge of
    /// the output that it was on.
    func pointOnOutput(_ point: Point, from old: Point) -> Point {
        for output in outputs where output.area.contains(point) { return point }
        guard let area = output(at: old)?.area else { return point }
        return Point(
            x: min(max(point.x, area.x), area.maxX - Self.edge), y: min(max(point.y, area.y), area.maxY - Self.edge))
    }

    /// The nearest place that any output shows; the place itself where there are none.
    func nearestPoint(to point: Point) -> Point {
        let places = outputs.map(\.area).map { area in
            Point(
                x: min(max(point.x, area.x), area.maxX - Self.edge),
                y: min(max(point.y, area.y), area.maxY - Self.edge))
        }
        return places.min { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) } ?? point
    }

    /// The right and lower edges of an output are no longer part of it; this is the least that clients can be told.
    private static let edge = 1.0 / 256
}
