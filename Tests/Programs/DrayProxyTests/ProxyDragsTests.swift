// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// Combines the steps of single clients into drags: their announcements, and the list of drops.
@Suite struct ProxyDragsTests {
    static let from = StepWindow(surface: SurfaceID(1), title: "Photos")
    static let to = StepWindow(surface: SurfaceID(1), title: "Draft")
    /// The same number in another client is another window.
    static let source = SurfaceID(1 << 32 | 1), target = SurfaceID(2 << 32 | 1)

    static func hear(_ drags: inout ProxyDrags, _ client: SharedDragTable.Client, _ steps: DragStep...) -> [ProxyDrags
        .Effect]
    {
        steps.flatMap {
            drags.hear(
                ProxyReport(client: client, name: client == 1 ? "nautilus" : "thunderbird", time: 5, event: .step($0)))
        }
    }

    static func leaves(_ drags: inout ProxyDrags, _ client: SharedDragTable.Client) -> [ProxyDrags.Effect] {
        drags.hear(ProxyReport(client: client, name: "", time: 5, event: .ended(nil)))
    }

    static func begin(_ drags: inout ProxyDrags, isOld: Bool = false) -> [ProxyDrags.Effect] {
        hear(&drags, 1, .begun(4, from: from, types: ["text/uri-list"], isOld: isOld), .underWay(4))
    }

    @Test func aDragIsAnnouncedAndListed() throws {
        var drags = ProxyDrags()
        #expect(Self.begin(&drags) == [.announce(.pickedUpUncounted)])
        #expect(Self.hear(&drags, 2, .over(4, Self.to, nil)) == [])
        #expect(Self.hear(&drags, 2, .over(4, Self.to, .copy)) == [.announce(.over(Self.target, .copy))])
        #expect(Self.hear(&drags, 2, .over(4, Self.to, .copy)) == [])
        #expect(Self.hear(&drags, 2, .dropped(4, Self.to), .left(4)) == [.announce(.dropped(Self.target))])
        #expect(Self.hear(&drags, 1, .ended(4, .finished(.copy))) == [.announce(.ended(.finished(.copy))), .dropped])
        let drop = try #require(drags.journal.done.first)
        #expect(drop.action == .copy && drop.types == ["text/uri-list"] && drop.time == Instant(microseconds: 5))
        #expect(drags.label(of: drop.origin.surface) == .init(program: "nautilus", title: "Photos"))
        #expect(drags.label(of: drop.target.surface) == .init(program: "thunderbird", title: "Draft"))
    }

    /// A compositor does not answer a refused claim, so nothing is announced.
    @Test func aClaimAloneIsNoDrag() {
        var drags = ProxyDrags()
        #expect(Self.hear(&drags, 1, .begun(4, from: Self.from, types: [], isOld: false), .ended(4, .withdrawn)) == [])
        #expect(Self.hear(&drags, 2, .over(4, Self.to, .copy)) == [])
        #expect(Self.hear(&drags, 1, .begun(4, from: Self.from, types: [], isOld: false)) == [])
        #expect(Self.leaves(&drags, 1) == [])
        #expect(Self.hear(&drags, 2, .over(4, Self.to, .move), .dropped(4, Self.to)) == [])
    }

