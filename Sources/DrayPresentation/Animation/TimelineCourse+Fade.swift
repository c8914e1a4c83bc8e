// SPDX-License-Identifier: MIT

import DrayCore

// What every course looks like without movement (HIG-18); its twin with movement is `TimelineCourse+Frame`.

extension TimelineCourse {
    /// The form of a layer under "reduce motion" (HIG-18): nothing travels, grows or shrinks; what comes fades in, what
    /// goes fades out where it is. `progress` runs from 0 to 1.
    func fade(of layer: TimelineLayer, progress: Double, anchors: TimelineAnchors) -> FrameState {
        switch self {
        case .lift:
            switch layer {
            case .stack, .badge: FrameState(position: anchors.pointer, opacity: progress)
            case .previous, .sheet: .hidden(at: anchors.pointer)
            }
        case .gather:
            // The sheets are in their places at once, and give way to the finished picture.
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

    /// The badge after the end of a drag: it told what would happen, and that question is over, so it goes first.
    static func leavingBadge(_ progress: Double, _ from: FrameState) -> FrameState {
        let left = 1 - TimelineEasing.part(progress, from: 0, to: 0.4)
        return FrameState(position: from.position, opacity: from.opacity * left)
    }
}
