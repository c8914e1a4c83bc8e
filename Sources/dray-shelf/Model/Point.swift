// SPDX-License-Identifier: MIT

/// A place in the window, in points, y downwards from the top left corner of the surface.
struct Point: Equatable {
    var x: Double
    var y: Double

    static let zero = Point(x: 0, y: 0)

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

    func distance(to other: Point) -> Double {
        let way = other - self
        return (way.x * way.x + way.y * way.y).squareRoot()
    }
}
