// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// An interactive resize of a window by some of its edges; the others keep their position.
struct WindowStretch: Equatable {
    private let edges: XdgToplevel.ResizeEdge
    /// The initial area of the window in global coordinates.
    private let area: Rectangle
    /// The distance of the movement.
    private var way = Point.zero
    /// Whether the button or touch point is still held.
    private(set) var isHeld = true

    /// The minimum requested side length, in points.
    private static let leastSide = 1.0

    init(_ edges: XdgToplevel.ResizeEdge, of area: Rectangle) {
        self.edges = edges
        self.area = area
    }

    /// The requested size in whole points.
    var size: Size {
        let width = area.width + (isLeft ? -way.x : isRight ? way.x : 0)
        let height = area.height + (isTop ? -way.y : isBottom ? way.y : 0)
        return Size(width: max(width.rounded(), Self.leastSide), height: max(height.rounded(), Self.leastSide))
    }

    mutating func pull(by way: Point) { self.way = way }
    mutating func letGo() { isHeld = false }

    /// The upper left corner of the window for its actual size.
    func position(for size: Size) -> Point {
        Point(
            x: isLeft ? area.maxX - size.width : area.x, y: isTop ? area.maxY - size.height : area.y)
    }

    private var isLeft: Bool {
        switch edges {
        case .left, .topLeft, .bottomLeft: true
        case .none, .top, .bottom, .right, .topRight, .bottomRight: false
        }
    }

    private var isRight: Bool {
        switch edges {
        case .right, .topRight, .bottomRight: true
        case .none, .top, .bottom, .left, .topLeft, .bottomLeft: false
        }
    }

    private var isTop: Bool {
        switch edges {
        case .top, .topLeft, .topRight: true
        case .none, .bottom, .left, .right, .bottomLeft, .bottomRight: false
        }
    }

    private var isBottom: Bool {
        switch edges {
        case .bottom, .bottomLeft, .bottomRight: true
        case .none, .top, .left, .right, .topLeft, .topRight: false
        }
    }
}
