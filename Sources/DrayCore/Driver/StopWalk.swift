// SPDX-License-Identifier: MIT

// From stop to stop, to the next that would take the content. Nobody tells what a place takes but the place itself, as the
// content comes over it; some clients answer late, and some for the motion before the last.
//
//   state   what happened                                next    what is done
//   ------  -------------------------------------------  ------  ------------------------------------
//   coming  16 ms after the pointer came                 asking  a second motion, beside the first
//   asking  it has said yes, the same for 50 ms          –       arrived
//           no yes within 200 ms, 120 in a window that   coming  the next stop, or nothing takes it; a window of
//           was asked before                                     which no stop takes it is told
//   any     Tab, or Shift and Tab                        coming  the next stop from here, which has not refused yet
//           no word for 0.5 s, later for 3 s             –       that it is looked for a place

/// The way to the next stop that takes the content: a value that is told when to look, and what the places say.
struct StopWalk: Equatable, Sendable {
    private(set) var stops: [DropStop]
    /// Drops as soon as it has arrived: Return came before the answer.
    var dropsOnArrival = false
    /// Where the pointer goes back to if nothing takes the content.
    let origin: Point
    private var state: State
    private var accepts = false
    /// The windows that were asked, and how many of their stops are left.
    private var left: [SurfaceID: Int] = [:]
    private var asked: Set<SurfaceID> = []
    /// Those that were asked as long as it takes, and did not say yes.
    private(set) var refused: Set<DropStop> = []
    /// When somebody who does not see the screen has heard nothing for too long.
    private var silenceEnds: Instant

    enum Effect: Equatable, Sendable {
        case move(Point)
        case arrived(DropStop)
        /// It takes a while.
        case looking
        /// Nothing in this window takes it.
        case refused(SurfaceID)
        /// None does; the pointer goes back.
        case nowhere(Point)
    }

    private enum State: Equatable {
        case coming(until: Instant)
        /// `since`: for how long it has said yes.
        case asking(since: Instant, deadline: Instant)
    }

    // In microseconds.
    static let firstWait: UInt64 = 16_000
    static let steadyTime: UInt64 = 50_000
    /// GTK 3 says its first yes after 50 ms.
    static let patience: UInt64 = 200_000
    /// For a further stop of a window: Firefox takes up to 100 ms, all others less than 20.
    static let laterPatience: UInt64 = 120_000

    /// So long nothing is said at first, and then from one word to the next.
    static let silence: UInt64 = 500_000
    static let laterSilence: UInt64 = 3_000_000

    /// - Parameters:
    ///   - stops: at least one, the next first.
    ///   - since: when the person has pressed the key.
    init(_ stops: [DropStop], from origin: Point, since: Instant, time: Instant) {
        self.stops = stops
        self.origin = origin
        silenceEnds = since.advanced(byMicroseconds: Self.silence)
        state = .coming(until: time.advanced(byMicroseconds: Self.firstWait))
        count()
    }

    /// The person has pressed the key again, and these are to be asked in place of what is left.
    /// - Parameter stops: at least one, the next first.
    mutating func goOn(_ stops: [DropStop], time: Instant) {
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

    /// Something was said.
    mutating func said(at time: Instant) { silenceEnds = time.advanced(byMicroseconds: Self.laterSilence) }

    /// Where it says yes it will have arrived in a moment, and that is said.
    var nextLook: Instant { accepts ? due : min(due, silenceEnds) }

    private var due: Instant {
        switch state {
        case .coming(let time): time
        case .asking(let since, let deadline):
            accepts ? min(since.advanced(byMicroseconds: Self.steadyTime), deadline) : deadline
        }
    }

    /// What a drop would do has changed.
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
            let told: [Effect] = left[stop.surface] == 0 ? [.refused(stop.surface)] : []
            guard let next = stops.first else { return told + [.nowhere(origin)] }
            state = .coming(until: time.advanced(byMicroseconds: Self.firstWait))
            return told + [.move(next.point)]
        }
    }
}
