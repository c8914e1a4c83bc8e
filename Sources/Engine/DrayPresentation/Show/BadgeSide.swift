// SPDX-License-Identifier: MIT

/// The position of the badge.
public enum BadgeSide: Equatable, Sendable {
    /// Below and to the right of the hotspot, clear of an arrow cursor of the usual 24 points.
    case besidePointer
    /// Above and to the right, at the image's corner if that is near, so that a finger or a pen does not cover it.
    case aboveFinger
}
