// SPDX-License-Identifier: MIT

@testable import dray_shelf

extension Shelf {
    /// A shelf with a zone, and these texts on its table.
    static func sample(_ texts: String..., size: Size = Size(width: 480, height: 400)) -> Shelf {
        Shelf(texts.map { .text(StyledText($0)) }, layout: Layout(size: size, hasZone: true))
    }

    subscript(text: String) -> Item.ID {
        items.first { $0.content.text?.plain == text }!.id
    }

    var zoneTexts: [String] { zone.compactMap { self[$0]?.content.text?.plain } }

    /// Lands an item as if it were dropped with its middle at a point; false where it cannot.
    mutating func drop(_ text: String, at point: Point) -> Bool {
        guard let landing = landing(of: self[text], at: point, centre: point) else { return false }
        land(self[text], landing)
        return true
    }

    var middleOfZone: Point { layout.zone!.centre }
    var cornerOfZone: Point {
        Point(x: layout.zone!.maxX - 2, y: layout.zone!.maxY - 2)
    }
}
