// SPDX-License-Identifier: MIT

@testable import dray_shelf

extension Shelf {
    /// A shelf with a zone, and cards with these texts on its table.
    static func sample(_ texts: String...) -> Shelf {
        Shelf(texts, layout: Layout(size: Size(width: 480, height: 400), hasZone: true))
    }

    subscript(text: String) -> Item.ID {
        items.first { $0.text == text }!.id
    }

    var zoneTexts: [String] { zone.compactMap { self[$0]?.text } }
    var selectedTexts: [String] { selected.compactMap { self[$0]?.text } }

    func landing(of id: Item.ID?, at point: Point, centre: Point) -> Landing? {
        landing(of: id.map { [$0] } ?? [], at: point, centre: centre)
    }

    /// Lands a card as if it were dropped with its centre at a point; false if this is not possible.
    mutating func drop(_ text: String, at point: Point) -> Bool {
        guard let landing = landing(of: self[text], at: point, centre: point) else { return false }
        land([self[text]], landing)
        return true
    }

    var middleOfZone: Point { layout.zone!.centre }
    var cornerOfZone: Point {
        Point(x: layout.zone!.maxX - 2, y: layout.zone!.maxY - 2)
    }
}
