// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The client that owns the drag over a window.
@Suite struct DragClaimTests {
    private static let pointer: UInt32 = 30

    private static func bench(_ client: SharedDragTable.Client = 1, _ board: SharedDragTable) throws -> ProxyBench {
        var bench = ProxyBench(client: client, board: board)
        try bench.greet()
        try bench.client(says: message(ID.seat, 0, .number(pointer)))
        return bench
    }

    /// Whether a drag over the client's window is moved, as inside a window.
    private static func isOwn(_ bench: inout ProxyBench, offer: UInt32 = ID.offer) throws -> Bool {
        let introduction = ProxyBench.introduction(offer)
        let told = try bench.passed(event: introduction + ProxyBench.enter(offer: offer))
        let asked = try bench.passed(request: ProxyBench.setActions([.copy, .move], .copy, offer: offer))
        let isMove = asked == ProxyBench.setActions([.copy, .move], .move, offer: offer)
        #expect(isMove == (told == introduction + ProxyBench.enter(offer: offer)))
        #expect(isMove || asked == ProxyBench.setActions(.copy, .copy, offer: offer))
        try bench.compositor(says: message(ID.device, 2))
        return isMove
    }

    private static func confirm(_ bench: inout ProxyBench) throws {
        try bench.compositor(says: message(ID.source, 0, "text/plain"))
    }

    private static func button(_ serial: UInt32, isDown: Bool, code: Argument = 0x110) -> [UInt8] {
        message(pointer, 3, .number(serial), 0, code, isDown ? 1 : 0)
    }

    private static let enter = message(pointer, 0, 4, .number(ID.window), 0, 0)

    // MARK: Refused drags

    /// A client without a press requests drags repeatedly, with and without a source, before another drag and during
    /// it.
    @Test(arguments: [ID.source, 0]) func aDragThatIsNotGrantedTakesNothing(source: UInt32) throws {
        let board = try #require(SharedDragTable())
        var bench = try Self.bench(1, board)
        var liar = try Self.bench(2, board)
        for _ in 0..<3 { try liar.claimDrag(source: source, serial: 12345) }
        try bench.startDrag()
        for _ in 0..<3 { try liar.claimDrag(source: source, serial: 12345) }
        #expect(try Self.isOwn(&bench))
        try Self.confirm(&bench)
        try liar.claimDrag(source: source, serial: 12345)
        #expect(try Self.isOwn(&bench, offer: ID.secondOffer))
    }

    /// Nor is the content of another client moved because the target claims the drag, whether that drag is confirmed or
    /// not.
    @Test(arguments: [true, false]) func aDragThatIsNotGrantedIsNoReasonToMove(isConfirmed: Bool) throws {
        let board = try #require(SharedDragTable())
        var bench = try Self.bench(1, board)
        var liar = try Self.bench(2, board)
        try liar.claimDrag()
        try bench.startDrag()
        if isConfirmed { try Self.confirm(&bench) }
        try liar.claimDrag()
        #expect(try !Self.isOwn(&liar))
        // The next drag may be the client's own.
        try bench.compositor(says: message(ID.source, 2))
        try liar.startDrag()
        #expect(try Self.isOwn(&liar, offer: ID.secondOffer))
    }

    /// The source is not behind the proxy.
    @Test func aClaimDoesNotChangeTheOwnerOfForeignContent() throws {
        var liar = try Self.bench(1, #require(SharedDragTable()))
        try liar.claimDrag()
        #expect(try !Self.isOwn(&liar))
    }

    /// The target waits until an unconfirmed claim has expired, and claims the drag then.
    @Test func anExpiredClaimDoesNotValidateAFalseOne() throws {
        final class Clock { var time: UInt64 = 5 }
        let clock = Clock()
        let board = try #require(SharedDragTable())
        var bench = ProxyBench(client: 1, board: board, now: { clock.time })
        var liar = ProxyBench(client: 2, board: board, now: { clock.time })
        try bench.greet()
        try liar.greet()
        try bench.startDrag()
        clock.time += SharedDragTable.claimTimeout
        try liar.claimDrag()
        #expect(try !Self.isOwn(&liar))
    }

    /// A press ends with its release, when the pointer leaves, and with its surface or device object.
    @Test func endedPressesAreInvalid() throws {
        let pressed = Self.enter + Self.button(9, isDown: true)
        let endings: [(String, (inout ProxyBench) throws -> Void)] = [
            ("release", { try $0.compositor(says: Self.button(10, isDown: false)) }),
            ("leave", { try $0.compositor(says: message(Self.pointer, 1, 11, .number(ID.window))) }),
            ("enter", { try $0.compositor(says: Self.enter) }),
            (
                "pointer",
                {
                    try $0.client(says: message(Self.pointer, 1))
                    try $0.compositor(says: message(1, 1, .number(Self.pointer)))
                }
            ),
            ("surface", { try $0.client(says: message(ID.window, 0)) }),
            (
                "used",
                {
                    try $0.claimDrag(serial: 9)
                    try $0.compositor(says: message(ID.source, 2))
                }
            ),
        ]
        for (name, end) in endings {
            var bench = try Self.bench(1, #require(SharedDragTable()))
            try bench.compositor(says: pressed)
            try end(&bench)
            try bench.claimDrag(from: ID.otherWindow, serial: 9)
            try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter(ID.otherWindow))
            #expect(
                try bench.passed(request: ProxyBench.setActions(.move, .move)) == ProxyBench.setActions([], nil),
                "\(name)")
        }
    }

