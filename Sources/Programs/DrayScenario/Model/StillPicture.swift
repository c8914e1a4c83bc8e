// SPDX-License-Identifier: MIT

/// A subject whose appearance must stay unchanged for a while.
package struct StillPicture: Equatable, Sendable {
    package var subject: PictureStep.Subject
    package var duration: Duration
    /// The share of pixels that may still differ, 0 to 1.
    package var tolerance: Double

    package init(subject: PictureStep.Subject = .whole, duration: Duration, tolerance: Double = 0) {
        self.subject = subject
        self.duration = duration
        self.tolerance = tolerance
    }
}

extension StillPicture {
    static let shape = Shape<StillPicture>.scalar(
        Shape<Duration>.duration.map { StillPicture(duration: $0) },
        or: .record { keys in
            let subject = keys.optional(
                "of", "The subject: `whole`, `{window: name}` or `{output: name}`; `whole` if left out.",
                PictureStep.Subject.shape, default: .whole)
            let duration = keys.optional(
                "for", "The duration; 300ms if left out.", .duration, default: .milliseconds(300))
            let tolerance = keys.optional(
                "tolerance", "The share of pixels that may differ; `0%` if left out.", .percentage, default: 0)
            return StillPicture(subject: subject, duration: duration, tolerance: tolerance)
        })
}
