// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// Modifiers inside the client's own windows, as far as the compositor sends them to the client's keyboard (HIG-03).
@Suite struct ModifierTests {
    private static let keyboard = ID.free
    private static let control: UInt32 = 4

    private static func modifiers(_ mask: UInt32) -> [UInt8] {
        message(keyboard, 4, 9, .number(mask), 0, 0, 0)
    }
    private static let focus = message(keyboard, 1, 8, .number(ID.window), 0)
    private static func sourceAction(_ action: UInt32) -> [UInt8] { message(ID.source, 5, .number(action)) }
    private static func offerAction(_ action: UInt32) -> [UInt8] { message(ID.offer, 2, .number(action)) }

    /// A client with the keyboard focus, whose drag is over its own window, where a move is selected.
    private static func dragging(isUnnegotiated: Bool, holding mask: UInt32 = 0) throws -> ProxyBench {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.seat, 1, .number(keyboard)) + message(ID.source, 2, 3))
        try bench.compositor(says: focus + modifiers(mask))
        try bench.startDrag()
        try bench.compositor(says: message(ID.source, 0, "text/plain") + ProxyBench.introduction())
        if isUnnegotiated { try bench.compositor(says: offerAction(2)) }
        try bench.compositor(says: ProxyBench.enter())
        try bench.client(says: ProxyBench.setActions([.copy, .move], .move))
        if !isUnnegotiated { try bench.compositor(says: offerAction(2) + sourceAction(2)) }
        return bench
    }

    @Test(arguments: [true, false]) func controlCopiesWhileItIsHeld(isUnnegotiated: Bool) throws {
        var bench = try Self.dragging(isUnnegotiated: isUnnegotiated)
        let press = Self.modifiers(Self.control)
        #expect(try bench.passed(event: press) == Self.offerAction(1) + Self.sourceAction(1) + press)
        // Repeated motions and answers change nothing.
        #expect(try bench.passed(event: press) == press)
        let release = Self.modifiers(0)
        #expect(try bench.passed(event: release) == Self.offerAction(2) + Self.sourceAction(2) + release)
    }

    /// A compositor that negotiates may send no release during a drag, so a key that is held since before does not
    /// count there.
    @Test func keysFromBeforeTheDragCountWhereTheCompositorDoesNotNegotiate() throws {
        let bench = try Self.dragging(isUnnegotiated: true, holding: Self.control)
        #expect(messages(bench.toClient.bytes).last == Self.sourceAction(1))
        let other = try Self.dragging(isUnnegotiated: false, holding: Self.control)
        #expect(messages(other.toClient.bytes).last == Self.sourceAction(2))
    }

    /// Between applications, without the keyboard, and for an action that one side does not offer.
    @Test func otherwiseModifiersChangeNothing() throws {
        var other = ProxyBench()
        try other.greet()
        try other.client(says: message(ID.seat, 1, .number(Self.keyboard)))
        try other.compositor(says: Self.focus + ProxyBench.introduction() + ProxyBench.enter())
        try other.client(says: ProxyBench.setActions([.copy, .move], .move))
        try other.compositor(says: Self.offerAction(1))
        #expect(try other.passed(event: Self.modifiers(1)) == Self.modifiers(1))

        var bench = try Self.dragging(isUnnegotiated: false)
        let leave = message(Self.keyboard, 2, 9, .number(ID.window)) + Self.modifiers(Self.control)
        #expect(try bench.passed(event: leave) == leave)

        var mover = try Self.dragging(isUnnegotiated: true)
        try mover.client(says: ProxyBench.setActions(.move, .move))
        #expect(try mover.passed(event: Self.modifiers(Self.control)) == Self.modifiers(Self.control))
    }

    @Test func dropKeepsItsAction() throws {
        var bench = try Self.dragging(isUnnegotiated: false)
        try bench.compositor(says: Self.modifiers(Self.control) + message(ID.device, 4))
        #expect(try bench.passed(event: Self.modifiers(0)) == Self.modifiers(0))
    }
}
