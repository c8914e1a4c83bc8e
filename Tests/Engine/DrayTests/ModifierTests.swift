// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The effect of modifiers on the action, which is sent without waiting for a pointer motion (HIG-03, HIG-04).
@Suite struct ModifierTests {
    typealias Action = WlDataDeviceManager.DndAction

    @Test func modifierPressAndReleaseAreSentImmediately() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .move], preferred: .copy)
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.shift, .pressed)
        #expect(bench.target.log == [.offerAction(2)])
        #expect(bench.source.log.ofSource == [.sourceAction(2)])
        try bench.fixture.key(Bench.Key.shift, .released)
        #expect(bench.target.log == [.offerAction(2), .offerAction(1)])
        #expect(bench.source.log.ofSource == [.sourceAction(2), .sourceAction(1)])
    }

    @Test func modifierThatIsHeldAtTheStartCounts() throws {
        let bench = try Bench(policy: .wayland)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        try bench.beginAndTake(actions: [.copy, .move], preferred: .copy)
        #expect(bench.target.log.last == .offerAction(2))
        #expect(bench.source.log.contains(.sourceAction(2)))
    }

    @Test func modifierForAnActionThatASideDoesNotOfferIsIgnored() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndEnter(actions: .copy)
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .copy)
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.shift, .pressed)
        #expect(bench.target.log.isEmpty)
        #expect(bench.source.log.ofSource.isEmpty)
    }

    @Test func targetPreferenceDecidesWithoutModifiers() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .move, .ask], preferred: .move)
        #expect(bench.target.log.last == .offerAction(2))
    }

    @Test func lowestActionDecidesWithoutACommonPreference() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndEnter(actions: [.move, .ask])
        try bench.fixture.take(by: bench.target, actions: [.copy, .move, .ask], preferred: .copy)
        #expect(bench.target.log.last == .offerAction(2))
    }

    @Test func modifiersOfTheReleaseDecide() throws {
        let bench = try Bench(policy: .wayland)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        try bench.beginAndTake(actions: [.copy, .move], preferred: .copy)
        try bench.fixture.key(Bench.Key.shift, .released)
        bench.fixture.clearLogs()
        try bench.fixture.release()
        try bench.fixture.key(Bench.Key.shift, .pressed)
        bench.offer?.finish()
        try bench.fixture.settle()
        // The action was already sent; the drop has the same.
        #expect(bench.source.log.ofSource == [.sourceDropPerformed, .sourceFinished])
    }

    /// Option copies content within its own container, if it is held at the drop (HIG-03).
    @Test(arguments: [true, false]) func optionInsideAWindowCountsAtTheDrop(isHeld: Bool) throws {
        let bench = try Bench()
        try bench.begin(actions: [.copy, .move])
        try bench.fixture.move(to: Point(x: 80, y: 60))
        try bench.fixture.take(by: bench.source, actions: [.copy, .move], preferred: .move)
        #expect(bench.source.log.contains(.offerAction(2)))
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.option, .pressed)
        #expect(bench.source.log.ofDrag == [.offerAction(1)], "at once, without a motion (HIG-04)")
        if !isHeld { try bench.fixture.key(Bench.Key.option, .released) }
        try bench.fixture.release()
        bench.source.dragOffer?.object.finish()
        try bench.fixture.settle()
        let outcomes = bench.fixture.effects.compactMap { if case .ended(_, let outcome) = $0 { outcome } else { nil } }
        #expect(outcomes == [.finished(isHeld ? .copy : .move)])
    }

    @Test func noModifierMovesBetweenApplications() throws {
        let bench = try Bench()
        try bench.fixture.key(Bench.Key.shift, .pressed)
        try bench.beginAndTake(actions: [.copy, .move], preferred: .move)
        #expect(bench.target.log.last == .offerAction(1))
    }

    @Test func modifiersOfAnUnpluggedKeyboardAreReleased() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .move], preferred: .copy)
        try bench.fixture.key(Bench.Key.shift, .pressed)
        bench.fixture.clearLogs()
        try bench.fixture.takeAway(.keyboard)
        #expect(bench.target.log.ofDrag == [.offerAction(1)])
    }
}
