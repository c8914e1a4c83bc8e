// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandUtil

// Performs the effects of `DragTransfers`, which has the rules for a drag's reads. The descriptors are held here.

extension Drag {
    /// Handles a read of the offer by the target.
    func receive(_ type: MimeType, _ descriptor: ReceivedDescriptor, from offer: OfferID) {
        guard let id = link.engine?.identities.nextRead() else { return }
        descriptors[id] = descriptor
        handle(.read(id, type, by: offer, session.verdict(onReading: type, from: offer)))
    }

    /// Handles the expiry of the time that a target has to finish. If it has read content completely, the drop succeeds
    /// even without `finish`.
    func timeIsUp() {
        guard session.phase == .dropped, session.action != nil, session.acceptedType != nil, isRead,
            let offer = session.offerID
        else { return deliver(.cancel(.timedOut)) }
        deliver(.finish(offer))
    }

    /// Whether a read is complete and no other read is in progress or failed.
    private var isRead: Bool {
        guard let ledger = link.engine?.transferLedger else { return false }
        let states = (ledger.recent + ledger.underWay).lazy.filter { $0.channel == .drag(self.id) }.map(\.state)
        return !states.isEmpty && states.allSatisfy { $0 == .complete }
    }

    /// Checks, before an offer is made, whether the source has added types since the last one.
    func lookAtTypes() {
        guard let source = session.source, let engine = link.engine,
            let types = content?.types(ifMoreThan: source.types.count)
        else { return }
        let offered = Representations(types)
        deliver(.typesOffered(offered, further: engine.conversions(of: offered)))
    }

    /// Reads the source's URI list, if it has one, to count the items (HIG-06). The drag continues meanwhile. This is
    /// not a transfer of a target, so it bypasses the session and the host's filter.
    func countItems() {
        guard session.policy.itemCounting == .fromUriList, session.phase == .underWay, session.itemCount == 1,
            let content, content.isAlive, content.extensionObject?.items.count ?? 0 == 0,
            let type = session.source?.types.first(where: \.isURIList),
            let id = link.engine?.identities.nextRead()
        else { return }
        handle(.count(id, type))
    }

    /// Delivers an event to the transfers and performs its effects.
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
        guard let content else { return handle(.closed(id)) }
        if let descriptor { read(id, type, into: descriptor) } else { count(id, type, of: content) }
    }

    func transferRequest(_ id: ReadID, _ type: MimeType) -> TransferRequest {
        TransferRequest(
            id, type, seat: seat.id, .drag(self.id), madeOf: conversion(to: type)?.origin,
            TransferParties(source: content?.party ?? .host, reader: reader))
    }

    /// Returns the descriptor to write to: the target's, or its replacement from the host's filter.
    func filtered(_ type: MimeType, _ descriptor: ReceivedDescriptor) -> ReceivedDescriptor {
        link.engine?.transferFilter?(id, type, descriptor) ?? descriptor
    }

    /// Makes the source write a type to a reader.
    func askSource(_ id: ReadID, _ type: MimeType, _ descriptor: ReceivedDescriptor) {
        guard let engine = link.engine, let content else { return handle(.closed(id)) }
        let request = transferRequest(id, type)
        guard content.isAlive else {
            engine.transfers.couldNotAsk(request)
            return handle(.closed(id))
        }
        let target = filtered(type, descriptor)
        let conversion = conversion(to: type)
        if let conversion, conversion.recipe != .same {
            return convert(request, conversion, to: target, of: content)
        }
        // Only the name differs, so the bytes are transferred unchanged.
        let asked = conversion?.origin ?? type
        let end = engine.transfers.begin(request, to: target) {
            content.life
        } onEvent: { [reference] event in
            reference.drag?.take(event, of: id)
        }
        if end != nil, let size = content.extensionObject?.size(of: asked) { engine.transfers.expect(size, of: id) }
        guard content.send(asked, to: end ?? target, for: reader) else {
            engine.transfers.couldNotAsk(request)
            return handle(.closed(id))
        }
        if end == nil, !engine.transfers.isWatched(id) { handle(.passedOn(id)) }
    }

    /// Converts an event of a transfer to one for the drag's transfers.
    func take(_ event: TransferPool.Event, of id: ReadID) {
        switch event {
        case .bytesCame: handle(.bytesCame(id))
        case .closed(.broken(.brokeOff)), .closed(.broken(.cancelled)): handle(.broke(id))
        case .closed: handle(.closed(id))
        }
    }

    /// Handles a change of a transfer: shows its progress, or the failure of a drop that had seemed complete, at the
    /// drop point (HIG-24).
    func transferChanged(_ transfer: Transfer) {
        if transfer.notice == .announced {
            content?.extensionObject?.sendProgress(of: transfer.type, bytes: transfer.bytes, total: transfer.total)
            targetExtension?.sendProgress(of: transfer.type, bytes: transfer.bytes, total: transfer.total)
        }
        guard let dropPoint else { return }
        if isOver, transfer.hasFailed {
            // While the drag is in progress, the target's requests and the session decide.
            show.dropFailed(at: dropPoint, time: link.now)
            if case .broken(.brokeOff) = transfer.state { announce(.brokeOff) }
            link.frameNeeded()
        } else {
            showProgress()
        }
    }

    /// Shows the progress ring at the drop point: the progress of the task that the target reports, or else that of the
    /// transfers.
    func showProgress() {
        guard let engine = link.engine, let dropPoint else { return }
        if !isOver, let part = targetExtension?.progress {
            show.setProgress(.part(part), at: dropPoint, time: link.now)
        } else {
            let shown = engine.transferLedger.underWay.filter {
                $0.channel == .drag(id) && $0.notice == .announced
            }
            show.setProgress(ShownProgress(shown), at: dropPoint, time: link.now)
        }
        link.frameNeeded()
    }

    /// Starts a read by the engine to count items.
    private func count(_ id: ReadID, _ type: MimeType, of content: any DragContent) {
        guard content.isAlive else { return handle(.closed(id)) }
        let end = link.engine?.transfers.count(from: content.party) { [reference] count in
            // The client may have named its items meanwhile.
            guard let drag = reference.drag, drag.content?.extensionObject?.items.count ?? 0 == 0 else { return }
            drag.deliver(.itemCountChanged(count))
        } onEnd: { [reference] in
            reference.drag?.handle(.closed(id))
        }
        guard let end else { return handle(.closed(id)) }
        content.send(type, to: end, for: .host)
    }
}

extension ShownProgress {
    /// The combined progress of all transfers; nil if there are none.
    fileprivate init?(_ transfers: [Transfer]) {
        guard !transfers.isEmpty else { return nil }
        let totals = transfers.compactMap(\.total)
        let total = totals.reduce(0, +)
        guard totals.count == transfers.count, total > 0 else {
            self = transfers.allSatisfy(\.hasStalled) ? .stalled : .unknown
            return
        }
        self = .part(Double(transfers.reduce(0) { $0 + $1.bytes }) / Double(total))
    }
}
