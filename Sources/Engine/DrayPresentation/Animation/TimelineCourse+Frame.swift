// SPDX-License-Identifier: MIT

import DrayCore

// The full form of each course, layer by layer, as a pure function of its progress.

extension TimelineCourse {
    /// The scale of an image at the start of its lift.
    static let liftScale = 0.92
    /// The scale of an image that has evaporated.
    static let evaporateScale = 1.4
    /// The scale of an image that has landed; not 0, so that it stays visible until it has faded.
    static let landScale = 0.15
    /// The progress of a fly back at which the image starts to dissolve. It has covered 99 % of the distance by then,
    /// so it dissolves over the original and not next to it.
    static let flyBackDissolve = 0.8

    /// Returns the state of a layer with full motion; `progress` runs from 0 to 1.
    func frame(of layer: TimelineLayer, progress: Double, anchors: TimelineAnchors) -> FrameState {
        switch self {
        case .lift:
            lifted(layer, progress, anchors)
        case .gather(let origins):
            gathered(layer, progress, anchors, origins)
        case .flyBack(let from):
            flownBack(layer, progress, anchors, from)
        case .scatter(let from, let ways):
            scattered(layer, progress, anchors, from, ways)
        case .evaporate(let from):
            evaporated(layer, progress, from)
        case .land(let from, let drop):
            landed(layer, progress, from, drop)
        case .fanOut(let from, let places):
            fannedOut(layer, progress, from, places)
        case .crossFade(let previous, let next):
            crossFaded(layer, progress, anchors, previous, next)
        case .dropFailed(let place):
            failed(layer, progress, place)
        }
    }

    private func failed(_ layer: TimelineLayer, _ progress: Double, _ place: Point) -> FrameState {
        switch layer {
        case .badge:
            // Three swings with decreasing amplitude, like a shaken head.
            let shaken = TimelineEasing.part(progress, from: 0.1, to: 0.6)
            let swing = Self.failureSwing * (1 - shaken) * TimelineEasing.swing(3 * shaken)
            return FrameState(position: place + Point(x: swing, y: 0), opacity: Self.failureOpacity(progress))
        case .stack, .previous, .sheet:
            return .hidden(at: place)
        }
    }

    /// The amplitude of the failure sign's swing, in points.
    static let failureSwing = 6.0

    /// The opacity of the failure sign: a quick fade in, a slow fade out.
    static func failureOpacity(_ progress: Double) -> Double {
        TimelineEasing.smooth(TimelineEasing.part(progress, from: 0, to: 0.1))
            * (1 - TimelineEasing.smooth(TimelineEasing.part(progress, from: 0.6, to: 1)))
    }

    private func lifted(_ layer: TimelineLayer, _ progress: Double, _ anchors: TimelineAnchors) -> FrameState {
        let eased = TimelineEasing.outCubic(progress)
        switch layer {
        case .stack:
            let scale = TimelineEasing.between(Self.liftScale, 1, eased)
            return FrameState(position: anchors.pointer, scale: TimelineScale(scale), opacity: eased)
        case .badge:
            return FrameState(position: anchors.pointer, opacity: eased)
        case .previous, .sheet:
            return .hidden(at: anchors.pointer)
        }
    }

    private func gathered(
        _ layer: TimelineLayer, _ progress: Double, _ anchors: TimelineAnchors, _ origins: [Point?]
    ) -> FrameState {
        // At the end the sheets fade over to the finished stack, in which they are not transparent to each other.
        let settled = TimelineEasing.smooth(TimelineEasing.part(progress, from: 0.7, to: 1))
        switch layer {
        case .sheet(let index):
            guard origins.indices.contains(index) else { return .hidden(at: anchors.pointer) }
            let eased = TimelineEasing.outCubic(TimelineEasing.part(progress, from: 0, to: 0.85))
            let slot = anchors.pointer + TimelineFlock.slot(index)
            let position = origins[index].map { TimelineEasing.between($0, slot, eased) } ?? slot
            return FrameState(position: position, opacity: 1 - settled)
        case .stack:
            return FrameState(position: anchors.pointer, opacity: settled)
        case .badge:
            return FrameState(position: anchors.pointer)
        case .previous:
            return .hidden(at: anchors.pointer)
        }
    }

    private func flownBack(
        _ layer: TimelineLayer, _ progress: Double, _ anchors: TimelineAnchors, _ from: FrameState
    ) -> FrameState {
        let eased = TimelineEasing.outCubic(progress)
        let position = TimelineEasing.between(from.position, anchors.home, eased)
        switch layer {
        case .stack:
            let dissolved = TimelineEasing.smooth(TimelineEasing.part(progress, from: Self.flyBackDissolve, to: 1))
            let scale = TimelineEasing.between(from.scale, .one, eased)
            return FrameState(position: position, scale: scale, opacity: from.opacity * (1 - dissolved))
        case .badge:
            return .leavingBadge(progress, from)
        case .previous, .sheet:
            return .hidden(at: position)
        }
    }

