// SPDX-License-Identifier: MIT

import Randomness
import Testing
import XCB

@testable import DrayX11

/// The source's side of XDND as a machine.
@Suite struct XdndGivingTests {
    private static let source = XWindow(rawValue: 9)
    private static let target = XdndTarget(
        window: XWindow(rawValue: 1), recipient: XWindow(rawValue: 1), version: 5)
    private static let other = XdndTarget(window: XWindow(rawValue: 2), recipient: XWindow(rawValue: 3), version: 4)
    private static let time = XTime(rawValue: 1000)
    private static let types = (1...4).map { XAtom(rawValue: 100 + $0) }

    private static func place(_ x: Int) -> XdndGiving.Place { XdndGiving.Place(x: x, y: 5, time: time) }
    private static func position(_ x: Int, _ action: XdndAction = .copy, to target: XdndTarget = target)
        -> XdndGiving.Effect
    {
        .send(.position(source: source, x: x, y: 5, time, action), to: target)
    }

    private func entered() -> XdndGiving {
        var giving = XdndGiving(source: Self.source)
        _ = giving.handle(.entered(Self.target, types: Self.types, Self.place(1)))
        return giving
    }

    private func status(_ action: XdndAction?, rest: XRectangle? = nil) -> XdndGiving.Event {
        .status(Self.target.window, XdndMessage.Status(action, rest: rest))
    }

