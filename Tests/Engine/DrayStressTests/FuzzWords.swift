// SPDX-License-Identifier: MIT

import Randomness
import TestClients
import WaylandClient

/// A fuzzing client's objects of `dray_drag_v1`: sends random requests, most of them valid, and checks the events.
final class FuzzWords {
    private unowned let client: FuzzClient
    private let manager: DrayDragManagerV1
    private var surface: DrayDragSurfaceV1?
    /// The object for drags from the last window whose source has no extension object.
    private var origin: DrayDragSourceV1?
    private var zones: [DrayDragZoneV1] = []
    private var inside: [ObjectIdentifier] = []
    private var offers: [(object: DrayDragOfferV1, core: FuzzOffer, progress: UInt32)] = []
    private var drops: [DrayDragDropV1] = []
    private var items: [DrayDragItemV1] = []
    private(set) var previews: [WlSurface] = []

    init?(_ client: FuzzClient) {
        guard let manager = client.client.dragManager else { return nil }
        self.manager = manager
        self.client = client
    }

    func say(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: sayOfSource(&random)
        case 1: sayOfOrigin(&random)
        case 2, 3, 4: sayOfOffer(&random)
        case 5, 6, 7: sayOfSurface(&random)
        case 8: sayOfDrop(&random)
        default:
            if random.chance(10) { err(&random) } else if random.chance(20) { reserve(&random) }
        }
    }

    /// Reserves a device for a concurrent drag.
    private func reserve(_ random: inout SplitMix64) {
        if let device = client.devices.dropFirst().randomElement(using: &random) {
            manager.reserveDevice(device: device.object)
        }
    }

    // MARK: Sources

    private func sayOfSource(_ random: inout SplitMix64) {
        guard let source = client.sources.randomElement(using: &random) else { return }
        guard let words = source.words else {
            // After `start_drag` or `set_selection`, `get_source` is an error.
            guard source.use == .none else { return }
            let words = manager.getSource(source: source.object)
            source.words = words
            if random.chance(50) { hear(words.getDrop()) }
            return
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            if items.count < 200 { items.append(words.createItem()) }
            sayOfItem(&random)
        case 2: words.setContainer(container: UInt32.random(in: 0...2, using: &random))
        case 3:
            words.setSize(
                mimeType: source.types.first ?? "", sizeHi: 0, sizeLo: UInt32.random(in: 0...9, using: &random))
        default:
            if random.chance(20) {
                words.destroy()
                source.words = nil
                if source.use == .none { source.use = .drag }
            }
        }
    }

    private func sayOfOrigin(_ random: inout SplitMix64) {
        guard let origin else {
            guard let window = client.windows.last else { return }
            let object = manager.getOrigin(surface: window.surface)
            for _ in 0..<2 { object.makeItem() }
            return self.origin = object
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            if items.count < 200 { items.append(origin.createItem()) }
        case 2: sayOfItem(&random)
        case 3:
            origin.setContainer(container: UInt32.random(in: 0...2, using: &random))
            origin.setSize(mimeType: "text/plain", sizeHi: .max, sizeLo: .max)
            // A second `get_drop` is an error while the first drop object exists.
            if random.chance(20), drops.count < 100 {
                client.mayDie = true
                hear(origin.getDrop())
            }
        default:
            guard random.chance(20) else { return }
            origin.destroy()
            self.origin = nil
        }
    }

    /// Sends a random request about an item, whose source or preview may be destroyed.
    private func sayOfItem(_ random: inout SplitMix64) {
        guard let index = items.indices.randomElement(using: &random) else { return }
        let item = items[index]
        switch Int.random(in: 0..<9, using: &random) {
        case 0: item.setName(name: "item \(index)")
        case 1: item.setKind(mimeType: ["image/png", "text/plain", "inode/directory", "", "x/\(index)"][index % 5])
        case 2:
            item.setPlace(
                x: number(&random), y: number(&random), width: abs(number(&random)), height: abs(number(&random)))
        case 3:
            let surface = client.client.makeSurface(width: 1 + Int32(index), height: 20)
            previews.append(surface)
            item.setPreview(surface: surface)
        case 4: item.setPreview(surface: random.chance(50) ? nil : previews.randomElement(using: &random))
        case 5:
            guard let preview = previews.randomElement(using: &random) else { return }
            client.client.attach(to: preview, width: 3, height: 1 + Int32(index))
            preview.commit()
        case 6:
            guard let index = previews.indices.randomElement(using: &random) else { return }
            previews.remove(at: index).destroy()
        case 7:
            item.destroy()
            items.remove(at: index)
        default: item.commit()
        }
    }

    // MARK: Offers

    private func sayOfOffer(_ random: inout SplitMix64) {
        let known = client.devices.flatMap(\.offers)
        offers.removeAll { said in !known.contains { $0 === said.core } }
        if let fresh = known.first(where: { !$0.hasWords && ($0.stage == .entered || $0.stage == .dropped) }) {
            fresh.hasWords = true
            offers.append((manager.getOffer(offer: fresh.object), fresh, 0))
            return
        }
        guard let index = offers.indices.randomElement(using: &random) else { return }
        let words = offers[index].object
        switch Int.random(in: 0..<8, using: &random) {
        case 0: words.takeItems(count: UInt32.random(in: 1...9, using: &random))
        case 1: words.setPreviewSize(width: 1 + abs(number(&random)), height: .max)
        case 2: words.unsetPreviewSize()
        case 3:
            if random.chance(30) {
                words.unsetInsertion()
            } else {
                words.setInsertion(x: number(&random), y: .min, width: .max, height: abs(number(&random)))
            }
        case 4: words.setIrreversible(reason: String(repeating: "\u{202E}x", count: 400))
        case 5:
            guard offers[index].core.stage == .dropped else { return words.unsetIrreversible() }
            offers[index].progress = min(offers[index].progress + 100, 1000)
            words.setProgress(progress: offers[index].progress)
        case 6: if random.chance(20), drops.count < 100 { client.mayDie = true; hear(words.getDrop()) }
        default:
            if random.chance(20) {
                words.destroy()
                offers.remove(at: index)
            }
        }
    }

    // MARK: Surfaces

    private func sayOfSurface(_ random: inout SplitMix64) {
        guard let surface else {
            guard let window = client.windows.first else { return }
            surface = manager.getSurface(surface: window.surface)
            return
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            guard zones.count < 20 else { return }
            let zone = surface.createZone()
            zone.onEvent { [weak self, weak proxy = zone.proxy] event in
                if let self, let proxy { told(event, ObjectIdentifier(proxy)) }
            }
            zones.append(zone)
        case 1, 2:
            zones.randomElement(using: &random)?.setRectangle(
                x: number(&random), y: number(&random), width: abs(number(&random)), height: 200)
        case 3:
            guard let zone = zones.randomElement(using: &random) else { return }
            zone.setBehaviour(behaviour: .init(rawValue: UInt32.random(in: 0...15, using: &random)))
            zone.setContainer(container: UInt32.random(in: 0...2, using: &random))
            zone.setLabel(label: "a zone")
        case 4: surface.commit()
        default:
            guard random.chance(30) else { return }
            if random.chance(30) {
                surface.destroy()
                self.surface = nil
                for zone in zones { zone.destroy() }
                zones = []
                inside = []
            } else if !zones.isEmpty {
                let zone = zones.removeFirst()
                inside.removeAll { $0 == ObjectIdentifier(zone.proxy) }
                zone.destroy()
            }
        }
    }

    private func told(_ event: DrayDragZoneV1.Event, _ zone: ObjectIdentifier) {
        switch event {
        case .enter:
            let drags = client.devices.count(where: \.isInside)
            if inside.count >= max(drags, 1) { client.report("a zone is entered inside of another") }
            inside.append(zone)
        case .leave:
            // A zone that was dropped on or destroyed gets no `leave`.
            inside.removeAll()
        case .spring, .scroll: break
        }
        // A drop ends the visit; the client receives it through its device.
        if !client.isInside { inside.removeAll() }
    }

    // MARK: Drops

    private func hear(_ drop: DrayDragDropV1) {
        drops.append(drop)
        drop.onEvent { [weak proxy = drop.proxy] event in
            switch event {
            case .undo, .redo: if let proxy { DrayDragDropV1(proxy).answer(result: .done) }
            case .finished, .unavailable: break
            }
        }
    }

    private func sayOfDrop(_ random: inout SplitMix64) {
        guard let index = drops.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            client.mayDie = true
            drops[index].undo()
        case 1:
            client.mayDie = true
            drops[index].redo()
        case 2:
            client.mayDie = true
            drops[index].answer(result: .failed)
        default:
            drops[index].destroy()
            drops.remove(at: index)
        }
    }

    // MARK: Mistakes

    private func err(_ random: inout SplitMix64) {
        client.mayDie = true
        switch Int.random(in: 0..<8, using: &random) {
        case 0: offers.last?.object.takeItems(count: 0)
        case 5: offers.last?.object.setInsertion(x: 0, y: 0, width: 0, height: -1)
        case 6: items.last?.setPlace(x: 0, y: 0, width: -1, height: 0)
        case 7: offers.last?.object.setPreviewSize(width: 0, height: 1)
        case 1: offers.last?.object.setProgress(progress: .max)
        case 2: zones.last?.setBehaviour(behaviour: .init(rawValue: .max))
        case 3: if let window = client.windows.last { items.last?.setPreview(surface: window.surface) }
        default: if let surface { _ = surface.createZone(); zones.last?.setRectangle(x: 0, y: 0, width: -1, height: 0) }
        }
    }

    private func number(_ random: inout SplitMix64) -> Int32 {
        random.chance(90)
            ? Int32.random(in: -20...300, using: &random) : Int32.random(in: -.max ... .max, using: &random)
    }
}
