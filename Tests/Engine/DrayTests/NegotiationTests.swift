// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// `set_actions` on both sides, and `accept`.
@Suite struct NegotiationTests {
    typealias Action = WlDataDeviceManager.DndAction

    private func code(of client: DragClient, _ interface: String, in bench: Bench) throws -> UInt32? {
        guard case .protocolError(interface, _, let code)? = try bench.fixture.failure(of: client) else { return nil }
        return code
    }

    // MARK: Source

    @Test func unknownActionOfASourceIsAnError() throws {
        let bench = try Bench()
        bench.source.makeSource(actions: nil).setActions(dndActions: Action(rawValue: 8))
        #expect(try code(of: bench.source, "wl_data_source", in: bench) == 0)
    }

    @Test func secondSetActionsOfASourceIsAnError() throws {
        let bench = try Bench()
        bench.source.makeSource(actions: .copy).setActions(dndActions: .copy)
        #expect(try code(of: bench.source, "wl_data_source", in: bench) == 0)
    }

    @Test func setActionsDuringTheDragChangesNothing() throws {
        let bench = try Bench(policy: .wayland)
        let content = try bench.beginAndEnter(actions: .copy)
        bench.fixture.clearLogs()
        content.setActions(dndActions: .move)
        try bench.fixture.settle()
        #expect(bench.target.log.ofDrag.isEmpty)
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        #expect(bench.target.log.ofDrag == [.offerAction(1)])
        #expect(try bench.fixture.failure(of: bench.source) == nil)
    }

    @Test func sourceThatNeverSetsActionsCopies() throws {
        let bench = try Bench()
        try bench.beginAndEnter(actions: nil)
        #expect(bench.target.log.contains(.offerSourceActions(1)))
    }

    // MARK: Offer

    @Test func unknownActionOfATargetIsAnError() throws {
        let bench = try Bench()
        try bench.beginAndEnter()
        bench.offer?.setActions(dndActions: Action(rawValue: 9), preferredAction: .copy)
        #expect(try code(of: bench.target, "wl_data_offer", in: bench) == 1)
    }

    @Test(arguments: [Action.move.rawValue, Action([.copy, .ask]).rawValue, 8])
    func preferenceThatIsNotOneActionOfTheMaskIsAnError(preferred: UInt32) throws {
        let bench = try Bench()
        try bench.beginAndEnter()
        bench.offer?.setActions(dndActions: [.copy, .ask], preferredAction: Action(rawValue: preferred))
        #expect(try code(of: bench.target, "wl_data_offer", in: bench) == 2)
    }

    /// The policy decides whether two windows of one process are one application (HIG-02).
    @Test(arguments: [(DragPolicy.Windows.ofOneApplication, Action.move), (.separate, .copy)])
    func dropOnAnotherWindowOfTheProcess(windows: DragPolicy.Windows, action: Action) throws {
        var policy = DragPolicy.humanInterface
        policy.windows = windows
        let bench = try Bench(policy: policy)
        _ = try bench.fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        try bench.begin(actions: [.copy, .move])
        try bench.fixture.move(to: Point(x: 50, y: 350))
        try bench.fixture.take(by: bench.source, actions: [.copy, .move], preferred: .move)
        #expect(bench.source.log.ofDrag.last == .offerAction(action.rawValue))
        #expect(bench.source.log.ofSource.contains(.sourceAction(action.rawValue)))
    }

