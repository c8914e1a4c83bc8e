// SPDX-License-Identifier: MIT

// The geometry of a lift: the direction in which the pointer moves to make a client begin its drag, and the position at
// which the button is released if it does not.

extension KeyboardDrag {
    /// Returns the direction away from the window's nearer vertical edge: 1 or -1.
    static func side(from point: Point, in window: Rectangle?) -> Double {
        guard let window else { return 1 }
        return window.maxX - point.x >= point.x - window.x ? 1 : -1
    }

    /// Returns a position where the button can be released without a click: outside of the window on the nearest side
    /// with room, or, in a window that fills the screen, its farthest corner. If the window is unknown, the screen's
    /// edge.
    public static func refuge(from point: Point, in around: Surroundings) -> Point {
        guard let window = around.window else { return Point(x: -100_000, y: point.y) }
        let margin = 2.0
        let beside = [
            Point(x: window.x - margin, y: point.y), Point(x: window.maxX + margin, y: point.y),
            Point(x: point.x, y: window.y - margin), Point(x: point.x, y: window.maxY + margin),
        ]
        let isThere = { (place: Point) in around.screen?.contains(place) ?? true }
        let near = beside.filter(isThere).min { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) }
        if let near { return near }
        let corners = [window.x + 1, window.maxX - 1].flatMap { x in
            [window.y + 1, window.maxY - 1].map { Point(x: x, y: $0) }
        }
        return corners.max { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) } ?? point
    }
}
