// SPDX-License-Identifier: MIT

import DrayCore

/// Curves from 0 to 1, and the way between two values along them.
enum TimelineEasing {
    /// Starts fast and comes to rest: for what lets go. Its steepest slope is 3, at the start.
    static func outCubic(_ progress: Double) -> Double {
        let left = 1 - progress
        return 1 - left * left * left
    }

    /// Rests at both ends: for what starts and stops in view. Its steepest slope is 1.5, in the middle.
    static func smooth(_ progress: Double) -> Double {
        progress * progress * (3 - 2 * progress)
    }

    /// To one side, to the other and back: -1 to 1 and 0 at every whole number, made of straight lines with round turns.
    static func swing(_ turns: Double) -> Double {
        let phase = turns - turns.rounded(.down)
        let half = phase < 0.5 ? phase * 2 : 2 - phase * 2
        let bump = 4 * half * (1 - half)
        return phase < 0.5 ? bump : -bump
    }

    /// The part of a course between two of its moments, as a course of its own.
    static func part(_ progress: Double, from start: Double, to end: Double) -> Double {
        min(max((progress - start) / (end - start), 0), 1)
    }

    /// Exactly `start` at 0 and exactly `end` at 1; `start + (end - start) * progress` would not promise the latter.
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
