// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import HeadlessDesktop
import Randomness
import TestClients
import WaylandClient

extension FuzzRun {
    func perform(_ operation: FuzzOperation) {
        guard let client = clients.randomElement(using: &random) else { return }
        switch operation {
        case .move, .moveToWindow, .press, .release, .otherButton, .fingerDown, .fingerMove, .fingerUp, .touchCancel,
            .modifier, .escape, .unplug, .plugIn, .frame:
            input(operation)
        case .beginDrag: beginDrag(client)
        case .startDrag: startDrag(client)
        case .makeSource: _ = makeSource(of: client)
        case .destroySource:
            guard let source = client.sources.randomElement(using: &random) else { return }
            client.sources.removeAll { $0 === source }
            source.object.destroy()
        case .commitIcon: commitIcon(client)
        case .destroyIcon: client.icons.popLast()?.destroy()
        case .select: select(client)
        case .negotiate: negotiate(client)
        case .accept: accept(client)
        case .setActions: setActions(client)
        case .receive: receive(client)
        case .finish: finish()
        case .destroyOffer:
            if let offer = client.devices.flatMap(\.offers).randomElement(using: &random) { client.destroy(offer) }
        case .lateRequest: lateRequest(client)
        case .words: client.words?.say(&random)
        case .addDevice: if client.devices.count < 3 { client.addDevice() }
        case .releaseDevice: release(client)
        case .addWindow: if client.windows.count < 3 { addWindow(client) }
        case .destroyWindow: destroyWindow(client)
        case .mistake: makeMistake(client)
        case .die: replace(client)
        }
    }

    // MARK: The user

    private func input(_ operation: FuzzOperation) {
        let seat = fixture.seat
        let finger = FingerID(Int32.random(in: 0..<3, using: &random))
        switch operation {
        case .move: seat.pointer.move(to: randomPoint())
        case .moveToWindow: seat.pointer.move(to: windowPoint())
        case .press: seat.pointer.button(InputEvent.Button.left, .pressed)
        case .release: seat.pointer.button(InputEvent.Button.left, .released)
        case .otherButton: seat.pointer.button(InputEvent.Button.right, random.chance(40) ? .pressed : .released)
        case .fingerDown: seat.touch.down(finger, at: windowPoint())
        case .fingerMove: seat.touch.motion(finger, to: random.chance(70) ? windowPoint() : randomPoint())
        case .fingerUp: seat.touch.up(finger)
        case .touchCancel: seat.touch.cancel()
        // Left Shift, Ctrl and Alt.
        case .modifier: seat.keyboard.key(random.pick([42, 29, 56]), random.chance(50) ? .pressed : .released)
        case .escape:
            seat.keyboard.key(1, .pressed)
            seat.keyboard.key(1, .released)
        case .unplug: fixture.pullOut(random.chance(50) ? .pointer : .touch)
        case .plugIn:
            fixture.putIn(.pointer)
            fixture.putIn(.touch)
        default: fixture.compositor.advance()
        }
    }

    private func windowPoint() -> Point {
        fixture.compositor.windows.randomElement(using: &random)?.geometry.center ?? randomPoint()
    }

    // MARK: Sources

    /// Presses in a window of the client and starts a drag with that serial, as a well-behaved client does.
    private func beginDrag(_ client: FuzzClient) {
        let own = fixture.compositor.windows.filter { $0.title == client.client.name }
        guard let place = own.randomElement(using: &random)?.geometry.center else { return }
        if random.chance(75) {
            fixture.seat.pointer.move(to: place)
            fixture.seat.pointer.button(InputEvent.Button.left, .pressed)
        } else {
            fixture.seat.touch.down(FingerID(Int32.random(in: 0..<3, using: &random)), at: place)
        }
        serve(client)
        startDrag(client)
    }

    private func startDrag(_ client: FuzzClient) {
        // The client may just have been replaced.
        guard clients.contains(where: { $0 === client }),
            let window = client.windows.randomElement(using: &random)
        else { return }
        let serial = random.chance(95) ? client.client.pressSerial : UInt32.random(in: 0...500, using: &random)
        let icon = random.chance(50) ? makeIcon(client) : nil
        guard random.chance(92) else {
            return client.devices.randomElement(using: &random)!.object.startDrag(
                source: nil, origin: window.surface, icon: icon, serial: serial)
        }
        let old = client.sources.filter(\.mayStartAgain)
        let source = random.chance(30) ? old.randomElement(using: &random) : nil
        let content = source ?? makeSource(of: client)
        content.willStart()
        client.devices.randomElement(using: &random)!.object.startDrag(
            source: content.object, origin: window.surface, icon: icon, serial: serial)
    }

    private func makeIcon(_ client: FuzzClient) -> WlSurface {
        if random.chance(50), let icon = client.icons.randomElement(using: &random) { return icon }
        let icon = client.client.makeSurface()
        client.icons.append(icon)
        return icon
    }

    private func commitIcon(_ client: FuzzClient) {
        guard let icon = client.icons.randomElement(using: &random) else { return }
        client.client.attach(to: icon, width: 8, height: 8)
        icon.commit()
    }

