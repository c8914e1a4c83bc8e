// SPDX-License-Identifier: MIT

public import DrayCore

/// The two flashes of a highlight, or of the drag image where no highlight is shown, that say that something is about
/// to be activated by spring loading (HIG-19).
///
/// Nothing moves in it, so it is the same under "reduce motion"; and two flashes in half a second stay below the three
/// a second that are thought safe for people with photosensitive epilepsy.
public struct TimelineFlash: Equatable, Sendable {
    public let start: Instant

    /// In microseconds: a quarter of a second each, so that the two are counted without an effort.
    public static let duration: UInt64 = Dwell.flashTime
    /// The opacity at the weakest: never gone, since the target is still the target.
    public static let weakest = 0.2

    public init(start: Instant) {
        self.start = start
    }

    public func isFinished(at time: Instant) -> Bool {
        time >= start.advanced(byMicroseconds: Self.duration)
    }

    /// The highlight's opacity: 1 before and after, and `weakest` twice in between.
    public func opacity(at time: Instant) -> Double {
        guard time > start, !isFinished(at: time) else { return 1 }
        let progress = Double(time.microseconds - start.microseconds) / Double(Self.duration)
        let phase = progress < 0.5 ? progress * 2 : progress * 2 - 1
        let dip = TimelineEasing.smooth(1 - abs(2 * phase - 1))
        return TimelineEasing.between(1, Self.weakest, dip)
    }
}
