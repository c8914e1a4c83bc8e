// SPDX-License-Identifier: MIT

/// The virtual pointer of a drag by keyboard: its position, and the arrow key that moves it.
struct KeyboardPointer: Equatable {
    /// The position in global points.
    var point: Point
    var arrow: HeldArrow?

    /// Handles the press of an arrow.
    /// - Returns: The new pointer position.
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

    /// Moves on if the arrow is held and a step is due.
    /// - Returns: The new pointer position; nil if no step is due.
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

/// An arrow that is held: the pointer moves on with increasing speed.
struct HeldArrow: Equatable {
    let code: UInt32
    let direction: Point
    /// The length of a step in points.
    var length: Double
    var next: Instant

    // Times in microseconds; `longest` is in points.
    static let delay: UInt64 = 400_000
    static let interval: UInt64 = 33_000
    static let longest = 32.0
}
