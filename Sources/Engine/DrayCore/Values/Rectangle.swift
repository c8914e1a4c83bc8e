// SPDX-License-Identifier: MIT

/// A rectangle in points. The coordinate space is documented where it is used.
public struct Rectangle: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public static let zero = Rectangle(x: 0, y: 0, width: 0, height: 0)

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    public var origin: Point { Point(x: x, y: y) }
    public var size: Size { Size(width: width, height: height) }
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }

    public var isEmpty: Bool { size.isEmpty }

    /// Whether the rectangle contains a point. The left and top edges are inside, the right and bottom edges outside.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.y >= y && point.x < maxX && point.y < maxY
    }

    /// Whether the rectangles share an area.
    public func overlaps(_ other: Rectangle) -> Bool {
        !isEmpty && !other.isEmpty && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// Whether the rectangle contains all of `other`.
    public func contains(_ other: Rectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Returns the squared distance from a point to the nearest point inside; 0 for a point inside.
    public func squaredDistance(to point: Point) -> Double {
        let nearest = Point(x: min(max(point.x, x), maxX), y: min(max(point.y, y), maxY))
        return nearest.squaredDistance(to: point)
    }

    /// Returns the common area of two rectangles, empty if there is none.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the rectangle moved by this offset.
    public func offset(by offset: Point) -> Rectangle {
        Rectangle(x: x + offset.x, y: y + offset.y, width: width, height: height)
    }

    /// Returns the smallest rectangle that contains both. Empty rectangles are ignored.
    public func union(_ other: Rectangle) -> Rectangle {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rectangle(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the rectangle with a margin added on each side; a negative margin shrinks it.
    public func outset(by margin: Double) -> Rectangle {
        Rectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// Returns the smallest rectangle with whole coordinates that contains this one.
    public func roundedOut() -> Rectangle {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        return Rectangle(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }
}
