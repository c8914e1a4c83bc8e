// SPDX-License-Identifier: MIT

/// A position in surface coordinates, in points.
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

/// A width and a height in points.
struct Size: Equatable {
    var width: Double
    var height: Double
}

/// An axis-aligned rectangle in surface coordinates, in points.
struct Rectangle: Equatable {
    var origin: Point
    var size: Size

    init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    var maxX: Double { origin.x + size.width }
    var maxY: Double { origin.y + size.height }
    var centre: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

    /// Whether the point is inside; the left and upper edges are included.
    func contains(_ point: Point) -> Bool {
        point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
    }

    /// The rectangle reduced by a margin on every side.
    func inset(by margin: Double) -> Rectangle {
        Rectangle(
            x: origin.x + margin, y: origin.y + margin, width: max(size.width - 2 * margin, 0),
            height: max(size.height - 2 * margin, 0))
    }
}
