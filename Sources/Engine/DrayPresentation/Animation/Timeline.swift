// SPDX-License-Identifier: MIT

public import DrayCore

/// An animation of a drag image, as a value.
///
/// A timeline has no clock and no mutable state: a frame is a pure function of the timeline, the time and two points
/// that can move meanwhile (`TimelineAnchors`). Any number of timelines can run at once, for example an image that
/// still flies back while the next drag has begun.
public struct Timeline: Equatable, Sendable {
    public let course: TimelineCourse
    /// The start of the animation, on the compositor's clock.
    public let start: Instant
    public let motion: TimelineMotion

    public init(_ course: TimelineCourse, start: Instant, motion: TimelineMotion = .full) {
        self.course = course
        self.start = start
        self.motion = motion
    }

    /// The duration in microseconds.
    public var duration: UInt64 {
        switch motion {
        case .full: course.fullDuration
        case .reduced: course.reducedDuration
        }
    }

    /// Whether the animation has ended. All later frames equal the last one.
    public func isFinished(at time: Instant) -> Bool {
        time >= start.advanced(byMicroseconds: duration)
    }

    /// The progress, from 0 at the start (and before) to exactly 1 at the end (and after).
    public func progress(at time: Instant) -> Double {
        guard time > start else { return 0 }
        let elapsed = time.microseconds - start.microseconds
        guard elapsed < duration else { return 1 }
        return Double(elapsed) / Double(duration)
    }

    /// Returns the state of one layer at a time.
    ///
    /// Layers that the course does not show have opacity 0. `anchors` are the pointer and the home point at `time`: a
    /// fly back follows its origin when that moves (HIG-16).
    public func frame(of layer: TimelineLayer, at time: Instant, anchors: TimelineAnchors) -> FrameState {
        let progress = progress(at: time)
        switch motion {
        case .full: return course.frame(of: layer, progress: progress, anchors: anchors)
        case .reduced: return course.fade(of: layer, progress: progress, anchors: anchors)
        }
    }
}
