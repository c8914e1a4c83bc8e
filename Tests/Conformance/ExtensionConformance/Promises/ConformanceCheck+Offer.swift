// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// The guarantees of `dray_drag_offer_v1`: the events and requests of a target.

extension ConformanceCheck {
    static let ofOffer: [ConformanceCheck] = ofCounts + ofMistakes + ofProgress

    private static let ofCounts: [ConformanceCheck] = [
        ConformanceCheck(.offer, "items, when the object is created: one by default", needsHand: true) {
            stage in
            _ = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.wait(for: "items 1", at: stage.target)
        },
        ConformanceCheck(.offer, "items, when their number changes during the drag", needsHand: true) { stage in
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
        ConformanceCheck(.offer, "using all requests does not affect the transfer", needsHand: true) { stage in
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
        ConformanceCheck(.offer, "failed, once, for a drop whose source has disconnected", needsHand: true) { stage in
            let silent = SilentSource(stage.source.client)
            let offer = try stage.bring(silent.object)
            let words = stage.target.words.offer(offer)
            try stage.drop(on: stage.target)
            let before = stage.target.told.filter { $0.hasPrefix("failed") }
            try stage.expect(before.isEmpty, "failed is sent although the source is connected")
            silent.object.destroy()
            // A target that retains received data may wait for this event.
            offer.finish()
            try stage.wait(for: "failed") { stage.target.told.contains { $0.hasPrefix("failed") } }
            words.setProgress(progress: 500)
            try stage.settle()
            let failures = stage.target.told.filter { $0.hasPrefix("failed") }
            try stage.expect(failures.count == 1, "failed is sent \(failures.count) times")
        },
        ConformanceCheck(.offer, "requests after the drag has left are no errors", needsHand: true) {
            stage in
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

    /// A protocol error while the drag is over the target.
    private static func mistake(
        _ text: String, _ code: DrayDragOfferV1.Error, _ body: @escaping @Sendable (DrayDragOfferV1) -> Void
    ) -> ConformanceCheck {
        ConformanceCheck(.offer, text, needsHand: true) { stage in
            body(stage.target.words.offer(try stage.bring(stage.makeContent())))
            try stage.expectError(code, by: DrayDragOfferV1.self, at: stage.target)
        }
    }

    private static let ofMistakes: [ConformanceCheck] = [
        mistake("take_items with zero: invalid_count", .invalidCount) { $0.takeItems(count: 0) },
        mistake("set_preview_size with a zero width: invalid_size", .invalidSize) {
            $0.setPreviewSize(width: 0, height: 10)
        },
        mistake("set_preview_size with a negative height: invalid_size", .invalidSize) {
            $0.setPreviewSize(width: 10, height: .min)
        },
        mistake("set_insertion with a negative size: invalid_rectangle", .invalidRectangle) {
            $0.setInsertion(x: 0, y: 0, width: -1, height: 0)
        },
        mistake("set_progress before the drop: not_dropped", .notDropped) { $0.setProgress(progress: 0) },
        mistake("a second get_drop: already_constructed", .alreadyConstructed) {
            $0.getDrop()
            $0.getDrop()
        },
    ]

    private static let ofProgress: [ConformanceCheck] = [
        ConformanceCheck(.offer, "set_progress above 1000: invalid_progress", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.drop(on: stage.target)
            words.setProgress(progress: 1000)
            try stage.expectNoError()
            words.setProgress(progress: 1001)
            try stage.expectError(DrayDragOfferV1.Error.invalidProgress, by: DrayDragOfferV1.self, at: stage.target)
        },
        ConformanceCheck(.offer, "set_progress decreasing: invalid_progress", needsHand: true) { stage in
            let words = stage.target.words.offer(try stage.bring(stage.makeContent()))
            try stage.drop(on: stage.target)
            for progress in [0, 0, 500] as [UInt32] { words.setProgress(progress: progress) }
            try stage.expectNoError()
            words.setProgress(progress: 499)
            try stage.expectError(DrayDragOfferV1.Error.invalidProgress, by: DrayDragOfferV1.self, at: stage.target)
        },
    ]
}
