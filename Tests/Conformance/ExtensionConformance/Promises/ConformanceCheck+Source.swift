// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// The guarantees of `dray_drag_source_v1`: the requests of a source before and during a drag, and the events at its
// end.

extension ConformanceCheck {
    static let ofSource: [ConformanceCheck] =
        [
            ConformanceCheck(.source, "a second get_drop: already_constructed") { stage in
                let words = stage.source.words.source(stage.makeContent())
                stage.source.words.hear("first", words.getDrop())
                stage.source.words.hear("second", words.getDrop())
                try stage.expectError(DrayDragSourceV1.Error.alreadyConstructed, by: DrayDragSourceV1.self)
            },
            ConformanceCheck(.source, "sizes of any value, and of types that are not offered, are accepted") {
                stage in
                let words = stage.source.words.source(stage.makeContent())
                words.setSize(mimeType: "text/plain", sizeHi: .max, sizeLo: .max)
                words.setSize(mimeType: "text/not-offered", sizeHi: 0, sizeLo: 0)
                let origin = stage.source.words.origin(stage.source.client.makeSurface())
                for number in 0..<200 { origin.setSize(mimeType: "text/x-\(number)", sizeHi: 0, sizeLo: 1) }
                try stage.expectNoError()
            },
            ConformanceCheck(.source, "get_origin describes a source without its own description", needsHand: true) {
                stage in
                try stage.press(in: stage.source)
                try stage.letGo()
                guard let window = stage.source.window else { return }
                let words = stage.source.words.origin(window.surface)
                for _ in 1...2 { words.makeItem() }
                _ = stage.target.words.offer(try stage.bring(stage.makeContent()))
                try stage.wait(for: "items 2", at: stage.target)
            },
            ConformanceCheck(.source, "a source's own description replaces get_origin", needsHand: true) {
                stage in
                try stage.press(in: stage.source)
                try stage.letGo()
                guard let window = stage.source.window else { return }
                let words = stage.source.words.origin(window.surface)
                for _ in 1...2 { words.makeItem() }
                let content = stage.makeContent()
                let own = stage.source.words.source(content)
                for _ in 1...3 { own.makeItem() }
                _ = stage.target.words.offer(try stage.bring(content))
                try stage.wait(for: "items 3", at: stage.target)
            },
            ConformanceCheck(
                .source, "the description of a destroyed object applies to the active drag", needsHand: true
            ) {
                stage in
                let content = stage.makeContent()
                let words = stage.source.words.source(content)
                for _ in 1...2 { words.makeItem() }
                let offer = try stage.bring(content)
                words.destroy()
                _ = stage.target.words.offer(offer)
                try stage.wait(for: "items 2", at: stage.target)
            },
            ConformanceCheck(.source, "deselect after a drop elsewhere, before dnd_finished", needsHand: true) {
                stage in
                let content = stage.makeContent()
                _ = stage.source.words.source(content)
                _ = try stage.bring(content)
                try stage.drop(on: stage.target)
                try stage.finish(by: stage.target)
                try stage.expect(
                    stage.source.heard("deselect", before: "wl:sourceFinished"),
                    "deselect is not sent before dnd_finished")
            },
            ConformanceCheck(.source, "no deselect after a drop inside its container", needsHand: true) { stage in
                let content = stage.makeContent(actions: [.copy, .move])
                _ = stage.source.words.source(content)
                try stage.begin(content)
                try stage.take(by: stage.source, actions: [.copy, .move], preferred: .move)
                try stage.drop(on: stage.source)
                try stage.finish(by: stage.source)
                try stage.expect(!stage.source.heard("deselect"), "deselect is sent")
            },
            ConformanceCheck(.source, "progress on both sides of a slow transfer", needsHand: true) {
                stage in
                let silent = SilentSource(stage.source.client)
                stage.source.words.source(silent.object).setSize(mimeType: "text/plain", sizeHi: 0, sizeLo: 10)
                let offer = try stage.bring(silent.object)
                _ = stage.target.words.offer(offer)
                try stage.drop(on: stage.target)
                let read = stage.target.client.receive("text/plain", from: offer)
                try stage.wait(for: "wl_data_source.send") { !silent.asked.isEmpty }
                silent.asked[0].write("12345")
                for player in [stage.source, stage.target] {
                    try stage.wait(for: "progress text/plain 5 of 10", at: player)
                }
                withExtendedLifetime(read) {}
            },
            ConformanceCheck(.source, "failed without a target, once, before cancelled", needsHand: true) { stage in
                let content = stage.makeContent()
                _ = stage.source.words.source(content)
                try stage.begin(content)
                try stage.enterTarget()
                try stage.letGo()
                try stage.wait(for: "wl:sourceCancelled", at: stage.source)
                let failures = stage.source.told.filter { $0.hasPrefix("failed") }
                try stage.expect(failures.count == 1, "failed is sent \(failures.count) times")
                try stage.expect(
                    stage.source.heard(failures[0], before: "wl:sourceCancelled"), "failed is sent after cancelled")
            },
        ]
}