    /// An attacker's claim does not end another client's drag: later steps still belong to that drag.
    @Test func aFalseClaimChangesNoDragUnderWay() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        #expect(Self.hear(&drags, 9, .begun(4, from: Self.to, types: [], isOld: false), .ended(4, .withdrawn)) == [])
        _ = Self.hear(&drags, 2, .over(4, Self.to, .copy), .dropped(4, Self.to))
        #expect(Self.hear(&drags, 9, .ended(4, .finished(.move))) == [])
        #expect(Self.hear(&drags, 1, .ended(4, .finished(.copy))) == [.announce(.ended(.finished(.copy))), .dropped])
    }

    /// Two processes report independently: the next window's report may arrive before the leave of the previous one.
    @Test func leaveConcernsTheWindowThatWasLeft() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        _ = Self.hear(&drags, 1, .over(4, Self.from, .move))
        #expect(Self.hear(&drags, 2, .over(4, Self.to, .copy)) == [.announce(.over(Self.target, .copy))])
        #expect(Self.hear(&drags, 1, .left(4)) == [])
        #expect(Self.hear(&drags, 2, .left(4)) == [.announce(.over(nil, .notPossible))])
    }

    @Test(
        arguments: [
            (true, [], DragOutcome.missed), (false, [], .interrupted(.host)),
            (true, [.over(4, to, .notPossible)], .refused), (true, [.over(4, to, .copy), .dropped(4, to)], .abandoned),
        ] as [(Bool, [DragStep], DragOutcome)])
    func failuresAreAnnouncedAndNotListed(afterDrop: Bool, before: [DragStep], outcome: DragOutcome) {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        for step in before { _ = Self.hear(&drags, 2, step) }
        #expect(Self.hear(&drags, 1, .ended(4, .cancelled(afterDrop: afterDrop))) == [.announce(.ended(outcome))])
        #expect(drags.journal.done.isEmpty)
    }

    @Test func disconnectsAreAnnounced() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        _ = Self.hear(&drags, 2, .over(4, Self.to, .copy))
        #expect(Self.leaves(&drags, 2) == [.announce(.over(nil, .notPossible))])
        _ = Self.hear(&drags, 3, .over(4, Self.to, .copy), .dropped(4, Self.to))
        #expect(Self.leaves(&drags, 3) == [])
        #expect(Self.hear(&drags, 1, .ended(4, .cancelled(afterDrop: true))) == [.announce(.ended(.targetGone))])
        _ = Self.begin(&drags)
        #expect(Self.leaves(&drags, 1) == [.announce(.ended(.sourceGone))])
    }

    /// Dolphin destroys its source if it drops on itself, and shows a menu of its own.
    @Test func aDropOnItselfIsLeftToTheApplication() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        _ = Self.hear(&drags, 1, .over(4, Self.to, .copy), .dropped(4, Self.to))
        #expect(Self.hear(&drags, 1, .ended(4, .withdrawn)) == [.announce(.ended(.handedOver))])
        _ = Self.begin(&drags)
        #expect(Self.hear(&drags, 1, .ended(4, .withdrawn)) == [.announce(.ended(.sourceGone))])
    }

    /// A source whose version precedes actions receives no end of the drag.
    @Test func anOldSourcesDropIsOverWithItsTarget() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags, isOld: true)
        _ = Self.hear(&drags, 2, .over(4, Self.to, .copy), .dropped(4, Self.to))
        #expect(Self.hear(&drags, 2, .settled(4)) == [.announce(.ended(.finished(.copy))), .dropped])
    }

    @Test func everySeatHasItsOwnDrag() {
        var drags = ProxyDrags()
        _ = Self.begin(&drags)
        #expect(Self.hear(&drags, 2, .over(5, Self.to, .copy)) == [])
        #expect(
            Self.hear(&drags, 3, .begun(5, from: Self.to, types: [], isOld: false), .underWay(5)) == [
                .announce(.pickedUpUncounted)
            ])
        #expect(Self.hear(&drags, 1, .ended(4, .finished(.move))) == [.announce(.ended(.finished(.move))), .dropped])
    }

    /// Labels are kept only while they may be needed.
    @Test func namesOfAnOldDropAreForgotten() {
        var drags = ProxyDrags()
        for number in 1...1000 {
            let window = StepWindow(surface: SurfaceID(UInt64(number)), title: "\(number)")
            _ = Self.hear(
                &drags, 1, .begun(4, from: window, types: [], isOld: false), .underWay(4), .ended(4, .finished(.copy)))
        }
        #expect(drags.label(of: SurfaceID(1 << 32 | 1)) == nil)
        #expect(drags.journal.done.allSatisfy { drags.label(of: $0.origin.surface) != nil })
        #expect(drags.journal.done.count == DropJournal.limit)
    }
}
