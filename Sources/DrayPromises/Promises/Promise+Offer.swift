// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// What the protocol promises of `dray_drag_offer_v1`: what a target hears of the content, and may say of it.

extension Promise {
    static let ofOffer: [Promise] = ofCounts + ofMistakes + ofProgress

    private static let ofCounts: [Promise] = [
        Promise(.offer, "items, when the object is made: one, where nobody says more", needsHand: true) { stage in
            _ = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.wait(for: "items 1", at: stage.target)
        },
        Promise(.offer, "items, whenever their number changes in mid-drag", needsHand: true) { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            let first = words.makeItem()
            _ = stage.target.words.offer(try stage.bring(content))
            try stage.wait(for: "items 1", at: stage.target)
            let second = words.makeItem()
            try stage.wait(for: "items 2", at: stage.target)
            words.makeItem()
            first.destroy()
            second.destroy()
            try stage.wait(for: "one item again") { stage.target.told.last { $0.hasPrefix("items") } == "items 1" }
        },
        Promise(.offer, "a client that says everything of it is served as without", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            words.takeItems(count: .max)
            words.setPreviewSize(width: .max, height: .max)
            words.setPreviewSize(width: 1, height: 1)
            words.unsetPreviewSize()
            words.setInsertion(x: .min, y: .max, width: .max, height: 0)
            words.unsetInsertion()
            words.setIrreversible(reason: "It is for a test")
            words.unsetIrreversible()
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
        Promise(.offer, "failed, once, for a drop whose source has gone", needsHand: true) { stage in
            let silent = SilentSource(stage.source.client)
            let offer = try stage.bring(silent.object)
            let words = stage.target.words.offer(offer)
            try stage.drop(on: stage.target)
            let before = stage.target.told.filter { $0.hasPrefix("failed") }
            try stage.expect(before.isEmpty, "failed comes although the source is there")
            silent.object.destroy()
            // Whoever holds what a source has written before may wait for this.
            offer.finish()
            try stage.wait(for: "failed") { stage.target.told.contains { $0.hasPrefix("failed") } }
            words.setProgress(progress: 500)
            try stage.settle()
            let failures = stage.target.told.filter { $0.hasPrefix("failed") }
            try stage.expect(failures.count == 1, "failed comes \(failures.count) times")
        },
        Promise(.offer, "once the content has left, what is said of it is no error", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.leave()
            try stage.wait(for: "wl:leave", at: stage.target)
            words.takeItems(count: 1)
            words.setPreviewSize(width: 10, height: 10)
            words.setProgress(progress: 500)
            stage.target.words.hear("drop", words.getDrop())
            try stage.wait(for: "drop unavailable", at: stage.target)
        },
    ]

    /// A mistake while the content is over the target.
    private static func mistake(
        _ text: String, _ code: DrayDragOfferV1.Error, _ body: @escaping @Sendable (DrayDragOfferV1) -> Void
    ) -> Promise {
        Promise(.offer, text, needsHand: true) { stage in
            body(stage.target.words.offer(try stage.bring(stage.makeContent())))
            try stage.expectError(code, by: DrayDragOfferV1.self, at: stage.target)
        }
    }

    private static let ofMistakes: [Promise] = [
        mistake("take_items of none: invalid_count", .invalidCount) { $0.takeItems(count: 0) },
        mistake("set_preview_size without a width: invalid_size", .invalidSize) {
            $0.setPreviewSize(width: 0, height: 10)
        },
        mistake("set_preview_size of a negative height: invalid_size", .invalidSize) {
            $0.setPreviewSize(width: 10, height: .min)
        },
        mistake("set_insertion of a negative size: invalid_rectangle", .invalidRectangle) {
            $0.setInsertion(x: 0, y: 0, width: -1, height: 0)
        },
        mistake("set_progress before the drop: not_dropped", .notDropped) { $0.setProgress(progress: 0) },
        mistake("get_drop while there is one: already_constructed", .alreadyConstructed) {
            $0.getDrop()
            $0.getDrop()
        },
    ]

    private static let ofProgress: [Promise] = [
        Promise(.offer, "set_progress over 1000: invalid_progress", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.drop(on: stage.target)
            words.setProgress(progress: 1000)
            try stage.expectNoError()
            words.setProgress(progress: 1001)
            try stage.expectError(DrayDragOfferV1.Error.invalidProgress, by: DrayDragOfferV1.self, at: stage.target)
        },
        Promise(.offer, "set_progress backwards: invalid_progress", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.drop(on: stage.target)
            for progress in [0, 0, 500] as [UInt32] { words.setProgress(progress: progress) }
            try stage.expectNoError()
            words.setProgress(progress: 499)
            try stage.expectError(DrayDragOfferV1.Error.invalidProgress, by: DrayDragOfferV1.self, at: stage.target)
        },
    ]
}
