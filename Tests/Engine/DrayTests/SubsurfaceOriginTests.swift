// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Drags that begin on a part of a window.
@Suite struct SubsurfaceOriginTests {
    let bench: Bench
    let child: WlSurface
    var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench()
        child = bench.source.makeSubsurface(of: bench.sourceWindow.surface, x: 40, y: 40, width: 30, height: 30)
        try bench.fixture.settle()
    }

    private func begin(from origin: WlSurface, at point: Point) throws {
        try fixture.press(at: point)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: origin, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
    }

    @Test func originMayBeTheSubsurfaceThatWasPressed() throws {
        try begin(from: child, at: bench.start)
        #expect(fixture.drags.isDragging)
        #expect(
            bench.source.log.ofDrag.last == .enter(surface: child.proxy.objectID, 10, 10, hasOffer: true))
    }

    @Test func originMayBeTheWindowOfTheSubsurfaceThatWasPressed() throws {
        try begin(from: bench.sourceWindow.surface, at: bench.start)
        #expect(fixture.drags.isDragging)
    }

    @Test func originMayBeASubsurfaceBesideThePress() throws {
        try begin(from: child, at: Point(x: 10, y: 10))
        #expect(fixture.drags.isDragging)
    }

    @Test func fingerOnASubsurfaceBeginsADrag() throws {
        try fixture.touchDown(at: bench.start)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil,
            serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
    }

    @Test func subsurfacesAreTargetsOfTheirOwn() throws {
        let part = bench.target.makeSubsurface(of: bench.targetWindow.surface, x: 50, y: 0, width: 30, height: 30)
        try fixture.settle()
        try bench.beginAndEnter()
        fixture.clearLogs()
        try fixture.move(to: Point(x: 355, y: 6))
        #expect(bench.target.log.ofDrag.first == .leave)
        #expect(bench.target.log.ofDrag.last == .enter(surface: part.proxy.objectID, 5, 6, hasOffer: true))
    }

    @Test func destroyedOriginDoesNotEndTheDrag() throws {
        try begin(from: child, at: bench.start)
        child.destroy()
        try fixture.move(to: bench.inTarget)
        #expect(fixture.drags.isDragging)
        try fixture.take(by: bench.target)
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }
}
