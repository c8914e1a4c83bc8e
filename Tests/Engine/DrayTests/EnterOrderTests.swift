// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The events that a target receives when content enters it, and their order and number.
@Suite struct EnterOrderTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    @Test func offerTypesAndActionsComeBeforeEnter() throws {
        try bench.begin(types: ["text/html", "text/plain"], actions: [.copy, .ask])
        try fixture.move(to: bench.inTarget)
        #expect(
            bench.target.log.ofDrag == [
                .dataOffer, .offerType("text/html"), .offerType("text/plain"), .offerSourceActions(1),
                .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true),
            ])
    }

    @Test func noActionIsSentBeforeTheTargetsSetActions() throws {
        try bench.beginAndEnter()
        fixture.seat.keyboard.key(Bench.Key.shift, .pressed)
        try fixture.move(to: Point(x: 315, y: 25))
        #expect(!bench.target.log.contains(.offerAction(0)))
        #expect(!bench.target.log.contains(.offerAction(1)))
        #expect(!bench.source.log.contains(.sourceAction(1)))
        try fixture.take(by: bench.target)
        #expect(bench.target.log.last == .offerAction(1))
    }

    @Test func positionsMatchThePointer() throws {
        try bench.begin()
        try fixture.move(to: Point(x: 333.5, y: 44.25))
        #expect(bench.target.log.last == .enter(surface: bench.targetWindow.id, 33.5, 44.25, hasOffer: true))
        fixture.clearLogs()
        try fixture.move(to: Point(x: 340.25, y: 50))
        let time = fixture.compositor.clock.now.milliseconds
        #expect(bench.target.log == [.motion(time: time, 40.25, 50)])
    }

    @Test func firstActionOnANewOfferIsSentEvenIfUnchanged() throws {
        try bench.beginAndTake()
        try fixture.move(to: bench.onDesktop)
        try fixture.move(to: bench.inTarget)
        fixture.clearLogs()
        try fixture.take(by: bench.target)
        #expect(bench.target.log == [.offerAction(1)])
        #expect(bench.source.log.contains(.sourceAction(1)))
    }

    @Test func firstActionIsSentEvenIfItIsNone() throws {
        try bench.beginAndEnter()
        fixture.clearLogs()
        try fixture.take(by: bench.target, actions: .move, preferred: .none)
        #expect(bench.target.log == [.offerAction(0)])
    }

    @Test func typesKeepTheirOrderWithoutDuplicates() throws {
        try bench.beginAndEnter(types: ["b", "a", "b", "c", "a"])
        #expect(bench.target.dragOffer?.types == ["b", "a", "c"])
    }

    @Test func contentWithoutTypesEntersAtOnce() throws {
        try bench.beginAndEnter(types: [])
        #expect(bench.target.log.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        #expect(bench.target.dragOffer?.types == [])
    }

    @Test func originIsEnteredAtTheStart() throws {
        try bench.begin()
        #expect(bench.source.log.contains(.enter(surface: bench.sourceWindow.id, 50, 50, hasOffer: true)))
    }

    @Test func lateDeviceReceivesTheCurrentState() throws {
        bench.target.device.release()
        try bench.beginAndEnter()
        #expect(bench.target.log.ofDrag.isEmpty)
        bench.target.renewDevice()
        try fixture.settle()
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        try fixture.take(by: bench.target)
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.target.log.contains(.drop))
    }

    @Test func clientWithoutADeviceIsNoTarget() throws {
        bench.target.device.release()
        try bench.beginAndEnter()
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func clientThatReleasesItsDeviceIsNoTarget() throws {
        try bench.beginAndTake()
        bench.target.device.release()
        try fixture.settle()
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func windowMappedUnderAnIdlePointerIsEntered() throws {
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        let client = try fixture.makeClient("late")
        let window = try fixture.makeWindow(of: client, at: Point(x: 590, y: 380))
        #expect(client.log.ofDrag.last == .enter(surface: window.id, 10, 20, hasOffer: true))
    }

    @Test func windowMovedUnderAnIdlePointerReceivesMotion() throws {
        try bench.beginAndEnter()
        fixture.clearLogs()
        let window = try #require(fixture.compositor.windows.first { $0.appID == "dray.test.target" })
        fixture.compositor.place(window, at: Point(x: 305, y: 15))
        try fixture.settle()
        let time = fixture.compositor.clock.now.milliseconds
        #expect(bench.target.log.ofDrag == [.motion(time: time, 5, 5)])
    }
}
