// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

// What a drag's ledger of reads says, carried out: the descriptors are here, the rules are there.

extension DragEngine {
    /// A client reads by an offer of the drag's.
    func receive(_ type: MimeType, _ descriptor: ReceivedDescriptor, from offer: OfferID, of drag: Drag) {
        let id = nextRead()
        drag.descriptors[id] = descriptor
        deliver(.read(id, type, by: offer, drag.session.verdict(onReading: type, from: offer)), to: drag)
    }

    /// Asks the source for its list, if there is one, to learn how many items travel (HIG-06). The drag goes on
    /// meanwhile. No transfer of a target's: neither the session nor the host's filter hears of it.
    func countItems(of drag: Drag) {
        guard drag.session.policy.itemCounting == .fromUriList, drag.session.phase == .underWay,
            drag.session.itemCount == 1, let source = drag.source, source.isAlive,
            let type = source.types.first(where: \.isUriList)
        else { return }
        deliver(.count(nextRead(), type), to: drag)
    }

    /// Hands an event to a drag's ledger and carries out what it leads to.
    func deliver(_ event: TransferEvent, to drag: Drag) {
        for effect in drag.transfers.handle(event) {
            switch effect {
            case .request(let id, let type): request(id, type, of: drag)
            case .refuse(let id): drag.descriptors[id] = nil
            case .earlyRead(let count): host.perform(.earlyRead(drag.id, count: count), on: drag.seat.id)
            case .delivery(let delivery): deliver(.deliveryChanged(delivery), to: drag)
            }
        }
    }

    private func deliver(_ event: TransferEvent, to id: DragID) {
        if let drag = drag(id) { deliver(event, to: drag) }
    }

    private func request(_ id: ReadID, _ type: MimeType, of drag: Drag) {
        guard let source = drag.source, source.isAlive else {
            drag.descriptors[id] = nil
            return deliver(.closed(id), to: drag)
        }
        guard let descriptor = drag.descriptors.removeValue(forKey: id) else {
            return count(id, type, from: source, of: drag)
        }
        let target = transferFilter?(drag.id, type, descriptor) ?? descriptor
        let isWatched = drag.transfers.requested.count <= TransferPool.relayLimitOfDrag
        let end =
            !isWatched
            ? nil
            : transfers.relay(to: target) { [link, drag = drag.id] event in
                switch event {
                case .bytesCame: link.engine?.deliver(.bytesCame(id), to: drag)
                case .closed: link.engine?.deliver(.closed(id), to: drag)
                }
            }
        // A pipe of ours that goes unused comes to its end by itself.
        let isAsked = source.send(type, to: end ?? target)
        if end == nil { deliver(isAsked ? .passedOn(id) : .closed(id), to: drag) }
    }

    /// One of the engine's own.
    private func count(_ id: ReadID, _ type: MimeType, from source: DataSource, of drag: Drag) {
        let end = transfers.count { [link, drag = drag.id] count in
            link.engine?.deliver(.itemCountChanged(count), to: drag)
        } onEnd: { [link, drag = drag.id] in
            link.engine?.deliver(.closed(id), to: drag)
        }
        guard let end else { return deliver(.closed(id), to: drag) }
        source.send(type, to: end)
    }
}

extension MimeType {
    /// Whether it is a list of URIs, with or without parameters.
    fileprivate var isUriList: Bool {
        let name = rawValue.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return name.lowercased() == "text/uri-list"
    }
}
