// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// Invariants of `DragTransfers` under random events.
@Suite struct RandomTransfersTests {
    /// The state that an observer of the effects alone derives.
    private struct Observer {
        let earlyReads: DragPolicy.EarlyReads
        var asked: Set<ReadID> = []
        var requested: Set<ReadID> = []
        var refused: Set<ReadID> = []
        /// Requested reads by a client that have received bytes, or were passed on.
        var brought: Set<ReadID> = []
        var closed: Set<ReadID> = []
        var counting: Set<ReadID> = []
        var isDropped = false
        var isEnded = false
        var delivery: Delivery?
        var early = 0
        var violations: [String] = []

        mutating func expect(_ condition: Bool, _ message: String) {
            if !condition { violations.append(message) }
        }

        mutating func observe(_ event: TransferEvent, _ effects: [TransferEffect], _ ledger: DragTransfers) {
            switch event {
            case .read(let id, _, _, _): asked.insert(id)
            case .count(let id, _):
                asked.insert(id)
                counting.insert(id)
            case .bytesCame(let id), .passedOn(let id):
                if requested.contains(id), !counting.contains(id) { brought.insert(id) }
            case .closed(let id), .broke(let id): if requested.contains(id) { closed.insert(id) }
            case .dropped: isDropped = true
            case .offerLeft, .ended: break
            }
            let wasEnded = isEnded
            if event == .ended { isEnded = true }
            for effect in effects {
                switch effect {
                case .request(let id, _):
                    expect(asked.contains(id) && !refused.contains(id), "requested an unknown or refused read")
                    expect(requested.insert(id).inserted, "requested twice")
                    expect(!isEnded, "requested after the end")
                    if earlyReads == .heldUntilDrop { expect(isDropped, "data moves before the drop") }
                case .refuse(let id):
                    expect(asked.contains(id) && !requested.contains(id), "refused what was requested")
                    expect(refused.insert(id).inserted, "refused twice")
                case .earlyRead(let count):
                    early += 1
                    expect(count == early, "early reads are counted one by one")
                case .delivery(let new):
                    expect(isDropped && !wasEnded, "a delivery without a drop")
                    expect(new != delivery, "the same delivery twice")
                    if delivery == .arrived {
                        guard case .broke(let id) = event else { return expect(false, "an arrival was revoked") }
                        expect(brought.contains(id), "a read without bytes broke off")
                    }
                    if new == .arrived { expect(!brought.isEmpty, "arrived without bytes") }
                    if new == .failed {
                        expect([.awaited, .arrived].contains(delivery), "failed without having been awaited")
                    }
                    delivery = new
                }
            }
            // No read is forgotten: each is held, requested or answered.
            let known = refused.union(requested).union(ledger.held)
            expect(asked.isSubset(of: known), "a read was forgotten")
            expect(ledger.held.isDisjoint(with: ledger.requested), "held and requested")
            expect(ledger.requested.isDisjoint(with: closed), "a read exists after its end")
            expect(ledger.held.count <= DragTransfers.heldLimit, "too many are held")
            if isEnded { expect(ledger.held.isEmpty && ledger.requested.isEmpty, "reads after the end") }
            if isDropped, !isEnded { expect(ledger.delivery == delivery, "a delivery was not reported") }
        }
    }

    @Test func invariantsHoldUnderRandomEvents() {
        var deliveries: [Delivery: Int] = [:]
        for seed in 1...3000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let policy: DragPolicy.EarlyReads = random.chance(50) ? .forwarded : .heldUntilDrop
            var ledger = DragTransfers(earlyReads: policy)
            var observer = Observer(earlyReads: policy)
            var history: [TransferEvent] = []
            for _ in 0..<Int.random(in: 5...60, using: &random) {
                let event = Self.event(UInt64(history.count), policy, isDropped: observer.isDropped, &random)
                history.append(event)
                observer.observe(event, ledger.handle(event), ledger)
                if let delivery = ledger.delivery { deliveries[delivery, default: 0] += 1 }
                guard observer.violations.isEmpty else { break }
            }
            if !observer.violations.isEmpty {
                Issue.record("seed \(seed): \(observer.violations)\nafter \(history)")
            }
        }
        // The random events must reach every state.
        for delivery in Delivery.allCases { #expect(deliveries[delivery, default: 0] > 0, "never \(delivery)") }
    }

    private static func event(
        _ number: UInt64, _ policy: DragPolicy.EarlyReads, isDropped: Bool, _ random: inout SplitMix64
    ) -> TransferEvent {
        let old = ReadID(number == 0 ? 0 : UInt64.random(in: 0..<number, using: &random))
        let offer = OfferID(UInt64.random(in: 1...3, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35:
            let verdict: ReadVerdict =
                if random.chance(15) { .close } else if isDropped { .forward } else if policy == .heldUntilDrop {
                    .hold
                } else { random.pick([.tooEarly, .forwardEarly, .forward, .forward]) }
            return .read(ReadID(number), "text/plain", by: offer, verdict)
        case 35..<42: return .count(ReadID(number), "text/uri-list")
        case 42..<58: return .bytesCame(old)
        case 58..<62: return .passedOn(old)
        case 62..<78: return .closed(old)
        case 78..<86: return .broke(old)
        case 86..<91: return .offerLeft(offer)
        case 91..<98: return .dropped
        default: return .ended
        }
    }
}
