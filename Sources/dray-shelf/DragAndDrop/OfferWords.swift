// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// What the shelf says of what is over it, or was dropped on it, by `dray_drag_offer_v1`.
final class OfferWords {
    enum Event {
        /// So many items travel.
        case items(Int)
        /// So many bytes are here, of so many in all; nil where nobody knows it (HIG-24).
        case progress(bytes: Int, total: Int?)
        /// What was dropped will not come, and why (HIG-17).
        case failed(DrayDragSourceV1.Reason)
    }

    /// What a drop would do where the content is now.
    struct Answer: Equatable {
        /// How many of the items would be taken (HIG-09).
        var count: Int?
        /// Where it would go (HIG-39), and as large as it would be there (HIG-38).
        var place: Rectangle?
        /// Why it could not be undone (HIG-27).
        var warning: String?
    }

    private(set) var items = 1
    /// Whether the compositor has asked the person about a drop with a warning, and the person wants it.
    private(set) var isConfirmed = false
    /// How many of them are of which kind.
    private(set) var kinds: [String: Int] = [:]

    private let object: DrayDragOfferV1
    private var told = Answer()
    private var progress = 0

    init(_ manager: DrayDragManagerV1, _ offer: WlDataOffer, handler: @escaping (Event) -> Void) {
        object = manager.getOffer(offer: offer)
        object.onEvent { [weak self] event in
            switch event {
            case .kind(let type, let count): self?.kinds[type] = count == 0 ? nil : Int(count)
            case .items(let count):
                self?.items = Int(count)
                handler(.items(Int(count)))
            case .progress(_, let high, let low, let totalHigh, let totalLow):
                let total = Int(totalHigh) << 32 | Int(totalLow)
                handler(.progress(bytes: Int(high) << 32 | Int(low), total: total == 0 ? nil : total))
            case .failed(let reason): handler(.failed(reason))
            case .confirmed: self?.isConfirmed = true
            }
        }
    }

    deinit {
        object.destroy()
    }

    /// Says what has changed.
    func tell(_ answer: Answer) {
        let before = told
        told = answer
        if answer.count != before.count { object.takeItems(count: UInt32(clamping: answer.count ?? Int(UInt32.max))) }
        if answer.place != before.place { tell(answer.place) }
        guard answer.warning != before.warning else { return }
        if let warning = answer.warning { object.setIrreversible(reason: warning) } else { object.unsetIrreversible() }
    }

    private func tell(_ place: Rectangle?) {
        guard let place else {
            object.unsetPreviewSize()
            return object.unsetInsertion()
        }
        object.setPreviewSize(width: Int32(place.size.width), height: Int32(place.size.height))
        object.setInsertion(
            x: Int32(place.origin.x), y: Int32(place.origin.y), width: Int32(place.size.width),
            height: Int32(place.size.height))
    }

    /// How far the shelf is with what was dropped. It never goes back.
    func tell(done part: Double) {
        let thousandths = Int((min(max(part, 0), 1) * 1000).rounded(.down))
        guard thousandths > progress else { return }
        progress = thousandths
        object.setProgress(progress: UInt32(thousandths))
    }

    func takeBack(_ handler: @escaping (TakeBack.Event) -> Bool) -> TakeBack { TakeBack(object.getDrop(), handler) }
}
