// SPDX-License-Identifier: MIT

/// How long each course takes, in microseconds.
public enum TimelineDuration {
    /// Short, since the hand is already moving: the image must have its full strength before it has gone far (HIG-11).
    public static let lift: UInt64 = 150_000
    /// Long enough for the eye to follow a few sheets into the stack and see that none is missing (HIG-08).
    public static let gather: UInt64 = 300_000
    /// Half a second over any distance: the eye must be able to follow the image to the place it came from (HIG-16).
    public static let flyBack: UInt64 = 500_000
    /// There is nowhere to look afterwards, so it is shorter than a fly back.
    public static let evaporate: UInt64 = 300_000
    /// The eye is at the drop point already and waits for the result.
    public static let land: UInt64 = 200_000
    /// As the gathering, which it undoes.
    public static let fanOut: UInt64 = 300_000
    /// Fast enough that a preview answers its target at once, slow enough that it does not jump (HIG-12).
    public static let crossFade: UInt64 = 180_000
    /// Time to look back at the drop point, and to see what is there.
    public static let dropFailed: UInt64 = 900_000
    /// The ring of a transfer comes and goes as quietly as it can.
    public static let progress: UInt64 = 150_000
    /// The longest fade that "reduce motion" allows (HIG-18).
    public static let reducedMotion: UInt64 = 150_000
}
