// SPDX-License-Identifier: MIT

public import DrayCore

/// A rectangle in points. The coordinate space is said where one is used.
public struct LayerBounds: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public static let empty = LayerBounds(x: 0, y: 0, width: 0, height: 0)

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var isEmpty: Bool { !(width > 0 && height > 0) }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var origin: Point { Point(x: x, y: y) }

    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.y >= y && point.x < maxX && point.y < maxY
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    public func union(_ other: LayerBounds) -> LayerBounds {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return LayerBounds(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The same rectangle with a margin on each side; a negative one makes it smaller.
    public func outset(by margin: Double) -> LayerBounds {
        LayerBounds(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// What both cover; empty where they do not meet.
    public func intersection(_ other: LayerBounds) -> LayerBounds {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return LayerBounds(
            x: left, y: top, width: max(min(maxX, other.maxX) - left, 0), height: max(min(maxY, other.maxY) - top, 0))
    }

    func overlaps(_ other: LayerBounds) -> Bool {
        !isEmpty && !other.isEmpty && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// The smallest rectangle of whole points around it.
    public func roundedOut() -> LayerBounds {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        return LayerBounds(
            x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }
}
