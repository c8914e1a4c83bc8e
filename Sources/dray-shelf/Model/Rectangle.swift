// SPDX-License-Identifier: MIT

/// An upright rectangle in the window, in points.
struct Rectangle: Equatable {
    var origin: Point
    var size: Size

    init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    var maxX: Double { origin.x + size.width }
    var maxY: Double { origin.y + size.height }
    var centre: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

    /// Whether the point lies inside; the left and the upper edge belong to it.
    func contains(_ point: Point) -> Bool {
        point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
    }

    /// Smaller by so much on every side.
    func inset(by margin: Double) -> Rectangle {
        Rectangle(
            x: origin.x + margin, y: origin.y + margin, width: max(size.width - 2 * margin, 0),
            height: max(size.height - 2 * margin, 0))
    }
}
