// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import DrayServer
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

@testable import Dray

/// Several concurrent drags on one seat, each with its own finger (HIG-10).
@Suite struct FingersTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }
    let inTarget = (Point(x: 310, y: 20), Point(x: 400, y: 60))

    init() throws { bench = try Bench() }

    /// Reserves another data device of a client, for a concurrent drag.
    private func reserve(for client: DragClient) throws -> ClientDevice {
        let device = client.makeDevice()
        try #require(client.dragManager).reserveDevice(device: device.object)
        try fixture.settle()
        return device
    }

    /// Puts a finger down in a window and begins a drag with that device.
    @discardableResult
    private func begin(
        _ finger: Int32, by device: WlDataDevice, of client: DragClient, from window: TestWindow, at point: Point,
        types: [String] = ["text/plain"]
    ) throws -> WlDataSource {
        try fixture.touchDown(finger, at: point)
        let content = client.makeSource(types: types, actions: .copy)
        device.startDrag(source: content, origin: window.surface, icon: nil, serial: client.pressSerial)
        try fixture.settle()
        return content
    }

    private func beginTwo(beside device: ClientDevice) throws {
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        try begin(
            1, by: device.object, of: bench.source, from: bench.sourceWindow, at: Point(x: 80, y: 60),
            types: ["text/html"])
    }

    private func take(_ device: ClientDevice, _ type: String) throws {
        let offer = try #require(device.dragOffer).object
        offer.setActions(dndActions: .copy, preferredAction: .copy)
        offer.accept(serial: device.enterSerial, mimeType: type)
        try fixture.settle()
    }

    private var drags: [DragID] {
        [0, 1, 2].compactMap { fixture.drags.drag(by: .finger(FingerID($0))) }
    }

    /// A client recognizes its own content by the device, and can move it within its window.
    @Test func dragOfAReservedDeviceIsSentToItAlone() throws {
        let (giving, other) = (try reserve(for: bench.source), try reserve(for: bench.source))
        try beginTwo(beside: giving)
        #expect(giving.dragOffer?.types == ["text/html"] && other.dragOffer == nil)
        try fixture.touchUp(0)
        try fixture.touchMove(1, to: bench.onDesktop)
        fixture.clearLogs()
        for device in [giving, other] { device.log.clear() }
        try fixture.touchMove(1, to: Point(x: 80, y: 60))
        #expect(giving.dragOffer?.types == ["text/html"])
        #expect(bench.source.log.ofDrag.isEmpty && other.log.events.isEmpty)
        // The reserved device receives no other drag.
        try begin(
            2, by: bench.target.device, of: bench.target, from: bench.targetWindow, at: inTarget.0,
            types: ["text/vcard"])
        try fixture.touchMove(2, to: bench.start)
        #expect(bench.source.dragOffer?.types == ["text/vcard"])
        #expect(giving.dragOffer?.types == ["text/html"])
    }

    @Test func reservedDeviceBeginsOneDragAtATime() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        try begin(2, by: giving.object, of: bench.source, from: bench.sourceWindow, at: Point(x: 60, y: 30))
        #expect(drags.count == 2)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
    }

    @Test func twoFingersDragIndependently() throws {
        let (giving, taking) = (try reserve(for: bench.source), try reserve(for: bench.target))
        try beginTwo(beside: giving)
        #expect(drags.count == 2 && drags[0] != drags[1])
        try fixture.touchMove(0, to: inTarget.0)
        try fixture.touchMove(1, to: inTarget.1)
        // Each drag has its own device, position and types.
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        #expect(bench.target.dragOffer?.types == ["text/plain"])
        #expect(taking.log.events.last == .enter(surface: bench.targetWindow.id, 100, 60, hasOffer: true))
        #expect(taking.dragOffer?.types == ["text/html"])
        try fixture.take(by: bench.target)
        try take(taking, "text/html")
        fixture.clearLogs()
        taking.log.clear()

        try fixture.touchMove(1, to: Point(x: 410, y: 60))
        #expect(taking.log.events == [.motion(time: 83, 110, 60)] || taking.log.events.count == 1)
        #expect(bench.target.log.ofDrag.isEmpty, "the other drag is idle")
        try fixture.touchUp(1)
        #expect(taking.log.events.suffix(2) == [.drop, .leave])
        #expect(bench.target.log.ofDrag.isEmpty && drags.count == 1)
        try #require(taking.dragOffer).object.finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceDropPerformed, .sourceFinished])

        try fixture.touchUp(0)
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        try #require(bench.offer).finish()
        try fixture.settle()
        #expect(bench.source.log.ofSource.count(of: .sourceFinished) == 2)
        #expect(!fixture.drags.isDragging)
    }

    @Test func eachDragHasItsOwnImageThatEndsSeparately() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        try fixture.touchMove(0, to: Point(x: 100, y: 300))
        try fixture.touchMove(1, to: Point(x: 500, y: 300))
        for _ in 0..<50 { fixture.compositor.advance(byMicroseconds: 10_000) }
        let images = Dictionary(grouping: fixture.host.stage.parts, by: \.drag)
        #expect(images.count == 2, "\(images)")
        try fixture.touchUp(1)
        for _ in 0..<200 { fixture.compositor.advance(byMicroseconds: 10_000) }
        #expect(Set(fixture.host.stage.parts.map(\.drag)) == Set(drags))
        #expect(drags.count == 1)
    }

    @Test func clientWithoutTheExtensionBeginsNoSecondDrag() throws {
        let device = bench.source.makeDevice()
        try beginTwo(beside: device)
        #expect(drags.count == 1)
        #expect(bench.source.log.ofSource.last == .sourceCancelled)
        try fixture.touchMove(0, to: inTarget.0)
        try fixture.take(by: bench.target)
        try fixture.touchUp(0)
        #expect(bench.target.log.ofDrag.suffix(2) == [.drop, .leave], "the first drag is not affected")
    }

    /// Clients without the extension take part in one drag at a time.
    @Test func anotherClientCanDragWithAnotherFinger() throws {
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        try begin(1, by: bench.target.device, of: bench.target, from: bench.targetWindow, at: inTarget.1)
        #expect(drags.count == 2)
        // The client's own content is over its window, so it receives no other drag.
        fixture.clearLogs()
        try fixture.touchMove(0, to: inTarget.0)
        #expect(bench.target.log.ofDrag.isEmpty)
        #expect(fixture.drags.feedback?.outcome == .notPossible)
        // It receives none after that has left either: a toolkit would take the other drag for its own.
        try fixture.touchMove(1, to: bench.onDesktop)
        #expect(bench.target.log.ofDrag == [.leave])
        try fixture.touchUp(1)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
    }

    @Test func clientWithOneDeviceReceivesOneDragAtATime() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        try fixture.touchMove(0, to: inTarget.0)
        fixture.clearLogs()
        try fixture.touchMove(1, to: inTarget.1)
        #expect(bench.target.log.ofDrag.isEmpty)
        try fixture.touchMove(0, to: bench.onDesktop)
        #expect(bench.target.log.ofDrag.first == .leave)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 100, 60, hasOffer: true))
        #expect(bench.target.dragOffer?.types == ["text/html"])
    }

    @Test func nextDeviceTakesOverFromAReleasedOne() throws {
        let (giving, taking) = (try reserve(for: bench.source), try reserve(for: bench.target))
        try beginTwo(beside: giving)
        try fixture.touchMove(0, to: inTarget.0)
        try fixture.touchMove(1, to: inTarget.1)
        let third = try reserve(for: bench.target)
        #expect(third.log.events.isEmpty)
        taking.object.release()
        try fixture.settle()
        #expect(third.log.events.last == .enter(surface: bench.targetWindow.id, 100, 60, hasOffer: true))
    }

    @Test func unrelatedFingerMovesNoDrag() throws {
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        try fixture.touchMove(0, to: inTarget.0)
        fixture.clearLogs()
        fixture.drags.fingerMoved(FingerID(5), to: bench.onDesktop, at: .monotonic)
        try fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty && drags.count == 1)
    }

    @Test func fingerThatDragsBeginsNoSecondDrag() throws {
        let giving = try reserve(for: bench.source)
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        fixture.clearLogs()
        giving.object.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: nil,
            serial: bench.source.pressSerial)
        try fixture.settle()
        #expect(drags.count == 1)
        #expect(bench.source.log.ofSource == [.sourceCancelled])
    }

    @Test func keyboardFocusReturnsAfterTheLastDragEnds() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        fixture.clearLogs()
        try fixture.touchUp(0)
        #expect(bench.target.log.of(.keyboard).isEmpty, "the other drag continues")
        try fixture.key(Bench.Key.escape, .pressed)
        #expect(!fixture.drags.isDragging)
        #expect(bench.source.log.ofSource.count(of: .sourceCancelled) == 2)
        #expect(bench.target.log.of(.keyboard).isEmpty, "the key is still down")
        try fixture.key(Bench.Key.escape, .released)
        #expect(!bench.target.log.of(.keyboard).isEmpty)
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        #expect(drags.count == 1)
    }

    @Test func escapeEndsAllDrags() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        fixture.clearLogs()
        try fixture.key(Bench.Key.escape, .pressed)
        try fixture.key(Bench.Key.escape, .released)
        #expect(!fixture.drags.isDragging && fixture.seat.grab == nil)
        #expect(bench.source.log.ofSource.count(of: .sourceCancelled) == 2)
    }

    @Test func modifiersApplyToAllDrags() throws {
        let content = (
            bench.source.makeSource(actions: [.copy, .move]), bench.source.makeSource(actions: [.copy, .move])
        )
        let giving = try reserve(for: bench.source)
        try fixture.touchDown(0, at: bench.start)
        bench.source.device.startDrag(
            source: content.0, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
        try fixture.touchDown(1, at: Point(x: 80, y: 60))
        giving.object.startDrag(
            source: content.1, origin: bench.sourceWindow.surface, icon: nil, serial: bench.source.pressSerial)
        try fixture.settle()
        fixture.clearLogs()
        try fixture.key(Bench.Key.control, .pressed)
        #expect(drags.count == 2)
        #expect(fixture.drags.hands.allSatisfy { $0.ownDrag?.session.modifiers == .control })
    }

    @Test func newDragUsesTheDeviceOfAFinishedOne() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        try fixture.touchUp(0)
        #expect(drags.count == 1)
        try begin(2, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        #expect(drags.count == 2)
        try fixture.touchMove(2, to: inTarget.0)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        try fixture.touchUp(1)
        try fixture.touchUp(2)
        #expect(!fixture.drags.isDragging && fixture.seat.grab == nil)
    }

    @Test func fingerDragsConcurrentlyWithThePointer() throws {
        let giving = try reserve(for: bench.source)
        try bench.begin()
        try begin(1, by: giving.object, of: bench.source, from: bench.sourceWindow, at: Point(x: 80, y: 60))
        #expect(drags.count == 1 && fixture.drags.heldDragID != nil)
        try fixture.move(to: bench.inTarget)
        try fixture.take(by: bench.target)
        try fixture.touchMove(1, to: bench.onDesktop)
        #expect(bench.target.log.ofDrag.contains(.leave) == false)
        fixture.clearLogs()
        try fixture.release()
        #expect(bench.target.log.ofDrag == [.drop, .leave])
        #expect(drags.count == 1)
        try fixture.touchUp(1)
        #expect(!fixture.drags.isDragging && fixture.seat.grab == nil)
    }

    @Test func deathOfASourceEndsItsDragOnly() throws {
        try begin(0, by: bench.source.device, of: bench.source, from: bench.sourceWindow, at: bench.start)
        let other = try fixture.makeClient("other")
        let window = try fixture.makeWindow(of: other, at: Point(x: 0, y: 200))
        try begin(1, by: other.device, of: other, from: window, at: Point(x: 50, y: 250))
        #expect(drags.count == 2)
        fixture.kill(other)
        #expect(drags.count == 1)
        try fixture.touchMove(0, to: inTarget.0)
        try fixture.take(by: bench.target)
        try fixture.touchUp(0)
        #expect(bench.target.log.ofDrag.suffix(2) == [.drop, .leave])
    }

    @Test func unpluggedTouchScreenEndsAllDrags() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        try fixture.takeAway(.touch)
        #expect(!fixture.drags.isDragging && fixture.seat.grab == nil)
        #expect(bench.source.log.ofSource.count(of: .sourceCancelled) == 2)
    }

    @Test func removedSeatEndsAllDrags() throws {
        let giving = try reserve(for: bench.source)
        try beginTwo(beside: giving)
        fixture.host.engine.removeSeat(SeatID(fixture.seat))
        try fixture.settle()
        #expect(bench.source.log.ofSource.count(of: .sourceCancelled) == 2)
    }

    @Test func fingersBeyondTheLimitBeginNoDrag() throws {
        // Each begins one drag at a time.
        let devices = try (0..<12).map { _ in try reserve(for: bench.source) }
        for finger in Int32(0)..<12 {
            try begin(
                finger, by: devices[Int(finger)].object, of: bench.source, from: bench.sourceWindow,
                at: Point(x: 10 + 10 * Double(finger), y: 50))
        }
        #expect(fixture.drags.hands.count == 1 + DragSeat.besideLimit)
        #expect(bench.source.log.ofSource.count(of: .sourceCancelled) == 2)
        for finger in Int32(0)..<12 { try fixture.touchUp(finger) }
        #expect(!fixture.drags.isDragging)
    }

    @Test func reservedDevicesHaveALimit() throws {
        let devices = try (0..<Limits.devicesBesidePerClient).map { _ in try reserve(for: bench.source) }
        let usual = (1..<Limits.devicesPerClient).map { _ in bench.source.makeDevice() }
        try fixture.settle()
        #expect(devices.count + usual.count == 12)
        try withExtendedLifetime((devices, usual)) {
            _ = bench.source.makeDevice()
            let failure = try #require(try fixture.failure(of: bench.source))
            #expect("\(failure)".contains("error 3 on wl_display"))
        }
    }

    @Test func reservedDeviceReceivesNoSelection() throws {
        let log = EventLog()
        let device = bench.target.makeDevice(log: log)
        try #require(bench.target.dragManager).reserveDevice(device: device.object)
        try fixture.settle()
        log.clear()
        try fixture.press(at: bench.inTarget)
        let content = bench.target.makeSource(types: ["text/plain"], actions: nil)
        bench.target.device.setSelection(source: content, serial: bench.target.pressSerial)
        try fixture.settle()
        #expect(bench.target.selection != nil)
        #expect(log.events.isEmpty)
    }

    /// A drag moves from one window of a client to another while the client takes part in two drags.
    @Test func dragMovesBetweenWindowsOfOneClient() throws {
        let window = try fixture.makeWindow(of: bench.target, at: Point(x: 300, y: 200))
        let (giving, taking) = (try reserve(for: bench.source), try reserve(for: bench.target))
        try beginTwo(beside: giving)
        try fixture.touchMove(0, to: inTarget.0)
        try fixture.touchMove(1, to: inTarget.1)
        fixture.clearLogs()
        taking.log.clear()
        try fixture.touchMove(1, to: Point(x: 310, y: 210))
        #expect(
            taking.log.events == [
                .leave, .dataOffer, .offerType("text/html"), .offerSourceActions(1),
                .enter(surface: window.id, 10, 10, hasOffer: true),
            ])
        #expect(bench.target.log.ofDrag.isEmpty)
    }

    @Test func reservingTwiceChangesNothing() throws {
        let giving = try reserve(for: bench.source)
        try #require(bench.source.dragManager).reserveDevice(device: giving.object)
        giving.object.release()
        #expect(try fixture.failure(of: bench.source) == nil)
    }
}
