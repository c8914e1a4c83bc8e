// SPDX-License-Identifier: MIT

/// A scale factor for each axis. The two differ only while an icon changes its proportions.
public struct TimelineScale: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public static let one = TimelineScale(1)

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates a scale with the same factor for both axes.
    public init(_ factor: Double) {
        self.init(x: factor, y: factor)
    }

    public static func * (scale: TimelineScale, factor: Double) -> TimelineScale {
        TimelineScale(x: scale.x * factor, y: scale.y * factor)
    }
}
