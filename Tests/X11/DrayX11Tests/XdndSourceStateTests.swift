// SPDX-License-Identifier: MIT

import Randomness
import Testing
import XCB

@testable import DrayX11

/// The state machine of the source's side of XDND.
@Suite struct XdndSourceStateTests {
    private static let source = XWindow(rawValue: 9)
    private static let target = XdndTarget(
        window: XWindow(rawValue: 1), recipient: XWindow(rawValue: 1), version: 5)
    private static let other = XdndTarget(window: XWindow(rawValue: 2), recipient: XWindow(rawValue: 3), version: 4)
    private static let time = XTime(rawValue: 1000)
    private static let types = (1...4).map { XAtom(rawValue: 100 + $0) }

    private static func place(_ x: Int) -> XdndSourceState.Place { XdndSourceState.Place(x: x, y: 5, time: time) }
    private static func position(_ x: Int, _ action: XdndAction = .copy, to target: XdndTarget = target)
        -> XdndSourceState.Effect
    {
        .send(.position(source: source, x: x, y: 5, time, action), to: target)
    }

    private func entered() -> XdndSourceState {
        var machine = XdndSourceState(source: Self.source)
        _ = machine.handle(.entered(Self.target, types: Self.types, Self.place(1)))
        return machine
    }

    private func status(_ action: XdndAction?, rest: XRectangle? = nil) -> XdndSourceState.Event {
        .status(Self.target.window, XdndMessage.Status(action, rest: rest))
    }

