// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The description of a drag over the shelf, or of a drop, by `dray_drag_offer_v1`.
final class OfferExtension {
    enum Event {
        /// The number of items in the drag.
        case items(Int)
        /// The number of bytes that will arrive (HIG-24).
        case total(Int)
        /// The dropped content will not arrive, for this reason (HIG-17).
        case failed(DrayDragSourceV1.Reason)
    }

    /// The result of a drop at the current position.
    struct Answer: Equatable {
        /// The number of items that would be accepted (HIG-09).
        var count: Int?
        /// The rectangle of the dropped content (HIG-38, HIG-39).
        var place: Rectangle?
        /// The reason why the drop could not be undone (HIG-27).
        var warning: String?
    }

    private(set) var items = 1
    /// Whether the compositor has asked the user about a drop with a warning, and the user has confirmed it.
    private(set) var isConfirmed = false
    /// The number of items of each kind.
    private(set) var kinds: [String: Int] = [:]

    private let object: DrayDragOfferV1
    private var sent = Answer()
    private var progress = 0

    init(_ manager: DrayDragManagerV1, _ offer: WlDataOffer, handler: @escaping (Event) -> Void) {
        object = manager.getOffer(offer: offer)
        object.onEvent { [weak self] event in
            switch event {
            case .kind(let type, let count): self?.kinds[type] = count == 0 ? nil : Int(count)
            case .items(let count):
                self?.items = Int(count)
                handler(.items(Int(count)))
            case .progress(_, _, _, let high, let low):
                // 0 if it is unknown.
                if high != 0 || low != 0 { handler(.total(Int(high) << 32 | Int(low))) }
            case .failed(let reason): handler(.failed(reason))
            case .confirmed: self?.isConfirmed = true
            }
        }
    }

    deinit {
        object.destroy()
    }

    /// Sends the changed values.
    func send(_ answer: Answer) {
        let before = sent
        sent = answer
        if answer.count != before.count { object.takeItems(count: UInt32(clamping: answer.count ?? Int(UInt32.max))) }
        if answer.place != before.place { send(answer.place) }
        guard answer.warning != before.warning else { return }
        if let warning = answer.warning { object.setIrreversible(reason: warning) } else { object.unsetIrreversible() }
    }

    private func send(_ place: Rectangle?) {
        guard let place else {
            object.unsetPreviewSize()
            return object.unsetInsertion()
        }
        object.setPreviewSize(width: Int32(place.size.width), height: Int32(place.size.height))
        object.setInsertion(
            x: Int32(place.origin.x), y: Int32(place.origin.y), width: Int32(place.size.width),
            height: Int32(place.size.height))
    }

    /// Sends the progress of the drop. It never decreases.
    func send(done part: Double) {
        let thousandths = Int((min(max(part, 0), 1) * 1000).rounded(.down))
        guard thousandths > progress else { return }
        progress = thousandths
        object.setProgress(progress: UInt32(thousandths))
    }

    func undoRecord(_ handler: @escaping (UndoRecord.Event) -> Bool) -> UndoRecord {
        UndoRecord(object.getDrop(), handler)
    }
}
