// SPDX-License-Identifier: MIT

// The way along the stops of Tab to the next one that accepts the content. Only the target itself can tell whether it
// accepts, and only while the content is over it; some clients answer late, and some for the motion before the last.
//
//   state   event                                        next    effect
//   ------  -------------------------------------------  ------  ------------------------------------
//   coming  16 ms after the pointer arrived              asking  a second motion, beside the first
//   asking  accepted, unchanged for 50 ms                –       arrived
//           not accepted within 200 ms, or 120 ms in a   coming  the next stop, or nothing accepts; a window
//           window that was asked before                         without an accepting stop is announced
//   any     Tab, or Shift and Tab                        coming  the next stop from here that has not refused
//           no announcement for 0.5 s, later for 3 s     –       announce the search

/// Moves the content to the next stop that accepts it. A value type that receives the targets' answers, and is checked
/// at ``nextLook``.
struct TabTraversal: Equatable, Sendable {
    private(set) var stops: [DropCandidate]
    /// Whether to drop on arrival: Return was pressed before the answer.
    var dropsOnArrival = false
    /// The position that the pointer returns to if nothing accepts the content.
    let origin: Point
    private var state: State
    private var accepts = false
    /// The number of remaining stops by window.
    private var left: [SurfaceID: Int] = [:]
    private var asked: Set<SurfaceID> = []
    /// The stops that have not accepted within their timeout.
    private(set) var refused: Set<DropCandidate> = []
    /// The deadline for the next progress announcement, for users who cannot see the screen.
    private var silenceEnds: Instant

    enum Effect: Equatable, Sendable {
        case move(Point)
        case arrived(DropCandidate)
        /// The search takes a while.
        case looking
        /// Nothing in this window accepts the content.
        case refused(SurfaceID)
        /// No stop accepts the content; the pointer returns to this position.
        case nowhere(Point)
    }

    private enum State: Equatable {
        case coming(until: Instant)
        /// `since`: the beginning of the current answer.
        case asking(since: Instant, deadline: Instant)
    }

    // Times in microseconds.
    static let firstWait: UInt64 = 16_000
    static let steadyTime: UInt64 = 50_000
    /// The timeout for the first stop of a window. GTK 3 accepts after 50 ms.
    static let patience: UInt64 = 200_000
    /// The timeout for a further stop of a window. Firefox takes up to 100 ms, all others less than 20.
    static let laterPatience: UInt64 = 120_000

    /// The delay before the first progress announcement, and between later ones.
    static let silence: UInt64 = 500_000
    static let laterSilence: UInt64 = 3_000_000

    /// - Parameters:
    ///   - stops: The stops, at least one, the next one first.
    ///   - since: The time of the key press.
    init(_ stops: [DropCandidate], from origin: Point, since: Instant, time: Instant) {
        self.stops = stops
        self.origin = origin
        silenceEnds = since.advanced(byMicroseconds: Self.silence)
        state = .coming(until: time.advanced(byMicroseconds: Self.firstWait))
        count()
    }

    /// Replaces the remaining stops after another key press.
    /// - Parameter stops: The stops, at least one, the next one first.
    mutating func goOn(_ stops: [DropCandidate], time: Instant) {
        self.stops = stops
        dropsOnArrival = false
        accepts = false
        state = .coming(until: time.advanced(byMicroseconds: Self.firstWait))
        count()
    }

    private mutating func count() {
        left = [:]
        for stop in stops { left[stop.surface, default: 0] += 1 }
    }

    /// Records that an announcement was made.
    mutating func said(at time: Instant) { silenceEnds = time.advanced(byMicroseconds: Self.laterSilence) }

    /// No progress announcement while a stop accepts: its arrival will be announced in a moment.
    var nextLook: Instant { accepts ? due : min(due, silenceEnds) }

    private var due: Instant {
        switch state {
        case .coming(let time): time
        case .asking(let since, let deadline):
            accepts ? min(since.advanced(byMicroseconds: Self.steadyTime), deadline) : deadline
        }
    }

    /// Handles a change of the outcome of a drop.
    mutating func answered(_ isYes: Bool, at time: Instant) {
        guard isYes != accepts else { return }
        accepts = isYes
        switch state {
        case .coming: break
        case .asking(_, let deadline): state = .asking(since: time, deadline: deadline)
        }
    }

    mutating func look(at time: Instant) -> [Effect] {
        guard time >= due else { return time >= nextLook ? [.looking] : [] }
        guard let stop = stops.first else { return [] }
        switch state {
        case .coming:
            let patience = asked.insert(stop.surface).inserted ? Self.patience : Self.laterPatience
            state = .asking(since: time, deadline: time.advanced(byMicroseconds: patience))
            return [.move(stop.point + Point(x: 1, y: 0))]
        case .asking:
            if accepts { return [.arrived(stop)] }
            stops.removeFirst()
            refused.insert(stop)
            left[stop.surface, default: 1] -= 1
            let announced: [Effect] = left[stop.surface] == 0 ? [.refused(stop.surface)] : []
            guard let next = stops.first else { return announced + [.nowhere(origin)] }
            state = .coming(until: time.advanced(byMicroseconds: Self.firstWait))
            return announced + [.move(next.point)]
        }
    }
}
