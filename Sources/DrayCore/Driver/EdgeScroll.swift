// SPDX-License-Identifier: MIT

// Content near an edge of a zone that scrolls (HIG-20).
//
//   state      event                                             next       what is done
//   ---------  ------------------------------------------------  ---------  -----------------------------
//   away       the content is near an edge                       near       nothing yet: it may pass by
//   near       a look, it has been there for a while             scrolling  scroll
//              it is near no edge, or over something else        away
//   scrolling  a look                                            scrolling  scroll, faster the nearer
//              it is near no edge, over something else, or ends  away       nothing: it stops at once

/// When, how far and in which direction what lies below the content scrolls: a value, which is asked when its time comes.
public struct EdgeScroll: Equatable, Sendable {
    private var state = State.away

    private enum State: Equatable {
        case away
        case near(Zone, Point, since: Instant)
        case scrolling(Zone, Point, last: Instant)
    }

    /// From an edge inwards, in points; of a small zone no more than a quarter.
    public static let reach = 32.0
    /// At the edge itself, in points a second.
    public static let fastest = 900.0
    /// Content that passes by scrolls nothing. In microseconds.
    public static let patience: UInt64 = 250_000
    /// Between two steps, in microseconds: thirty a second look smooth, and are no burden to a client.
    public static let interval: UInt64 = 33_333
    /// Of a host that made no frames for a while: nothing jumps. In microseconds.
    private static let longestStep: UInt64 = 100_000

    public init() {}

    /// When to look next; nil for not at all.
    public var nextLook: Instant? {
        switch state {
        case .away: nil
        case .near(_, _, let since): since.advanced(byMicroseconds: Self.patience)
        case .scrolling(_, _, let last): last.advanced(byMicroseconds: Self.interval)
        }
    }

    /// The content is here, local to the surface, in this zone or in none.
    public mutating func over(_ zone: Zone?, at point: Point, time: Instant) {
        guard let zone, Self.speed(in: zone, at: point) != .zero else { return state = .away }
        switch state {
        case .near(let before, _, let since) where before.id == zone.id: state = .near(zone, point, since: since)
        case .scrolling(let before, _, let last) where before.id == zone.id:
            state = .scrolling(zone, point, last: last)
        case .away, .near, .scrolling: state = .near(zone, point, since: time)
        }
    }

    /// Looks whether it is time.
    /// - Returns: how far the zone scrolls now, in points; nil if it does not.
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

    /// In points a second.
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