    @Test func aTargetIsEnteredWithThreeTypesAndAPosition() {
        var giving = XdndGiving(source: Self.source)
        #expect(
            giving.handle(.entered(Self.target, types: Self.types, Self.place(1))) == [
                .send(
                    .enter(source: Self.source, version: 5, types: Array(Self.types.prefix(3)), hasMore: true),
                    to: Self.target), .answer(nil), Self.position(1), .wait(.status),
            ])
    }

    @Test func onlyTheNewestPositionFollowsAStatus() {
        var giving = entered()
        #expect(giving.handle(.moved(Self.place(2))).isEmpty)
        #expect(giving.handle(.moved(Self.place(3))).isEmpty)
        #expect(giving.handle(status(.copy)) == [.answer(.copy), Self.position(3), .wait(.status)])
        #expect(giving.handle(status(.copy)) == [.answer(.copy), .wait(nil)])
    }

    @Test func nothingIsSaidInARectangleThatWantsNothing() {
        var giving = entered()
        _ = giving.handle(status(.copy, rest: XRectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(giving.handle(.moved(Self.place(9))).isEmpty)
        #expect(giving.handle(.moved(Self.place(10))) == [Self.position(10), .wait(.status)])
    }

    @Test func anotherActionIsProposedAlsoWhereThePointerRests() {
        var giving = entered()
        _ = giving.handle(status(.move, rest: XRectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(giving.handle(.proposes(.copy)).isEmpty)
        #expect(giving.handle(.proposes(.move)) == [Self.position(1, .move), .wait(.status)])
    }

    @Test func aDropWaitsForTheStatus() {
        var giving = entered()
        #expect(giving.handle(.dropped(.copy, Self.time)).isEmpty)
        #expect(
            giving.handle(status(.copy)) == [
                .send(.drop(source: Self.source, Self.time), to: Self.target), .wait(.finished),
            ])
        #expect(giving.handle(.finished(Self.target.window, succeeded: true)) == [.wait(nil), .end(succeeded: true)])
    }

    @Test func aDropThatIsRefusedAtLastFails() {
        var giving = entered()
        _ = giving.handle(.dropped(.copy, Self.time))
        #expect(
            giving.handle(status(nil)) == [
                .send(.leave(source: Self.source), to: Self.target), .wait(nil), .end(succeeded: false),
            ])
    }

    @Test func anActionThatTheTargetHasNotAgreedToIsAskedForBeforeTheDrop() {
        var giving = entered()
        _ = giving.handle(status(.copy))
        #expect(giving.handle(.dropped(.move, Self.time)) == [Self.position(1, .move), .wait(.status)])
        #expect(
            giving.handle(status(.move)) == [
                .send(.drop(source: Self.source, Self.time), to: Self.target), .wait(.finished),
            ])
    }

    @Test func aTargetThatHangsTakesNothingUntilItAnswers() {
        var giving = entered()
        #expect(giving.handle(.timedOut) == [.answer(nil)])
        #expect(giving.handle(.moved(Self.place(2))).isEmpty)
        #expect(giving.handle(status(.copy)) == [.answer(.copy), Self.position(2), .wait(.status)])
    }

    private func dropped() -> XdndGiving {
        var giving = entered()
        _ = giving.handle(status(.copy))
        _ = giving.handle(.dropped(.copy, Self.time))
        return giving
    }

    /// It sends `XdndFinished` to another window, or none at all, and has the content.
    @Test func aTargetThatHasReadAllAndNeverFinishesHasIt() {
        var giving = dropped()
        #expect(giving.handle(.transferBegan).isEmpty)
        #expect(giving.handle(.transferEnded(succeeded: true)) == [.wait(.finished)])
        #expect(giving.handle(.timedOut) == [.wait(nil), .end(succeeded: true)])
    }

    /// Whether each of its reads came to its end whole; nil: to no end.
    @Test(arguments: [[nil], [false], [true, false], [true, nil], []] as [[Bool?]])
    func aTargetThatHasNotReadAllIsGivenUp(reads: [Bool?]) {
        var giving = dropped()
        for isWhole in reads {
            _ = giving.handle(.transferBegan)
            if let isWhole { _ = giving.handle(.transferEnded(succeeded: isWhole)) }
        }
        #expect(giving.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
    }

    @Test func readsBeforeTheDropDecideNothing() {
        var giving = entered()
        _ = giving.handle(status(.copy))
        _ = giving.handle(.transferBegan)
        _ = giving.handle(.dropped(.copy, Self.time))
        _ = giving.handle(.transferEnded(succeeded: true))
        #expect(giving.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
    }

    @Test func aTargetThatNeverFinishesIsGivenUp() {
        var giving = entered()
        _ = giving.handle(status(.copy))
        _ = giving.handle(.dropped(.copy, Self.time))
        #expect(giving.handle(.read) == [.wait(.finished)])
        #expect(giving.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
        #expect(giving.isDone)
    }

    @Test(arguments: [false, true])
    func aWindowThatDiesIsOverNothingOrAFailure(isDropped: Bool) {
        var giving = entered()
        _ = giving.handle(status(.copy))
        if isDropped { _ = giving.handle(.dropped(.copy, Self.time)) }
        #expect(
            giving.handle(.gone(Self.target.window))
                == (isDropped ? [.wait(nil), .end(succeeded: false)] : [.answer(nil), .wait(nil)]))
    }

    @Test func anotherWindowsWordIsNothing() {
        var giving = entered()
        #expect(giving.handle(.status(Self.other.window, XdndMessage.Status(.copy))).isEmpty)
        _ = giving.handle(status(.copy))
        #expect(giving.handle(.finished(Self.target.window, succeeded: true)).isEmpty)
        _ = giving.handle(.dropped(.copy, Self.time))
        #expect(giving.handle(.finished(Self.other.window, succeeded: true)).isEmpty)
    }

    /// Whatever comes in whatever order: one position in flight, enter and leave by turns, a drop only on what has agreed, one end.
    @Test(arguments: 0..<300)
    func rulesHoldWhateverComes(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var giving = XdndGiving(source: Self.source)
        var model = Model()
        for _ in 0..<80 {
            let target = random.pick([Self.target, Self.other])
            let event: XdndGiving.Event = random.pick([
                .entered(target, types: Self.types, Self.place(1)),
                .moved(Self.place(Int.random(in: 0..<50, using: &random))),
                .moved(Self.place(Int.random(in: 0..<50, using: &random))), .proposes(random.pick([.copy, .move])),
                .left, .status(target.window, XdndMessage.Status(random.pick([nil, .copy, .move, .privately]))),
                .status(target.window, XdndMessage.Status(.copy, rest: XRectangle(x: 0, y: 0, width: 20, height: 20))),
                random.chance(20) ? .dropped(random.pick([.copy, .move]), Self.time) : .read,
                .finished(target.window, succeeded: random.chance(50)),
                random.chance(20) ? .gone(target.recipient) : .read, random.chance(30) ? .timedOut : .read,
                .transferBegan, .transferEnded(succeeded: random.chance(70)),
            ])
            model.before(event)
            let effects = giving.handle(event)
            for effect in effects { model.check(effect) }
            #expect(model.faults.isEmpty, "\(event) → \(effects)")
            #expect(giving.isDone == (model.ends == 1))
        }
    }

    private struct Model {
        var faults: [String] = []
        var entered: XdndTarget?
        var inFlight = false
        var agreed = false
        var isReleased = false
        var ends = 0

        mutating func before(_ event: XdndGiving.Event) {
            switch event {
            case .status(let window, let status) where window == entered?.window:
                inFlight = false
                agreed = status.action != nil
            case .gone(let window) where window == entered?.window || window == entered?.recipient:
                entered = nil
                inFlight = false
            case .timedOut where !isReleased: agreed = false
            case _: break
            }
        }

        mutating func check(_ effect: XdndGiving.Effect) {
            if ends > 0 { faults.append("after the end") }
            switch effect {
            case .send(.enter, let target):
                if entered != nil { faults.append("entered twice") }
                entered = target
                inFlight = false
                agreed = false
            case .send(.leave, let target):
                if entered != target { faults.append("left what was not entered") }
                entered = nil
            case .send(.position, let target):
                if entered != target { faults.append("a position outside") }
                if inFlight { faults.append("two positions in flight") }
                inFlight = true
            case .send(.drop, let target):
                if entered != target || inFlight || !agreed { faults.append("a drop on what has not agreed") }
                isReleased = true
            case .send: faults.append("a target's word")
            case .end: ends += 1
            case .answer, .wait: break
            }
        }
    }
}
