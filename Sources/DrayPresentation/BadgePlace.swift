// SPDX-License-Identifier: MIT

/// Where the badge is shown.
public enum BadgePlace: Equatable, Sendable {
    /// Below and to the right of the hotspot, clear of an arrow pointer of the usual 24 points.
    case besidePointer
    /// Above and to the left, where a finger or a pen does not cover it.
    case aboveFinger
}
