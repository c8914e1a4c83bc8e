// SPDX-License-Identifier: MIT

import DrayCore

/// Easing curves from 0 to 1, and interpolation along them.
enum TimelineEasing {
    /// Starts fast and decelerates, for an image that is released. The maximum slope is 3, at the start.
    static func outCubic(_ progress: Double) -> Double {
        let left = 1 - progress
        return 1 - left * left * left
    }

    /// Eases in and out, for a movement that starts and stops in view. The maximum slope is 1.5, in the middle.
    static func smooth(_ progress: Double) -> Double {
        progress * progress * (3 - 2 * progress)
    }

    /// An oscillation between -1 and 1 of period 1 that is 0 at every whole number, composed of parabolas.
    static func swing(_ turns: Double) -> Double {
        let phase = turns - turns.rounded(.down)
        let half = phase < 0.5 ? phase * 2 : 2 - phase * 2
        let bump = 4 * half * (1 - half)
        return phase < 0.5 ? bump : -bump
    }

    /// Maps the part of a course from `start` to `end` to 0...1.
    static func part(_ progress: Double, from start: Double, to end: Double) -> Double {
        min(max((progress - start) / (end - start), 0), 1)
    }

    /// Interpolates so that the result is exactly `start` at 0 and exactly `end` at 1; `start + (end - start) *
    /// progress` does not guarantee the latter.
    static func between(_ start: Double, _ end: Double, _ progress: Double) -> Double {
        start * (1 - progress) + end * progress
    }

    static func between(_ start: Point, _ end: Point, _ progress: Double) -> Point {
        Point(x: between(start.x, end.x, progress), y: between(start.y, end.y, progress))
    }

    static func between(_ start: TimelineScale, _ end: TimelineScale, _ progress: Double) -> TimelineScale {
        TimelineScale(x: between(start.x, end.x, progress), y: between(start.y, end.y, progress))
    }
}
