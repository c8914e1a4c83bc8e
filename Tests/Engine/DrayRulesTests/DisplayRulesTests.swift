// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayRules
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The rules on the display of a compositor that negotiates by the protocol alone.
@Suite struct DisplayRulesTests {
    @Test(arguments: [true, false]) func betweenApplicationsContentIsCopied(isEarly: Bool) throws {
        let bench = try RulesBench(isEarly: isEarly)
        try bench.begin()
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.target.log.contains(.offerSourceActions(1)))
        #expect(bench.actions(bench.target) == [1, 1])
        try bench.drop(on: bench.target)
        #expect(bench.source.log.suffix(2) == [.sourceDropPerformed, .sourceFinished])
        #expect(bench.lines == [])
    }

    @Test(arguments: [true, false]) func insideItsWindowContentIsMoved(isEarly: Bool) throws {
        let bench = try RulesBench(isEarly: isEarly)
        try bench.begin()
        try bench.take(by: bench.source, at: RulesBench.elsewhereInSource, preferred: .copy)
        #expect(bench.actions(bench.source) == [2, 2])
        try bench.drop(on: bench.source)
        // The next drag, of the same client, is judged anew.
        try bench.begin()
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.actions(bench.target) == [1, 1])
    }

    @Test(arguments: [RulesBench.Action.copy, .move])
    func inAnotherWindowOfItsApplicationTheTargetChooses(preferred: RulesBench.Action) throws {
        let bench = try RulesBench(isEarly: true)
        _ = try bench.fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        try bench.begin()
        try bench.take(by: bench.source, at: Point(x: 50, y: 350), preferred: preferred)
        #expect(bench.actions(bench.source) == [preferred.rawValue, preferred.rawValue])
    }

    /// Ctrl copies inside a window, and Shift moves nothing between applications, as the compositor applies modifiers.
    @Test func compositorsModifiersCountAmongAllowedActions() throws {
        let bench = try RulesBench(isEarly: false)
        try bench.begin()
        try bench.take(by: bench.source, at: RulesBench.elsewhereInSource)
        try bench.fixture.key(29, .pressed)
        #expect(bench.actions(bench.source) == [1, 1])
        try bench.fixture.key(29, .released)
        #expect(bench.actions(bench.source) == [2, 2])
        try bench.fixture.key(42, .pressed)
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.actions(bench.target) == [1, 1])
    }

    @Test func partsOfAWindowBelongToIt() throws {
        let bench = try RulesBench(isEarly: false)
        let part = bench.source.makeSubsurface(of: bench.window.surface, x: 100, y: 0, width: 50, height: 50)
        bench.window.surface.commit()
        try bench.fixture.settle()
        try bench.begin()
        try bench.take(by: bench.source, at: Point(x: 120, y: 20), preferred: .copy)
        let isEntered = bench.source.log.contains {
            if case .enter(part.proxy.objectID, _, _, _) = $0 { true } else { false }
        }
        #expect(isEntered && bench.actions(bench.source) == [2, 2])
    }

    @Test func withoutTheRulesTheCompositorsOwnApply() throws {
        let bench = try RulesBench(isEarly: true)
        bench.end()
        try bench.begin()
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.actions(bench.target) == [2, 2])
        try bench.drop(on: bench.target)
        try bench.rule()
        try bench.begin()
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.actions(bench.target) == [1, 1])
        // In the middle of a drag.
        bench.end()
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        #expect(bench.actions(bench.target) == [2, 2])
    }

    @Test func clientsDisconnectInTheMiddle() throws {
        let bench = try RulesBench(isEarly: true)
        try bench.begin()
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        bench.fixture.kill(bench.target)
        let third = try bench.fixture.makeClient("third")
        _ = try bench.fixture.makeWindow(of: third, at: Point(x: 300, y: 0))
        try bench.take(by: third, at: Point(x: 340, y: 60))
        #expect(bench.actions(third) == [1, 1])
        bench.fixture.kill(bench.source)
        try bench.fixture.release()
        #expect(third.log.contains(.leave))
    }

    /// The error is the compositor's own, and the rules disconnect no client.
    @Test func violationsReachTheCompositorAndAreLoggedOnce() throws {
        let bench = try RulesBench(isEarly: true)
        try bench.begin()
        try bench.fixture.move(to: RulesBench.inTarget)
        for _ in 0..<3 {
            bench.target.dragOffer?.object
                .setActions(dndActions: RulesBench.Action(rawValue: 64), preferredAction: .copy)
        }
        guard case .protocolError("wl_data_offer", _, 1)? = try bench.fixture.failure(of: bench.target) else {
            Issue.record("the compositor did not refuse the request")
            return
        }
        #expect(bench.lines.count == 1)
        #expect(bench.lines.first?.contains("wl_data_offer.set_actions that the protocol does not allow") ?? false)
    }

    /// A source that states its actions twice is disconnected by the compositor; a client without a drag that requests
    /// one changes nothing for another's.
    @Test func anotherClientsRequestsChangeNoDrag() throws {
        let bench = try RulesBench(isEarly: true)
        let liar = try bench.fixture.makeClient("liar")
        let window = try bench.fixture.makeWindow(of: liar, at: Point(x: 0, y: 300))
        try bench.begin()
        for serial in 0..<20 {
            liar.device.startDrag(
                source: liar.makeSource(actions: .move), origin: window.surface, icon: nil, serial: UInt32(serial))
        }
        try bench.fixture.settle()
        try bench.take(by: bench.source, at: RulesBench.elsewhereInSource, preferred: .copy)
        #expect(bench.actions(bench.source) == [2, 2])
        try bench.take(by: bench.target, at: RulesBench.inTarget)
        #expect(bench.actions(bench.target) == [1, 1])
    }

    @Test func displayEndsBeforeTheRules() throws {
        var bench: RulesBench? = try RulesBench(isEarly: true)
        let rules = try #require(bench?.rules)
        var hasEnded = false
        rules.whenEnded = { hasEnded = true }
        bench = nil
        #expect(hasEnded)
        rules.end()
    }
}
