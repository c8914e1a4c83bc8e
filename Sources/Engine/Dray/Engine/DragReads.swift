// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandUtil

/// The reads of a drag's content. Performs the effects of `DragTransfers`, which has the rules.
final class DragReads {
    /// The state of the reads: forwarded to the source, held, or finished.
    private var transfers: DragTransfers
    /// The descriptors of the reads that are not forwarded to the source.
    private var descriptors: [ReadID: ReceivedDescriptor] = [:]
    /// The program under the content, or on which it was dropped.
    var reader = TransferParty.host

    init(_ policy: DragPolicy) {
        transfers = DragTransfers(earlyReads: policy.earlyReads)
    }

    /// Handles a read of the offer by the target.
    func receive(_ type: MimeType, _ descriptor: ReceivedDescriptor, from offer: OfferID, _ drag: Drag) {
        guard let id = drag.link.engine?.identities.nextRead() else { return }
        descriptors[id] = descriptor
        handle(.read(id, type, by: offer, drag.session.verdict(onReading: type, from: offer)), drag)
    }

    /// Handles the expiry of the time that a target has to finish. If it has read content completely, the drop succeeds
    /// even without `finish`.
    func timeIsUp(_ drag: Drag) {
        guard drag.session.phase == .dropped, drag.session.action != nil, drag.session.acceptedType != nil,
            isComplete(drag), let offer = drag.session.offerID
        else { return drag.deliver(.cancel(.timedOut)) }
        drag.deliver(.finish(offer))
    }

    /// Whether a read is complete and no other read is in progress or failed.
    private func isComplete(_ drag: Drag) -> Bool {
        guard let ledger = drag.link.engine?.transferLedger else { return false }
        let states = (ledger.recent + ledger.underWay).lazy.filter { $0.channel == .drag(drag.id) }.map(\.state)
        return !states.isEmpty && states.allSatisfy { $0 == .complete }
    }

    /// Checks, before an offer is made, whether the source has added types since the last one.
    func lookAtTypes(_ drag: Drag) {
        guard let source = drag.session.source, let engine = drag.link.engine,
            let types = drag.content?.types(ifMoreThan: source.types.count)
        else { return }
        let offered = Representations(types)
        drag.deliver(.typesOffered(offered, further: engine.conversions(of: offered)))
    }

    /// Reads the source's URI list, if it has one, to count the items (HIG-06). The drag continues meanwhile. This is
    /// not a transfer of a target, so it bypasses the session and the host's filter.
    func countItems(_ drag: Drag) {
        guard drag.session.policy.itemCounting == .fromUriList, drag.session.phase == .underWay,
            drag.session.itemCount == 1, let content = drag.content, content.isAlive,
            content.extensionObject?.items.count ?? 0 == 0,
            let type = drag.session.source?.types.first(where: \.isURIList),
            let id = drag.link.engine?.identities.nextRead()
        else { return }
        handle(.count(id, type), drag)
    }

    /// Delivers an event to the transfers and performs its effects.
    func handle(_ event: TransferEvent, _ drag: Drag) {
        for effect in transfers.handle(event) {
            switch effect {
            case .request(let id, let type): request(id, type, drag)
            case .refuse(let id): descriptors[id] = nil
            case .earlyRead(let count): drag.host(.earlyRead(drag.id, count: count))
            case .delivery(let delivery): drag.deliver(.deliveryChanged(delivery))
            }
        }
    }

    private func request(_ id: ReadID, _ type: MimeType, _ drag: Drag) {
        let descriptor = descriptors.removeValue(forKey: id)
        guard let content = drag.content else { return handle(.closed(id), drag) }
        if let descriptor {
            drag.aids.keeping.read(id, type, into: descriptor, drag)
        } else {
            count(id, type, of: content, drag)
        }
    }

    func transferRequest(_ id: ReadID, _ type: MimeType, _ drag: Drag) -> TransferRequest {
        TransferRequest(
            id, type, seat: drag.seat.id, .drag(drag.id),
            madeOf: drag.aids.conversion.conversion(to: type, drag)?.origin,
            TransferParties(source: drag.content?.party ?? .host, reader: reader))
    }

