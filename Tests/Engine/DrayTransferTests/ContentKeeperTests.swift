// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Randomness
import Testing

/// The content of a drop that the engine keeps, so that it outlives its source (HIG-23).
@Suite struct ContentKeeperTests {
    private let html: MimeType = "text/html"
    private let plain: MimeType = "text/plain"
    private let picture: MimeType = "image/png"
    private let first = ReadID(1)
    private let second = ReadID(2)

    private func keeper(budget: Int = 100) -> ContentKeeper {
        ContentKeeper(plan: [html, plain, picture], budget: budget)
    }

    /// Types that the target is interested in come first, richest first; then the richest of the others.
    @Test func planIsWantedFirstAndRichestFirst() {
        let offered: Representations = [picture, html, plain, "text/rtf"]
        #expect(ContentKeeper.plan(offered, wanted: [plain, html]) == [html, plain, picture, "text/rtf"])
        #expect(ContentKeeper.plan(offered, wanted: []) == Array(offered))
        #expect(
            ContentKeeper.plan(offered, wanted: ["text/none"]) == Array(offered),
            "types that are not offered are not in the plan"
        )
        let many = Representations((0..<50).map { MimeType("type/\($0)") })
        let plan = ContentKeeper.plan(many, wanted: ["type/49"])
        #expect(plan.count == ContentKeeper.typeLimit && plan.first == "type/49")
    }

    @Test func secretsAreRecognised() {
        #expect(ContentKeeper.isSecret([plain, "x-kde-passwordManagerHint"]))
        #expect(!ContentKeeper.isSecret([plain, html]))
    }

    @Test func completeContentIsServed() {
        var keeper = keeper()
        #expect(keeper.came(40, of: html).isEmpty)
        #expect(keeper.read(first, html) == .wait)
        #expect(keeper.ended(html, isWhole: true) == [.serve(first, html)])
        #expect(keeper.read(second, html) == .serve)
        #expect(keeper.kept == [html] && keeper.isComing)
    }

    @Test func readsOfMissingTypesAskTheSource() {
        var keeper = keeper()
        #expect(keeper.read(first, plain) == .wait)
        #expect(keeper.ended(plain, isWhole: false) == [.askSource(first, plain)])
        #expect(keeper.read(second, plain) == .askSource)
        #expect(keeper.read(second, "text/rtf") == .askSource, "never wanted")
    }

    /// The least important type is discarded first; complete content is kept.
    @Test func lastTypesAreDiscardedBeyondTheBudget() {
        var keeper = keeper(budget: 100)
        #expect(keeper.read(first, picture) == .wait)
        #expect(keeper.came(60, of: html).isEmpty)
        #expect(keeper.came(30, of: picture).isEmpty)
        #expect(keeper.came(50, of: picture) == [.discard(picture), .askSource(first, picture)])
        #expect(keeper.ended(html, isWhole: true).isEmpty)
        #expect(keeper.came(41, of: plain) == [.discard(plain)])
        #expect(keeper.came(10, of: plain).isEmpty && keeper.ended(plain, isWhole: true).isEmpty, "discarded already")
        #expect(keeper.kept == [html] && !keeper.isComing)
    }

    @Test func singleTypeBeyondTheBudgetIsDiscarded() {
        var keeper = ContentKeeper(plan: [html], budget: 10)
        #expect(keeper.came(11, of: html) == [.discard(html)])
    }

    @Test func timeoutDiscardsIncompleteTypes() {
        var keeper = keeper()
        #expect(keeper.ended(plain, isWhole: true).isEmpty)
        #expect(keeper.read(first, html) == .wait)
        #expect(keeper.timeIsUp() == [.discard(html), .askSource(first, html), .discard(picture)])
        #expect(keeper.timeIsUp().isEmpty)
        #expect(keeper.read(second, plain) == .serve)
    }

    /// No read is forgotten or answered twice, and memory never exceeds the budget.
    @Test func invariantsHoldUnderRandomEvents() {
        var served = 0
        for seed in 1...2000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var keeper = keeper(budget: 100)
            var waiting: Set<ReadID> = []
            var bytes: [MimeType: Int] = [:]
            var isHeld: Set<MimeType> = [html, plain, picture]
            for number in 0..<30 {
                let type = random.pick([html, plain, picture])
                var effects: [ContentKeeper.Effect] = []
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    let more = bytes[type, default: 0] + Int.random(in: 0...40, using: &random)
                    if isHeld.contains(type), !keeper.kept.contains(type) { bytes[type] = more }
                    effects = keeper.came(more, of: type)
                case 5..<8:
                    if keeper.read(ReadID(UInt64(number)), type) == .wait { waiting.insert(ReadID(UInt64(number))) }
                case 8:
                    let isWhole = random.chance(60)
                    if !isWhole, !keeper.kept.contains(type) { isHeld.remove(type) }
                    effects = keeper.ended(type, isWhole: isWhole)
                default: if random.chance(20) { effects = keeper.timeIsUp() }
                }
                for effect in effects {
                    switch effect {
                    case .discard(let type):
                        #expect(isHeld.remove(type) != nil, "seed \(seed): discarded twice")
                        #expect(!keeper.kept.contains(type), "seed \(seed): discarded and kept")
                    case .serve(let id, let type):
                        served += 1
                        #expect(waiting.remove(id) != nil && keeper.kept.contains(type), "seed \(seed): served")
                    case .askSource(let id, _):
                        #expect(waiting.remove(id) != nil, "seed \(seed): answered twice")
                    }
                }
                let inMemory = isHeld.reduce(0) { $0 + bytes[$1, default: 0] }
                #expect(inMemory <= 100, "seed \(seed): \(inMemory) bytes are kept")
            }
            for case .askSource(let id, _) in keeper.timeIsUp() { waiting.remove(id) }
            #expect(waiting.isEmpty, "seed \(seed): a reader waits forever")
        }
        #expect(served > 100)
    }
}
