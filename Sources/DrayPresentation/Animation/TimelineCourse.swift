// SPDX-License-Identifier: MIT

public import DrayCore

/// What happens in a timeline. Positions are those of the image's hotspot, in the compositor's global space.
public enum TimelineCourse: Equatable, Sendable {
    /// The image comes off its place, grows to its size and follows the pointer (HIG-11).
    case lift
    /// The sheets of a flock come from their items' places into the stack under the pointer (HIG-08). A sheet without
    /// an origin is in the stack already and stays with the pointer.
    case gather(origins: [Point?])
    /// The image returns to the home point, wherever that is by then (HIG-16). `from` is what was shown last.
    case flyBack(from: FrameState)
    /// The items return to where each of them came from, out of the stack (HIG-16). `ways` lead there from the home point, one for
    /// each sheet, so that they follow an origin that moves. `from` is what was shown last.
    case scatter(from: FrameState, ways: [Point])
    /// The image grows and fades, since there is no place to return to (HIG-16). `from` is what was shown last.
    case evaporate(from: FrameState)
    /// The image shrinks into the drop point (HIG-16). `from` is what was shown last.
    case land(from: FrameState, drop: Point)
    /// The sheets leave the stack for their places, one after another from the front (HIG-08).
    case fanOut(from: FrameState, places: [Point])
    /// The client's preview has changed: one picture becomes the other, without a jump in size (HIG-12).
    case crossFade(previous: Size, next: Size)
    /// A drop that was taken has failed: a sign appears at the drop point, shakes its head and goes (HIG-16, HIG-17).
    case dropFailed(at: Point)

    /// The length of the course when movement is wanted, in microseconds.
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

    /// The length under "reduce motion" (HIG-18). What has to be read, and does not travel, stays as long as ever.
    public var reducedDuration: UInt64 {
        switch self {
        case .lift, .gather, .flyBack, .scatter, .evaporate, .land, .fanOut, .crossFade:
            min(fullDuration, TimelineDuration.reducedMotion)
        case .dropFailed: fullDuration
        }
    }
}
