// SPDX-License-Identifier: MIT

/// The durations of the courses, in microseconds.
public enum TimelineDuration {
    /// Short, since the pointer is already moving: the image must be fully opaque before it has moved far (HIG-11).
    public static let lift: UInt64 = 150_000
    /// Long enough to follow a few sheets into the stack and see that none is missing (HIG-08).
    public static let gather: UInt64 = 300_000
    /// Half a second over any distance, so that the user can follow the image to its origin (HIG-16).
    public static let flyBack: UInt64 = 500_000
    /// Shorter than a fly back, since there is nothing to follow.
    public static let evaporate: UInt64 = 300_000
    /// Short, since the user looks at the drop point already and waits for the result.
    public static let land: UInt64 = 200_000
    /// Equal to ``gather``, which it reverses.
    public static let fanOut: UInt64 = 300_000
    /// Fast enough for an immediate response to the target, slow enough to avoid a visible jump (HIG-12).
    public static let crossFade: UInt64 = 180_000
    /// Long enough to look back at the drop point and recognize the sign.
    public static let dropFailed: UInt64 = 900_000
    /// The fade of the progress ring.
    public static let progress: UInt64 = 150_000
    /// The longest fade under "reduce motion" (HIG-18).
    public static let reducedMotion: UInt64 = 150_000
}
