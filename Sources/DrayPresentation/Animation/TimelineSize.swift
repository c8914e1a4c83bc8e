// SPDX-License-Identifier: MIT

/// The size of a drag image in points.
public struct TimelineSize: Equatable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The factors that make something of this size as large as `other`; 1 along an axis where either has no extent.
    public func scale(toMatch other: TimelineSize) -> TimelineScale {
        TimelineScale(
            x: width > 0 && other.width > 0 ? other.width / width : 1,
            y: height > 0 && other.height > 0 ? other.height / height : 1)
    }
}
