// SPDX-License-Identifier: MIT

import DrayCore

// The reduced-motion form of each course (HIG-18); `TimelineCourse+Frame` has the full form.

extension TimelineCourse {
    /// Returns the state of a layer under "reduce motion" (HIG-18): nothing moves or changes size; a layer that appears
    /// fades in, and one that disappears fades out in place. `progress` runs from 0 to 1.
    func fade(of layer: TimelineLayer, progress: Double, anchors: TimelineAnchors) -> FrameState {
        switch self {
        case .lift:
            switch layer {
            case .stack, .badge: FrameState(position: anchors.pointer, opacity: progress)
            case .previous, .sheet: .hidden(at: anchors.pointer)
            }
        case .gather:
            // The sheets are at their slots from the start, and fade over to the finished stack.
            switch layer {
            case .stack: FrameState(position: anchors.pointer, opacity: progress)
            case .sheet(let index):
                FrameState(position: anchors.pointer + TimelineFlock.slot(index), opacity: 1 - progress)
            case .badge: FrameState(position: anchors.pointer)
            case .previous: .hidden(at: anchors.pointer)
            }
        case .flyBack(let from), .scatter(let from, _), .evaporate(let from), .land(let from, _), .fanOut(let from, _):
            switch layer {
            case .stack:
                FrameState(position: from.position, scale: from.scale, opacity: from.opacity * (1 - progress))
            case .badge: .leavingBadge(progress, from)
            case .previous, .sheet: .hidden(at: from.position)
            }
        case .crossFade:
            switch layer {
            case .stack: FrameState(position: anchors.pointer, opacity: progress)
            case .previous: FrameState(position: anchors.pointer, opacity: 1 - progress)
            case .badge: FrameState(position: anchors.pointer)
            case .sheet: .hidden(at: anchors.pointer)
            }
        case .dropFailed(let place):
            switch layer {
            case .badge: FrameState(position: place, opacity: Self.failureOpacity(progress))
            case .stack, .previous, .sheet: .hidden(at: place)
            }
        }
    }
}

extension FrameState {
    /// A layer that a course does not show.
    static func hidden(at position: Point) -> FrameState {
        FrameState(position: position, opacity: 0)
    }

    /// The badge after the end of a drag. It no longer applies, so it fades before the image.
    static func leavingBadge(_ progress: Double, _ from: FrameState) -> FrameState {
        let left = 1 - TimelineEasing.part(progress, from: 0, to: 0.4)
        return FrameState(position: from.position, opacity: from.opacity * left)
    }
}
