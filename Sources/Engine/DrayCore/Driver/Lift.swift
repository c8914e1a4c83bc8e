// SPDX-License-Identifier: MIT

// The sequence of events that turns a press into a drag in every toolkit; no other sequence works in all of them. The
// first motion of a jump suffices for GTK, Qt and Chromium; Firefox needs motions after its content process has
// answered.
//
//   state      when                               next       effect
//   ---------  ---------------------------------  ---------  ------------------------------------
//   settling   50 ms after the pointer arrived    nudging    press
//   nudging    30 ms after that, then each 16 ms  nudging    a motion, farther away each time
//              800 ms after the press             over       give up: the object cannot be dragged

/// Moves the pointer so that a client begins a drag at a position. A value type that is checked at ``nextLook``.
struct Lift: Equatable, Sendable {
    /// The position of the content. Global, in points.
    let point: Point
    /// The direction of the pointer motion: 1 or -1.
    let side: Double
    /// The current pointer position.
    private(set) var pointer: Point
    private var state: State

    enum Effect: Equatable, Sendable {
        case press
        case move(Point)
        /// No drag begins here.
        case giveUp
    }

    private enum State: Equatable {
        case settling(until: Instant)
        case nudging(count: Int, next: Instant, deadline: Instant)
        case over
    }

    /// The delay in which clients process the pointer position. In microseconds, as all of these.
    static let settleTime: UInt64 = 50_000
    static let pressTime: UInt64 = 30_000
    static let interval: UInt64 = 16_000
    /// The timeout for the beginning of the drag. The slowest client began after 140 ms.
    static let patience: UInt64 = 800_000
    /// The distances from the content in points. The first motion exceeds every toolkit's threshold; later ones add a
    /// little.
    private static let firstStep = 12.0, step = 4.0, farthest = 44.0

    init(at point: Point, side: Double, time: Instant) {
        self.point = point
        self.side = side
        pointer = point
        state = .settling(until: time.advanced(byMicroseconds: Self.settleTime))
    }

    /// Whether the button is down.
    var isPressed: Bool {
        switch state {
        case .settling: false
        case .nudging, .over: true
        }
    }

    var nextLook: Instant? {
        switch state {
        case .settling(let time): time
        case .nudging(_, let next, let deadline): min(next, deadline)
        case .over: nil
        }
    }

    /// Performs one step per check, so that a late check does not combine all steps into one jump.
    mutating func look(at time: Instant) -> Effect? {
        switch state {
        case .settling(let end):
            guard time >= end else { return nil }
            state = .nudging(
                count: 0, next: time.advanced(byMicroseconds: Self.pressTime),
                deadline: time.advanced(byMicroseconds: Self.patience))
            return .press
        case .nudging(_, _, let deadline) where time >= deadline:
            state = .over
            return .giveUp
        case .nudging(let count, let next, let deadline):
            guard time >= next else { return nil }
            state = .nudging(
                count: count + 1, next: time.advanced(byMicroseconds: Self.interval), deadline: deadline)
            pointer = Point(x: point.x + side * Self.distance(of: count), y: point.y)
            return .move(pointer)
        case .over:
            return nil
        }
    }

    /// Returns the distance of a motion from the content by its number. At the end, motions alternate between two
    /// positions.
    private static func distance(of count: Int) -> Double {
        let distance = firstStep + step * Double(count)
        return distance <= farthest ? distance : farthest - Double(count % 2)
    }
}
