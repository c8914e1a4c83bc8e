// SPDX-License-Identifier: MIT

import Randomness
import Testing
import XCB

@testable import DrayX11

/// The target's side of XDND as a machine.
@Suite struct XdndTakingTests {
    private static let target = XWindow(rawValue: 9)
    private static let source = XWindow(rawValue: 1)
    private static let time = XTime(rawValue: 1000)

    private func enter(_ source: XWindow = source, version: Int = 5) -> XdndTaking.Event {
        .message(.enter(source: source, version: version, types: [XAtom(rawValue: 101)], hasMore: false))
    }

    private func position(_ action: XdndAction = .copy) -> XdndTaking.Event {
        .message(.position(source: Self.source, x: 1, y: 2, Self.time, action))
    }

    private func status(_ action: XdndAction?) -> XdndTaking.Effect {
        .send(.status(target: Self.target, XdndMessage.Status(action)), to: Self.source)
    }

    private func finished(_ succeeded: Bool, _ action: XdndAction? = nil) -> XdndTaking.Effect {
        .send(.finished(target: Self.target, succeeded: succeeded, action), to: Self.source)
    }

    private func over() -> XdndTaking {
        var taking = XdndTaking(target: Self.target)
        _ = taking.handle(enter())
        _ = taking.handle(.types(["text/plain"]))
        _ = taking.handle(position())
        return taking
    }

    @Test func aDragBeginsOnceTypesAndPositionAreKnown() {
        var taking = XdndTaking(target: Self.target)
        #expect(taking.handle(enter()) == [.learn(Self.source, [XAtom(rawValue: 101)], hasMore: false)])
        #expect(taking.handle(position(.move)).isEmpty)
        #expect(taking.handle(.types(["text/plain"])) == [status(nil), .begin(types: ["text/plain"], .move)])
        #expect(taking.handle(position(.move)) == [status(nil)])
    }

    @Test func everyPositionIsAnswered() {
        var taking = over()
        #expect(taking.handle(.decided(.copy)) == [status(.copy)])
        #expect(taking.handle(.decided(.copy)).isEmpty)
        #expect(taking.handle(position()) == [status(.copy)])
    }

    @Test func aDropIsTheSourcesWordAndIsFinished() {
        var taking = over()
        _ = taking.handle(.decided(.copy))
        #expect(taking.handle(.message(.drop(source: Self.source, Self.time))) == [.drop(Self.time)])
        #expect(taking.handle(.finished(succeeded: true, .copy)) == [finished(true, .copy)])
        #expect(taking.handle(.givenUp).isEmpty)
    }

    @Test func contentStaysWhileItIsOverXWindows() {
        var taking = over()
        #expect(taking.handle(.message(.leave(source: Self.source))).isEmpty)
        #expect(taking.handle(.decided(nil)).isEmpty)
        #expect(taking.handle(enter()) == [.learn(Self.source, [XAtom(rawValue: 101)], hasMore: false)])
        #expect(taking.handle(position()) == [status(nil)])
    }

    /// Toolkits go on offering types after the drag has begun.
    @Test func aSourceThatComesBackIsAskedForItsTypesAgain() {
        var taking = over()
        #expect(taking.handle(.types(["text/plain", "x/late"])) == [.offer(types: ["text/plain", "x/late"])])
        _ = taking.handle(.message(.leave(source: Self.source)))
        #expect(taking.handle(.types(["x/late"])).isEmpty, "it is not there")
        _ = taking.handle(enter())
        #expect(taking.handle(.types(["text/plain", "x/late"])) == [.offer(types: ["text/plain", "x/late"])])
        #expect(taking.handle(.types([])).isEmpty)
    }

    @Test func aSourceThatGivesUpIsGone() {
        var taking = over()
        _ = taking.handle(.message(.leave(source: Self.source)))
        #expect(taking.handle(.givenUp) == [.gone])
        #expect(taking.handle(.givenUp).isEmpty)
    }

    @Test func afterEscapeNothingIsTaken() {
        var taking = over()
        _ = taking.handle(.decided(.copy))
        #expect(taking.handle(.ended) == [status(nil)])
        #expect(taking.handle(position()) == [status(nil)])
        #expect(taking.handle(.message(.drop(source: Self.source, Self.time))) == [finished(false)])
    }

    @Test func contentWithoutATypeForAnybodyIsRefused() {
        var taking = XdndTaking(target: Self.target)
        _ = taking.handle(enter())
        _ = taking.handle(position())
        #expect(taking.handle(.types([])) == [status(nil)])
        #expect(taking.handle(position()) == [status(nil)])
    }

    @Test func aVersionFromBeforeTimesIsNotSpoken() {
        var taking = XdndTaking(target: Self.target)
        #expect(taking.handle(enter(version: 2)).isEmpty)
        #expect(taking.source == nil)
    }

    /// Whatever comes: content begins once and goes once, a drop is finished once, and nobody is spoken to but the source.
    @Test(arguments: 0..<300)
    func rulesHoldWhateverComes(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var taking = XdndTaking(target: Self.target)
        var (begun, gone, drops, finished) = (0, 0, 0, 0)
        for _ in 0..<60 {
            let window = XWindow(rawValue: random.chance(80) ? 1 : 2)
            let event: XdndTaking.Event = random.pick([
                enter(window), position(random.pick([.copy, .move])), position(),
                .types(random.pick([[], ["text/plain"]])),
                .message(.leave(source: window)), .message(.drop(source: window, Self.time)),
                .decided(random.pick([nil, .copy, .move])), .ended, .finished(succeeded: random.chance(50), .copy),
                .message(.status(target: window, XdndMessage.Status(.copy))), random.chance(20) ? .givenUp : position(),
            ])
            let source = taking.source
            for effect in taking.handle(event) {
                switch effect {
                case .begin: begun += 1
                case .offer(let types): #expect(!types.isEmpty && taking.source != nil)
                case .gone: gone += 1
                case .drop: drops += 1
                case .send(.finished, let to):
                    finished += 1
                    #expect(to == source)
                case .send(.status, let to): #expect(to == source)
                case .send(let message, _): Issue.record("a source's word: \(message)")
                case .learn(let window, _, _): #expect(window == taking.source)
                }
            }
            #expect(begun >= drops && begun >= gone)
        }
    }
}
