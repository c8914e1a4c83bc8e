// SPDX-License-Identifier: MIT

/// Whether animations include motion (HIG-18).
public enum TimelineMotion: Equatable, Sendable {
    /// Lift, gather, fly back and so on move.
    case full
    /// "Reduce motion": each animation is a fade of at most 150 ms, in place.
    case reduced
}
