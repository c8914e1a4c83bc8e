// SPDX-License-Identifier: MIT

// What a finger lets go of over a refusal, close to a place that takes it (HIG-34). No protocol says where such places are
// inside a window, so the window is asked, as by motions that come there: a few places, and not for long.
//
//   state    what happened                                      next     what is done
//   -------  -------------------------------------------------  -------  ----------------------------------------------
//   looking  it is known what has a name around, or 100 ms are  coming   a motion beside the first place: what has a name
//            over, in which windows are drawn as well                    goes before what lies around in a square
//            the same, and there is no place                    over     given up
//   coming   16 ms after the first motion beside the place      asking   a second, to the place itself: some clients
//                                                                        answer for the motion before the last
//            the same, the content came into a window with      firm     the same; what it has said is for itself, and many
//            that motion, and it has said yes                            say it once
//   asking   the client answers the second: it takes it         firm     –
//            no such answer for 50 ms since the first motion    coming   a motion beside the next place
//            the same, and there is no further place            over     given up
//   firm     the client answers: it does not take it            asking   –
//            that has stood for 16 ms; and, where another       over     dropped there
//            place of the window was asked before, which may
//            be what it answers late, until the 50 ms are over
//   all but  400 ms are over                                    over     given up
//   over
//
// What ends a drag ends this with it: whoever has the value lets go of it.

/// Asks what lies around a near miss of a finger: a value with one event a call, which is told when to look.
///
/// Every place gets its motions before a drop, so a client that is dropped on was told exactly there. An answer names no
/// motion: one that comes later than a place has time for counts for the next, unless that takes it back in its own time.
public struct NearMiss: Equatable, Sendable {
    /// Where the content was let go of. Global, in points.
    public let origin: Point
    /// Those that are left, the one that is asked first.
    private var places: [Spot]
    private let end: Instant
    private let awaited: Awaited
    /// What the content is over.
    private var window: SurfaceID?
    /// How the content came to the place that is asked.
    private var step = Step.first
    /// What a window has said of the motion by which the content came into it.
    private var hasTaken = false
    private var state: State

    /// Somewhere that can be asked.
    public struct Spot: Equatable, Sendable {
        /// Global, in points.
        public let point: Point
        /// What is there.
        public let window: SurfaceID

        public init(_ point: Point, in window: SurfaceID) {
            self.point = point
            self.window = window
        }
    }

    /// What is yet to be found out before anybody is asked.
    public enum Awaited: Hashable, Sendable {
        case nothing
        /// What has a name around.
        case names
        /// Where windows are.
        case windows
    }

    public enum Effect: Hashable, Sendable {
        /// The content is here. Global, in points.
        case move(Point)
        /// It is dropped where it is: there it is taken.
        case drop
        /// Nothing around takes it; the content is where it was let go of.
        case giveUp
    }

    private enum State: Equatable, Sendable {
        case looking(until: Instant)
        case coming(until: Instant, deadline: Instant)
        case asking(deadline: Instant)
        case firm(until: Instant, deadline: Instant)
        case over
    }

    private enum Step: Equatable, Sendable {
        /// No other place of what the content was over had been asked.
        case first
        /// Out of another window, or from the outside.
        case into
        /// From another place that was asked, in the same window.
        case within
    }

    /// How far a place is at most: half of what a finger needs, in points.
    public static let reach = ZoneMap.fingerExtent / 2
    /// How many places are asked at most.
    public static let placeLimit = 8
    /// For all of it, in microseconds, as all of these: a person waits no longer for what a release leads to.
    public static let patience: UInt64 = 400_000
    /// For one place. GTK 3 says its first yes after 50 ms; it has said something by now.
    static let placeTime: UInt64 = 50_000
    static let firstWait: UInt64 = 16_000
    static let steadyTime: UInt64 = 16_000
    /// So long the application has to say what is around, where it says that to assistive technology: it has more to answer, and
    /// what it says saves most of that.
    public static let namePatience: UInt64 = 100_000
    /// Of those with a name. Some squares are asked all the same.
    static let nameLimit = 4
    /// From one to the next in a square of nine with the finger in its middle: none that takes content and is as large as
    /// this slips through, and the corners are within reach. In points.
    static let spacing = 15.0

    /// The places around a point, in the order in which they are asked: the nearest first, and above before below, since a
    /// finger comes down lower than the person aims.
    public static func places(around point: Point) -> [Point] {
        let steps: [(Double, Double)] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
        return steps.map { point + Point(x: $0.0 * spacing, y: $0.1 * spacing) }
    }

