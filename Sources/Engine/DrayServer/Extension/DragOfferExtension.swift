// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A target's extension object for an offer, `dray_drag_offer_v1`.
public final class DragOfferExtension: ResourceHandler {
    /// The number of items that the target would accept (HIG-09); nil for all.
    public private(set) var takenItems: Int?
    /// The size at which the target would show the content (HIG-38); nil for the content's own size.
    public private(set) var previewSize: Size?
    /// The surface-local position where a drop would insert the content; nil for the pointer position.
    public private(set) var insertion: Rectangle?
    /// The user-visible reason why a drop could not be undone (HIG-27); nil if it could.
    public private(set) var irreversible: String?
    /// The target's progress after the drop, from 0 to 1 (HIG-24); nil if not reported.
    public private(set) var progress: Double?

    private let object: DrayDragOfferV1
    private let core: WlDataOffer
    private weak var offer: DragOffer?
    private let quota: ExtensionQuota
    private let onChange: (DragOfferExtension, OfferID) -> Void
    private let onDrop: (DropUndoObject, DropUndoObject.Event) -> Void
    /// Limits the events, since a source may change its items at any rate.
    private let outbox: Outbox
    private var drop: DropUndoObject?
    private var told: (count: Int, kinds: [MimeType: Int])?
    private var stage = Stage.over

    private enum Stage {
        /// The content is over the client. Leads to `dropped` and `ended`.
        case over
        /// Leads to `ended`.
        case dropped
        /// The content has left, or the drag is over.
        case ended
    }

    init(
        _ object: DrayDragOfferV1, of offer: DragOffer, _ core: WlDataOffer, quota: ExtensionQuota, loop: EventLoop,
        onChange: @escaping (DragOfferExtension, OfferID) -> Void,
        onDrop: @escaping (DropUndoObject, DropUndoObject.Event) -> Void
    ) {
        self.object = object
        self.core = core
        self.offer = offer
        self.quota = quota
        self.onChange = onChange
        self.onDrop = onDrop
        // Changes to and from up to 255 kinds exceed one message, so each event counts as a full batch.
        outbox = Outbox(to: object.client, loop: loop, newsAtOnce: 1)
        if !offer.counts { stage = .ended }
    }

    func stands(for core: WlDataOffer) -> Bool { object.resource.isAlive && self.core == core }

    // MARK: Events

    /// Sends the number of items and their kinds. Only changes are sent; a client that does not read receives only the
    /// last change when it reads again.
    public func sendItems(_ count: Int, kinds: [MimeType: Int]) {
        outbox.tell(.items) { [weak self] in self?.sendItemsNow(count, kinds: kinds) }
    }

    private func sendItemsNow(_ count: Int, kinds: [MimeType: Int]) {
        guard object.resource.isAlive, told?.count != count || told?.kinds != kinds else { return }
        let before = told?.kinds ?? [:]
        for kind in Set(before.keys).union(kinds.keys).sorted(by: { $0.rawValue < $1.rawValue })
        where before[kind] != kinds[kind] {
            object.sendKind(mimeType: kind.rawValue, count: UInt32(clamping: kinds[kind] ?? 0))
        }
        object.sendItems(count: UInt32(clamping: count))
        told = (count, kinds)
    }

    /// Sends the progress of a transfer. Omitted for a client that does not read.
    public func sendProgress(of type: MimeType, bytes: Int, total: Int?) {
        guard object.resource.isAlive, !object.client.hasBacklog else { return }
        object.sendProgress(
            mimeType: type.rawValue, bytesHi: bytes.upperHalf, bytesLo: bytes.lowerHalf,
            totalHi: (total ?? 0).upperHalf, totalLo: (total ?? 0).lowerHalf)
    }

    /// Sends that the dropped content will not arrive (HIG-17).
    public func sendFailed(_ reason: DrayDragSourceV1.Reason) { object.sendFailed(reason: reason) }

    /// Sends that the user confirmed an irreversible drop, before the drop itself (HIG-27).
    public func sendConfirmed() { object.sendConfirmed() }

    public func destroyed(_ object: DrayDragOfferV1) { outbox.close() }

    /// Handles the drop on this offer.
    public func dropped() { stage = .dropped }

    /// Handles the end of the offer: the content has left without a drop, or the drag is over.
    /// - Returns: The object for undoing the drop, or nil if there is none.
    public func ended() -> DropUndoObject? {
        stage = .ended
        defer { drop = nil }
        return drop
    }

    // MARK: Requests

    public func handle(_ request: DrayDragOfferV1.Request, on object: DrayDragOfferV1) {
        switch request {
        case .takeItems(let count):
            guard count > 0 else { return object.postError(.invalidCount, "the number of items is zero") }
            change { $0.takenItems = Int(clamping: count) }
        case .setPreviewSize(let width, let height):
            guard width > 0, height > 0 else {
                return object.postError(.invalidSize, "a preview of \(width) by \(height)")
            }
            change { $0.previewSize = Size(width: Double(width), height: Double(height)) }
        case .unsetPreviewSize: change { $0.previewSize = nil }
        case .setInsertion(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return object.postError(.invalidRectangle, "an insertion point of \(width) by \(height)")
            }
            let place = Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
            change { $0.insertion = place }
        case .unsetInsertion: change { $0.insertion = nil }
        case .setIrreversible(let reason): change { $0.irreversible = ClientText.shown(reason) }
        case .unsetIrreversible: change { $0.irreversible = nil }
        case .setProgress(let thousandths): setProgress(thousandths)
        case .getDrop(let id):
            guard quota.admit(id.resource, of: id.client) else { return }
            makeDrop(id)
        case .destroy: break
        }
    }

    private func change(_ body: (DragOfferExtension) -> Void) {
        // Requests after the drop are ignored.
        guard stage == .over, let offer, offer.counts else { return }
        body(self)
        onChange(self, offer.id)
    }

    private func setProgress(_ thousandths: UInt32) {
        guard thousandths <= 1000 else {
            return object.postError(.invalidProgress, "a progress of \(thousandths) thousandths")
        }
        switch stage {
        case .over: return object.postError(.notDropped, "progress before the drop")
        case .ended: return
        case .dropped: break
        }
        let part = Double(thousandths) / 1000
        guard part >= progress ?? 0 else { return object.postError(.invalidProgress, "progress goes backwards") }
        progress = part
        if let offer { onChange(self, offer.id) }
    }

    private func makeDrop(_ id: DrayDragDropV1) {
        guard drop?.isUsable != true else {
            return object.postError(.alreadyConstructed, "the offer already has a dray_drag_drop_v1")
        }
        let handle = DropUndoObject(id, onDrop)
        id.setHandler(handle)
        switch stage {
        case .over, .dropped: drop = handle
        case .ended: handle.sendUnavailable()
        }
    }
}
