// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// In front of a compositor that announces a move before the target has answered, as Hyprland does, the connection
/// negotiates itself.
@Suite struct UnnegotiatedActionTests {
    /// data_offer, source_actions, action (move), offer.
    private static func introduction(_ offer: UInt32 = ID.offer, action: UInt32 = 2) -> [UInt8] {
        message(ID.device, 0, .number(offer)) + message(offer, 1, 3) + message(offer, 2, .number(action))
            + message(offer, 0, "text/plain")
    }

    /// The client's own drag, whose source is never sent an action by the compositor.
    private static func dragging() throws -> ProxyBench {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.source, 2, 3))
        try bench.startDrag()
        return bench
    }

    private static func sourceAction(_ action: UInt32) -> [UInt8] { message(ID.source, 5, .number(action)) }
    private static func offerAction(_ action: UInt32, of offer: UInt32 = ID.offer) -> [UInt8] {
        message(offer, 2, .number(action))
    }

    /// The bytes that the client receives after a request.
    private static func answer(_ bench: inout ProxyBench, to bytes: [UInt8]) throws -> [UInt8] {
        let before = bench.toClient.bytes.count
        try bench.client(says: bytes)
        return Array(bench.toClient.bytes[before...])
    }

    @Test func targetIsSentACopyAndThenWhatItSupports() throws {
        var bench = ProxyBench()
        try bench.greet()
        let introduction = try bench.passed(event: Self.introduction() + ProxyBench.enter())
        #expect(messages(introduction)[2] == Self.offerAction(1))
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .move)) == [])
        #expect(try Self.answer(&bench, to: ProxyBench.setActions(.move, .move)) == Self.offerAction(0))
        #expect(try Self.answer(&bench, to: ProxyBench.setActions(.move, .move)) == [])
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .move)) == Self.offerAction(1))
    }

    @Test func insideItsWindowBothEndsAreSentAMove() throws {
        var bench = try Self.dragging()
        try bench.compositor(says: Self.introduction() + ProxyBench.enter())
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .copy)) == Self.sourceAction(2))
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .copy)) == [])
        // A target that only copies.
        let both = Self.offerAction(1) + Self.sourceAction(1)
        #expect(try Self.answer(&bench, to: ProxyBench.setActions(.copy, .copy)) == both)
    }

    /// In another window of the application a move needs the target's preference (HIG-02).
    @Test func inAnotherWindowOfItsApplicationTheTargetChooses() throws {
        var bench = try Self.dragging()
        try bench.compositor(says: Self.introduction() + ProxyBench.enter(ID.otherWindow))
        let both = Self.offerAction(1) + Self.sourceAction(1)
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .copy)) == both)
        let moved = Self.offerAction(2) + Self.sourceAction(2)
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .move)) == moved)
    }

    /// A source that no event reached in its own window is sent a copy as another application accepts the content, and
    /// again only if that changes.
    @Test func sourceIsSentACopyIntoAnotherApplication() throws {
        var bench = try Self.dragging()
        try bench.compositor(says: Self.introduction() + ProxyBench.enter() + message(ID.device, 2))
        let target = message(ID.source, 0, "text/plain")
        #expect(try bench.passed(event: target) == Self.sourceAction(1) + target)
        #expect(try bench.passed(event: target) == target)
        let performed = message(ID.source, 3)
        #expect(try bench.passed(event: performed) == performed)
    }

    @Test func sourceIsSentTheActionBeforeTheDropIsPerformed() throws {
        var bench = try Self.dragging()
        try bench.compositor(says: Self.introduction() + ProxyBench.enter() + message(ID.device, 2))
        let performed = message(ID.source, 3)
        #expect(try bench.passed(event: performed) == Self.sourceAction(1) + performed)
    }

    /// The source is sent the action that its own window was sent, although the compositor announces a move to it too.
    @Test func bothEndsAreSentTheSame() throws {
        var bench = try Self.dragging()
        try bench.compositor(
            says: Self.introduction() + Self.sourceAction(2) + ProxyBench.enter(ID.otherWindow))
        let both = Self.offerAction(1) + Self.sourceAction(1)
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], nil)) == both)
        #expect(try bench.passed(event: Self.sourceAction(2)) == Self.sourceAction(1))
        #expect(try bench.passed(event: Self.offerAction(2)) == Self.offerAction(1))
        // The drop, its leave and its end.
        let end = message(ID.device, 4) + message(ID.device, 2) + message(ID.source, 3) + message(ID.source, 4)
        #expect(try bench.passed(event: end) == end)
    }

    /// A compositor that has sent no action yet negotiates: it is sent the answer, and sends the action itself.
    @Test func compositorThatNegotiatesIsNotAnticipated() throws {
        var bench = try Self.dragging()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        #expect(try Self.answer(&bench, to: ProxyBench.setActions([.copy, .move], .copy)) == [])
        let events = message(ID.source, 0, "text/plain") + message(ID.source, 3)
        #expect(try bench.passed(event: events) == events)
    }

    @Test func protocolsOwnPolicyAddsNothing() throws {
        var bench = ProxyBench(policy: .wayland)
        try bench.greet()
        try bench.startDrag()
        let events = Self.introduction() + ProxyBench.enter()
        #expect(try bench.passed(event: events) == events)
        #expect(try Self.answer(&bench, to: ProxyBench.setActions(.copy, .copy)) == [])
        let drop = message(ID.source, 0, "text/plain") + message(ID.device, 4) + message(ID.source, 3)
        #expect(try bench.passed(event: drop) == drop)
    }

    @Test func violationsAreReportedOnceAndForwarded() throws {
        var bench = try Self.dragging()
        let actions = message(ID.source, 2, 99)
        #expect(try bench.passed(request: actions + actions) == actions + actions)
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        let answer = message(ID.offer, 4, 64, 2)
        #expect(try bench.passed(request: answer + answer) == answer + answer)
        let several = Self.offerAction(3) + Self.sourceAction(77)
        #expect(try bench.passed(event: several + several) == several + several)
        let enter = ProxyBench.enter(offer: ID.window)
        #expect(try bench.passed(event: enter + enter) == enter + enter)
        let violations = bench.connection.takeNotices().compactMap { notice in
            if case .violation(let violation) = notice { violation } else { nil }
        }
        #expect(violations == [.sourceActions, .answer, .action, .offer])
    }
}
