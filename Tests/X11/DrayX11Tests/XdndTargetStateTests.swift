// SPDX-License-Identifier: MIT

import Randomness
import Testing
import XCB

@testable import DrayX11

/// The state machine of the target's side of XDND.
@Suite struct XdndTargetStateTests {
    private static let target = XWindow(rawValue: 9)
    private static let source = XWindow(rawValue: 1)
    private static let time = XTime(rawValue: 1000)

    private func enter(_ source: XWindow = source, version: Int = 5) -> XdndTargetState.Event {
        .message(.enter(source: source, version: version, types: [XAtom(rawValue: 101)], hasMore: false))
    }

    private func position(_ action: XdndAction = .copy) -> XdndTargetState.Event {
        .message(.position(source: Self.source, x: 1, y: 2, Self.time, action))
    }

    private func status(_ action: XdndAction?) -> XdndTargetState.Effect {
        .send(.status(target: Self.target, XdndMessage.Status(action)), to: Self.source)
    }

    private func finished(_ succeeded: Bool, _ action: XdndAction? = nil) -> XdndTargetState.Effect {
        .send(.finished(target: Self.target, succeeded: succeeded, action), to: Self.source)
    }

    private func over() -> XdndTargetState {
        var machine = XdndTargetState(target: Self.target)
        _ = machine.handle(enter())
        _ = machine.handle(.types(["text/plain"]))
        _ = machine.handle(position())
        return machine
    }

    @Test func aDragBeginsOnceTypesAndPositionAreKnown() {
        var machine = XdndTargetState(target: Self.target)
        #expect(machine.handle(enter()) == [.learn(Self.source, [XAtom(rawValue: 101)], hasMore: false)])
        #expect(machine.handle(position(.move)).isEmpty)
        #expect(machine.handle(.types(["text/plain"])) == [status(nil), .begin(types: ["text/plain"], .move)])
        #expect(machine.handle(position(.move)) == [status(nil)])
    }

    @Test func everyPositionIsAnswered() {
        var machine = over()
        #expect(machine.handle(.decided(.copy)) == [status(.copy)])
        #expect(machine.handle(.decided(.copy)).isEmpty)
        #expect(machine.handle(position()) == [status(.copy)])
    }

    @Test func sourceDecidesOnTheDropWhichIsFinished() {
        var machine = over()
        _ = machine.handle(.decided(.copy))
        #expect(machine.handle(.message(.drop(source: Self.source, Self.time))) == [.drop(Self.time)])
        #expect(machine.handle(.finished(succeeded: true, .copy)) == [finished(true, .copy)])
        #expect(machine.handle(.givenUp).isEmpty)
    }

    @Test func contentStaysWhileItIsOverXWindows() {
        var machine = over()
        #expect(machine.handle(.message(.leave(source: Self.source))).isEmpty)
        #expect(machine.handle(.decided(nil)).isEmpty)
        #expect(machine.handle(enter()) == [.learn(Self.source, [XAtom(rawValue: 101)], hasMore: false)])
        #expect(machine.handle(position()) == [status(nil)])
    }

    /// Toolkits may offer further types after the drag has begun.
    @Test func typesOfAReturningSourceAreRequestedAgain() {
        var machine = over()
        #expect(machine.handle(.types(["text/plain", "x/late"])) == [.offer(types: ["text/plain", "x/late"])])
        _ = machine.handle(.message(.leave(source: Self.source)))
        #expect(machine.handle(.types(["x/late"])).isEmpty, "it is not there")
        _ = machine.handle(enter())
        #expect(machine.handle(.types(["text/plain", "x/late"])) == [.offer(types: ["text/plain", "x/late"])])
        #expect(machine.handle(.types([])).isEmpty)
    }

    @Test func contentIsGoneWhenTheSourceGivesUp() {
        var machine = over()
        _ = machine.handle(.message(.leave(source: Self.source)))
        #expect(machine.handle(.givenUp) == [.gone])
        #expect(machine.handle(.givenUp).isEmpty)
    }

    @Test func nothingIsAcceptedAfterEscape() {
        var machine = over()
        _ = machine.handle(.decided(.copy))
        #expect(machine.handle(.ended) == [status(nil)])
        #expect(machine.handle(position()) == [status(nil)])
        #expect(machine.handle(.message(.drop(source: Self.source, Self.time))) == [finished(false)])
    }

    @Test func contentWithoutAUsableTypeIsRejected() {
        var machine = XdndTargetState(target: Self.target)
        _ = machine.handle(enter())
        _ = machine.handle(position())
        #expect(machine.handle(.types([])) == [status(nil)])
        #expect(machine.handle(position()) == [status(nil)])
    }

    @Test func versionWithoutTimestampsIsNotSupported() {
        var machine = XdndTargetState(target: Self.target)
        #expect(machine.handle(enter(version: 2)).isEmpty)
        #expect(machine.source == nil)
    }

    /// Random events: content begins and ends once, a drop is finished once, and messages are sent to the source only.
    @Test(arguments: 0..<300)
    func invariantsHoldUnderRandomEvents(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var machine = XdndTargetState(target: Self.target)
        var (begun, gone, drops, finished) = (0, 0, 0, 0)
        for _ in 0..<60 {
            let window = XWindow(rawValue: random.chance(80) ? 1 : 2)
            let event: XdndTargetState.Event = random.pick([
                enter(window), position(random.pick([.copy, .move])), position(),
                .types(random.pick([[], ["text/plain"]])),
                .message(.leave(source: window)), .message(.drop(source: window, Self.time)),
                .decided(random.pick([nil, .copy, .move])), .ended, .finished(succeeded: random.chance(50), .copy),
                .message(.status(target: window, XdndMessage.Status(.copy))), random.chance(20) ? .givenUp : position(),
            ])
            let source = machine.source
            for effect in machine.handle(event) {
                switch effect {
                case .begin: begun += 1
                case .offer(let types): #expect(!types.isEmpty && machine.source != nil)
                case .gone: gone += 1
                case .drop: drops += 1
                case .send(.finished, let to):
                    finished += 1
                    #expect(to == source)
                case .send(.status, let to): #expect(to == source)
                case .send(let message, _): Issue.record("a source's word: \(message)")
                case .learn(let window, _, _): #expect(window == machine.source)
                }
            }
            #expect(begun >= drops && begun >= gone)
        }
    }
}
