// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// What the protocol promises of `dray_drag_source_v1`: what a source may say before and during a drag, and hears of its
// end.

extension Promise {
    static let ofSource: [Promise] =
        [
            Promise(.source, "get_drop while there is one: already_constructed") { stage in
                let words = stage.source.words.source(stage.makeContent())
                stage.source.words.hear("first", words.getDrop())
                stage.source.words.hear("second", words.getDrop())
                try stage.expectError(DrayDragSourceV1.Error.alreadyConstructed, by: DrayDragSourceV1.self)
            },
            Promise(.source, "sizes of any number, and of types that are not offered, are no errors") { stage in
                let words = stage.source.words.source(stage.makeContent())
                words.setSize(mimeType: "text/plain", sizeHi: .max, sizeLo: .max)
                words.setSize(mimeType: "text/nobody-offers-this", sizeHi: 0, sizeLo: 0)
                let origin = stage.source.words.origin(stage.source.client.makeSurface())
                for number in 0..<200 { origin.setSize(mimeType: "text/x-\(number)", sizeHi: 0, sizeLo: 1) }
                try stage.expectNoError()
            },
            Promise(.source, "get_origin speaks for a source without words of its own", needsHand: true) { stage in
                try stage.press(in: stage.source)
                try stage.letGo()
                guard let window = stage.source.window else { return }
                let words = stage.source.words.origin(window.surface)
                for _ in 1...2 { words.makeItem() }
                _ = stage.target.words.offer(try stage.bring(stage.makeContent()))
                try stage.wait(for: "items 2", at: stage.target)
            },
            Promise(.source, "a source with words of its own has no need of get_origin", needsHand: true) { stage in
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
            Promise(.source, "what a destroyed object has said counts for the drag under way", needsHand: true) {
                stage in
                let content = stage.makeContent()
                let words = stage.source.words.source(content)
                for _ in 1...2 { words.makeItem() }
                let offer = try stage.bring(content)
                words.destroy()
                _ = stage.target.words.offer(offer)
                try stage.wait(for: "items 2", at: stage.target)
            },
            Promise(.source, "deselect after a drop elsewhere, before dnd_finished", needsHand: true) { stage in
                let content = stage.makeContent()
                _ = stage.source.words.source(content)
                _ = try stage.bring(content)
                try stage.drop(on: stage.target)
                try stage.finish(by: stage.target)
                try stage.expect(
                    stage.source.heard("deselect", before: "wl:sourceFinished"),
                    "deselect does not come before dnd_finished")
            },
            Promise(.source, "no deselect after a drop inside its container", needsHand: true) { stage in
                let content = stage.makeContent(actions: [.copy, .move])
                _ = stage.source.words.source(content)
                try stage.begin(content)
                try stage.take(by: stage.source, actions: [.copy, .move], preferred: .move)
                try stage.drop(on: stage.source)
                try stage.finish(by: stage.source)
                try stage.expect(!stage.source.heard("deselect"), "deselect comes")
            },
            Promise(.source, "progress at both sides of a transfer that takes its time", needsHand: true) { stage in
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
            Promise(.source, "failed when nobody takes it, once, before cancelled", needsHand: true) { stage in
                let content = stage.makeContent()
                _ = stage.source.words.source(content)
                try stage.begin(content)
                try stage.enterTarget()
                try stage.letGo()
                try stage.wait(for: "wl:sourceCancelled", at: stage.source)
                let failures = stage.source.told.filter { $0.hasPrefix("failed") }
                try stage.expect(failures.count == 1, "failed comes \(failures.count) times")
                try stage.expect(
                    stage.source.heard(failures[0], before: "wl:sourceCancelled"), "failed comes after cancelled")
            },
        ]
}
