// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandUtil

/// Dropped content that is read at the drop, so that it arrives even if its source exits (HIG-23).
final class DragKeeping {
    /// The content kept at the drop, if the host enables that.
    private var kept: KeptContent?
    /// Reads that wait for it.
    private var waiting: [ReadID: (MimeType, ReceivedDescriptor)] = [:]

    /// Requests the content that the target may read, if the host enables this and the source can exit.
    func keepContent(of drag: Drag) {
        guard let engine = drag.link.engine, case .within(let budget) = engine.transferPolicy.drops,
            let content = drag.content, content.isAlive, content.mayQuit, let types = drag.session.source?.types,
            !ContentKeeper.isSecret(types)
        else { return }
        let ledger = engine.transferLedger
        var wanted = Set(
            (ledger.recent + ledger.underWay).filter { $0.channel == .drag(drag.id) }.map { $0.madeOf ?? $0.type })
        if let accepted = drag.session.acceptedType {
            wanted.insert(drag.aids.conversion.conversion(to: accepted, drag)?.origin ?? accepted)
        }
        kept = KeptContent(
            plan: ContentKeeper.plan(types, wanted: wanted), budget: budget, pool: engine.transfers,
            from: content.party, sourceLife: { content.life }, ask: { content.send($0, to: $1, for: .host) },
            onAnswer: { [reference = drag.reference] id, _, answer in
                reference.drag.map { $0.aids.keeping.answer(id, answer, $0) }
            })
    }

    /// Answers a read from the kept content if possible, and otherwise from the source.
    func read(_ id: ReadID, _ type: MimeType, into descriptor: ReceivedDescriptor, _ drag: Drag) {
        // Each waiting read keeps a descriptor open, so their number is limited.
        guard let kept, waiting.count < DragTransfers.heldLimit else {
            return drag.reads.askSource(id, type, descriptor, drag)
        }
        let answer = kept.read(id, drag.aids.conversion.conversion(to: type, drag)?.origin ?? type)
        waiting[id] = (type, descriptor)
        self.answer(id, answer, drag)
    }

    private func answer(_ id: ReadID, _ answer: ContentKeeper.Answer, _ drag: Drag) {
        if answer == .wait { return }
        let reads = drag.reads
        guard let (type, descriptor) = waiting.removeValue(forKey: id) else { return reads.handle(.closed(id), drag) }
        switch answer {
        case .wait: break
        case .askSource:
            // The connection may have been closed just now while its objects still exist.
            guard drag.content?.life == .up else {
                drag.link.engine?.transfers.couldNotAsk(reads.transferRequest(id, type, drag))
                return reads.handle(.closed(id), drag)
            }
            reads.askSource(id, type, descriptor, drag)
        case .serve: if !serve(id, type, descriptor, drag) { reads.handle(.closed(id), drag) }
        }
    }

    private func serve(_ id: ReadID, _ type: MimeType, _ descriptor: ReceivedDescriptor, _ drag: Drag) -> Bool {
        guard let kept else { return false }
        let request = drag.reads.transferRequest(id, type, drag)
        let target = drag.reads.filtered(type, descriptor, drag)
        let onEvent: (TransferPool.Event) -> Void = { [reference = drag.reference] event in
            reference.drag.map { $0.reads.take(event, of: id, $0) }
        }
        guard let conversion = drag.aids.conversion.conversion(to: type, drag) else {
            return kept.serve(request, to: target, onEvent: onEvent)
        }
        return kept.convert(
            request, conversion, to: target, handOver: drag.aids.documents.handOver(of: conversion, drag),
            onEvent: onEvent
        ) { [reference = drag.reference] in reference.drag?.aids.conversion.made(clipping: $0) }
    }
}
