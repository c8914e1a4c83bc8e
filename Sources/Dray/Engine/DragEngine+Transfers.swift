// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
public import DrayTransfer

// What is on its way between sources and readers (HIG-17, HIG-24).

extension DragEngine {
    /// How transfers are watched. Counts for those under way as well.
    public var transferPolicy: TransferPolicy {
        get { transfers.policy }
        set { transfers.policy = newValue }
    }

    /// Every read of every offer on the display (drags, clipboards, primary selections): what is under way, and what has
    /// come to its end last.
    public var transferLedger: TransferLedger { transfers.ledger }

    /// Breaks a transfer off: its reader gets the end of the file, its source hears that nobody reads, and a drop that needed
    /// it has failed.
    /// - Returns: whether it was under way, and not unwatched.
    @discardableResult
    public func cancelTransfer(_ id: ReadID) -> Bool { transfers.cancel(id) }

    /// Says how much there is of a transfer, in bytes: then there is a fraction, and a time left. A hint, which the bytes may
    /// refute.
    public func expect(_ total: Int, of id: ReadID) { transfers.expect(total, of: id) }

    func transferChanged(_ transfer: Transfer) {
        transferObserver?(transfer)
        if case .drag(let id) = transfer.channel { drag(id)?.transferChanged(transfer) }
        if transfer.isNews { link.host?.perform(.transfer(transfer), on: transfer.seat) }
    }

    // MARK: Clipboards

    /// A client's content has taken the clipboard, or has left it (nil).
    func selectionChanged(to types: [MimeType]?, on id: SeatID) {
        keptSelections[id] = nil
        if let types { keepSelection(Representations(types), on: id) }
        link.host?.selectionChanged(to: types, on: id)
    }

    /// The types that outlive the client whose clipboard it was.
    func inheritedTypes(on id: SeatID) -> [MimeType] { keptSelections[id]?.types ?? [] }

    private func keepSelection(_ types: Representations, on id: SeatID) {
        guard case .within(let budget) = transferPolicy.clipboard, !types.isEmpty, !ContentKeeper.isSecret(types)
        else { return }
        let selection = seat(id).data.selection
        keptSelections[id] = KeptContent(
            plan: ContentKeeper.plan(types, wanted: []), budget: budget, pool: transfers,
            from: TransferParty(selection.owner), sourceLife: { selection.isOwnerUp ? .up : .gone },
            ask: { selection.ask($0, toWriteInto: $1) },
            // Readers ask the client as long as it lives; nobody waits.
            onAnswer: { _, _, _ in })
    }

    /// A client reads a selection.
    func carry(_ read: SelectionRead, of channel: Transfer.Channel, on seat: SeatID) {
        // Clipboards are not converted, but text of clients is read by the source's name for Unicode.
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
