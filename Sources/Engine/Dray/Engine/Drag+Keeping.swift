// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandUtil

// Dropped content is read at the drop, so that it arrives even if its source exits (HIG-23).

extension Drag {
    /// Requests the content that the target may read, if the host enables this and the source can exit.
    func keepContent() {
        guard let engine = link.engine, case .within(let budget) = engine.transferPolicy.drops, let content,
            content.isAlive, content.mayQuit, let types = session.source?.types, !ContentKeeper.isSecret(types)
        else { return }
        let ledger = engine.transferLedger
        var wanted = Set(
            (ledger.recent + ledger.underWay).filter { $0.channel == .drag(id) }.map { $0.madeOf ?? $0.type })
        if let accepted = session.acceptedType { wanted.insert(conversion(to: accepted)?.origin ?? accepted) }
        kept = KeptContent(
            plan: ContentKeeper.plan(types, wanted: wanted), budget: budget, pool: engine.transfers,
            from: content.party, sourceLife: { content.life }, ask: { content.send($0, to: $1, for: .host) },
            onAnswer: { [reference] id, _, answer in reference.drag?.answer(id, answer) })
    }

    /// Answers a read from the kept content if possible, and otherwise from the source.
    func read(_ id: ReadID, _ type: MimeType, into descriptor: ReceivedDescriptor) {
        // Each waiting read keeps a descriptor open, so their number is limited.
        guard let kept, waiting.count < DragTransfers.heldLimit else { return askSource(id, type, descriptor) }
        let answer = kept.read(id, conversion(to: type)?.origin ?? type)
        waiting[id] = (type, descriptor)
        self.answer(id, answer)
    }

    private func answer(_ id: ReadID, _ answer: ContentKeeper.Answer) {
        if answer == .wait { return }
        guard let (type, descriptor) = waiting.removeValue(forKey: id) else { return handle(.closed(id)) }
        switch answer {
        case .wait: break
        case .askSource:
            // The connection may have been closed just now while its objects still exist.
            guard content?.life == .up else {
                link.engine?.transfers.couldNotAsk(transferRequest(id, type))
                return handle(.closed(id))
            }
            askSource(id, type, descriptor)
        case .serve: if !serve(id, type, descriptor) { handle(.closed(id)) }
        }
    }

    private func serve(_ id: ReadID, _ type: MimeType, _ descriptor: ReceivedDescriptor) -> Bool {
        guard let kept else { return false }
        let (request, target) = (transferRequest(id, type), filtered(type, descriptor))
        guard let conversion = conversion(to: type) else {
            return kept.serve(request, to: target) { [reference] in reference.drag?.take($0, of: id) }
        }
        return kept.convert(request, conversion, to: target, handOver: handOver(of: conversion)) { [reference] event in
            reference.drag?.take(event, of: id)
        } onClipping: { [reference] in
            reference.drag?.made(clipping: $0)
        }
    }
}
