// SPDX-License-Identifier: MIT

// Geometry of a lift: to which side the pointer is moved so that a client begins its drag, and where the button goes up
// if none does.

extension KeyboardDrag {
    /// Away from the window's nearer edge.
    static func side(from point: Point, in window: Rectangle?) -> Double {
        guard let window else { return 1 }
        return window.maxX - point.x >= point.x - window.x ? 1 : -1
    }

    /// Where a button may go up without being a click: beside the window, on the nearest side with room; in a window that
    /// fills the screen in the corner that is farthest. Where nobody knows the window, at the screen's edge.
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
