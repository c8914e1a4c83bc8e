// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandUtil

// What the ledger of a drag's reads says, carried out: the descriptors are here, the rules are there.

extension Drag {
    /// The target reads its offer.
    func receive(_ type: MimeType, _ descriptor: ReceivedDescriptor, from offer: OfferID) {
        guard let id = link.engine?.nextRead() else { return }
        descriptors[id] = descriptor
        handle(.read(id, type, by: offer, session.verdict(onReading: type, from: offer)))
    }

    /// Asks the source for its list, if there is one, to learn how many items travel (HIG-06). The drag goes on meanwhile.
    /// No transfer of a target's: neither the session nor the host's filter hears of it.
    func countItems() {
        guard session.policy.itemCounting == .fromUriList, session.phase == .underWay, session.itemCount == 1,
            let content, content.isAlive, let type = session.source?.types.first(where: \.isUriList),
            let id = link.engine?.nextRead()
        else { return }
        handle(.count(id, type))
    }

    /// Hands an event to the ledger and carries out what it leads to.
    func handle(_ event: TransferEvent) {
        for effect in transfers.handle(event) {
            switch effect {
            case .request(let id, let type): request(id, type)
            case .refuse(let id): descriptors[id] = nil
            case .earlyRead(let count): host(.earlyRead(self.id, count: count))
            case .delivery(let delivery): deliver(.deliveryChanged(delivery))
            }
        }
    }

    private func request(_ id: ReadID, _ type: MimeType) {
        let descriptor = descriptors.removeValue(forKey: id)
        guard let engine = link.engine, let content, content.isAlive else { return handle(.closed(id)) }
        guard let descriptor else { return count(id, type, of: content) }
        let target = engine.transferFilter?(self.id, type, descriptor) ?? descriptor
        let isWatched = transfers.requested.count <= TransferPool.relayLimitOfDrag
        let end =
            !isWatched
            ? nil
            : engine.transfers.relay(to: target) { [weak self] event in
                switch event {
                case .bytesCame: self?.handle(.bytesCame(id))
                case .closed: self?.handle(.closed(id))
                }
            }
        // A pipe of ours that goes unused comes to its end by itself.
        let isAsked = content.send(type, to: end ?? target)
        if end == nil { handle(isAsked ? .passedOn(id) : .closed(id)) }
    }

    /// One of the engine's own.
    private func count(_ id: ReadID, _ type: MimeType, of content: any DragContent) {
        let end = link.engine?.transfers.count { [weak self] count in
            self?.deliver(.itemCountChanged(count))
        } onEnd: { [weak self] in
            self?.handle(.closed(id))
        }
        guard let end else { return handle(.closed(id)) }
        content.send(type, to: end)
    }
}

extension MimeType {
    /// Whether it is a list of URIs, with or without parameters.
    fileprivate var isUriList: Bool {
        let name = rawValue.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)[0]
        return name.lowercased() == "text/uri-list"
    }
}
