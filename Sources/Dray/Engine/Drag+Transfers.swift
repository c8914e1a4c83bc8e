// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandUtil

// What the ledger of a drag's reads says, carried out: the descriptors are here, the rules are there.

extension Drag {
    /// The target reads its offer.
    func receive(_ type: MimeType, _ descriptor: ReceivedDescriptor, from offer: OfferID) {
        guard let id = link.engine?.identities.nextRead() else { return }
        descriptors[id] = descriptor
        handle(.read(id, type, by: offer, session.verdict(onReading: type, from: offer)))
    }

    /// The target is not waited for any longer. If it has read content to its end, the drop has succeeded, although the
    /// target has not said so.
    func timeIsUp() {
        guard session.phase == .dropped, session.action != nil, session.acceptedType != nil, isRead,
            let offer = session.offerID
        else { return deliver(.cancel(.timedOut)) }
        deliver(.finish(offer))
    }

    /// Whether something was read to its end, and nothing else is on its way or broke off.
    private var isRead: Bool {
        guard let ledger = link.engine?.transferLedger else { return false }
        let states = (ledger.recent + ledger.underWay).lazy.filter { $0.channel == .drag(self.id) }.map(\.state)
        return !states.isEmpty && states.allSatisfy { $0 == .complete }
    }

    /// Before an offer is made: its source may have offered more types since the one before.
    func lookAtTypes() {
        guard let source = session.source, let engine = link.engine,
            let types = content?.types(ifMoreThan: source.types.count)
        else { return }
        let offered = Representations(types)
        deliver(.typesOffered(offered, further: engine.conversions(of: offered)))
    }

    /// Asks the source for its list, if there is one, to learn how many items travel (HIG-06). The drag goes on meanwhile.
    /// No transfer of a target's: neither the session nor the host's filter hears of it.
    func countItems() {
        guard session.policy.itemCounting == .fromUriList, session.phase == .underWay, session.itemCount == 1,
            let content, content.isAlive, content.words?.items.count ?? 0 == 0,
            let type = session.source?.types.first(where: \.isURIList),
            let id = link.engine?.identities.nextRead()
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
        guard let content else { return handle(.closed(id)) }
        if let descriptor { read(id, type, into: descriptor) } else { count(id, type, of: content) }
    }

    func transferRequest(_ id: ReadID, _ type: MimeType) -> TransferRequest {
        TransferRequest(
            id, type, seat: seat.id, .drag(self.id), madeOf: conversion(to: type)?.origin,
            TransferParties(source: content?.party ?? .host, reader: reader))
    }

    /// What is written in place of what the target wants written: the host may stand between.
    func filtered(_ type: MimeType, _ descriptor: ReceivedDescriptor) -> ReceivedDescriptor {
        link.engine?.transferFilter?(id, type, descriptor) ?? descriptor
    }

    /// Has the source write a type to a reader.
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
        // Only the name differs: the bytes pass as those of any type.
        let asked = conversion?.origin ?? type
        let end = engine.transfers.begin(request, to: target) {
            content.life
        } onEvent: { [reference] event in
            reference.drag?.take(event, of: id)
        }
        if end != nil, let size = content.words?.size(of: asked) { engine.transfers.expect(size, of: id) }
        guard content.send(asked, to: end ?? target, for: reader) else {
            engine.transfers.couldNotAsk(request)
            return handle(.closed(id))
        }
        if end == nil, !engine.transfers.isWatched(id) { handle(.passedOn(id)) }
    }

    /// What a transfer tells of itself, told to the drag's own ledger.
    func take(_ event: TransferPool.Event, of id: ReadID) {
        switch event {
        case .bytesCame: handle(.bytesCame(id))
        case .closed(.broken(.brokeOff)), .closed(.broken(.cancelled)): handle(.broke(id))
        case .closed: handle(.closed(id))
        }
    }

    /// What is on its way, or what came of it, has changed: the ring at the drop point shows it (HIG-24), or that the drop has
    /// failed after all.
    func transferChanged(_ transfer: Transfer) {
        if transfer.notice == .announced {
            content?.words?.sendProgress(of: transfer.type, bytes: transfer.bytes, total: transfer.total)
            taker?.sendProgress(of: transfer.type, bytes: transfer.bytes, total: transfer.total)
        }
        guard let dropPoint else { return }
        if isOver, transfer.hasFailed {
            // Before that, the target's word and the session decide.
            show.dropFailed(at: dropPoint, time: link.now)
            if case .broken(.brokeOff) = transfer.state { announce(.brokeOff) }
            link.frameNeeded()
        } else {
            showProgress()
        }
    }

    /// The ring at the drop point: how far the target is with the task that the drop has started, if it tells; else what is on
    /// its way.
    func showProgress() {
        guard let engine = link.engine, let dropPoint else { return }
        if !isOver, let part = taker?.progress {
            show.setProgress(.part(part), at: dropPoint, time: link.now)
        } else {
            let shown = engine.transferLedger.underWay.filter {
                $0.channel == .drag(id) && $0.notice == .announced
            }
            show.setProgress(ShownProgress(shown), at: dropPoint, time: link.now)
        }
        link.frameNeeded()
    }

    /// One of the engine's own.
    private func count(_ id: ReadID, _ type: MimeType, of content: any DragContent) {
        guard content.isAlive else { return handle(.closed(id)) }
        let end = link.engine?.transfers.count(from: content.party) { [reference] count in
            // Its client may have told more by now.
            guard let drag = reference.drag, drag.content?.words?.items.count ?? 0 == 0 else { return }
            drag.deliver(.itemCountChanged(count))
        } onEnd: { [reference] in
            reference.drag?.handle(.closed(id))
        }
        guard let end else { return handle(.closed(id)) }
        content.send(type, to: end, for: .host)
    }
}

extension ShownProgress {
    /// Of all together; nil if there are none.
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
