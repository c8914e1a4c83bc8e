// SPDX-License-Identifier: MIT

/// A position in logical pixels ("points"); y increases downwards.
///
/// The coordinate space is documented where a point is used: the compositor's global space, or surface-local
/// coordinates with the origin at the top left corner.
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

    /// The point rounded down to whole coordinates.
    public var roundedDown: Point { Point(x: x.rounded(.down), y: y.rounded(.down)) }

    /// Returns the squared distance to another point of the same space. Cheaper than the distance, and sufficient for
    /// comparisons.
    public func squaredDistance(to other: Point) -> Double {
        let offset = self - other
        return offset.x * offset.x + offset.y * offset.y
    }
}
