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

    @Test func anyNumberOfItemsHasAPlaceOnTheTableAndInTheZone() {
        let layout = Layout(size: Size(width: 480, height: 400), hasZone: true)
        for count in [1, 3, 4, 12, 60] {
            for number in 0..<count {
                let place = layout.origin(number, of: count)
                #expect(layout.table.contains(place.origin))
                #expect(place.maxX <= layout.table.maxX && place.maxY <= layout.table.maxY)
                let slot = layout.slot(number, of: count)!
                let zone = layout.zone!
                #expect(zone.contains(slot.origin) && slot.maxX <= zone.maxX && slot.maxY <= zone.maxY)
            }
        }
    }

    @Test func aWindowSmallerThanACardIsNoReasonToDie() {
        let layout = Layout(size: Size(width: 1, height: 1), hasZone: true)
        #expect(layout.slot(0, of: 1)?.size == Layout.card)
        #expect(layout.origin(3, of: 9).size == Layout.card)
    }
}
