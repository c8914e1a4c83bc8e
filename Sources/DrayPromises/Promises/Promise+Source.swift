// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

extension DrayDragSourceV1 {
    /// An item that is seen nowhere.
    func add(_ number: UInt32) { addItem(item: number, name: "item \(number)", x: 0, y: 0, width: 0, height: 0) }
}

extension Promise {
    static let ofSource: [Promise] =
        ofItems + [
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
                words.add(1)
                words.add(2)
                _ = stage.target.words.offer(try stage.bring(stage.makeContent()))
                try stage.wait(for: "items 2", at: stage.target)
            },
            Promise(.source, "a source with words of its own has no need of get_origin", needsHand: true) { stage in
                try stage.press(in: stage.source)
                try stage.letGo()
                guard let window = stage.source.window else { return }
                let words = stage.source.words.origin(window.surface)
                words.add(1)
                words.add(2)
                let content = stage.makeContent()
                let own = stage.source.words.source(content)
                for number in 1...3 as ClosedRange<UInt32> { own.add(number) }
                _ = stage.target.words.offer(try stage.bring(content))
                try stage.wait(for: "items 3", at: stage.target)
            },
            Promise(.source, "what a destroyed object has said counts for the drag under way", needsHand: true) {
                stage in
                let content = stage.makeContent()
                let words = stage.source.words.source(content)
                words.add(1)
                words.add(2)
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

    private static let ofItems: [Promise] = [
        Promise(.source, "add_item with a number that is in use: duplicate_item") { stage in
            let words = stage.source.words.source(stage.makeContent())
            words.add(1)
            words.add(1)
            try stage.expectError(DrayDragSourceV1.Error.duplicateItem, by: DrayDragSourceV1.self)
        },
        Promise(.source, "add_item of a negative size: invalid_rectangle") { stage in
            let words = stage.source.words.source(stage.makeContent())
            words.addItem(item: 1, name: "", x: .min, y: .max, width: 0, height: -1)
            try stage.expectError(DrayDragSourceV1.Error.invalidRectangle, by: DrayDragSourceV1.self)
        },
        Promise(.source, "remove_item with a number that is not in use: unknown_item") { stage in
            let words = stage.source.words.source(stage.makeContent())
            words.add(1)
            words.removeItem(item: 1)
            words.removeItem(item: 1)
            try stage.expectError(DrayDragSourceV1.Error.unknownItem, by: DrayDragSourceV1.self)
        },
        Promise(.source, "remove_item of the last one while it is dragged: last_item", needsHand: true) { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            words.add(1)
            try stage.begin(content)
            words.removeItem(item: 1)
            try stage.expectError(DrayDragSourceV1.Error.lastItem, by: DrayDragSourceV1.self)
        },
        Promise(.source, "names may be empty, long, and full of control characters") { stage in
            let words = stage.source.words.source(stage.makeContent())
            let names = ["", "\u{202E}\u{7}\n", String(repeating: "long ", count: 700)]
            for (number, name) in names.enumerated() {
                words.addItem(item: UInt32(number), name: name, x: 0, y: 0, width: .max, height: .max)
            }
            try stage.expectNoError()
        },
        Promise(.source, "a client may have 10000 items; where there is a limit, it is too_many_items") { stage in
            let words = stage.source.words.source(stage.makeContent())
            for number in 0..<10_000 as Range<UInt32> {
                words.add(number)
                if number.isMultiple(of: 50) { try stage.settle() }
            }
            try stage.settle()
            try stage.untilRefused(DrayDragSourceV1.Error.tooManyItems, by: DrayDragSourceV1.self) { round in
                for number in 0..<50 as Range<UInt32> { words.add(10_000 + round * 50 + number) }
            }
        },
    ]
}
