// SPDX-License-Identifier: MIT

// Scrolling of a zone near its edges (HIG-20).
//
//   state      event                                             next       effect
//   ---------  ------------------------------------------------  ---------  -----------------------------
//   away       the content is near an edge                       near       none yet: it may only pass by
//   near       a check after the delay                           scrolling  scroll
//              not near an edge, or over another target          away
//   scrolling  a check                                           scrolling  scroll, faster near the edge
//              not near an edge, over another target, or ended   away       none: scrolling stops at once

/// Computes when, how far and in which direction a zone scrolls under the content. A value type that is checked at
/// ``nextLook``.
public struct EdgeScroll: Equatable, Sendable {
    private var state = State.away

    private enum State: Equatable {
        case away
        case near(Zone, Point, since: Instant)
        case scrolling(Zone, Point, last: Instant)
    }

    /// The width of the scrolling area along an edge, in points; at most a quarter of the zone.
    public static let reach = 32.0
    /// The speed at the edge itself, in points per second.
    public static let fastest = 900.0
    /// The delay before scrolling, in microseconds, so that content that passes by scrolls nothing.
    public static let patience: UInt64 = 250_000
    /// The interval between two steps, in microseconds: 30 steps per second look smooth, and are no burden to a client.
    public static let interval: UInt64 = 33_333
    /// The maximum duration of a step, in microseconds, so that nothing jumps after a pause of the host's frames.
    private static let longestStep: UInt64 = 100_000

    public init() {}

    /// The time of the next check; nil if there is none.
    public var nextLook: Instant? {
        switch state {
        case .away: nil
        case .near(_, _, let since): since.advanced(byMicroseconds: Self.patience)
        case .scrolling(_, _, let last): last.advanced(byMicroseconds: Self.interval)
        }
    }

    /// Handles a motion of the content to a surface-local position, in this zone or in none.
    public mutating func over(_ zone: Zone?, at point: Point, time: Instant) {
        guard let zone, Self.speed(in: zone, at: point) != .zero else { return state = .away }
        switch state {
        case .near(let before, _, let since) where before.id == zone.id: state = .near(zone, point, since: since)
        case .scrolling(let before, _, let last) where before.id == zone.id:
            state = .scrolling(zone, point, last: last)
        case .away, .near, .scrolling: state = .near(zone, point, since: time)
        }
    }

    /// Scrolls if a step is due.
    /// - Returns: The distance by which the zone scrolls now, in points; nil if it does not.
    public mutating func look(at time: Instant) -> (zone: SurfaceID, by: Point)? {
        guard let due = nextLook, time >= due else { return nil }
        switch state {
        case .away:
            return nil
        case .near(let zone, let point, _):
            state = .scrolling(zone, point, last: time)
            return (zone.id, Self.step(zone, point, Self.interval))
        case .scrolling(let zone, let point, let last):
            state = .scrolling(zone, point, last: time)
            return (zone.id, Self.step(zone, point, min(time.microseconds - last.microseconds, Self.longestStep)))
        }
    }

    private static func step(_ zone: Zone, _ point: Point, _ microseconds: UInt64) -> Point {
        let speed = speed(in: zone, at: point)
        let seconds = Double(microseconds) / 1e6
        return Point(x: speed.x * seconds, y: speed.y * seconds)
    }

    /// Returns the speed in points per second.
    private static func speed(in zone: Zone, at point: Point) -> Point {
        let bounds = zone.bounds
        guard bounds.contains(point) else { return .zero }
        return Point(
            x: zone.behaviour.contains(.scrollsHorizontally)
                ? speed(point.x - bounds.x, of: bounds.width) : 0,
            y: zone.behaviour.contains(.scrollsVertically)
                ? speed(point.y - bounds.y, of: bounds.height) : 0)
    }

    private static func speed(_ position: Double, of extent: Double) -> Double {
        let reach = min(reach, extent / 4)
        if position < reach { return -depth(reach - position, of: reach) }
        if extent - position < reach { return depth(reach - (extent - position), of: reach) }
        return 0
    }

    private static func depth(_ depth: Double, of reach: Double) -> Double {
        let part = min(depth / reach, 1)
        return fastest * part * part
    }
}