    @Test func aTargetIsEnteredWithThreeTypesAndAPosition() {
        var machine = XdndSourceState(source: Self.source)
        #expect(
            machine.handle(.entered(Self.target, types: Self.types, Self.place(1))) == [
                .send(
                    .enter(source: Self.source, version: 5, types: Array(Self.types.prefix(3)), hasMore: true),
                    to: Self.target), Self.position(1), .wait(.status),
            ])
    }

    /// The engine would otherwise offer other types to a window that is slow.
    @Test func aWindowThatHasNotAnsweredHasNotRejected() {
        var machine = entered()
        let next = XdndSourceState.Event.entered(Self.target, types: Self.types, Self.place(2))
        #expect(!machine.handle(next).contains(.answer(nil)))
        _ = machine.handle(status(.copy))
        #expect(machine.handle(next).contains(.answer(nil)))
    }

    @Test(arguments: [false, true])
    func onlyAnAcceptanceIsWithdrawn(wasAccepted: Bool) {
        for end in [XdndSourceState.Event.left, .gone(Self.target.window)] {
            var machine = entered()
            _ = machine.handle(status(wasAccepted ? .copy : nil))
            #expect(machine.handle(end).contains(.answer(nil)) == wasAccepted)
        }
    }

    @Test func onlyTheNewestPositionFollowsAStatus() {
        var machine = entered()
        #expect(machine.handle(.moved(Self.place(2))).isEmpty)
        #expect(machine.handle(.moved(Self.place(3))).isEmpty)
        #expect(machine.handle(status(.copy)) == [.answer(.copy), Self.position(3), .wait(.status)])
        #expect(machine.handle(status(.copy)) == [.answer(.copy), .wait(nil)])
    }

    @Test func noPositionIsSentInsideTheRectangle() {
        var machine = entered()
        _ = machine.handle(status(.copy, rest: XRectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(machine.handle(.moved(Self.place(9))).isEmpty)
        #expect(machine.handle(.moved(Self.place(10))) == [Self.position(10), .wait(.status)])
    }

    @Test func newActionIsProposedInsideTheRectangle() {
        var machine = entered()
        _ = machine.handle(status(.move, rest: XRectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(machine.handle(.proposes(.copy)).isEmpty)
        #expect(machine.handle(.proposes(.move)) == [Self.position(1, .move), .wait(.status)])
    }

    @Test func dropWaitsForTheStatus() {
        var machine = entered()
        #expect(machine.handle(.dropped(.copy, Self.time)).isEmpty)
        #expect(
            machine.handle(status(.copy)) == [
                .send(.drop(source: Self.source, Self.time), to: Self.target), .wait(.finished),
            ])
        #expect(machine.handle(.finished(Self.target.window, succeeded: true)) == [.wait(nil), .end(succeeded: true)])
    }

    @Test func dropRejectedByTheLastStatusFails() {
        var machine = entered()
        _ = machine.handle(.dropped(.copy, Self.time))
        #expect(
            machine.handle(status(nil)) == [
                .send(.leave(source: Self.source), to: Self.target), .wait(nil), .end(succeeded: false),
            ])
    }

    @Test func newActionIsProposedBeforeTheDrop() {
        var machine = entered()
        _ = machine.handle(status(.copy))
        #expect(machine.handle(.dropped(.move, Self.time)) == [Self.position(1, .move), .wait(.status)])
        #expect(
            machine.handle(status(.move)) == [
                .send(.drop(source: Self.source, Self.time), to: Self.target), .wait(.finished),
            ])
    }

    @Test func hangingTargetRejectsUntilItAnswers() {
        var machine = entered()
        #expect(machine.handle(.timedOut) == [.answer(nil)])
        #expect(machine.handle(.moved(Self.place(2))).isEmpty)
        #expect(machine.handle(status(.copy)) == [.answer(.copy), Self.position(2), .wait(.status)])
    }

    private func dropped() -> XdndSourceState {
        var machine = entered()
        _ = machine.handle(status(.copy))
        _ = machine.handle(.dropped(.copy, Self.time))
        return machine
    }

    /// It sends `XdndFinished` to another window, or not at all, and has the content.
    @Test func targetThatNeverFinishesSucceedsWithCompleteReads() {
        var machine = dropped()
        #expect(machine.handle(.transferBegan).isEmpty)
        #expect(machine.handle(.transferEnded(succeeded: true)) == [.wait(.finished)])
        #expect(machine.handle(.timedOut) == [.wait(nil), .end(succeeded: true)])
    }

    /// Whether each of its reads was complete; nil if it has not ended.
    @Test(arguments: [[nil], [false], [true, false], [true, nil], []] as [[Bool?]])
    func targetWithIncompleteReadsTimesOut(reads: [Bool?]) {
        var machine = dropped()
        for isWhole in reads {
            _ = machine.handle(.transferBegan)
            if let isWhole { _ = machine.handle(.transferEnded(succeeded: isWhole)) }
        }
        #expect(machine.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
    }

    @Test func readsBeforeTheDropDecideNothing() {
        var machine = entered()
        _ = machine.handle(status(.copy))
        _ = machine.handle(.transferBegan)
        _ = machine.handle(.dropped(.copy, Self.time))
        _ = machine.handle(.transferEnded(succeeded: true))
        #expect(machine.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
    }

    @Test func targetThatNeverFinishesTimesOut() {
        var machine = entered()
        _ = machine.handle(status(.copy))
        _ = machine.handle(.dropped(.copy, Self.time))
        #expect(machine.handle(.read) == [.wait(.finished)])
        #expect(machine.handle(.timedOut) == [.wait(nil), .end(succeeded: false)])
        #expect(machine.isDone)
    }

    @Test(arguments: [false, true])
    func destroyedWindowIsARejectionOrAFailure(isDropped: Bool) {
        var machine = entered()
        _ = machine.handle(status(.copy))
        if isDropped { _ = machine.handle(.dropped(.copy, Self.time)) }
        #expect(
            machine.handle(.gone(Self.target.window))
                == (isDropped ? [.wait(nil), .end(succeeded: false)] : [.answer(nil), .wait(nil)]))
    }

    @Test func messagesFromOtherWindowsAreIgnored() {
        var machine = entered()
        #expect(machine.handle(.status(Self.other.window, XdndMessage.Status(.copy))).isEmpty)
        _ = machine.handle(status(.copy))
        #expect(machine.handle(.finished(Self.target.window, succeeded: true)).isEmpty)
        _ = machine.handle(.dropped(.copy, Self.time))
        #expect(machine.handle(.finished(Self.other.window, succeeded: true)).isEmpty)
    }

    /// Events in random order: one position in flight, alternating enter and leave, a drop only after acceptance, one
    /// end.
    @Test(arguments: 0..<300)
    func invariantsHoldUnderRandomEvents(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var machine = XdndSourceState(source: Self.source)
        var model = Model()
        for _ in 0..<80 {
            let target = random.pick([Self.target, Self.other])
            let event: XdndSourceState.Event = random.pick([
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
            let effects = machine.handle(event)
            for effect in effects { model.check(effect) }
            #expect(model.faults.isEmpty, "\(event) → \(effects)")
            #expect(machine.isDone == (model.ends == 1))
        }
    }

    private struct Model {
        var faults: [String] = []
        var entered: XdndTarget?
        var inFlight = false
        var agreed = false
        var isReleased = false
        var ends = 0

        mutating func before(_ event: XdndSourceState.Event) {
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

        mutating func check(_ effect: XdndSourceState.Effect) {
            if ends > 0 { faults.append("after the end") }
            switch effect {
            case .send(.enter, let target):
                if entered != nil { faults.append("entered twice") }
                entered = target
                inFlight = false
                agreed = false
            case .send(.leave, let target):
                if entered != target { faults.append("left a target that was not entered") }
                entered = nil
            case .send(.position, let target):
                if entered != target { faults.append("a position outside") }
                if inFlight { faults.append("two positions in flight") }
                inFlight = true
            case .send(.drop, let target):
                if entered != target || inFlight || !agreed { faults.append("a drop without acceptance") }
                isReleased = true
            case .send: faults.append("a message of a target")
            case .end: ends += 1
            case .answer, .wait: break
            }
        }
    }
}