    private func scattered(
        _ layer: TimelineLayer, _ progress: Double, _ anchors: TimelineAnchors, _ from: FrameState, _ ways: [Point]
    ) -> FrameState {
        let eased = TimelineEasing.outCubic(progress)
        let home = TimelineEasing.between(from.position, anchors.home, eased)
        let scale = TimelineEasing.between(from.scale, .one, eased)
        // The stack separates early: the sheets have covered nearly half of the distance by then.
        let loosened = TimelineEasing.smooth(TimelineEasing.part(progress, from: 0, to: 0.2))
        switch layer {
        case .sheet(let index):
            guard ways.indices.contains(index) else { return .hidden(at: home) }
            let slot = from.position + TimelineFlock.slot(index)
            let position = TimelineEasing.between(slot, anchors.home + ways[index], eased)
            let dissolved = TimelineEasing.smooth(TimelineEasing.part(progress, from: Self.flyBackDissolve, to: 1))
            return FrameState(position: position, scale: scale, opacity: from.opacity * loosened * (1 - dissolved))
        case .stack:
            return FrameState(position: home, scale: scale, opacity: from.opacity * (1 - loosened))
        case .badge:
            return .leavingBadge(progress, from)
        case .previous:
            return .hidden(at: home)
        }
    }

    private func evaporated(_ layer: TimelineLayer, _ progress: Double, _ from: FrameState) -> FrameState {
        switch layer {
        case .stack:
            let growth = TimelineEasing.between(1, Self.evaporateScale, TimelineEasing.outCubic(progress))
            let opacity = from.opacity * (1 - TimelineEasing.smooth(progress))
            return FrameState(position: from.position, scale: from.scale * growth, opacity: opacity)
        case .badge:
            return .leavingBadge(progress, from)
        case .previous, .sheet:
            return .hidden(at: from.position)
        }
    }

    private func landed(_ layer: TimelineLayer, _ progress: Double, _ from: FrameState, _ drop: Point) -> FrameState {
        let eased = TimelineEasing.smooth(progress)
        let position = TimelineEasing.between(from.position, drop, eased)
        switch layer {
        case .stack:
            let scale = from.scale * TimelineEasing.between(1, Self.landScale, eased)
            let opacity = from.opacity * (1 - TimelineEasing.smooth(TimelineEasing.part(progress, from: 0.4, to: 1)))
            return FrameState(position: position, scale: scale, opacity: opacity)
        case .badge:
            return .leavingBadge(progress, from)
        case .previous, .sheet:
            return .hidden(at: position)
        }
    }

    private func fannedOut(
        _ layer: TimelineLayer, _ progress: Double, _ from: FrameState, _ places: [Point]
    ) -> FrameState {
        let loosened = TimelineEasing.smooth(TimelineEasing.part(progress, from: 0, to: 0.25))
        switch layer {
        case .sheet(let index):
            guard places.indices.contains(index) else { return .hidden(at: from.position) }
            // The sheets start one after another from the front, and all arrive before the end.
            let start = 0.08 * Double(min(index, TimelineFlock.sheetLimit))
            let eased = TimelineEasing.outCubic(TimelineEasing.part(progress, from: start, to: start + 0.7))
            let slot = from.position + TimelineFlock.slot(index)
            let faded = TimelineEasing.smooth(TimelineEasing.part(progress, from: 0.6, to: 1))
            return FrameState(
                position: TimelineEasing.between(slot, places[index], eased), scale: from.scale,
                opacity: from.opacity * loosened * (1 - faded))
        case .stack:
            return FrameState(position: from.position, scale: from.scale, opacity: from.opacity * (1 - loosened))
        case .badge:
            return .leavingBadge(progress, from)
        case .previous:
            return .hidden(at: from.position)
        }
    }

    private func crossFaded(
        _ layer: TimelineLayer, _ progress: Double, _ anchors: TimelineAnchors, _ previous: Size,
        _ next: Size
    ) -> FrameState {
        // The new image is nearly opaque before the old one fades: at half opacity each, the background would be
        // visible.
        let eased = TimelineEasing.smooth(progress)
        switch layer {
        case .stack:
            return FrameState(
                position: anchors.pointer,
                scale: TimelineEasing.between(next.scale(toMatch: previous), .one, eased),
                opacity: TimelineEasing.smooth(TimelineEasing.part(progress, from: 0, to: 0.7)))
        case .previous:
            return FrameState(
                position: anchors.pointer,
                scale: TimelineEasing.between(.one, previous.scale(toMatch: next), eased),
                opacity: 1 - TimelineEasing.smooth(TimelineEasing.part(progress, from: 0.3, to: 1)))
        case .badge:
            return FrameState(position: anchors.pointer)
        case .sheet:
            return .hidden(at: anchors.pointer)
        }
    }
}
