// SPDX-License-Identifier: MIT

public import DrayCore

/// Where the sheets of a flock lie (HIG-08).
public enum TimelineFlock {
    /// The most sheets that are drawn. More of them add no meaning: the badge tells the true number (HIG-09).
    public static let sheetLimit = 3
    /// How far each sheet sticks out from under the one in front of it, in points along each axis.
    public static let step = 4.0
    /// How far from the pointer sheets start or end when nobody says where their items lie, in points.
    public static let reach = 56.0

    /// How many sheets are drawn for a number of items.
    public static func sheets(for itemCount: Int) -> Int {
        min(max(itemCount, 1), sheetLimit)
    }

    /// Where a sheet lies in the stack, relative to the one in front, in points.
    public static func slot(_ sheet: Int) -> Point {
        Point(x: Double(sheet) * step, y: Double(sheet) * step)
    }

    /// Places around a point for sheets whose items' places are not known: the first on the point, the others fanned
    /// out above and below to its right and left, in the same space as `centre`.
    public static func fan(_ sheets: Int, around centre: Point) -> [Point] {
        (0..<max(sheets, 0)).map { sheet in
            let side = sheet.isMultiple(of: 2) ? -1.0 : 1.0
            let ring = Double((sheet + 1) / 2)
            return Point(x: centre.x + side * reach * ring, y: centre.y + reach * 0.35 * ring)
        }
    }
}
