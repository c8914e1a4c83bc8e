// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import TestClients
import Testing
import WaylandClient

/// One drag with the pointer from its start to its end, message by message.
@Suite struct PointerDragTests {
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let sourceWindow: TestWindow
    let targetWindow: TestWindow

    init() throws {
        fixture = try DragFixture()
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        fixture.clearLogs()
    }

    @Test func contentGoesFromOneApplicationToAnother() throws {
        let content = source.makeSource(types: ["text/plain", "text/html"], actions: [.copy, .move])
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        #expect(source.log.contains(.pointerLeave))
        fixture.clearLogs()

        try fixture.move(to: Point(x: 310, y: 20))
        #expect(
            target.log == [
                .dataOffer, .offerType("text/plain"), .offerType("text/html"), .offerSourceActions(1),
                .enter(surface: targetWindow.id, 10, 20, hasOffer: true),
            ])

        let offer = try #require(target.dragOffer?.object)
        offer.setActions(dndActions: [.copy, .move], preferredAction: .move)
        offer.accept(serial: target.enterSerial, mimeType: "text/plain")
        try fixture.settle()
        #expect(target.log.last == .offerAction(1))
        #expect(source.log.suffix(2).contains(.sourceTarget("text/plain")))
        #expect(source.log.suffix(2).contains(.sourceAction(1)))

        fixture.clearLogs()
        try fixture.release()
        #expect(target.log.prefix(2) == [.drop, .leave])
        #expect(source.log.first == .sourceDropPerformed)

        offer.finish()
        try fixture.settle()
        #expect(source.log.contains(.sourceFinished))
        #expect(!source.log.contains(.sourceCancelled))
        #expect(!fixture.drags.isDragging)
    }

    @Test func dropOverNothingIsCancelled() throws {
        let content = source.makeSource()
        try fixture.startDrag(of: source, from: sourceWindow, at: Point(x: 50, y: 50), source: content)
        try fixture.move(to: Point(x: 600, y: 400))
        fixture.clearLogs()
        try fixture.release()
        #expect(source.log == [.sourceCancelled])
        #expect(!fixture.drags.isDragging)
    }
}
