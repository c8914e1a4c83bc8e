// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// What the protocol promises of `dray_drag_manager_v1`: which objects it makes, and how often.

extension Promise {
    static let ofManager: [Promise] = [
        Promise(.manager, "what binds the global and creates nothing changes nothing", needsHand: true) { stage in
            // The programs have bound it; nothing else is said.
            _ = try stage.bring(stage.makeContent())
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
            try stage.expect(
                stage.source.heard("wl:sourceDropPerformed", before: "wl:sourceFinished"),
                "wl_data_source is not served")
        },
        Promise(.manager, "its objects live on without it") { stage in
            let words = stage.source.words.source(stage.makeContent())
            stage.source.client.dragManager?.destroy()
            let item = words.makeItem("one")
            try stage.expectNoError()
            item.setPlace(x: 0, y: 0, width: -1, height: 0)
            try stage.expectError(DrayDragItemV1.Error.invalidRectangle, by: DrayDragItemV1.self)
        },
        Promise(.manager, "get_source, a second one for a source: already_constructed") { stage in
            let content = stage.makeContent()
            _ = stage.source.words.source(content)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "get_origin, a second one for a surface: already_constructed") { stage in
            let surface = stage.source.client.makeSurface()
            _ = stage.source.words.origin(surface)
            _ = stage.source.words.origin(surface)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "get_surface, a second one for a surface: already_constructed") { stage in
            let surface = stage.source.client.makeSurface()
            _ = stage.source.words.surface(surface)
            _ = stage.source.words.surface(surface)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "get_offer, a second one for an offer: already_constructed", needsHand: true) { stage in
            let offer = try stage.bring(stage.makeContent())
            _ = stage.target.words.offer(offer)
            _ = stage.target.words.offer(offer)
            try stage.expectError(
                DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self, at: stage.target)
        },
        Promise(.manager, "once an object is destroyed, another can be made in its place") { stage in
            let content = stage.makeContent()
            let surface = stage.source.client.makeSurface()
            for _ in 0..<3 {
                stage.source.words.source(content).destroy()
                stage.source.words.origin(surface).destroy()
                stage.source.words.surface(surface).destroy()
            }
            try stage.expectNoError()
        },
        Promise(.manager, "get_source for a source that is dragged: used_source", needsHand: true) { stage in
            let content = stage.makeContent()
            try stage.begin(content)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.usedSource, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "get_source for a selection: used_source", needsHand: true) { stage in
            let content = stage.source.client.makeSource(types: ["text/plain"], actions: nil)
            try stage.press(in: stage.source)
            stage.source.client.device.setSelection(source: content, serial: stage.source.client.pressSerial)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.usedSource, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "get_offer for the offer of a selection: not_dnd", needsHand: true) { stage in
            let client = stage.source.client
            let content = client.makeSource(types: ["text/plain"], actions: nil)
            try stage.press(in: stage.source)
            client.device.setSelection(source: content, serial: client.pressSerial)
            try stage.letGo()
            try stage.settle()
            guard let selection = client.selection?.object else {
                throw NotSeen(reason: "a press does not give the window the keyboard, and so no selection is told")
            }
            _ = stage.source.words.offer(selection)
            try stage.expectError(DrayDragManagerV1.Error.notDnd, by: DrayDragManagerV1.self)
        },
        Promise(.manager, "a device can be reserved again, and released") { stage in
            let device = stage.source.client.makeDevice().object
            for _ in 0..<2 { stage.source.client.dragManager?.reserveDevice(device: device) }
            device.release()
            try stage.expectNoError()
        },
        Promise(.manager, "nine devices of a seat can be reserved") { stage in
            let devices = (0..<9).map { _ in
                let device = stage.source.client.makeDevice()
                stage.source.client.dragManager?.reserveDevice(device: device.object)
                return device
            }
            try withExtendedLifetime(devices) { try stage.expectNoError() }
        },
        Promise(.manager, "a reserved device tells nothing of the only drag", needsHand: true) { stage in
            let log = EventLog()
            let device = stage.target.client.makeDevice(log: log)
            stage.target.client.dragManager?.reserveDevice(device: device.object)
            try stage.settle()
            log.clear()
            _ = try stage.bring(stage.makeContent())
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
            try stage.expect(log.events.isEmpty, "the reserved device has told \(log.events)")
        },
        Promise(.manager, "a drag is told to the client that began it by a reserved device alone", needsHand: true) {
            stage in
            let client = stage.source.client
            let log = EventLog()
            let device = client.makeDevice(log: log)
            client.dragManager?.reserveDevice(device: device.object)
            try stage.begin(stage.makeContent(), by: device)
            try stage.wait(for: "enter by the reserved device") { !log.events.isEmpty }
            try stage.expect(!stage.source.heard("wl:enter"), "another device tells of it")
            try stage.enterTarget()
            try stage.take(by: stage.target)
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
        Promise(.manager, "a reserved device hears of no selection", needsHand: true) { stage in
            let client = stage.source.client
            let log = EventLog()
            let device = client.makeDevice(log: log)
            client.dragManager?.reserveDevice(device: device.object)
            try stage.settle()
            log.clear()
            let content = client.makeSource(types: ["text/plain"], actions: nil)
            try stage.press(in: stage.source)
            client.device.setSelection(source: content, serial: client.pressSerial)
            try stage.letGo()
            try stage.settle()
            try stage.expect(log.events.isEmpty, "the reserved device has told \(log.events)")
        },
        Promise(.manager, "what is said of a core object that is gone is no error, and changes nothing") { stage in
            let content = stage.makeContent()
            let surface = stage.source.client.makeSurface()
            let words = stage.source.words.source(content)
            let origin = stage.source.words.origin(surface)
            let zones = stage.source.words.surface(surface)
            let zone = stage.source.words.zone("zone", on: zones, at: (0, 0, 8, 8))
            content.destroy()
            surface.destroy()
            for object in [words, origin] {
                let preview = stage.source.client.makeSurface()
                let item = object.makeItem("one", kind: "image/png", at: (0, 0, 1, 1), preview: preview)
                preview.destroy()
                item.commit()
                object.createItem().destroy()
                object.setContainer(container: 3)
                object.setSize(mimeType: "text/plain", sizeHi: 0, sizeLo: 1)
            }
            zone.setLabel(label: "late")
            zone.setRectangle(x: 1, y: 1, width: 2, height: 2)
            zones.commit()
            _ = zones.createZone()
            try stage.expectNoError()
        },
    ]
}
