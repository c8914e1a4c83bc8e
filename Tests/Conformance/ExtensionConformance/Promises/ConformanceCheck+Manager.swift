// SPDX-License-Identifier: MIT

internal import TestClients
internal import WaylandClient

// The guarantees of `dray_drag_manager_v1`: the objects that it creates, and their limits.

extension ConformanceCheck {
    static let ofManager: [ConformanceCheck] = [
        ConformanceCheck(.manager, "binding the global alone changes nothing", needsHand: true) {
            stage in
            // The clients have bound it, without further requests.
            _ = try stage.bring(stage.makeContent())
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
            try stage.expect(
                stage.source.heard("wl:sourceDropPerformed", before: "wl:sourceFinished"),
                "wl_data_source does not work")
        },
        ConformanceCheck(.manager, "its objects outlive it") { stage in
            let words = stage.source.words.source(stage.makeContent())
            stage.source.client.dragManager?.destroy()
            let item = words.makeItem("one")
            try stage.expectNoError()
            item.setPlace(x: 0, y: 0, width: -1, height: 0)
            try stage.expectError(DrayDragItemV1.Error.invalidRectangle, by: DrayDragItemV1.self)
        },
        ConformanceCheck(.manager, "a second get_source for a source: already_constructed") { stage in
            let content = stage.makeContent()
            _ = stage.source.words.source(content)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "a second get_origin for a surface: already_constructed") { stage in
            let surface = stage.source.client.makeSurface()
            _ = stage.source.words.origin(surface)
            _ = stage.source.words.origin(surface)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "a second get_surface for a surface: already_constructed") { stage in
            let surface = stage.source.client.makeSurface()
            _ = stage.source.words.surface(surface)
            _ = stage.source.words.surface(surface)
            try stage.expectError(DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "a second get_offer for an offer: already_constructed", needsHand: true) {
            stage in
            let offer = try stage.bring(stage.makeContent())
            _ = stage.target.words.offer(offer)
            _ = stage.target.words.offer(offer)
            try stage.expectError(
                DrayDragManagerV1.Error.alreadyConstructed, by: DrayDragManagerV1.self, at: stage.target)
        },
        ConformanceCheck(.manager, "a destroyed object can be created again") { stage in
            let content = stage.makeContent()
            let surface = stage.source.client.makeSurface()
            for _ in 0..<3 {
                stage.source.words.source(content).destroy()
                stage.source.words.origin(surface).destroy()
                stage.source.words.surface(surface).destroy()
            }
            try stage.expectNoError()
        },
        ConformanceCheck(.manager, "get_source for a dragged source: used_source", needsHand: true) { stage in
            let content = stage.makeContent()
            try stage.begin(content)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.usedSource, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "get_source for a selection's source: used_source", needsHand: true) { stage in
            let content = stage.source.client.makeSource(types: ["text/plain"], actions: nil)
            try stage.press(in: stage.source)
            stage.source.client.device.setSelection(source: content, serial: stage.source.client.pressSerial)
            _ = stage.source.words.source(content)
            try stage.expectError(DrayDragManagerV1.Error.usedSource, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "get_offer for the offer of a selection: not_dnd", needsHand: true) { stage in
            let client = stage.source.client
            let content = client.makeSource(types: ["text/plain"], actions: nil)
            try stage.press(in: stage.source)
            client.device.setSelection(source: content, serial: client.pressSerial)
            try stage.letGo()
            try stage.settle()
            guard let selection = client.selection?.object else {
                throw NotSeen(reason: "a press does not give the window keyboard focus, so that no selection is sent")
            }
            _ = stage.source.words.offer(selection)
            try stage.expectError(DrayDragManagerV1.Error.notDnd, by: DrayDragManagerV1.self)
        },
        ConformanceCheck(.manager, "a device can be reserved twice, and released") { stage in
            let device = stage.source.client.makeDevice().object
            for _ in 0..<2 { stage.source.client.dragManager?.reserveDevice(device: device) }
            device.release()
            try stage.expectNoError()
        },
        ConformanceCheck(.manager, "nine devices of a seat can be reserved") { stage in
            let devices = (0..<9).map { _ in
                let device = stage.source.client.makeDevice()
                stage.source.client.dragManager?.reserveDevice(device: device.object)
                return device
            }
            try withExtendedLifetime(devices) { try stage.expectNoError() }
        },
        ConformanceCheck(.manager, "a reserved device receives no events of a single drag", needsHand: true) { stage in
            let log = EventLog()
            let device = stage.target.client.makeDevice(log: log)
            stage.target.client.dragManager?.reserveDevice(device: device.object)
            try stage.settle()
            log.clear()
            _ = try stage.bring(stage.makeContent())
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
            try stage.expect(log.events.isEmpty, "the reserved device has received \(log.events)")
        },
        ConformanceCheck(
            .manager, "a drag begun by a reserved device is sent to its client by this device only", needsHand: true
        ) {
            stage in
            let client = stage.source.client
            let log = EventLog()
            let device = client.makeDevice(log: log)
            client.dragManager?.reserveDevice(device: device.object)
            try stage.begin(stage.makeContent(), by: device)
            try stage.wait(for: "enter by the reserved device") { !log.events.isEmpty }
            try stage.expect(!stage.source.heard("wl:enter"), "another device receives it")
            try stage.enterTarget()
            try stage.take(by: stage.target)
            try stage.drop(on: stage.target)
            try stage.finish(by: stage.target)
        },
        ConformanceCheck(.manager, "a reserved device receives no selection", needsHand: true) { stage in
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
            try stage.expect(log.events.isEmpty, "the reserved device has received \(log.events)")
        },
        ConformanceCheck(.manager, "requests for a destroyed core object are no errors, and have no effect") {
            stage in
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
