// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

@Suite struct LayoutTests {
    @Test func slotsLieInsideTheZoneAndDoNotOverlapAsLongAsThereIsRoom() {
        for size in [Size(width: 480, height: 400), Size(width: 700, height: 613), Size(width: 333, height: 500)] {
            let layout = Layout(size: size, hasZone: true)
            let slots = (0..<4).compactMap { layout.slot($0, of: 4) }
            let zone = layout.zone!
            #expect(slots.count == 4)
            for (index, slot) in slots.enumerated() {
                #expect(zone.contains(slot.origin) && slot.maxX <= zone.maxX && slot.maxY <= zone.maxY)
                for other in slots[..<index] {
                    let isApart =
                        slot.origin.x >= other.maxX || other.origin.x >= slot.maxX || slot.origin.y >= other.maxY
                        || other.origin.y >= slot.maxY
                    #expect(isApart)
                }
            }
        }
    }

    /// Overlapping cards leave each text free, and scrolling brings every card into its area.
    @Test(arguments: [1, 3, 4, 12, 30, 60]) func anyNumberOfItemsCanBeReadOnTheTableAndInTheZone(count: Int) {
        let start = Layout(size: Size(width: 480, height: 400), hasZone: true)
        for area in [Layout.Area.table, .zone] {
            let place = { (layout: Layout, number: Int) in
                area == .zone ? layout.slot(number, of: count)! : layout.origin(number, of: count)
            }
            for number in 0..<count {
                var layout = start
                layout.reveal(number, of: count, in: area)
                let here = place(layout, number)
                let bounds = layout.bounds(of: area)!
                #expect(here.origin.x >= bounds.origin.x && here.maxX <= bounds.maxX)
                #expect(here.origin.y >= bounds.origin.y && here.maxY <= bounds.maxY)
                let text = here.inset(by: Layout.cardMargin)
                for other in 0..<count where other != number {
                    let there = place(layout, other)
                    let isFree =
                        there.origin.y >= text.maxY || there.maxY <= text.origin.y || there.origin.x >= text.maxX
                        || there.maxX <= text.origin.x
                    #expect(isFree)
                }
            }
        }
    }

    @Test func anAreaScrollsAsFarAsItHasItemsAndNoFurther() {
        var layout = Layout(size: Size(width: 480, height: 400), hasZone: true)
        layout.scroll(.table, by: 50, count: 3)
        #expect(layout.scroll(of: .table, count: 3) == (0, 0))
        let top = layout.origin(0, of: 30)
        let limit = layout.scroll(of: .table, count: 30).limit
        layout.scroll(.table, by: 50, count: 30)
        #expect(layout.origin(0, of: 30).origin == top.origin - Point(x: 0, y: 50))
        #expect(layout.scroll(of: .zone, count: 30).offset == 0)
        layout.scroll(.table, by: 1e9, count: 30)
        #expect(layout.scroll(of: .table, count: 30).offset == limit)
        #expect(layout.origin(29, of: 30).maxY == layout.table.maxY)
        // With fewer cards, the last ones are visible; the next wheel step begins there.
        #expect(layout.origin(11, of: 12).maxY == layout.table.maxY)
        layout.scroll(.table, by: -10, count: 12)
        #expect(layout.origin(11, of: 12).maxY == layout.table.maxY + 10)
        layout.scroll(.table, by: -1e9, count: 30)
        #expect(layout.origin(0, of: 30) == top)
    }

    @Test func resizingKeepsTheVisibleCards() {
        var layout = Layout(size: Size(width: 480, height: 400), hasZone: true)
        layout.scroll(.zone, by: 60, count: 30)
        #expect(layout.changing(size: Size(width: 480, height: 420)).scroll(of: .zone, count: 30).offset == 60)
        #expect(layout.changing(size: Size(width: 4000, height: 4000)).scroll(of: .zone, count: 30) == (0, 0))
    }

    @Test func aWindowSmallerThanACardDoesNotCrash() {
        let layout = Layout(size: Size(width: 1, height: 1), hasZone: true)
        #expect(layout.slot(0, of: 1)?.size == Layout.card)
        #expect(layout.origin(3, of: 9).size == Layout.card)
    }
}
