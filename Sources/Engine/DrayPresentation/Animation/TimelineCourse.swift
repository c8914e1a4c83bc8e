// SPDX-License-Identifier: MIT

public import DrayCore

/// The kind of an animation. Positions are those of the image's hotspot, in the compositor's global space.
public enum TimelineCourse: Equatable, Sendable {
    /// The image appears, grows to its size and follows the pointer (HIG-11).
    case lift
    /// The sheets of a flock move from the positions of their items into the stack under the pointer (HIG-08). A sheet
    /// without an origin is in the stack from the start.
    case gather(origins: [Point?])
    /// The image returns to the current home point (HIG-16). `from` is the last state shown.
    case flyBack(from: FrameState)
    /// The items leave the stack and return to their own positions (HIG-16). `ways` are the offsets from the home
    /// point, one for each sheet, so that they follow an origin that moves. `from` is the last state shown.
    case scatter(from: FrameState, ways: [Point])
    /// The image grows and fades, since there is no position to return to (HIG-16). `from` is the last state shown.
    case evaporate(from: FrameState)
    /// The image shrinks into the drop point (HIG-16). `from` is the last state shown.
    case land(from: FrameState, drop: Point)
    /// The sheets move from the stack to their positions, one after another from the front (HIG-08).
    case fanOut(from: FrameState, places: [Point])
    /// The client's icon has changed: the images cross-fade, and the size changes gradually (HIG-12).
    case crossFade(previous: Size, next: Size)
    /// An accepted drop has failed: a sign appears at the drop point, shakes and fades (HIG-16, HIG-17).
    case dropFailed(at: Point)

    /// The duration with full motion, in microseconds.
    public var fullDuration: UInt64 {
        switch self {
        case .lift: TimelineDuration.lift
        case .gather: TimelineDuration.gather
        case .flyBack, .scatter: TimelineDuration.flyBack
        case .evaporate: TimelineDuration.evaporate
        case .land: TimelineDuration.land
        case .fanOut: TimelineDuration.fanOut
        case .crossFade: TimelineDuration.crossFade
        case .dropFailed: TimelineDuration.dropFailed
        }
    }

    /// The duration under "reduce motion" (HIG-18). The failure sign, which does not travel, keeps its full duration,
    /// so that it can be read.
    public var reducedDuration: UInt64 {
        switch self {
        case .lift, .gather, .flyBack, .scatter, .evaporate, .land, .fanOut, .crossFade:
            min(fullDuration, TimelineDuration.reducedMotion)
        case .dropFailed: fullDuration
        }
    }
}
