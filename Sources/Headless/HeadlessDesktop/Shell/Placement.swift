// SPDX-License-Identifier: MIT

internal import DrayCore

/// The position of a new window: over its parent, else beside other windows if there is room, else one step from the
/// last one.
enum Placement {
    /// The distance between windows and from the edge of the output, in points.
    static let gap = 24.0
    /// The maximum number of topmost windows that are considered, since a client may have any number.
    private static let limit = 40

    /// The position of a dialog or a menu: centred over its parent, limited by the output.
    static func place(_ size: Size, over parent: Rectangle, on area: Rectangle) -> Point {
        Point(
            x: max(area.x, min(parent.center.x - (size.width / 2).rounded(), area.maxX - size.width)),
            y: max(area.y, min(parent.center.y - (size.height / 2).rounded(), area.maxY - size.height)))
    }

    static func place(_ size: Size, beside windows: [Rectangle], on area: Rectangle) -> Point {
        let others = windows.suffix(limit).filter { $0.overlaps(area) }
        let columns = ([area.x] + others.map(\.maxX)).map { $0 + gap }.sorted()
        let rows = ([area.y] + others.map(\.maxY)).map { $0 + gap }.sorted()
        for y in rows {
            for x in columns {
                let candidate = Rectangle(origin: Point(x: x, y: y), size: size)
                if area.contains(candidate), !others.contains(where: candidate.overlaps) { return candidate.origin }
            }
        }
        let step = gap * Double(windows.count % 8 + 1)
        // A window that is larger than the output keeps its title bar visible.
        return Point(
            x: area.x + max(0, min(step, area.width - size.width)),
            y: area.y + max(0, min(step, area.height - size.height)))
    }
}
