// SPDX-License-Identifier: MIT

// Hovering with the content (HIG-19). The state is checked ten times a second for a limited time, so that motions cost
// nothing.
//
//   state      event                                             next      effect
//   ---------  ------------------------------------------------  --------  ------------------------------------
//   nowhere    the content came over a target                    waiting
//   waiting    a check: moved beyond the tremor threshold        waiting   (the delay begins again)
//              a check: the delay is nearly over                 flashing  ask the owner whether it springs
//   flashing   a check: moved beyond the tremor threshold        waiting   end the flashes
//              a check: the delay is over                        sprung    spring
//   waiting,   a firm press, and the target springs              sprung    spring (and end the flashes)
//   flashing
//   sprung     a check: moved beyond the tremor threshold        waiting
//              it was a window, and it contains a control        waiting   (the delay begins again, for the control)
//   any but    a check: not moved since the last one             –         repeat the last motion
//   nowhere    a check: at rest beyond the limit                 asleep
//              the content came over another target, or none     waiting, nowhere (end the flashes)
//   asleep     the pointer moved                                 waiting

/// Measures how long the content hovers over one target, and decides the effect. A value type whose owner checks it at
/// ``nextLook`` with the pointer position.
///
/// A spring-loaded target (a background window, a host's own control) is activated when the content has hovered over it
/// for a while, after two flashes. Clients have spring loading of their own; several detect hovering only when motion
/// events arrive, so the last motion is repeated.
public struct Dwell: Equatable, Sendable {
    /// The time that the content hovers over a target before it springs, in microseconds; nil disables springing.
    public let wait: UInt64?

    private var state = State.nowhere

    /// The effect of a check.
    public enum Effect: Equatable, Sendable {
        /// The pointer is at rest: repeat the last motion.
        case repeatMotion
        /// The delay is nearly over. The owner calls ``refuse()`` if the target does not spring; otherwise it flashes
        /// from now on.
        case flash
        /// End the flashes.
        case endFlash
        /// The delay is over: activate the target.
        case spring
        /// No further checks until the pointer moves: call ``moved(to:at:)`` then.
        case sleep
    }

    private enum State: Equatable {
        /// The content is not over a target.
        case nowhere
        case awake(Rest)
        /// At rest beyond the limit; no further effects.
        case asleep(SurfaceID)
    }

    private struct Rest: Equatable {
        let place: SurfaceID
        /// The position and the time at which the rest began.
        var start: Point
        var since: Instant
        /// The pointer position and the time of the last check.
        var seen: Point
        var looked: Instant
        var depth = Depth.outside
        var spring = Spring.waiting
    }

    /// The next object to spring.
    public enum Depth: Equatable, Sendable {
        /// The window that the content came over, if it is in the background.
        case outside
        /// A control in the window that was raised.
        case inside
    }

    private enum Spring: Equatable {
        /// The delay is not over.
        case waiting
        case flashing
        /// It has sprung, or does not spring.
        case over

        /// Advances to the next step when it is due.
        mutating func next() -> Effect {
            switch self {
            case .waiting:
                self = .flashing
                return .flash
            case .flashing, .over:
                self = .over
                return .spring
            }
        }
    }

    /// The duration of the two flashes, in microseconds.
    public static let flashTime: UInt64 = 500_000
    /// The tremor threshold: the distance that counts as rest, in points.
    public static let tremble = 10.0
    /// The interval between checks, in microseconds. Clients with spring loading of their own measure in tenths of a
    /// second.
    public static let interval: UInt64 = 100_000
    /// The limit for repeated motions, in microseconds. Clients have reacted by then; one that scrolls at its edges
    /// must not continue indefinitely.
    public static let patience: UInt64 = 5_000_000

    public init(wait: UInt64?) {
        self.wait = wait
    }

