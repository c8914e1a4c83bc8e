// SPDX-License-Identifier: MIT

// How a press becomes a drag, in every toolkit: no other sequence begins one in all of them. The first motion of a jump is
// enough for GTK, Qt and Chromium; Firefox wants motions after its content process has answered.
//
//   state      when                               next       what is done
//   ---------  ---------------------------------  ---------  ------------------------------------
//   settling   50 ms after the pointer came       nudging    press
//   nudging    30 ms after that, then each 16 ms  nudging    a motion, farther away each time
//              800 ms after the press             over       given up: what lies there cannot be dragged

/// The pointer's way from a place to the drag of what lies there: a value that is told when to look.
struct Lift: Equatable, Sendable {
    /// Where the content lies. Global, in points.
    let point: Point
    /// To which side the pointer goes: 1 or -1.
    let side: Double
    /// Where the pointer is now.
    private(set) var pointer: Point
    private var state: State

    enum Effect: Equatable, Sendable {
        case press
        case move(Point)
        /// Nothing begins here.
        case giveUp
    }

    private enum State: Equatable {
        case settling(until: Instant)
        case nudging(count: Int, next: Instant, deadline: Instant)
        case over
    }

    /// Clients take in where the pointer is. In microseconds, as all of these.
    static let settleTime: UInt64 = 50_000
    static let pressTime: UInt64 = 30_000
    static let interval: UInt64 = 16_000
    /// The slowest began after 140 ms.
    static let patience: UInt64 = 800_000
    /// The first motion is farther than every toolkit's threshold, in points; those after it go on a little.
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

    /// One step at a look, so that a late one does not make a jump of all.
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

    /// How far from the content the motion with that number is. At the end they only come and go.
    private static func distance(of count: Int) -> Double {
        let distance = firstStep + step * Double(count)
        return distance <= farthest ? distance : farthest - Double(count % 2)
    }
}
