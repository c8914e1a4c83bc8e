// SPDX-License-Identifier: MIT

public import DrayCore

/// The two flashes of a highlight, or of the drag image where no highlight is shown, before a target is activated by
/// spring loading (HIG-19).
///
/// Nothing moves, so it is the same under "reduce motion". Two flashes in half a second stay below the limit of three
/// per second that is considered safe for people with photosensitive epilepsy.
public struct TimelineFlash: Equatable, Sendable {
    public let start: Instant

    /// The duration in microseconds: a quarter of a second for each flash, so that they can be distinguished.
    public static let duration: UInt64 = Dwell.flashTime
    /// The minimum opacity. It is above 0, since the target remains highlighted.
    public static let weakest = 0.2

    public init(start: Instant) {
        self.start = start
    }

    public func isFinished(at time: Instant) -> Bool {
        time >= start.advanced(byMicroseconds: Self.duration)
    }

    /// The opacity of the highlight: 1 before and after, and `weakest` twice in between.
    public func opacity(at time: Instant) -> Double {
        guard time > start, !isFinished(at: time) else { return 1 }
        let progress = Double(time.microseconds - start.microseconds) / Double(Self.duration)
        let phase = progress < 0.5 ? progress * 2 : progress * 2 - 1
        let dip = TimelineEasing.smooth(1 - abs(2 * phase - 1))
        return TimelineEasing.between(1, Self.weakest, dip)
    }
}
