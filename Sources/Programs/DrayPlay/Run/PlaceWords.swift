// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop

// The resolution of places, for runs and for compositors that serve control commands.

extension Place.Anchor {
    /// The point in an area. The right and bottom anchors are the last pixels inside, because the far edges are
    /// exclusive.
    func point(on area: Rectangle) -> Point {
        let offset = point(in: ScreenSize(width: Int(area.width.rounded()), height: Int(area.height.rounded())))
        return area.origin
            + Point(x: Self.inside(offset.x, of: area.width), y: Self.inside(offset.y, of: area.height))
    }

    /// The point in an area; nil if it lies outside.
    func point(within area: Rectangle) -> Point? {
        let point = point(on: area) - area.origin
        let isInside = (0...max(area.width, 0)).contains(point.x) && (0...max(area.height, 0)).contains(point.y)
        return isInside ? point + area.origin : nil
    }

    private static func inside(_ offset: Double, of side: Double) -> Double {
        offset == side.rounded() && side >= 1 ? side.rounded() - 1 : offset
    }
}

extension Rectangle {
    /// The size as text.
    var sizeWords: String { "\(Int(width.rounded()))x\(Int(height.rounded()))" }
    var cornerWords: String { "\(Int(x.rounded())), \(Int(y.rounded()))" }
}

extension HeadlessCompositor {
    /// The message for a point outside of all outputs; nil for a visible point.
    func words(forPlaceBeyondScreen point: Point) -> String? {
        // The far edges are included, because a pointer stops there.
        let isShown = outputs.contains { output in
            let area = output.area
            return (area.x...area.maxX).contains(point.x) && (area.y...area.maxY).contains(point.y)
        }
        // Without any output nothing is visible, so no point is rejected.
        guard !isShown, !outputs.isEmpty else { return nil }
        let areas = outputs.map { "\($0.area.sizeWords) at \($0.area.cornerWords)" }.joined(separator: " and ")
        return "beyond the screen, at \(Int(point.x.rounded())), \(Int(point.y.rounded())): the screen is \(areas)"
    }
}
