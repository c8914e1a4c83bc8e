// SPDX-License-Identifier: MIT

public import DrayCore

/// One course of animation of a drag image, as a value.
///
/// A timeline holds no clock and no state that runs on: what is seen is a pure function of the timeline, the time and
/// two points that may move meanwhile (`TimelineAnchors`). So any number of them may run at once: an image that still
/// flies back does not mind that a new drag has begun.
public struct Timeline: Equatable, Sendable {
    public let course: TimelineCourse
    /// When the course began, on the compositor's clock.
    public let start: Instant
    public let motion: TimelineMotion

    public init(_ course: TimelineCourse, start: Instant, motion: TimelineMotion = .full) {
        self.course = course
        self.start = start
        self.motion = motion
    }

    /// How long the course takes, in microseconds.
    public var duration: UInt64 {
        switch motion {
        case .full: course.fullDuration
        case .reduced: course.reducedDuration
        }
    }

    /// Whether the course has come to its end; every later frame is the same as the one at the end.
    public func isFinished(at time: Instant) -> Bool {
        time >= start.advanced(byMicroseconds: duration)
    }

    /// How far the course is, from 0 at its start (and before) to exactly 1 at its end (and after).
    public func progress(at time: Instant) -> Double {
        guard time > start else { return 0 }
        let elapsed = time.microseconds - start.microseconds
        guard elapsed < duration else { return 1 }
        return Double(elapsed) / Double(duration)
    }

    /// What is seen of one layer at a time.
    ///
    /// Layers that the course does not show have opacity 0. `anchors` are the pointer and the home point as they are
    /// at `time`: a fly back follows its origin when that moves (HIG-16).
    public func frame(of layer: TimelineLayer, at time: Instant, anchors: TimelineAnchors) -> FrameState {
        let progress = progress(at: time)
        switch motion {
        case .full: return course.frame(of: layer, progress: progress, anchors: anchors)
        case .reduced: return course.fade(of: layer, progress: progress, anchors: anchors)
        }
    }
}
