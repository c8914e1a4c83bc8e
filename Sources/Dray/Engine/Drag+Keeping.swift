// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import DrayTransfer
import WaylandUtil

// What was dropped is taken in, so that it arrives even if its source quits (HIG-23).

extension Drag {
    /// Asks the source for what the target may want, if the host wants that and the source is one that can quit.
    func keepContent() {
        guard let engine = link.engine, case .within(let budget) = engine.transferPolicy.drops, let content,
            content.isAlive, content.mayQuit, let types = session.source?.types, !ContentKeeper.isSecret(types)
        else { return }
        let ledger = engine.transferLedger
        var wanted = Set((ledger.recent + ledger.underWay).filter { $0.channel == .drag(id) }.map(\.type))
        if let accepted = session.acceptedType { wanted.insert(accepted) }
        kept = KeptContent(
            plan: ContentKeeper.plan(types, wanted: wanted), budget: budget, pool: engine.transfers,
            sourceLife: { content.life }, ask: { content.send($0, to: $1) },
            onAnswer: { [weak self] in self?.answer($0, $1, $2) })
    }

    /// Has a read answered from what is kept, if it is; else by the source.
    func read(_ id: ReadID, _ type: MimeType, into descriptor: ReceivedDescriptor) {
        guard let kept else { return askSource(id, type, descriptor) }
        let answer = kept.read(id, type)
        descriptors[id] = descriptor
        self.answer(id, type, answer)
    }

    private func answer(_ id: ReadID, _ type: MimeType, _ answer: ContentKeeper.Answer) {
        if answer == .wait { return }
        guard let descriptor = descriptors.removeValue(forKey: id) else { return handle(.closed(id)) }
        switch answer {
        case .wait: break
        case .askSource: askSource(id, type, descriptor)
        case .serve:
            let isServed = kept?.serve(transferRequest(id, type), to: filtered(type, descriptor)) { [weak self] event in
                self?.take(event, of: id)
            }
            if isServed != true { handle(.closed(id)) }
        }
    }
}
