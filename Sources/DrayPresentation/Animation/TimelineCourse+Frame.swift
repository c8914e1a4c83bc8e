// SPDX-License-Identifier: MIT

import DrayCore

// What every course looks like, layer by layer, as a function of its progress alone: no clock, and nothing that was
// shown before.

extension TimelineCourse {
    /// How much smaller an image is at the start of its lift.
    static let liftScale = 0.92
    /// How much an image has grown when it has evaporated.
    static let evaporateScale = 1.4
    /// How small an image is when it has landed: a speck, since nothing at all would have no place.
    static let landScale = 0.15
    /// The part of a fly back after which the image dissolves. By then 99 % of the way lies behind it, so it dissolves
    /// into the original instead of beside it.
    static let flyBackDissolve = 0.8

    /// The moving form of a layer; `progress` runs from 0 to 1.
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
            // Three times to and fro, less each time: as a head is shaken.
            let shaken = TimelineEasing.part(progress, from: 0.1, to: 0.6)
            let swing = Self.failureSwing * (1 - shaken) * TimelineEasing.swing(3 * shaken)
            return FrameState(position: place + Point(x: swing, y: 0), opacity: Self.failureOpacity(progress))
        case .stack, .previous, .sheet:
            return .hidden(at: place)
        }
    }

    /// How far the sign of a failure swings to either side, in points.
    static let failureSwing = 6.0

    /// There at once, gone slowly.
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
        // At the end the sheets give way to the finished picture, in which they do not shine through each other.
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
        // The stack comes apart at once: nearly half of the way lies behind it by then.
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
            // Each sheet leaves a little after the one in front of it, and all arrive before the end.
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
        // The new picture is nearly there before the old one goes: two halves would let the background shine through.
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