    @Test func noPreferenceIsLegal() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndEnter(actions: [.copy, .move])
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .none)
        #expect(bench.target.log.last == .offerAction(1))
    }

    @Test func targetCanChangeItsActionsRepeatedly() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndEnter(actions: [.copy, .move, .ask])
        bench.fixture.clearLogs()
        for action in [Action.copy, .move, .move, .ask, .copy] {
            bench.offer?.setActions(dndActions: [.copy, .move, .ask], preferredAction: action)
        }
        try bench.fixture.settle()
        #expect(bench.target.log == [.offerAction(1), .offerAction(2), .offerAction(4), .offerAction(1)])
        #expect(
            bench.source.log.ofSource == [.sourceAction(1), .sourceAction(2), .sourceAction(4), .sourceAction(1)])
    }

    @Test func noCommonActionIsSentToBothAndEndsNoDrag() throws {
        let bench = try Bench(policy: .wayland)
        try bench.beginAndTake(actions: [.copy, .move])
        bench.fixture.clearLogs()
        bench.offer?.setActions(dndActions: .ask, preferredAction: .ask)
        try bench.fixture.settle()
        #expect(bench.target.log == [.offerAction(0)])
        #expect(bench.source.log.ofSource == [.sourceAction(0)])
        #expect(bench.fixture.drags.isDragging)
        bench.offer?.setActions(dndActions: .move, preferredAction: .move)
        try bench.fixture.settle()
        #expect(bench.target.log.last == .offerAction(2))
    }

    @Test func moveIsHiddenFromAnotherApplication() throws {
        let bench = try Bench()
        try bench.beginAndEnter(actions: [.copy, .move])
        #expect(bench.target.log.contains(.offerSourceActions(1)))
        try bench.fixture.take(by: bench.target, actions: [.copy, .move], preferred: .move)
        #expect(bench.target.log.last == .offerAction(1))
    }

    // MARK: Within an application

    @Test func contentMovesWithinItsWindow() throws {
        let bench = try Bench()
        try bench.begin(actions: [.copy, .move])
        try bench.fixture.move(to: Point(x: 90, y: 90))
        try bench.fixture.take(by: bench.source, actions: [.copy, .move], preferred: .copy)
        #expect(bench.source.log.contains(.offerAction(2)))
        bench.fixture.clearLogs()
        try bench.fixture.key(Bench.Key.control, .pressed)
        #expect(bench.source.log.ofDrag == [.offerAction(1)])
        try bench.fixture.key(Bench.Key.control, .released)
        bench.fixture.clearLogs()
        try bench.fixture.release()
        bench.source.dragOffer?.object.finish()
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceDropPerformed, .sourceFinished])
    }

    @Test(arguments: [Action.copy.rawValue, Action.move.rawValue])
    func anotherWindowOfTheApplicationMayChoose(preferred: UInt32) throws {
        let bench = try Bench()
        _ = try bench.fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        try bench.begin(actions: [.copy, .move])
        try bench.fixture.move(to: Point(x: 10, y: 310))
        try bench.fixture.take(
            by: bench.source, actions: [.copy, .move], preferred: Action(rawValue: preferred))
        #expect(bench.source.log.ofDrag.last == .offerAction(preferred))
    }

    // MARK: accept

    @Test func acceptIsSentToTheSource() throws {
        let bench = try Bench()
        try bench.beginAndEnter(types: ["a", "b"])
        for type in ["a", "b", nil] { bench.offer?.accept(serial: bench.target.enterSerial, mimeType: type) }
        try bench.fixture.settle()
        let told = bench.source.log.ofSource
        #expect(told == [.sourceTarget("a"), .sourceTarget("b"), .sourceTarget(nil)])
    }

    /// Qt 6.8 accepts with a type name of its own.
    @Test func acceptOfATypeThatIsNotOfferedStandsForTheFirst() throws {
        let bench = try Bench()
        try bench.beginAndEnter(types: ["a", "b"])
        for type in ["x", "b", "x", nil] { bench.offer?.accept(serial: bench.target.enterSerial, mimeType: type) }
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource == [.sourceTarget("a"), .sourceTarget("b"), .sourceTarget(nil)])
    }

    @Test func acceptOfATypeThatIsNotOfferedDoesNotUndoAnEarlierOne() throws {
        let bench = try Bench()
        try bench.beginAndTake()
        bench.fixture.clearLogs()
        bench.offer?.accept(serial: bench.target.enterSerial, mimeType: "image/png")
        try bench.fixture.settle()
        #expect(bench.source.log.ofSource.isEmpty)
        try bench.fixture.release()
        #expect(bench.target.log.contains(.drop))
    }
}
