// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// Content near the edge of a scrolling zone (HIG-20).
@Suite struct EdgeScrollTests {
    private func zone(_ behaviour: Zone.Behaviour, id: UInt64 = 1, width: Double = 400) -> Zone {
        Zone(id: SurfaceID(id), bounds: Rectangle(x: 10, y: 10, width: width, height: 300), behaviour: behaviour)
    }

    private func time(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    /// Returns the scroll distance in the first second after the content's arrival.
    private func way(_ zone: Zone?, at point: Point) -> Point {
        var edges = EdgeScroll()
        edges.over(zone, at: point, time: time(0))
        var sum = Point.zero
        for step in 0...1000 {
            if let moved = edges.look(at: time(UInt64(step))) { sum = sum + moved.by }
        }
        return sum
    }

    @Test func directionFollowsTheEdge() {
        let both: Zone.Behaviour = [.scrollsHorizontally, .scrollsVertically]
        #expect(way(zone(both), at: Point(x: 12, y: 150)).x < 0)
        #expect(way(zone(both), at: Point(x: 408, y: 150)).x > 0)
        #expect(way(zone(both), at: Point(x: 200, y: 12)).y < 0)
        #expect(way(zone(both), at: Point(x: 200, y: 308)).y > 0)
        let corner = way(zone(both), at: Point(x: 12, y: 308))
        #expect(corner.x < 0 && corner.y > 0)
        #expect(way(zone(.scrollsVertically), at: Point(x: 12, y: 308)).x == 0)
        #expect(way(zone([]), at: Point(x: 12, y: 308)) == .zero)
        #expect(way(nil, at: Point(x: 12, y: 308)) == .zero)
    }

    @Test func speedIncreasesTowardsTheEdge() {
        let distances = [30.0, 20, 10, 1].map { way(zone(.scrollsVertically), at: Point(x: 200, y: 310 - $0)).y }
        #expect(distances == distances.sorted() && distances[0] > 0)
        #expect(distances[3] < EdgeScroll.fastest)
        #expect(way(zone(.scrollsVertically), at: Point(x: 200, y: 160)) == .zero)
        #expect(way(zone(.scrollsVertically), at: Point(x: 200, y: 311)) == .zero, "it stops outside")
    }

    @Test func smallZonesHaveAMiddle() {
        #expect(way(zone(.scrollsHorizontally, width: 20), at: Point(x: 20, y: 100)) == .zero)
    }

    @Test func anotherZoneRestartsTheDelay() {
        var edges = EdgeScroll()
        edges.over(zone(.scrollsVertically), at: Point(x: 200, y: 308), time: time(0))
        edges.over(zone(.scrollsVertically, id: 2), at: Point(x: 200, y: 308), time: time(200))
        let early = edges.look(at: time(300))
        #expect(early == nil)
        let late = edges.look(at: time(450))
        #expect(late?.zone == SurfaceID(2))
    }

    @Test func nothingJumpsAfterAPause() {
        var edges = EdgeScroll()
        edges.over(zone(.scrollsVertically), at: Point(x: 200, y: 309), time: time(0))
        _ = edges.look(at: time(300))
        let step = edges.look(at: time(60_000))
        #expect(step.map { $0.by.y <= EdgeScroll.fastest / 10 } == true)
    }
}
