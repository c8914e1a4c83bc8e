// SPDX-License-Identifier: MIT

/// Whether things may move by themselves (HIG-18).
public enum TimelineMotion: Equatable, Sendable {
    /// Lift, gather, fly back and so on as movements.
    case full
    /// "Reduce motion": each of them is a fade of at most 150 ms, in the place where the image is.
    case reduced
}