    /// The time of the next check; nil if there is none.
    public var nextLook: Instant? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): nextLook(in: rest)
        }
    }

    /// The target that flashes.
    public var flashing: SurfaceID? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): rest.spring == .flashing ? rest.place : nil
        }
    }

    /// Handles the content's crossing to another target, or to none (nil).
    public mutating func over(_ place: SurfaceID?, at point: Point, time: Instant) -> [Effect] {
        let effects: [Effect] = flashing == nil ? [] : [.endFlash]
        state = place.map { .awake(Rest(place: $0, start: point, since: time, seen: point, looked: time)) } ?? .nowhere
        return effects
    }

    /// Handles a motion of the pointer after ``Effect/sleep``.
    public mutating func moved(to point: Point, at time: Instant) {
        switch state {
        case .asleep(let place):
            state = .awake(Rest(place: place, start: point, since: time, seen: point, looked: time))
        case .nowhere, .awake:
            break
        }
    }

    /// Checks the pointer position.
    public mutating func look(at time: Instant, pointer: Point) -> [Effect] {
        switch state {
        case .nowhere, .asleep:
            return []
        case .awake(var rest):
            var effects: [Effect] = []
            if pointer.squaredDistance(to: rest.start) > Self.tremble * Self.tremble {
                if rest.spring == .flashing { effects.append(.endFlash) }
                rest.start = pointer
                rest.since = time
                rest.depth = .outside
                rest.spring = .waiting
            }
            if let turn = turn(of: rest), time >= turn { effects.append(rest.spring.next()) }
            if time >= rest.looked.advanced(byMicroseconds: Self.interval) {
                if pointer == rest.seen, time < rest.since.advanced(byMicroseconds: Self.patience) {
                    effects.append(.repeatMotion)
                }
                rest.seen = pointer
                rest.looked = time
            }
            guard time < end(of: rest) else {
                state = .asleep(rest.place)
                return effects + [.sleep]
            }
            state = .awake(rest)
            return effects
        }
    }

    /// Handles a firm press over a spring-loaded target, which activates it without a delay.
    public mutating func press() -> [Effect] {
        switch state {
        case .nowhere, .asleep: return []
        case .awake(var rest):
            guard wait != nil, rest.spring != .over else { return [] }
            let effects: [Effect] = rest.spring == .flashing ? [.endFlash, .spring] : [.spring]
            rest.spring = .over
            state = .awake(rest)
            return effects
        }
    }

    /// Records that the target does not spring.
    public mutating func refuse() {
        switch state {
        case .awake(var rest):
            rest.spring = .over
            state = .awake(rest)
        case .nowhere, .asleep:
            break
        }
    }

    /// The target that the content is over.
    public var place: SurfaceID? {
        switch state {
        case .nowhere: nil
        case .awake(let rest): rest.place
        case .asleep(let place): place
        }
    }

    /// The next object to spring; nil if nothing rests.
    public var depth: Depth? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): rest.depth
        }
    }

    /// Begins the delay for a control in the window that has sprung. It springs after another delay, without a motion
    /// of the pointer.
    public mutating func goInside(at time: Instant) {
        switch state {
        case .awake(var rest):
            rest.since = time
            rest.depth = .inside
            rest.spring = .waiting
            state = .awake(rest)
        case .nowhere, .asleep:
            break
        }
    }

    private func nextLook(in rest: Rest) -> Instant {
        let look = rest.looked.advanced(byMicroseconds: Self.interval)
        return turn(of: rest).map { min(look, $0) } ?? look
    }

    /// Returns the end of the checks: the limit, or a later spring that is still due.
    private func end(of rest: Rest) -> Instant {
        let isDue = turn(of: rest) != nil
        return rest.since.advanced(byMicroseconds: isDue ? max(Self.patience, wait ?? 0) : Self.patience)
    }

    /// Returns the time of the next flash or spring.
    private func turn(of rest: Rest) -> Instant? {
        guard let wait else { return nil }
        switch rest.spring {
        case .waiting: return rest.since.advanced(byMicroseconds: wait > Self.flashTime ? wait - Self.flashTime : 0)
        case .flashing: return rest.since.advanced(byMicroseconds: max(wait, Self.flashTime))
        case .over: return nil
        }
    }
}
