// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// The hit test of zones (HIG-34).
@Suite struct ZoneMapTests {
    private func zone(_ id: UInt64, _ x: Double, _ width: Double, _ behaviour: Zone.Behaviour = []) -> Zone {
        Zone(id: SurfaceID(id), bounds: Rectangle(x: x, y: 0, width: width, height: 10), behaviour: behaviour)
    }

    private func id(_ map: ZoneMap, _ x: Double, _ y: Double, _ precision: ZoneMap.Precision = .pointer) -> UInt64? {
        map.zone(at: Point(x: x, y: y), precision)?.id.rawValue
    }

    @Test func theLastOfOverlappingZonesCounts() {
        let map = ZoneMap([zone(1, 0, 100), zone(2, 50, 100), zone(3, 60, 0)])
        #expect(id(map, 10, 5) == 1 && id(map, 60, 5) == 2 && id(map, 160, 5) == nil && id(map, 10, 10) == nil)
    }

    @Test func aFingerHitsTheNearestAcceptingZone() {
        let map = ZoneMap([zone(1, 0, 200), zone(2, 50, 10, .accepting), zone(3, 80, 10, .accepting)])
        #expect(id(map, 66, 5) == 1, "a pointer is precise")
        #expect(id(map, 66, 5, .finger) == 2 && id(map, 74, 5, .finger) == 3)
        #expect(id(map, 66, 26, .finger) == 2 && id(map, 66, 28, .finger) == nil)
        #expect(id(map, 150, 5, .finger) == 1)
    }

    @Test func aDirectHitCountsForAFingerToo() {
        let map = ZoneMap([zone(1, 0, 10, .accepting), zone(2, 10, 10, .accepting)])
        #expect(id(map, 9, 5, .finger) == 1 && id(map, 10, 5, .finger) == 2)
    }
}