    private func select(_ client: FuzzClient) {
        guard random.chance(80) else {
            return client.devices.first!.object.setSelection(source: nil, serial: client.client.inputSerial)
        }
        let known = client.sources.filter { $0.use == .selection }
        let source = random.chance(30) ? known.randomElement(using: &random) : nil
        let content = source ?? makePlainSource(client)
        client.devices.first!.object.setSelection(source: content.object, serial: client.client.inputSerial)
    }

    /// A source for a selection, which has no actions.
    private func makePlainSource(_ client: FuzzClient) -> FuzzSource {
        let object = client.client.manager.createDataSource()
        object.offer(mimeType: "text/plain")
        let source = FuzzSource(object, types: ["text/plain"], mask: 0, report: client.report)
        source.use = .selection
        client.sources.append(source)
        return source
    }

    // MARK: Targets

    private func negotiate(_ client: FuzzClient) {
        guard let target = clients.first(where: { $0.current != nil }), let offer = target.current else {
            return accept(client)
        }
        guard let type = offer.types.first else { return }
        target.accept(type, of: offer, serial: target.devices[0].enterSerial)
        guard offer.isNegotiating else { return }
        let mask: UInt32 = random.chance(70) ? 7 : UInt32.random(in: 1...7, using: &random)
        target.setActions(mask, preferred: random.chance(30) ? mask & FuzzOffer.ask : 0, of: offer)
    }

    private func accept(_ client: FuzzClient) {
        guard let offer = client.current else { return }
        let type: String?
        switch Int.random(in: 0..<4, using: &random) {
        case 0: type = nil
        case 1: type = "not/offered"
        default: type = offer.types.randomElement(using: &random)
        }
        client.accept(type, of: offer, serial: UInt32.random(in: 0...500, using: &random))
    }

    private func setActions(_ client: FuzzClient) {
        let offers = client.devices.flatMap(\.offers).filter { $0.isNegotiating && $0.stage != .selection }
        guard let offer = offers.randomElement(using: &random), offer.stage != .introduced else { return }
        let mask = UInt32.random(in: 0...7, using: &random)
        let bits = [1, 2, 4].filter { mask & $0 != 0 } as [UInt32]
        let preferred = random.chance(50) ? bits.randomElement(using: &random) ?? 0 : 0
        client.setActions(mask, preferred: preferred, of: offer)
    }

    private func receive(_ client: FuzzClient) {
        guard let offer = client.devices.flatMap(\.offers).randomElement(using: &random) else { return }
        client.receive(offer.types.randomElement(using: &random) ?? "not/offered", of: offer)
    }

    /// Finishes a drop as the protocol requires: after `ask`, the target answers first.
    private func finish() {
        for client in clients {
            guard let offer = client.dropped.first else { continue }
            if offer.action == FuzzOffer.ask, random.chance(70) {
                client.setActions(FuzzOffer.copy, preferred: FuzzOffer.copy, of: offer)
            }
            if offer.mayFinish {
                offer.object.finish()
                // Later requests must not be fatal.
                offer.stage = .past
            } else {
                client.destroy(offer)
            }
            return
        }
    }

    /// Sends requests on a retired offer, which change nothing and are not errors.
    private func lateRequest(_ client: FuzzClient) {
        let old = client.devices.flatMap(\.offers).filter { $0.stage == .past }
        guard let offer = old.randomElement(using: &random) else { return }
        offer.object.accept(serial: 0, mimeType: "text/plain")
        if offer.isNegotiating { offer.object.setActions(dndActions: .move, preferredAction: .move) }
        client.receive("text/plain", of: offer)
    }

    // MARK: Clients

    private func release(_ client: FuzzClient) {
        guard client.devices.count > 1, client.version >= 2 else { return }
        // An offer in flight to a destroyed device makes libwayland's client break the connection.
        serve(client)
        guard clients.contains(where: { $0 === client }), let device = client.devices.last else { return }
        client.release(device)
        serve(client)
    }

    private func destroyWindow(_ client: FuzzClient) {
        guard client.windows.count > 1 else { return }
        client.windows.removeLast().destroy()
    }

    private func makeMistake(_ client: FuzzClient) {
        client.mayDie = true
        switch Int.random(in: 0..<6, using: &random) {
        case 0: client.current?.object.finish()
        case 1:
            client.current?.object.setActions(
                dndActions: WlDataDeviceManager.DndAction(rawValue: 64), preferredAction: [])
        case 2:
            guard client.version >= 3 else { return }
            client.sources.last?.object.setActions(dndActions: .copy)
            client.sources.last?.object.setActions(dndActions: .copy)
        case 3:
            if let window = client.windows.first {
                client.devices[0].object.startDrag(
                    source: nil, origin: window.surface, icon: window.surface, serial: client.client.pressSerial)
            }
        case 4:
            if let window = client.windows.first, let preview = client.words?.previews.last {
                client.devices[0].object.startDrag(
                    source: nil, origin: window.surface, icon: preview, serial: client.client.pressSerial)
            }
        default:
            if let source = client.sources.last {
                client.devices[0].object.setSelection(source: source.object, serial: client.client.inputSerial)
                source.use = .selection
            }
        }
    }
}
