// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@Suite struct RandomDragTests {
    /// The number of occurrences of each outcome, and the number of events.
    struct Tally {
        var events = 0
        var outcomes: [DragOutcome: Int] = [:]
        /// The number of accepted conversions.
        var made = 0
    }

    @Test func rulesHoldWhateverHappens() {
        var tally = Tally()
        for seed in 1...2500 as ClosedRange<UInt64> {
            drag(seed: seed, policy: .humanInterface, separatesApplications: true, &tally)
        }
        #expect(tally.events > 20_000)
        expectEveryEnd(tally)
    }

    @Test func pureProtocolHoldsWhateverHappens() {
        var tally = Tally()
        for seed in 10_001...14_000 as ClosedRange<UInt64> {
            drag(seed: seed, policy: .wayland, separatesApplications: false, &tally)
        }
        #expect(tally.events > 20_000)
        expectEveryEnd(tally)
    }

    @Test func sameEventsLeadToTheSameEffects() {
        for seed in 1...50 as ClosedRange<UInt64> {
            var first = Tally()
            var second = Tally()
            let one = drag(seed: seed, policy: .humanInterface, separatesApplications: true, &first)
            let two = drag(seed: seed, policy: .humanInterface, separatesApplications: true, &second)
            #expect(one == two, "seed \(seed)")
        }
    }

    /// Ensures that the generator reaches every outcome; otherwise the test would prove nothing.
    private func expectEveryEnd(_ tally: Tally) {
        let ends: [DragOutcome] = [
            .finished(.copy), .finished(.move), .handedOver, .missed, .refused, .abandoned, .targetGone, .sourceGone,
            .interrupted(.escape), .interrupted(.transferFailed),
        ]
        for end in ends { #expect(tally.outcomes[end, default: 0] > 0, "\(end) was never reached") }
        #expect(tally.made > 10)
    }

    /// Plays one random drag to its end, checks after every event, and returns all effects.
    @discardableResult
    private func drag(
        seed: UInt64, policy: DragPolicy, separatesApplications: Bool, _ tally: inout Tally
    ) -> [DragEffect] {
        var drag = RandomDrag(seed: seed, policy: policy)
        var observer = EffectObserver(
            source: drag.source, origin: drag.origin, separatesApplications: separatesApplications)
        var (session, effects) = DragSession.begin(drag.source, from: drag.origin, policy: policy)
        observer.observe(nil, effects)
        var history: [DragEvent] = []

        func play(_ event: DragEvent) {
            history.append(event)
            let new = session.handle(event)
            effects += new
            observer.observe(event, new)
            tally.events += 1
        }

        let length = Int.random(in: 5...40, using: &drag.random)
        while history.count < length, observer.violations.isEmpty {
            play(drag.event(for: session))
            if let surface = observer.watched, drag.random.chance(60) { play(.refusalStood(surface)) }
            // The owner always carries out the new offer first.
            if let surface = observer.askedAnew, let event = drag.enterAgain(surface, of: session) {
                play(event)
                if let answer = drag.answerAgain(session) { play(answer) }
            }
            if session.phase == .underWay, session.target != observer.entered {
                Issue.record("seed \(seed): the session's target is not the one that was entered")
            }
        }
        play(.drop)
        if session.phase == .dropped, let offer = session.offerID {
            // Every drag ends with the destruction of the offer, whatever came before.
            if drag.random.chance(25) { play(.deliveryChanged(drag.random.pick(Delivery.allCases))) }
            if drag.random.chance(70) {
                play(.accept(offer, "text/plain"))
                play(.setActions(offer, mask: .all, preferred: .move))
                play(.finish(offer))
            }
            if session.phase == .dropped { play(.offerDestroyed(offer)) }
        }
        // A target that has finished waits only for content that it has requested.
        if session.phase == .dropped { play(.deliveryChanged(drag.random.chance(50) ? .arrived : .failed)) }
        observer.observeEnd()
        if !observer.violations.isEmpty {
            Issue.record("seed \(seed): \(observer.violations)\nafter \(history)")
        }
        tally.made += observer.made
        if let outcome = observer.outcome { tally.outcomes[outcome, default: 0] += 1 }
        return effects
    }
}
