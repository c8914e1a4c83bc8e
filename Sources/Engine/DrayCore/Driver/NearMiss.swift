// SPDX-License-Identifier: MIT

// Touch releases over a refusal, close to a position that accepts the content (HIG-34). No protocol reports such
// positions inside a window, so the window is probed with motions at a few positions, for a short time.
//
//   state    event                                                next     effect
//   -------  ---------------------------------------------------  -------  --------------------------------------------
//   looking  named objects around are known, or 100 ms are over,  coming   motion beside the first spot; named objects
//            in which windows are drawn as well                            precede the square of points
//            the same, and there is no spot                       over     give up
//   coming   16 ms after the first motion beside the spot         asking   second motion, to the spot itself: some
//                                                                          clients answer the motion before the last
//            the same, the content entered a window with that     firm     the same; its answer is for this spot, and
//            motion, and the window accepted it                            many windows send it once
//   asking   the client accepts after the second motion           firm     –
//            no such answer within 50 ms of the first motion      coming   motion beside the next spot
//            the same, and there is no further spot               over     give up
//   firm     the client refuses                                   asking   –
//            the acceptance stood for 16 ms; and the 50 ms are    over     drop there
//            over, if another spot of the window was probed
//            before, as the answer may be a late one for that
//   all but  400 ms are over                                      over     give up
//   over
//
// The owner discards the value when the drag ends.

/// Probes the surroundings of a finger's near miss. A value type with one method call per event, which is checked at
/// ``nextLook``.
///
/// Every spot receives its motions before a drop, so the client knows the exact drop position. An answer does not
/// identify a motion: one that arrives after a spot's time counts for the next spot, unless the client revokes it in
/// time.
public struct NearMiss: Equatable, Sendable {
    /// The position at which the content was released. Global, in points.
    public let origin: Point
    /// The remaining spots, the next one first.
    private var places: [Spot]
    private let end: Instant
    private let awaited: Awaited
    /// The surface that the content is over.
    private var window: SurfaceID?
    /// The way in which the content came to the current spot.
    private var step = Step.first
    /// Whether a window has accepted the content after the motion by which it entered.
    private var hasTaken = false
    private var state: State

    /// A position that can be probed.
    public struct Spot: Equatable, Sendable {
        /// The position in global points.
        public let point: Point
        /// The surface at that position.
        public let window: SurfaceID

        public init(_ point: Point, in window: SurfaceID) {
            self.point = point
            self.window = window
        }
    }

    /// Information that is awaited before the first probe.
    public enum Awaited: Hashable, Sendable {
        case nothing
        /// The named objects around the position.
        case names
        /// The positions of windows.
        case windows
    }

    public enum Effect: Hashable, Sendable {
        /// Moves the content to this position. Global, in points.
        case move(Point)
        /// Drops the content at the current position, where it is accepted.
        case drop
        /// Nothing around accepts the content; it stays where it was released.
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
        /// No other spot of the surface under the content was probed before.
        case first
        /// Entered from another window, or from outside.
        case into
        /// Moved from another spot in the same window.
        case within
    }

    /// The maximum distance of a spot, in points: half of a finger's minimum target size.
    public static let reach = ZoneMap.fingerExtent / 2
    /// The maximum number of spots.
    public static let placeLimit = 8
    /// The total timeout in microseconds, as are the following: the user expects the effect of a release within this
    /// time.
    public static let patience: UInt64 = 400_000
    /// The timeout for one spot. GTK 3 accepts after 50 ms; it has answered by then.
    static let placeTime: UInt64 = 50_000
    static let firstWait: UInt64 = 16_000
    static let steadyTime: UInt64 = 16_000
    /// The timeout for the names of objects around, where the application supports assistive technology. An application
    /// has more to answer then, and the names save most of the probes.
    public static let namePatience: UInt64 = 100_000
    /// The maximum number of named spots, so that some spots of the square are probed as well.
    static let nameLimit = 4
    /// The distance between neighbours in a square of nine points with the finger in its centre, in points: an
    /// accepting area of at least this size contains one, and the corners are within reach.
    static let spacing = 15.0

    /// Returns the positions around a point in the order of the probes: the nearest first, and above before below,
    /// since a finger touches lower than the user aims.
    public static func places(around point: Point) -> [Point] {
        let steps: [(Double, Double)] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
        return steps.map { point + Point(x: $0.0 * spacing, y: $0.1 * spacing) }
    }

    /// - Parameters:
    ///   - point: The position at which the content was released. Global.
    ///   - window: The surface under that position; nil for none.
    ///   - places: The spots to probe, the first one first.
    ///   - awaited: The information that the owner provides later by ``found(_:at:)``.
    /// - Returns: Nil if there is nothing to probe; otherwise the value and its first effect, unless information is
    ///   awaited.
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

    /// Adds spots to probe first: the named objects around, the nearest first, or the windows. Has no effect after the
    /// timeout.
    public mutating func found(_ first: [Spot], at time: Instant) -> Effect? {
        guard case .looking = state else { return nil }
        let first = first.prefix(awaited == .names ? Self.nameLimit : Self.placeLimit)
        let others = places.filter { place in !first.contains { $0.isNear(place) } }
        places = Array((first + others).prefix(Self.placeLimit))
        return come(at: time)
    }

    public var isOver: Bool { state == .over }

    /// Whether the windows around are still unknown.
    public var awaitsWindows: Bool { if case .looking = state { awaited == .windows } else { false } }

    /// The time of the next check; nil when it is over.
    public var nextLook: Instant? {
        switch state {
        case .looking(let until): min(until, end)
        case .coming(let until, _): min(until, end)
        case .asking(let deadline): min(deadline, end)
        case .firm(let until, _): min(until, end)
        case .over: nil
        }
    }

    /// Handles an answer of the client, even if it equals the previous one.
    /// - Parameter isTaken: Whether a drop would be accepted now.
    public mutating func answered(_ isTaken: Bool, at time: Instant) {
        switch (state, isTaken) {
        case (.asking(let deadline), true): state = firm(since: time, deadline: deadline)
        case (.firm(_, let deadline), false): state = .asking(deadline: deadline)
        case (.coming, _) where step == .into: hasTaken = isTaken
        // An answer before the second motion may be for the previous spot.
        case (.looking, _), (.coming, _), (.asking, false), (.firm, true), (.over, _): break
        }
    }

    /// Checks which effect is due. Performs one step per check, so that a late check shortens no client's time.
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

    /// Moves to the next spot, if there is one.
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

    /// Returns the state after an acceptance.
    private func firm(since time: Instant, deadline: Instant) -> State {
        let steady = time.advanced(byMicroseconds: Self.steadyTime)
        switch step {
        case .first, .into: return .firm(until: steady, deadline: deadline)
        case .within: return .firm(until: max(steady, deadline), deadline: deadline)
        }
    }

    /// Returns the position one point off, towards the finger and still over the same object.
    private func beside(_ place: Point) -> Point {
        func step(_ from: Double, _ to: Double) -> Double { from == to ? 0 : from < to ? 1 : -1 }
        return place + Point(x: step(place.x, origin.x), y: step(place.y, origin.y))
    }
}

extension NearMiss.Spot {
    /// Whether probing one spot makes probing the other unnecessary.
    package func isNear(_ other: Self) -> Bool {
        let near = 4.0
        return window == other.window && point.squaredDistance(to: other.point) < near * near
    }
}
