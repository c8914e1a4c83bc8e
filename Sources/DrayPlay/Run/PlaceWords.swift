// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import HeadlessDesktop

// Where places are, for runs and for those who drive a compositor that serves.

extension Place.Anchor {
    /// The point of an area. The right and the lower edge are its last pixels: what comes after them is not its own.
    func point(on area: Rectangle) -> Point {
        let offset = point(in: ScreenSize(width: Int(area.width.rounded()), height: Int(area.height.rounded())))
        return area.origin
            + Point(x: Self.inside(offset.x, of: area.width), y: Self.inside(offset.y, of: area.height))
    }

    /// The same; nil for what lies beside the area.
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
    /// For people.
    var sizeWords: String { "\(Int(width.rounded()))x\(Int(height.rounded()))" }
    var cornerWords: String { "\(Int(x.rounded())), \(Int(y.rounded()))" }
}

extension HeadlessCompositor {
    /// What to say of a place that no output shows; nil for one that is seen.
    func words(forPlaceBeyondScreen point: Point) -> String? {
        // The edges belong to it: that is where a pointer stops.
        let isShown = outputs.contains { output in
            let area = output.area
            return (area.x...area.maxX).contains(point.x) && (area.y...area.maxY).contains(point.y)
        }
        // With no output at all nothing is seen, and everything may be done.
        guard !isShown, !outputs.isEmpty else { return nil }
        let areas = outputs.map { "\($0.area.sizeWords) at \($0.area.cornerWords)" }.joined(separator: " and ")
        return "beyond the screen, at \(Int(point.x.rounded())), \(Int(point.y.rounded())): the screen is \(areas)"
    }
}
