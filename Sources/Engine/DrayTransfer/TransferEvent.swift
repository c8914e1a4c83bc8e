// SPDX-License-Identifier: MIT

public import DrayCore

/// An event in the reads of a drag, as a value. Each case stands for the method of ``DragTransfers`` with the same
/// name.
public enum TransferEvent: Equatable, Sendable {
    case read(ReadID, MimeType, by: OfferID, ReadVerdict)
    case count(ReadID, MimeType)
    case bytesCame(ReadID)
    case passedOn(ReadID)
    case closed(ReadID)
    case broke(ReadID)
    case offerLeft(OfferID)
    case dropped
    case ended
}

extension DragTransfers {
    /// Applies one event.
    public mutating func handle(_ event: TransferEvent) -> [TransferEffect] {
        switch event {
        case .read(let id, let type, let offer, let verdict): read(id, type, by: offer, verdict)
        case .count(let id, let type): count(id, type)
        case .bytesCame(let id): bytesCame(id)
        case .passedOn(let id): passedOn(id)
        case .closed(let id): closed(id)
        case .broke(let id): broke(id)
        case .offerLeft(let offer): offerLeft(offer)
        case .dropped: dropped()
        case .ended: ended()
        }
    }
}
