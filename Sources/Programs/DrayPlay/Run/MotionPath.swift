// SPDX-License-Identifier: MIT

import DrayCore

/// The path of a movement: straight segments, traversed at constant speed.
struct MotionPath {
    private var legs: [(from: Point, to: Point, length: Double)] = []
    private let end: Point

    init(from start: Point, through points: [Point]) {
        var last = start
        for point in points {
            legs.append((last, point, last.squaredDistance(to: point).squareRoot()))
            last = point
        }
        end = last
    }

    /// The point at a distance along the path, in logical pixels, at most its end.
    func point(after distance: Double) -> Point {
        let whole = legs.reduce(0) { $0 + $1.length }
        return point(at: whole > 0 ? distance / whole : 1)
    }

    /// The point at a share of the total length, from 0 to 1.
    func point(at share: Double) -> Point {
        var left = legs.reduce(0) { $0 + $1.length } * min(max(share, 0), 1)
        for leg in legs {
            guard left > leg.length else {
                let part = leg.length > 0 ? left / leg.length : 1
                return Point(
                    x: leg.from.x + (leg.to.x - leg.from.x) * part, y: leg.from.y + (leg.to.y - leg.from.y) * part)
            }
            left -= leg.length
        }
        return end
    }
}
