// SPDX-License-Identifier: MIT

// What becomes of content that is held still over something (HIG-19). Somebody looks ten times a second, for as long as it
// pays; a motion pays nothing for it.
//
//   state      what happened                                     next      what is done
//   ---------  ------------------------------------------------  --------  ------------------------------------
//   nowhere    it came over something                            waiting
//   waiting    a look: moved farther than a hand trembles        waiting   (the wait begins again)
//              a look: the wait is nearly over                   flashing  its owner asks whether it springs
//   flashing   a look: moved farther than a hand trembles        waiting   the flashes end
//              a look: the wait is over                          sprung    springs
//   waiting,   pressed firmly, and what is below springs         sprung    springs (the flashes end)
//   flashing
//   sprung     a look: moved farther than a hand trembles        waiting
//              it was a window, and something in it springs      waiting   (the wait begins again, for what is inside)
//   any but    a look: not moved at all since the last           –         the last motion is repeated
//   nowhere    a look: at rest for longer than it pays           asleep
//              it came over something else, or over nothing      waiting, nowhere (the flashes end)
//   asleep     the pointer moved                                 waiting

/// How long the content rests over one thing, and what that means: a value that is told when to look, and where the pointer
/// is then.
///
/// A thing that springs (a window behind others, a host's own control) is activated when the content has rested over it for
/// a while, after two flashes. Clients have spring loading of their own; several notice that the content rests only as
/// motions come, so the last motion is repeated.
public struct Dwell: Equatable, Sendable {
    /// How long the content rests over a thing until that springs, in microseconds; nil: nothing springs.
    public let wait: UInt64?

    private var state = State.nowhere

    /// What a look leads to.
    public enum Effect: Equatable, Sendable {
        /// The pointer rests: its last motion is told again.
        case repeatMotion
        /// The wait is nearly over. Whoever knows whether the thing springs answers by ``refuse()`` if it does not; else it
        /// flashes from now on.
        case flash
        /// The flashes are of no use any more.
        case endFlash
        /// The wait is over: the thing is activated.
        case spring
        /// Nobody looks any more until the pointer moves: ``moved(to:at:)`` is to be called then.
        case sleep
    }

    private enum State: Equatable {
        /// The content is over nothing.
        case nowhere
        case awake(Rest)
        /// At rest for so long that nothing comes of it any more.
        case asleep(SurfaceID)
    }

    private struct Rest: Equatable {
        let place: SurfaceID
        /// Where the rest began, and when.
        var start: Point
        var since: Instant
        /// Where the pointer was at the last look, and when that was.
        var seen: Point
        var looked: Instant
        var depth = Depth.outside
        var spring = Spring.waiting
    }

    /// What springs next.
    public enum Depth: Equatable, Sendable {
        /// What the content came over first: a window behind others, if it is one.
        case outside
        /// What lies in the window that came forward.
        case inside
    }

    private enum Spring: Equatable {
        /// Its time has not come.
        case waiting
        case flashing
        /// It has sprung, or does not spring.
        case over

        /// Its turn has come.
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

    /// Two flashes in half a second. In microseconds.
    public static let flashTime: UInt64 = 500_000
    /// As far as a hand trembles, in points.
    public static let tremble = 10.0
    /// From one look to the next, in microseconds. Clients that open things by themselves count in tenths of a second.
    public static let interval: UInt64 = 100_000
    /// Clients have done by then what they do; one that scrolls at its edges must not go on for ever. In microseconds.
    public static let patience: UInt64 = 5_000_000

    public init(wait: UInt64?) {
        self.wait = wait
    }

    /// When to look next; nil for not at all.
    public var nextLook: Instant? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): nextLook(in: rest)
        }
    }

    /// What flashes.
    public var flashing: SurfaceID? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): rest.spring == .flashing ? rest.place : nil
        }
    }

    /// The content came over something else, or over nothing (nil).
    public mutating func over(_ place: SurfaceID?, at point: Point, time: Instant) -> [Effect] {
        let effects: [Effect] = flashing == nil ? [] : [.endFlash]
        state = place.map { .awake(Rest(place: $0, start: point, since: time, seen: point, looked: time)) } ?? .nowhere
        return effects
    }

    /// The pointer moved, after nobody had looked any more.
    public mutating func moved(to point: Point, at time: Instant) {
        switch state {
        case .asleep(let place):
            state = .awake(Rest(place: place, start: point, since: time, seen: point, looked: time))
        case .nowhere, .awake:
            break
        }
    }

    /// Looks where the pointer is.
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

    /// Who drags presses firmly, on what springs: that does not wait.
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

    /// What is below does not spring.
    public mutating func refuse() {
        switch state {
        case .awake(var rest):
            rest.spring = .over
            state = .awake(rest)
        case .nowhere, .asleep:
            break
        }
    }

    /// What the content is over.
    public var place: SurfaceID? {
        switch state {
        case .nowhere: nil
        case .awake(let rest): rest.place
        case .asleep(let place): place
        }
    }

    /// What springs next; nil where nothing rests.
    public var depth: Depth? {
        switch state {
        case .nowhere, .asleep: nil
        case .awake(let rest): rest.depth
        }
    }

    /// What sprang was the window; something in it springs, too, once the content has rested over it for as long again. The
    /// hand need not move for that.
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

    /// When nothing comes of resting any more: what springs later than clients are patient is waited for.
    private func end(of rest: Rest) -> Instant {
        let isDue = turn(of: rest) != nil
        return rest.since.advanced(byMicroseconds: isDue ? max(Self.patience, wait ?? 0) : Self.patience)
    }

    /// When the next of flashing and springing is due.
    private func turn(of rest: Rest) -> Instant? {
        guard let wait else { return nil }
        switch rest.spring {
        case .waiting: return rest.since.advanced(byMicroseconds: wait > Self.flashTime ? wait - Self.flashTime : 0)
        case .flashing: return rest.since.advanced(byMicroseconds: max(wait, Self.flashTime))
        case .over: return nil
        }
    }
}
