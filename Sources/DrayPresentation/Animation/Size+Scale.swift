// SPDX-License-Identifier: MIT

public import DrayCore

// Between the sizes of two pictures, where one fades over to the other.

extension Size {
    /// The factors that make something of this size as large as `other`; 1 along an axis where either has no extent.
    public func scale(toMatch other: Size) -> TimelineScale {
        TimelineScale(
            x: width > 0 && other.width > 0 ? other.width / width : 1,
            y: height > 0 && other.height > 0 ? other.height / height : 1)
    }
}