    @Test(arguments: [[1, 0, 0, 0], [4]] as [[UInt32]]) func endedTouchesAreInvalid(end: [UInt32]) throws {
        var bench = try Self.bench(1, #require(SharedDragTable()))
        try bench.compositor(says: message(ID.touch, 0, 9, 0, .number(ID.window), 0, 0, 0))
        let arguments = end.dropFirst().flatMap { Argument.number($0).bytes }
        try bench.compositor(
            says: Argument.number(ID.touch).bytes
                + Argument.number(UInt32(8 + arguments.count) << 16 | end[0]).bytes + arguments)
        try bench.claimDrag(serial: 9)
        #expect(try !Self.isOwn(&bench))
    }

    /// Two buttons are pressed: the drag may name either.
    @Test(arguments: [9, 10] as [UInt32]) func eachPressedButtonIsValid(serial: UInt32) throws {
        var bench = try Self.bench(1, #require(SharedDragTable()))
        try bench.compositor(
            says: Self.enter + Self.button(9, isDown: true) + Self.button(10, isDown: true, code: 0x111))
        try bench.claimDrag(serial: serial)
        #expect(try Self.isOwn(&bench))
    }

    /// A press is not valid for a drag on another seat.
    @Test func pressesBelongToTheirSeat() throws {
        var bench = try Self.bench(1, #require(SharedDragTable()))
        try bench.compositor(says: Self.enter + Self.button(9, isDown: true))
        try bench.claimDrag(device: ID.secondDevice, serial: 9)
        try bench.compositor(
            says: ProxyBench.introduction(device: ID.secondDevice) + ProxyBench.enter(device: ID.secondDevice))
        #expect(try bench.passed(request: ProxyBench.setActions(.move, .move)) == ProxyBench.setActions([], nil))
    }

    // MARK: Two drags

    /// Two clients hold a press, and the compositor has answered neither: it may have refused either.
    @Test func ofTwoUnansweredDragsNeitherIsBelieved() throws {
        let board = try #require(SharedDragTable())
        var bench = try Self.bench(1, board)
        var other = try Self.bench(2, board)
        try bench.startDrag()
        try other.startDrag()
        #expect(try !Self.isOwn(&bench))
        #expect(try !Self.isOwn(&other))
        try Self.confirm(&bench)
        #expect(try Self.isOwn(&bench, offer: ID.secondOffer))
        #expect(try !Self.isOwn(&other, offer: ID.secondOffer))
    }

    /// The compositor does not answer a refused drag. What enters the window later belongs to another application.
    @Test(arguments: [true, false]) func aDragThatIsNotAnsweredIsForgotten(isConfirmed: Bool) throws {
        final class Clock { var time: UInt64 = 5 }
        let clock = Clock()
        var bench = ProxyBench(now: { clock.time })
        try bench.greet()
        try bench.startDrag()
        if isConfirmed { try Self.confirm(&bench) }
        clock.time += SharedDragTable.claimTimeout
        #expect(try Self.isOwn(&bench) == isConfirmed)
        try bench.compositor(says: message(ID.source, 2))
        try bench.startDrag()
        #expect(try Self.isOwn(&bench, offer: ID.secondOffer))
    }

    // MARK: Late decisions

    /// Presses of a pen are not tracked. The first offer over the client's own window arrives before the first event of
    /// the source; then the relation is determined again, and the client is sent all actions.
    @Test func aLateConfirmationUpdatesTheRelation() throws {
        var bench = try Self.bench(1, #require(SharedDragTable()))
        try bench.claimDrag()
        let told = try bench.passed(event: ProxyBench.introduction() + ProxyBench.enter())
        #expect(told == ProxyBench.introduction(actions: .copy) + ProxyBench.enter())
        let request = ProxyBench.setActions([.copy, .move], .move)
        #expect(try bench.passed(request: request) == ProxyBench.setActions(.copy, .copy))
        let answer = message(ID.source, 5, 1)
        #expect(try bench.passed(event: answer) == message(ID.offer, 1, 3) + answer)
        #expect(try bench.passed(request: request) == request)
        #expect(try bench.passed(event: answer) == answer, "once")
    }

    /// The relation of a drag that has left the window or was dropped does not change.
    @Test(arguments: [2, 4] as [UInt32]) func finishedOffersAreNotUpdated(opcode: UInt32) throws {
        var bench = try Self.bench(1, #require(SharedDragTable()))
        try bench.claimDrag()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.device, opcode))
        let answer = message(ID.source, 5, 1)
        #expect(try bench.passed(event: answer) == answer)
    }
}
