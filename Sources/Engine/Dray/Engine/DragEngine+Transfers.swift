// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
public import DrayTransfer

// The transfers between sources and readers (HIG-17, HIG-24).

extension DragEngine {
    /// The policy for monitoring transfers. Applies to current transfers as well.
    public var transferPolicy: TransferPolicy {
        get { transfers.policy }
        set { transfers.policy = newValue }
    }

    /// The ledger of all reads of offers on the display, of drags, clipboards and primary selections: the current ones,
    /// and the most recently finished.
    public var transferLedger: TransferLedger { transfers.ledger }

    /// Cancels a transfer: its reader gets end-of-file, its source a closed pipe, and a drop that depends on it fails.
    /// - Returns: Whether the transfer was in progress and monitored by the engine.
    @discardableResult
    public func cancelTransfer(_ id: ReadID) -> Bool { transfers.cancel(id) }

    /// Sets the expected size of a transfer in bytes, which enables a progress fraction and a remaining time. A hint
    /// that the actual size may contradict.
    public func expect(_ total: Int, of id: ReadID) { transfers.expect(total, of: id) }

    func transferChanged(_ transfer: Transfer) {
        transferObserver?(transfer)
        if case .drag(let id) = transfer.channel, let drag = drag(id) { drag.reads.transferChanged(transfer, drag) }
        if transfer.isNews { link.host?.perform(.transfer(transfer), on: transfer.seat) }
    }

    // MARK: Clipboards

    /// Handles a change of the clipboard to a client's content, or away from it (nil).
    func selectionChanged(to types: [MimeType]?, on id: SeatID) {
        keptSelections[id] = nil
        if let types { keepSelection(Representations(types), on: id) }
        link.host?.selectionChanged(to: types, on: id)
    }

    /// Returns the types of the clipboard that outlive the client that owned it.
    func inheritedTypes(on id: SeatID) -> [MimeType] { keptSelections[id]?.types ?? [] }

    private func keepSelection(_ types: Representations, on id: SeatID) {
        guard case .within(let budget) = transferPolicy.clipboard, !types.isEmpty, !ContentKeeper.isSecret(types)
        else { return }
        let selection = seat(id).data.selection
        keptSelections[id] = KeptContent(
            plan: ContentKeeper.plan(types, wanted: []), budget: budget, pool: transfers,
            from: TransferParty(selection.owner), sourceLife: { selection.isOwnerUp ? .up : .gone },
            ask: { selection.ask($0, toWriteInto: $1) },
            // Readers ask the client while it lives, so no read waits for an answer here.
            onAnswer: { _, _, _ in })
    }

    /// Transfers a selection to a client that reads it.
    func carry(_ read: SelectionRead, of channel: Transfer.Channel, on seat: SeatID) {
        // Clipboards are not converted, except that text from clients is read under the source's name for Unicode text.
        let isReadAsUnicode = policy.conversion == .made && (read.owner != nil || read.isInherited)
        let replacements = isReadAsUnicode ? Conversion.unicodeTexts(in: Representations(read.types)) : []
        let other = replacements.first { $0.type == read.type && $0.recipe == .same }?.origin
        let parties = TransferParties(source: TransferParty(read.owner), reader: TransferParty(read.reader))
        let request = TransferRequest(identities.nextRead(), read.type, seat: seat, channel, madeOf: other, parties)
        guard !read.isInherited else {
            if keptSelections[seat]?.serve(request, to: read.descriptor) != true { transfers.couldNotAsk(request) }
            return
        }
        let end = transfers.begin(request, to: read.descriptor) { read.isOwnerUp ? .up : .gone }
        if !read.ask(for: other, toWriteInto: end) { transfers.couldNotAsk(request) }
    }
}
