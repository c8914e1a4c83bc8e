// SPDX-License-Identifier: MIT

/// Where the badge is shown.
public enum BadgeSide: Equatable, Sendable {
    /// Below and to the right of the hotspot, clear of an arrow pointer of the usual 24 points.
    case besidePointer
    /// Above and to the right, at the image's corner where that is near, so that a finger or a pen does not cover it.
    case aboveFinger
}
