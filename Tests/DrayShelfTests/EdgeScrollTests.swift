// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

/// HIG-20.
@Suite struct EdgeScrollTests {
    private let layout = Layout(size: Size(width: 480, height: 400), hasZone: true)

    @Test func theNearerToTheEdgeTheFasterItScrolls() throws {
        let zone = try #require(layout.zone)
        let speeds = [30.0, 20, 10, 1].map { distance in
            EdgeScroll(at: Point(x: 200, y: zone.maxY - distance), in: layout)?.speed ?? 0
        }
        #expect(speeds[0] > 0 && zip(speeds, speeds.dropFirst()).allSatisfy(<))
        let upper = EdgeScroll(at: Point(x: 200, y: zone.origin.y + 10), in: layout)
        #expect(upper?.speed == -speeds[2])
        #expect(upper?.area == .zone)
    }

    @Test func inTheMiddleAndOutsideNothingScrolls() {
        #expect(EdgeScroll(at: layout.zone!.centre, in: layout) == nil)
        #expect(EdgeScroll(at: Point(x: 200, y: layout.size.height - 1), in: layout) == nil)
        #expect(EdgeScroll(at: Point(x: 200, y: layout.table.maxY + 1), in: layout) == nil)
    }

    @Test func theTimeBetweenTwoFramesSaysHowFar() throws {
        let table = layout.table
        var scroll = try #require(EdgeScroll(at: Point(x: 200, y: table.maxY - 10), in: layout))
        #expect(scroll.advance(to: .max - 5) == 0)
        let frame = scroll.advance(to: 4)
        #expect(abs(frame - scroll.speed * 0.01) < 1e-9)
        // A standstill of ten seconds is no reason to jump.
        #expect(scroll.advance(to: 10_004) == scroll.speed * Double(EdgeScroll.longestFrame) / 1000)
        // Nearer to the edge it goes on from there; in another area it begins anew.
        var nearer = try #require(EdgeScroll(at: Point(x: 200, y: table.maxY - 2), in: layout)).continuing(scroll)
        #expect(nearer.advance(to: 10_014) > frame)
        var other = try #require(EdgeScroll(at: Point(x: 200, y: layout.zone!.maxY - 2), in: layout))
            .continuing(scroll)
        #expect(other.advance(to: 10_014) == 0)
    }
}
