// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

// The requests of clients, and the lookup of their drag.

extension DragEngine {
    func handle(_ request: DragRequest) {
        switch request {
        case .start(let start): self.start(start)
        case .accept(let offer, let type): deliver(.accept(offer, type), on: offer)
        case .setActions(let offer, let mask, let preferred):
            deliver(.setActions(offer, mask: mask, preferred: preferred), on: offer)
        case .finish(let offer): deliver(.finish(offer), on: offer)
        case .offerDestroyed(let offer): deliver(.offerDestroyed(offer), on: offer)
        case .receive(let offer, let type, let descriptor):
            if let drag = drag(with: offer) { drag.reads.receive(type, descriptor, from: offer, drag) }
        case .deviceAdded(let seat, let client):
            for hand in seats[seat]?.hands ?? [] { hand.deviceAdded(by: client) }
        case .deviceFreed(let seat, let client, let channel):
            for hand in seats[seat]?.hands ?? [] where ObjectIdentifier(hand.channel) != channel {
                hand.deviceAdded(by: client)
            }
        case .deviceRemoved(let seat, let client):
            for hand in seats[seat]?.hands ?? [] { hand.deviceRemoved(by: client) }
        case .clientGone(let client):
            for drag in drags { drag.deliver(.applicationGone(ApplicationID(client.id))) }
            transfers.applicationGone(ApplicationID(client.id))
            reports.forget(client)
        }
    }

    func retire(_ offer: OfferID) { manager.retire(offer) }

    func post(_ error: OfferError, on offer: OfferID) { manager.post(error, on: offer) }

    private func start(_ request: StartDrag) {
        let seat = seat(request.seat)
        guard let host = link.host else {
            hostMissed(.noHost, for: request.origin.client)
            return request.refuse()
        }
        guard !leaving.contains(request.seat),
            !seat.isDragging || host.letsFingersDragBeside && seat.data.mayBegin(request)
        else { return request.refuse() }
        let engine = RequestedDrag.Engine(
            begin: { [link] in link.engine?.begin($0, $1) },
            press: { [link] request in
                guard let engine = link.engine, let seat = engine.seats[request.seat] else { return nil }
                guard let start = seat.start(serial: request.serial, origin: request.origin) else {
                    engine.pressIsMissing(for: request, on: seat)
                    return nil
                }
                engine.reports.hasDrags = true
                return start
            },
            mayBeIcon: { [link] in
                guard let engine = link.engine, !engine.previews.contains(SurfaceID($0.resource.id)) else {
                    return false
                }
                return link.host?.mayBeIcon($0) ?? false
            },
            began: { [link] drag, device, icon in
                // The events during the beginning may have ended the drag.
                guard link.engine?.seats[request.seat]?.holds(drag) ?? false else { return }
                link.host?.dragBegan(drag, by: device, icon: icon, on: request.seat)
            })
        host.dragRequested(RequestedDrag(request, engine: engine))
    }

    private func deliver(_ event: DragEvent, on offer: OfferID) {
        drag(with: offer)?.deliver(event)
    }

    /// Returns the drag of an offer, usually the newest.
    func drag(with offer: OfferID) -> Drag? { drags.last { $0.session.offerID == offer } }
}
