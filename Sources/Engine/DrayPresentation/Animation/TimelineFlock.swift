// SPDX-License-Identifier: MIT

public import DrayCore

/// The layout of the sheets of a flock (HIG-08).
public enum TimelineFlock {
    /// The maximum number of sheets that are drawn. More would add no information; the badge shows the exact number
    /// (HIG-09).
    public static let sheetLimit = 3
    /// The offset of each sheet from the one in front of it, in points along each axis.
    public static let step = 4.0
    /// The distance from the pointer at which sheets start or end if the positions of their items are unknown, in
    /// points.
    public static let reach = 56.0

    /// The number of sheets that are drawn for a number of items.
    public static func sheets(for itemCount: Int) -> Int {
        min(max(itemCount, 1), sheetLimit)
    }

    /// The position of a sheet in the stack relative to the front one, in points.
    public static func slot(_ sheet: Int) -> Point {
        Point(x: Double(sheet) * step, y: Double(sheet) * step)
    }

    /// The positions around a point for sheets whose items have no known position: the first at the point, the others
    /// on alternating sides of it. In the same space as `centre`.
    public static func fan(_ sheets: Int, around centre: Point) -> [Point] {
        (0..<max(sheets, 0)).map { sheet in
            let side = sheet.isMultiple(of: 2) ? -1.0 : 1.0
            let ring = Double((sheet + 1) / 2)
            return Point(x: centre.x + side * reach * ring, y: centre.y + reach * 0.35 * ring)
        }
    }
}