    /// Returns the descriptor to write to: the target's, or its replacement from the host's filter.
    func filtered(_ type: MimeType, _ descriptor: ReceivedDescriptor, _ drag: Drag) -> ReceivedDescriptor {
        drag.link.engine?.transferFilter?(drag.id, type, descriptor) ?? descriptor
    }

    /// Makes the source write a type to a reader.
    func askSource(_ id: ReadID, _ type: MimeType, _ descriptor: ReceivedDescriptor, _ drag: Drag) {
        guard let engine = drag.link.engine, let content = drag.content else { return handle(.closed(id), drag) }
        let request = transferRequest(id, type, drag)
        guard content.isAlive else {
            engine.transfers.couldNotAsk(request)
            return handle(.closed(id), drag)
        }
        let target = filtered(type, descriptor, drag)
        let conversion = drag.aids.conversion.conversion(to: type, drag)
        if let conversion, conversion.recipe != .same {
            return drag.aids.conversion.convert(request, conversion, to: target, of: content, drag)
        }
        // Only the name differs, so the bytes are transferred unchanged.
        let asked = conversion?.origin ?? type
        let end = engine.transfers.begin(request, to: target) {
            content.life
        } onEvent: { [reference = drag.reference] event in
            reference.drag.map { $0.reads.take(event, of: id, $0) }
        }
        if end != nil, let size = content.extensionObject?.size(of: asked) { engine.transfers.expect(size, of: id) }
        guard content.send(asked, to: end ?? target, for: reader) else {
            engine.transfers.couldNotAsk(request)
            return handle(.closed(id), drag)
        }
        if end == nil, !engine.transfers.isWatched(id) { handle(.passedOn(id), drag) }
    }

    /// Converts an event of a transfer to one for the drag's transfers.
    func take(_ event: TransferPool.Event, of id: ReadID, _ drag: Drag) {
        switch event {
        case .bytesCame: handle(.bytesCame(id), drag)
        case .closed(.broken(.brokeOff)), .closed(.broken(.cancelled)): handle(.broke(id), drag)
        case .closed: handle(.closed(id), drag)
        }
    }

    /// Handles a change of a transfer: shows its progress, or the failure of a drop that had seemed complete, at the
    /// drop point (HIG-24).
    func transferChanged(_ transfer: Transfer, _ drag: Drag) {
        if transfer.notice == .announced {
            drag.content?.extensionObject?.sendProgress(
                of: transfer.type, bytes: transfer.bytes, total: transfer.total)
            drag.aids.extensionObjects.target?.sendProgress(
                of: transfer.type, bytes: transfer.bytes, total: transfer.total)
        }
        guard let drop = drag.drop else { return }
        if drag.isOver, transfer.hasFailed {
            // While the drag is in progress, the target's requests and the session decide.
            drag.show.dropFailed(at: drop.point, time: drag.link.now)
            if case .broken(.brokeOff) = transfer.state { drag.aids.speech.announce(.brokeOff, of: drag) }
            drag.link.frameNeeded()
        } else {
            showProgress(of: drag)
        }
    }

    /// Shows the progress ring at the drop point: the progress of the task that the target reports, or else that of the
    /// transfers.
    func showProgress(of drag: Drag) {
        guard let engine = drag.link.engine, let drop = drag.drop else { return }
        if !drag.isOver, let part = drag.aids.extensionObjects.target?.progress {
            drag.show.setProgress(.part(part), at: drop.point, time: drag.link.now)
        } else {
            let shown = engine.transferLedger.underWay.filter {
                $0.channel == .drag(drag.id) && $0.notice == .announced
            }
            drag.show.setProgress(ShownProgress(shown), at: drop.point, time: drag.link.now)
        }
        drag.link.frameNeeded()
    }

    /// Starts a read by the engine to count items.
    private func count(_ id: ReadID, _ type: MimeType, of content: any DragContent, _ drag: Drag) {
        guard content.isAlive else { return handle(.closed(id), drag) }
        let end = drag.link.engine?.transfers.count(from: content.party) { [reference = drag.reference] count in
            // The client may have named its items meanwhile.
            guard let drag = reference.drag, drag.content?.extensionObject?.items.count ?? 0 == 0 else { return }
            drag.deliver(.itemCountChanged(count))
        } onEnd: { [reference = drag.reference] in
            reference.drag.map { $0.reads.handle(.closed(id), $0) }
        }
        guard let end else { return handle(.closed(id), drag) }
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