    /// - Parameters:
    ///   - point: where the content was let go of. Global.
    ///   - window: what it is over there; nil for nothing.
    ///   - places: where somebody may take it, the first that is asked first.
    ///   - awaited: what somebody finds out meanwhile, and says by ``found(_:at:)``.
    /// - Returns: nil if there is nothing to ask; else with what is to be done first, if that is not to wait.
    public static func begin(
        at point: Point, over window: SurfaceID?, places: [Spot], awaiting awaited: Awaited = .nothing, time: Instant
    ) -> (nearMiss: NearMiss, effect: Effect?)? {
        var nearMiss = NearMiss(at: point, window, Array(places.prefix(placeLimit)), awaited, time: time)
        switch awaited {
        case .names, .windows: return (nearMiss, nil)
        case .nothing:
            guard !places.isEmpty, let effect = nearMiss.found([], at: time) else { return nil }
            return (nearMiss, effect)
        }
    }

    private init(at point: Point, _ window: SurfaceID?, _ places: [Spot], _ awaited: Awaited, time: Instant) {
        origin = point
        self.window = window
        self.places = places
        self.awaited = awaited
        end = time.advanced(byMicroseconds: Self.patience)
        state = .looking(until: time.advanced(byMicroseconds: Self.namePatience))
    }

    /// What is there to be asked as well, and first: what has a name around, the nearest first, or the windows. Later than that
    /// it is known to be too late.
    public mutating func found(_ first: [Spot], at time: Instant) -> Effect? {
        guard case .looking = state else { return nil }
        let first = first.prefix(awaited == .names ? Self.nameLimit : Self.placeLimit)
        let others = places.filter { place in !first.contains { $0.isNear(place) } }
        places = Array((first + others).prefix(Self.placeLimit))
        return come(at: time)
    }

    public var isOver: Bool { state == .over }

    /// Whether it is yet to be known which windows lie around.
    public var awaitsWindows: Bool { if case .looking = state { awaited == .windows } else { false } }

    /// When to look next; nil once it is over.
    public var nextLook: Instant? {
        switch state {
        case .looking(let until): min(until, end)
        case .coming(let until, _): min(until, end)
        case .asking(let deadline): min(deadline, end)
        case .firm(let until, _): min(until, end)
        case .over: nil
        }
    }

    /// The client has said something of the content, be it the same as before.
    /// - Parameter isTaken: whether a drop would be taken now.
    public mutating func answered(_ isTaken: Bool, at time: Instant) {
        switch (state, isTaken) {
        case (.asking(let deadline), true): state = firm(since: time, deadline: deadline)
        case (.firm(_, let deadline), false): state = .asking(deadline: deadline)
        case (.coming, _) where step == .into: hasTaken = isTaken
        // What comes before the second motion is for the place before, or may be.
        case (.looking, _), (.coming, _), (.asking, false), (.firm, true), (.over, _): break
        }
    }

    /// Time has gone on. One step at a look, so that a late one leaves no client without its time.
    public mutating func look(at time: Instant) -> Effect? {
        guard let nextLook, time >= nextLook else { return nil }
        switch state {
        case .looking: return found([], at: time)
        case .firm(let until, _) where time >= until:
            state = .over
            return .drop
        case .coming(_, let deadline) where time < end:
            let last = max(deadline, time.advanced(byMicroseconds: Self.firstWait))
            state = hasTaken ? firm(since: time, deadline: last) : .asking(deadline: last)
            hasTaken = false
            return .move(places[0].point)
        case .asking where time < end && places.count > 1:
            places.removeFirst()
            return come(at: time)
        case .coming, .asking, .firm:
            state = .over
            return .giveUp
        case .over:
            return nil
        }
    }

    /// Comes to the next place, if there is one.
    private mutating func come(at time: Instant) -> Effect {
        guard let next = places.first else {
            state = .over
            return .giveUp
        }
        let wasAsked = if case .asking = state { true } else { false }
        step = next.window != window ? .into : wasAsked ? .within : .first
        window = next.window
        state = .coming(
            until: time.advanced(byMicroseconds: Self.firstWait),
            deadline: time.advanced(byMicroseconds: Self.placeTime))
        return .move(beside(next.point))
    }

    /// It takes the content, from now on.
    private func firm(since time: Instant, deadline: Instant) -> State {
        let steady = time.advanced(byMicroseconds: Self.steadyTime)
        switch step {
        case .first, .into: return .firm(until: steady, deadline: deadline)
        case .within: return .firm(until: max(steady, deadline), deadline: deadline)
        }
    }

    /// A point off, towards the finger: still on what the content is over.
    private func beside(_ place: Point) -> Point {
        func step(_ from: Double, _ to: Double) -> Double { from == to ? 0 : from < to ? 1 : -1 }
        return place + Point(x: step(place.x, origin.x), y: step(place.y, origin.y))
    }
}

extension NearMiss.Spot {
    /// Whether who has asked the one need not ask the other.
    package func isNear(_ other: Self) -> Bool {
        let near = 4.0
        return window == other.window && point.squaredDistance(to: other.point) < near * near
    }
}
