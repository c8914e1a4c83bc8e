// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Drags without a source: the application transfers its data internally, and other clients receive no events.
@Suite struct NullSourceTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench()
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: nil)
    }

    @Test func ownSurfacesAreEnteredWithoutAnOffer() throws {
        #expect(bench.source.log.ofDrag == [.enter(surface: bench.sourceWindow.id, 50, 50, hasOffer: false)])
        fixture.clearLogs()
        try fixture.move(to: Point(x: 60, y: 70))
        let time = fixture.compositor.clock.now.milliseconds
        #expect(bench.source.log.ofDrag == [.motion(time: time, 60, 70)])
    }

    @Test func otherApplicationsReceiveNothing() throws {
        fixture.clearLogs()
        try fixture.move(to: bench.inTarget)
        try fixture.move(to: Point(x: 320, y: 30))
        #expect(bench.source.log.ofDrag == [.leave])
        try fixture.release()
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(!fixture.drags.isDragging)
    }

    @Test func selectionsAreNotAffected() throws {
        #expect(!bench.source.log.contains(.dataOffer))
        fixture.clearLogs()
        try fixture.move(to: bench.inTarget)
        try fixture.move(to: bench.start)
        #expect(bench.source.log.of(.selection).isEmpty)
        #expect(bench.target.log.of(.selection).isEmpty)
        #expect(bench.source.log.of(.primarySelection).isEmpty)
    }

    @Test func dropWithModifiersCausesNoError() throws {
        try fixture.key(Bench.Key.control, .pressed)
        try fixture.key(Bench.Key.shift, .pressed)
        try fixture.move(to: Point(x: 60, y: 70))
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.source.log.ofDrag == [.drop, .leave])
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func dropWithAFingerEndsTheDrag() throws {
        try fixture.release()
        try fixture.startTouchDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: nil)
        try fixture.touchMove(to: Point(x: 60, y: 70))
        fixture.clearLogs()
        try fixture.touchUp()
        #expect(bench.source.log.ofDrag == [.drop, .leave])
        #expect(!fixture.drags.isDragging)
    }

    @Test func deathOfTheApplicationEndsTheDrag() throws {
        try fixture.move(to: bench.inTarget)
        fixture.kill(bench.source)
        #expect(!fixture.drags.isDragging)
    }
}
