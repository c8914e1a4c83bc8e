// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer

// What clients ask, and find its drag by.

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
            drag(with: offer)?.receive(type, descriptor, from: offer)
        case .deviceAdded(let seat, let client):
            for hand in seats[seat]?.hands ?? [] { hand.deviceAdded(by: client) }
        case .deviceFreed(let seat, let client, let lane):
            for hand in seats[seat]?.hands ?? [] where ObjectIdentifier(hand.lane) != lane {
                hand.deviceAdded(by: client)
            }
        case .deviceRemoved(let seat, let client):
            for hand in seats[seat]?.hands ?? [] { hand.deviceRemoved(by: client) }
        case .clientGone(let client):
            for drag in drags { drag.deliver(.applicationGone(ApplicationID(client.id))) }
            transfers.applicationGone(ApplicationID(client.id))
        }
    }

    func retire(_ offer: OfferID) { manager.retire(offer) }

    func post(_ error: OfferError, on offer: OfferID) { manager.post(error, on: offer) }

    private func start(_ request: StartDrag) {
        let seat = seat(request.seat)
        guard let host = link.host, !leaving.contains(request.seat),
            !seat.isDragging || host.letsFingersDragBeside && seat.data.mayBegin(request)
        else { return request.refuse() }
        let engine = RequestedDrag.Engine(
            begin: { [link] in link.engine?.begin($0, $1) },
            press: { [link] in link.engine?.seats[$0.seat]?.start(serial: $0.serial, origin: $0.origin) },
            mayBeIcon: { [link] in
                guard let engine = link.engine, !engine.previews.contains(SurfaceID($0.resource.id)) else {
                    return false
                }
                return link.host?.mayBeIcon($0) ?? false
            },
            began: { [link] drag, device, icon in
                // What happened as it began may have ended it.
                guard link.engine?.seats[request.seat]?.holds(drag) ?? false else { return }
                link.host?.dragBegan(drag, by: device, icon: icon, on: request.seat)
            })
        host.dragRequested(RequestedDrag(request, engine: engine))
    }

    private func deliver(_ event: DragEvent, on offer: OfferID) {
        drag(with: offer)?.deliver(event)
    }

    /// The drag of an offer; most often the newest.
    func drag(with offer: OfferID) -> Drag? { drags.last { $0.session.offerID == offer } }
}
