// SPDX-License-Identifier: MIT

/// The scrolling of an area while something that is dragged is held near its upper or lower end (HIG-20).
///
/// A pure function of time, which comes with the compositor's frames.
struct EdgeScroll: Equatable {
    let area: Layout.Area
    /// In points for a second; negative is towards the upper end.
    let speed: Double
    /// The time of the last frame, in milliseconds; nil before the first one.
    private var last: UInt32?

    /// The longest time between two frames that counts, in milliseconds: after a standstill nothing jumps.
    static let longestFrame: UInt32 = 50

    /// - Returns: nil where nothing scrolls.
    init?(at point: Point, in layout: Layout) {
        guard let (area, speed) = layout.edgeSpeed(at: point) else { return nil }
        self.area = area
        self.speed = speed
    }

    /// Whether no frame was seen yet: the first one only says when it begins.
    var isWaiting: Bool { last == nil }

    /// Goes on as another one has begun, if that was for the same area.
    func continuing(_ other: EdgeScroll?) -> EdgeScroll {
        var scroll = self
        if let other, other.area == area { scroll.last = other.last }
        return scroll
    }

    /// Takes note of a frame's time.
    /// - Returns: how far to scroll in that frame, in points.
    mutating func advance(to time: UInt32) -> Double {
        defer { last = time }
        // The difference is right across the overflow of the 32 bits, too.
        return last.map { speed * Double(min(time &- $0, Self.longestFrame)) / 1000 } ?? 0
    }
}
