// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// No highlight before the drag has left its own container, and one possible target at a time (HIG-15).
@Suite struct OwnContainerTests {
    /// The source's own window accepts the drag.
    private func takeAtHome(_ stage: Stage) throws {
        let offer = try #require(stage.source.dragOffer?.object)
        offer.accept(serial: stage.source.enterSerial, mimeType: "text/plain")
        offer.setActions(dndActions: [.copy, .move], preferredAction: .move)
        try stage.fixture.settle()
        stage.compositor.advance()
    }

    @Test func theOriginIsHighlightedOnlyWhenTheDragReturns() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.start + Point(x: 40, y: 20))
        try takeAtHome(stage)
        #expect(stage.fixture.drags.feedback?.outcome == .move)
        #expect(stage.image != nil)
        #expect(stage.ring.isEmpty, "it has not left the window")
        try stage.move(to: Stage.beside)
        #expect(stage.ring.isEmpty)
        try stage.move(to: Stage.start + Point(x: 40, y: 20))
        try takeAtHome(stage)
        #expect(!stage.ring.isEmpty, "it has returned")
    }

    @Test func theRingGoesOverFromOneTargetToTheNext() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        stage.compositor.advance()
        let first = stage.ring.map(\.bounds)
        #expect(!first.isEmpty)
        try stage.move(to: Stage.start)
        #expect(stage.ring.isEmpty, "the next target has not accepted yet")
        try takeAtHome(stage)
        let second = stage.ring.map(\.bounds)
        #expect(second.count == first.count && Set(second.map(\.x)).isDisjoint(with: first.map(\.x)))
    }
}
