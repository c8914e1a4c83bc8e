// SPDX-License-Identifier: MIT

import DrayCore

/// The small ring at the drop point that replaces an image while its content is still being transferred (HIG-24). It
/// fills, or spins if the total is unknown. It fades in and out; with "reduce motion" it does not spin (HIG-18).
struct DropProgress {
    private let place: Point
    private let start: Instant
    private var progress: ShownProgress
    private var end: Instant?

    /// The duration of a step, in microseconds; one turn takes 1.5 s.
    private static let turnStep: UInt64 = 1_500_000 / Badge.turnSteps

    init(_ progress: ShownProgress, at place: Point, start: Instant) {
        self.progress = progress
        self.place = place
        self.start = start
    }

    mutating func show(_ progress: ShownProgress) {
        self.progress = progress
        // A ring that was fading out becomes visible again.
        end = nil
    }

    /// The transfer has ended.
    mutating func finish(at time: Instant) {
        if end == nil { end = time }
    }

    func isFinished(at time: Instant) -> Bool {
        end.map { time >= $0.advanced(byMicroseconds: TimelineDuration.progress) } ?? false
    }

    /// The time of the next visible change without an event; nil if there is none.
    func nextChange(after time: Instant, _ motion: TimelineMotion) -> Instant? {
        if end != nil || time < start.advanced(byMicroseconds: TimelineDuration.progress) {
            return Instant(microseconds: 0)
        }
        switch (progress, motion) {
        case (.unknown, .full): return start.advanced(byMicroseconds: (turns(at: time) + 1) * Self.turnStep)
        case (.unknown, .reduced), (.stalled, _), (.part, _): return nil
        }
    }

    func layer(at time: Instant, _ style: PresentationStyle, _ store: PictureStore, count: inout Int) -> Layer? {
        let badge: Badge =
            switch progress {
            case .part(let part): .progress(part.isFinite ? min(max(part, 0), 1) : 0)
            case .stalled: .working(0)
            case .unknown:
                switch style.motion {
                case .full: .working(Int(turns(at: time) % Badge.turnSteps))
                case .reduced: .working(0)
                }
            }
        let opacity = opacity(at: time)
        guard opacity > 0, let picture = store.badge(badge.withWholeSteps, style, count: &count) else { return nil }
        return picture.layer(
            FrameState(position: place, opacity: opacity), opacity: 1, deviceScale: style.scale, as: .progress)
    }

    private func turns(at time: Instant) -> UInt64 {
        time > start ? (time.microseconds - start.microseconds) / Self.turnStep : 0
    }

    private func opacity(at time: Instant) -> Double {
        min(part(of: time, since: start), end.map { 1 - part(of: time, since: $0) } ?? 1)
    }

    private func part(of time: Instant, since start: Instant) -> Double {
        guard time > start else { return 0 }
        return min(Double(time.microseconds - start.microseconds) / Double(TimelineDuration.progress), 1)
    }
}
