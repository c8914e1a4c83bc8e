// SPDX-License-Identifier: MIT

public import DrayCore

// The scale between two images that cross-fade.

extension Size {
    /// The factors that scale this size to `other`; 1 along an axis on which either has no extent.
    public func scale(toMatch other: Size) -> TimelineScale {
        TimelineScale(
            x: width > 0 && other.width > 0 ? other.width / width : 1,
            y: height > 0 && other.height > 0 ? other.height / height : 1)
    }
}
