// SPDX-License-Identifier: MIT

/// The hand of who drags by keyboard: where it has the pointer, and which way an arrow that is down takes it.
struct KeyboardHand: Equatable {
    /// Global, in points.
    var point: Point
    var arrow: HeldArrow?

    /// An arrow went down.
    /// - Returns: where the pointer goes.
    mutating func step(_ meaning: KeyboardDragKeys.Meaning, code: UInt32, shift: Bool, at time: Instant) -> Point {
        let direction =
            switch meaning {
            case .left: Point(x: -1, y: 0)
            case .right: Point(x: 1, y: 0)
            case .up: Point(x: 0, y: -1)
            case .down: Point(x: 0, y: 1)
            case .next, .previous, .confirm, .cancel: Point.zero
            }
        let length = shift ? 10.0 : 1.0
        arrow = HeldArrow(
            code: code, direction: direction, length: length, next: time.advanced(byMicroseconds: HeldArrow.delay))
        return go(length, direction)
    }

    /// The arrow is still down.
    /// - Returns: where the pointer goes, if it is time.
    mutating func go(at time: Instant) -> Point? {
        guard var held = arrow, time >= held.next else { return nil }
        held.length = min(held.length * 1.25, HeldArrow.longest)
        held.next = time.advanced(byMicroseconds: HeldArrow.interval)
        arrow = held
        return go(held.length.rounded(), held.direction)
    }

    private mutating func go(_ length: Double, _ direction: Point) -> Point {
        point = Point(x: point.x + direction.x * length, y: point.y + direction.y * length)
        return point
    }
}

/// An arrow that is down: it goes on, and faster.
struct HeldArrow: Equatable {
    let code: UInt32
    let direction: Point
    /// In points.
    var length: Double
    var next: Instant

    // In microseconds.
    static let delay: UInt64 = 400_000
    static let interval: UInt64 = 33_000
    static let longest = 32.0
}
