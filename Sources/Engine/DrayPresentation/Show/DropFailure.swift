// SPDX-License-Identifier: MIT

import DrayCore

/// The sign for a drop that had landed and has failed: the not-allowed badge at the drop point, which shakes and fades
/// (HIG-16, HIG-17). It uses no content of the client, which may be the cause.
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
