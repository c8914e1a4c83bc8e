// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Several people at one screen (HIG-10).
@Suite struct SeatsTests {
    let bench: Bench
    let firstSeat: Seat
    let secondSeat: Seat
    let sourceSecond: ClientSeat
    let targetSecond: ClientSeat
    var fixture: DragFixture { bench.fixture }

    init() throws {
        bench = try Bench(
            configuration: HeadlessConfiguration(seats: [SeatConfiguration(), SeatConfiguration(name: "seat1")]))
        firstSeat = bench.fixture.compositor.seats[0]
        secondSeat = bench.fixture.compositor.seats[1]
        sourceSecond = try #require(bench.source.makeSeat(1))
        targetSecond = try #require(bench.target.makeSeat(1))
        try fixture.settle()
    }

    /// Begins a drag with the second person's pointer.
    private func beginSecond(_ log: EventLog = EventLog()) throws {
        secondSeat.pointer.move(to: Point(x: 60, y: 60))
        secondSeat.pointer.button(InputEvent.Button.left, .pressed)
        try fixture.settle()
        sourceSecond.device.object.startDrag(
            source: bench.source.makeSource(types: ["second"], log: log), origin: bench.sourceWindow.surface, icon: nil,
            serial: sourceSecond.pressSerial)
        try fixture.settle()
    }

    private func take(_ device: ClientDevice, type: String) throws {
        let offer = try #require(device.dragOffer)
        offer.object.setActions(dndActions: .copy, preferredAction: .copy)
        offer.object.accept(serial: device.enterSerial, mimeType: type)
        try fixture.settle()
    }

    @Test func twoDragsAtOnceDoNotTouchEachOther() throws {
        let secondLog = EventLog()
        try bench.begin(types: ["first"])
        try beginSecond(secondLog)
        #expect(fixture.host.drags(of: firstSeat).isDragging)
        #expect(fixture.host.drags(of: secondSeat).isDragging)

        try fixture.move(to: bench.inTarget)
        secondSeat.pointer.move(to: Point(x: 330, y: 40))
        try fixture.settle()
        #expect(bench.target.dragOffer?.types == ["first"])
        #expect(targetSecond.device.dragOffer?.types == ["second"])
        #expect(targetSecond.log.events.ofDrag.last == .enter(surface: bench.targetWindow.id, 30, 40, hasOffer: true))

        try take(bench.target.mainSeat.device, type: "first")
        try take(targetSecond.device, type: "second")
        fixture.clearLogs()
        secondLog.clear()
        try fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(!targetSecond.log.events.contains(.drop))
        #expect(fixture.host.drags(of: secondSeat).isDragging)
        #expect(secondLog.events.isEmpty)

        secondSeat.pointer.button(InputEvent.Button.left, .released)
        try fixture.settle()
        #expect(targetSecond.log.events.contains(.drop))
        bench.offer?.finish()
        targetSecond.device.dragOffer?.object.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceDropPerformed, .sourceFinished])
        #expect(secondLog.events == [.sourceDropPerformed, .sourceFinished])
    }

    @Test func cancellingOneLeavesTheOther() throws {
        let secondLog = EventLog()
        try bench.begin()
        try beginSecond(secondLog)
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(!fixture.host.drags(of: firstSeat).isDragging)
        #expect(fixture.host.drags(of: secondSeat).isDragging)
        #expect(secondLog.events.isEmpty)
    }

    @Test func serialOfOneSeatIsNoneOfTheOther() throws {
        let log = EventLog()
        try fixture.press(at: bench.start)
        sourceSecond.device.object.startDrag(
            source: bench.source.makeSource(log: log), origin: bench.sourceWindow.surface, icon: nil,
            serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled])
    }

    @Test func removedSeatEndsItsDrag() throws {
        let secondLog = EventLog()
        try bench.begin()
        try beginSecond(secondLog)
        fixture.compositor.remove(secondSeat)
        try fixture.settle()
        #expect(secondLog.events.last == .sourceCancelled)
        #expect(fixture.host.drags(of: firstSeat).isDragging)
    }

    @Test func deviceOfARemovedSeatStillAnswers() throws {
        fixture.compositor.remove(secondSeat)
        try fixture.settle()
        let log = EventLog()
        sourceSecond.device.object.startDrag(
            source: bench.source.makeSource(log: log), origin: bench.sourceWindow.surface, icon: nil, serial: 1)
        sourceSecond.device.object.setSelection(source: bench.source.makeSource(actions: nil, log: log), serial: 1)
        try fixture.settle()
        #expect(log.events == [.sourceCancelled, .sourceCancelled])
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func eachSeatHasAClipboardOfItsOwn() throws {
        secondSeat.pointer.move(to: Point(x: 60, y: 60))
        secondSeat.pointer.click()
        try fixture.settle()
        fixture.clearLogs()
        sourceSecond.log.clear()
        sourceSecond.device.object.setSelection(
            source: bench.source.makeSource(types: ["mine"], actions: nil), serial: sourceSecond.inputSerial)
        try fixture.settle()
        #expect(sourceSecond.log.events.last == .selection(["mine"]))
        #expect(bench.source.log.of(.selection).isEmpty)
        #expect(bench.target.log.of(.selection).isEmpty)
    }
}
