// SPDX-License-Identifier: MIT

/// A position in logical pixels ("points"), y downwards.
///
/// The coordinate space is said where a point is used: the compositor's global space, or a surface's own, with the
/// origin at its top left corner.
public struct Point: Hashable, Sendable, BitwiseCopyable {
    public var x: Double
    public var y: Double

    public static let zero = Point(x: 0, y: 0)

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

    /// The corner, towards the upper left, of the point's square in a grid of whole points.
    public var roundedDown: Point { Point(x: x.rounded(.down), y: y.rounded(.down)) }

    /// The square of the distance to another point of the same space: cheaper than the distance, and enough to compare.
    public func squaredDistance(to other: Point) -> Double {
        let offset = self - other
        return offset.x * offset.x + offset.y * offset.y
    }
}
