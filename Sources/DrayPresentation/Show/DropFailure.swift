// SPDX-License-Identifier: MIT

import DrayCore

/// The sign that a drop which had landed has failed: the struck circle at the drop point, which shakes its head and goes
/// (HIG-16, HIG-17). It needs nothing of the client's, who may be the reason.
struct DropFailure {
    private let place: Point
    private let timeline: Timeline

    init(at place: Point, start: Instant, motion: TimelineMotion) {
        self.place = place
        timeline = Timeline(.dropFailed(at: place), start: start, motion: motion)
    }

    func isFinished(at time: Instant) -> Bool { timeline.isFinished(at: time) }

    func layer(at time: Instant, _ style: PresentationStyle, _ store: PictureStore, count: inout Int) -> Layer? {
        let frame = timeline.frame(of: .badge, at: time, anchors: TimelineAnchors(pointer: place, home: place))
        guard frame.opacity > 0, let picture = store.badge(.notPossible, style, count: &count) else { return nil }
        return picture.layer(frame, opacity: 1, deviceScale: style.scale, as: .failure)
    }
}
