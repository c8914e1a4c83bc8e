// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// What the protocol promises of `dray_drag_item_v1`: what travels, piece by piece, and how it looks.

extension Promise {
    static let ofItem: [Promise] = ofWords + ofPreviews

    private static let ofWords: [Promise] = [
        Promise(.item, "set_place of a negative size: invalid_rectangle") { stage in
            let item = stage.source.words.source(stage.makeContent()).createItem()
            item.setPlace(x: .min, y: .max, width: 0, height: -1)
            try withExtendedLifetime(item) {
                try stage.expectError(DrayDragItemV1.Error.invalidRectangle, by: DrayDragItemV1.self)
            }
        },
        Promise(.item, "names and kinds may be empty, long, and full of control characters") { stage in
            let words = stage.source.words.source(stage.makeContent())
            for text in ["", "\u{202E}\u{7}\n", String(repeating: "long ", count: 700)] {
                words.makeItem(text, kind: text, at: (0, 0, .max, .max))
            }
            try stage.expectNoError()
        },
        Promise(.item, "an item travels from its first commit on", needsHand: true) { stage in
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
        Promise(.item, "the last one may be destroyed while it is dragged: the drag goes on", needsHand: true) {
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
        Promise(.item, "kind before items, for each kind whose number has changed", needsHand: true) { stage in
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            words.makeItem(kind: "image/png")
            let text = words.makeItem(kind: "text/plain")
            words.makeItem()
            _ = stage.target.words.offer(try stage.bring(content))
            try stage.wait(for: "items 3", at: stage.target)
            for kind in ["kind image/png 1", "kind text/plain 1"] {
                try stage.expect(stage.target.heard(kind, before: "items 3"), "\(kind) does not come before items")
            }
            text.setKind(mimeType: "image/png")
            try stage.settle()
            try stage.expect(!stage.target.heard("kind image/png 2"), "the kind counts without a commit")
            text.commit()
            try stage.wait(for: "kind image/png 2", at: stage.target)
            try stage.wait(for: "kind text/plain 0", at: stage.target)
        },
        Promise(.item, "of a source that is gone it is inert, and its mistakes may be errors all the same") { stage in
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
        Promise(.item, "a client may have 10000; where there is a limit, it is too_many_items") { stage in
            let words = stage.source.words.source(stage.makeContent())
            var last: DrayDragItemV1?
            for number in 0..<10_000 {
                last = number.isMultiple(of: 2) ? words.makeItem() : words.createItem()
                if number.isMultiple(of: 50) { try stage.settle() }
            }
            try stage.settle()
            // One that is destroyed makes room for another.
            last?.destroy()
            words.makeItem()
            try stage.settle()
            try stage.untilRefused(DrayDragSourceV1.Error.tooManyItems, by: DrayDragSourceV1.self) { _ in
                for _ in 0..<50 { words.makeItem() }
            }
        },
    ]

    private static let ofPreviews: [Promise] = [
        Promise(.item, "set_preview of a window: role") { stage in
            guard let window = stage.source.window else { return }
            let item = stage.source.words.source(stage.makeContent()).createItem()
            item.setPreview(surface: window.surface)
            // An error names the interface of an object that the client still has.
            try withExtendedLifetime(item) { try stage.expectError(DrayDragItemV1.Error.role, by: DrayDragItemV1.self) }
        },
        Promise(.item, "set_preview of a drag's icon: role", needsHand: true) { stage in
            let icon = stage.source.client.makeSurface()
            let content = stage.makeContent()
            let words = stage.source.words.source(content)
            try stage.begin(content, icon: icon)
            let item = words.createItem()
            item.setPreview(surface: icon)
            try withExtendedLifetime(item) { try stage.expectError(DrayDragItemV1.Error.role, by: DrayDragItemV1.self) }
        },
        Promise(.item, "a preview as a drag's icon: role, of wl_data_device", needsHand: true) { stage in
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
        Promise(
            .item, "a preview may be that of several items, be exchanged, taken away and drawn anew", needsHand: true
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
        Promise(.item, "a preview without content, or of any size, is no error", needsHand: true) { stage in
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
