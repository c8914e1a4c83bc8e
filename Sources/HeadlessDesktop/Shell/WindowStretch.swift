// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A window that is pulled at some of its edges; the others stay where they are.
struct WindowStretch: Equatable {
    private let edges: XdgToplevel.ResizeEdge
    /// What the window covered when it began, in the global space.
    private let area: Rectangle
    /// How far the edges were pulled.
    private var way = Point.zero
    /// Whether somebody still pulls.
    private(set) var isHeld = true

    /// No window is asked to be smaller than this, in points.
    private static let leastSide = 1.0

    init(_ edges: XdgToplevel.ResizeEdge, of area: Rectangle) {
        self.edges = edges
        self.area = area
    }

    /// What the client is asked for, in whole points.
    var size: Size {
        let width = area.width + (isLeft ? -way.x : isRight ? way.x : 0)
        let height = area.height + (isTop ? -way.y : isBottom ? way.y : 0)
        return Size(width: max(width.rounded(), Self.leastSide), height: max(height.rounded(), Self.leastSide))
    }

    mutating func pull(by way: Point) { self.way = way }
    mutating func letGo() { isHeld = false }

    /// Where the upper left corner of a window has to be that has become that large.
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
