// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// The guarantees of `dray_drag_item_v1`: the items of a drag, and their previews.

extension ConformanceCheck {
    static let ofItem: [ConformanceCheck] = ofWords + ofPreviews

    private static let ofWords: [ConformanceCheck] = [
        ConformanceCheck(.item, "set_place with a negative size: invalid_rectangle") { stage in
            let item = stage.source.words.source(stage.makeContent()).createItem()
            item.setPlace(x: .min, y: .max, width: 0, height: -1)
            try withExtendedLifetime(item) {
                try stage.expectError(DrayDragItemV1.Error.invalidRectangle, by: DrayDragItemV1.self)
            }
        },
        ConformanceCheck(.item, "names and kinds may be empty, long, and contain control characters") { stage in
            let words = stage.source.words.source(stage.makeContent())
            for text in ["", "\u{202E}\u{7}\n", String(repeating: "long ", count: 700)] {
                words.makeItem(text, kind: text, at: (0, 0, .max, .max))
            }
            try stage.expectNoError()
        },
        ConformanceCheck(.item, "an item is part of the drag from its first commit on", needsHand: true) { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            words.makeItem()
            words.makeItem()
            let third = words.createItem()
            third.setName(name: "not yet")
            _ = stage.target.words.offer(try stage.bring(content))
            try stage.wait(for: "items 2", at: stage.target)
            third.commit()
            try stage.wait(for: "items 3", at: stage.target)
        },
        ConformanceCheck(.item, "destroying the last item does not end the drag", needsHand: true) {
            stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            let (first, second) = (words.makeItem(), words.makeItem())
            _ = stage.target.words.offer(try stage.bring(content))
            try stage.wait(for: "items 2", at: stage.target)
            first.destroy()
            second.destroy()
            try stage.wait(for: "items 1", at: stage.target)
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
        ConformanceCheck(.item, "kind for each changed number, before items", needsHand: true) { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            words.makeItem(kind: "image/png")
            let text = words.makeItem(kind: "text/plain")
            words.makeItem()
            _ = stage.target.words.offer(try stage.bring(content))
            try stage.wait(for: "items 3", at: stage.target)
            for kind in ["kind image/png 1", "kind text/plain 1"] {
                try stage.expect(stage.target.heard(kind, before: "items 3"), "\(kind) is not sent before items")
            }
            text.setKind(mimeType: "image/png")
            try stage.settle()
            try stage.expect(!stage.target.heard("kind image/png 2"), "the kind is applied without a commit")
            text.commit()
            try stage.wait(for: "kind image/png 2", at: stage.target)
            try stage.wait(for: "kind text/plain 0", at: stage.target)
        },
        ConformanceCheck(.item, "items of a destroyed source are inert, but errors may still be posted") {
            stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            let item = words.makeItem()
            words.destroy()
            item.setName(name: "late")
            item.setKind(mimeType: "text/plain")
            item.commit()
            item.destroy()
            try stage.expectNoError()
        },
        ConformanceCheck(.item, "a client may have 10000; beyond a limit: too_many_items") { stage in
            let words = stage.source.words.source(stage.makeContent())
            var last: DrayDragItemV1?
            for number in 0..<10_000 {
                last = number.isMultiple(of: 2) ? words.makeItem() : words.createItem()
                if number.isMultiple(of: 50) { try stage.settle() }
            }
            try stage.settle()
            // A destroyed item makes room for another.
            last?.destroy()
            words.makeItem()
            try stage.settle()
            try stage.untilRefused(DrayDragSourceV1.Error.tooManyItems, by: DrayDragSourceV1.self) { _ in
                for _ in 0..<50 { words.makeItem() }
            }
        },
    ]

    private static let ofPreviews: [ConformanceCheck] = [
        ConformanceCheck(.item, "set_preview of a window: role") { stage in
            guard let window = stage.source.window else { return }
            let item = stage.source.words.source(stage.makeContent()).createItem()
            item.setPreview(surface: window.surface)
            // The error has the interface name only while the client's object exists.
            try withExtendedLifetime(item) { try stage.expectError(DrayDragItemV1.Error.role, by: DrayDragItemV1.self) }
        },
        ConformanceCheck(.item, "set_preview of a drag's icon: role", needsHand: true) { stage in
            let icon = stage.source.client.makeSurface()
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            try stage.begin(content, icon: icon)
            let item = words.createItem()
            item.setPreview(surface: icon)
            try withExtendedLifetime(item) { try stage.expectError(DrayDragItemV1.Error.role, by: DrayDragItemV1.self) }
        },
        ConformanceCheck(.item, "a preview as a drag's icon: role, of wl_data_device", needsHand: true) { stage in
            let surface = stage.source.client.makeSurface()
            let content = stage.makeContent()
            stage.source.words.source(content).makeItem(preview: surface)
            try stage.settle()
            try stage.press(in: stage.source)
            guard let window = stage.source.window else { return }
            let client = stage.source.client
            client.device.startDrag(source: content, origin: window.surface, icon: surface, serial: client.pressSerial)
            try stage.expectError(WlDataDevice.Error.role, by: WlDataDevice.self)
        },
        ConformanceCheck(
            .item, "a preview may be shared, replaced, removed and redrawn", needsHand: true
        ) {
            stage in
            let client = stage.source.client
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            let surface = client.makeSurface()
            let items = (0..<3).map { _ in words.makeItem(preview: surface) }
            _ = try stage.bring(content)
            client.attach(to: surface, width: 300, height: 2)
            surface.commit()
            items[0].setPreview(surface: client.makeSurface(width: 5, height: 500))
            items[1].setPreview(surface: nil)
            for item in items { item.commit() }
            try stage.settle()
            surface.destroy()
            for item in items { item.commit() }
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
        ConformanceCheck(.item, "a preview without content, or of any size, is accepted", needsHand: true) { stage in
            let client = stage.source.client
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            words.makeItem(preview: client.compositor.createSurface())
            words.makeItem(preview: client.makeSurface(width: 2000, height: 1))
            words.makeItem(preview: client.makeSurface(width: 1, height: 2000))
            _ = try stage.bring(content)
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
    ]
}
