// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// What a client says of its source, or of all that it drags from a surface, by `dray_drag_source_v1`.
public final class DragSourceWords: ResourceHandler {
    /// What travels (HIG-07); empty where the client has named nothing.
    public private(set) var items = DragItems()
    /// Where the content comes from (HIG-02); nil: its window.
    public private(set) var container: ContainerID?

    private let object: DrayDragSourceV1
    private var subject: Subject
    /// The source that the words were made for, or those that are dragged from the surface: one for each drag under way, also after
    /// its drop, as long as its target has not finished.
    private var sources: [Weak]
    private let quota: ExtensionQuota
    private let requests: Requests
    private let onDrop: (DropHandle, DropHandle.Event) -> Void
    private var sizes: [MimeType: Int] = [:]
    private var drop: (handle: DropHandle, source: Weak?)?
    /// Items that a drag goes on to have, although their objects are gone.
    private var orphans = 0

    private struct Weak {
        weak var source: DataSource?
    }

    /// What the engine is asked and told about items.
    struct Requests {
        /// Whether a surface can be a preview: it has no other role.
        let mayBePreview: (WlSurface) -> Bool
        /// The items of a source that is dragged are others.
        let itemsChanged: (DataSource) -> Void
    }

    /// What the words are about.
    private enum Subject {
        /// One source.
        case source
        /// Whatever is dragged from a surface.
        case surface
        /// The drags from a surface that has gone meanwhile.
        case surfaceGone
        /// Nothing any more: the object is inert.
        case nothing
    }

    /// - Parameter source: nil for all that is dragged from a surface.
    init(
        _ object: DrayDragSourceV1, of source: DataSource?, quota: ExtensionQuota,
        requests: Requests, onDrop: @escaping (DropHandle, DropHandle.Event) -> Void
    ) {
        self.object = object
        sources = source.map { [Weak(source: $0)] } ?? []
        subject = source == nil ? .surface : .source
        self.quota = quota
        self.requests = requests
        self.onDrop = onDrop
    }

    var isAlive: Bool { object.resource.isAlive }

    /// How many bytes the client expects to write as a type; nil where it has not said so (HIG-24).
    public func size(of type: MimeType) -> Int? { sizes[type] }

    // MARK: Events

    /// The content went elsewhere (HIG-29).
    public func sendDeselect() { object.sendDeselect() }

    /// The drag has brought nothing (HIG-17).
    public func sendFailed(_ reason: DrayDragSourceV1.Reason) { object.sendFailed(reason: reason) }

    /// How far a transfer is. Left out for a client that does not read.
    public func sendProgress(of type: MimeType, bytes: Int, total: Int?) {
        guard isAlive, !object.client.hasBacklog else { return }
        object.sendProgress(
            mimeType: type.rawValue, bytesHi: bytes.upperHalf, bytesLo: bytes.lowerHalf,
            totalHi: (total ?? 0).upperHalf, totalLo: (total ?? 0).lowerHalf)
    }

    /// The object for the drop of a drag, which is over; the next drag has another.
    func takeDrop(of source: DataSource) -> DropHandle? {
        guard let drop, drop.source?.source === source else { return nil }
        self.drop = nil
        return drop.handle
    }

    // MARK: Requests

    public func handle(_ request: DrayDragSourceV1.Request, on object: DrayDragSourceV1) {
        switch request {
        case .createItem(let id): create(id, object)
        case .setContainer(let number): container = ContainerID(ofClient: number)
        case .setSize(let type, let high, let low):
            let type = MimeType(type)
            if takesSize(of: type) { sizes[type] = Int(clamping: UInt64(high) << 32 | UInt64(low)) }
        case .getDrop(let id):
            guard quota.admit(id.resource, of: id.client) else { return }
            guard drop?.handle.isUsable != true else {
                return object.postError(.alreadyConstructed, "the source has a dray_drag_drop_v1")
            }
            let handle = DropHandle(id, onDrop)
            id.setHandler(handle)
            if isInert { handle.sendUnavailable() } else { drop = (handle, sources.last) }
        case .destroy:
            break
        }
    }

    public func destroyed(_ object: DrayDragSourceV1) {
        // What it has said counts for the drag that is under way.
        if !dragged.contains(where: { $0.use == .drag }) { forget() }
    }

    /// A drag begins from the surface.
    func attach(to source: DataSource) {
        guard subject == .surface, isAlive, source.words == nil else { return }
        sources.append(Weak(source: source))
        source.words = self
        if let drop, drop.source == nil { self.drop = (drop.handle, sources.last) }
    }

    /// That drag has ended; others of the surface have these words as well.
    func detach(from source: DataSource) {
        switch subject {
        case .source, .nothing: return
        case .surface, .surfaceGone: break
        }
        source.words = nil
        if let drop, drop.source?.source === source {
            // Nobody has asked for it, so there is nothing to take back.
            self.drop = nil
            drop.handle.sendUnavailable()
        }
        sources.removeAll { $0.source == nil || $0.source === source }
        if sources.isEmpty, !isAlive || subject == .surfaceGone { forget() }
    }

    /// The surface is gone; what it has said counts for the drags that are under way.
    func surfaceGone() {
        if dragged.isEmpty { forget() } else { subject = .surfaceGone }
    }

    private var dragged: [DataSource] { sources.compactMap(\.source) }

    private var isInert: Bool {
        switch subject {
        case .source, .surfaceGone: !dragged.contains(where: \.isAlive)
        case .surface: false
        case .nothing: true
        }
    }

    private func takesSize(of type: MimeType) -> Bool {
        switch subject {
        case .source: dragged.contains { $0.offers(type) }
        case .surface, .surfaceGone: sizes[type] != nil || sizes.count < Self.sizeLimit
        case .nothing: false
        }
    }

    /// Types that sizes are kept for where no source bounds them.
    private static let sizeLimit = 64

    /// Its source, surface or drag needs it no more.
    func forget() {
        subject = .nothing
        sizes = [:]
        quota.returnItems(orphans, of: object.client)
        orphans = 0
        items = DragItems()
        drop?.handle.sendUnavailable()
        drop = nil
        for source in dragged where source.words === self { source.words = nil }
        sources = []
    }

    // MARK: Items

    private func create(_ id: DrayDragItemV1, _ object: DrayDragSourceV1) {
        // Also of what is inert: each object takes its room here.
        guard quota.admitsItem(of: object.client) else {
            return object.postError(.tooManyItems, "a client may have \(Limits.itemsPerClient) items")
        }
        id.setHandler(DragItemWords(id, of: self, quota: quota))
    }

    /// Whether what is said of items still counts.
    private var hearsItems: Bool { isAlive && !isInert }

    /// Of a surface that has another role its client is told, and false returned.
    func mayBePreview(_ surface: WlSurface) -> Bool { !hearsItems || requests.mayBePreview(surface) }

    func commit(_ item: DragItems.Item) {
        guard hearsItems, items[item.id] != item else { return }
        items.set(item)
        itemsChanged()
    }

    /// The object of an item is gone.
    /// - Returns: whether nothing is kept of the item; if something is, it counts until the drag has ended.
    func remove(_ item: DragItems.ItemID) -> Bool {
        // Of words that are put away the items stay as they are, and are forgotten all at once.
        guard hearsItems else {
            if items[item] == nil { return true }
            orphans += 1
            return false
        }
        if items.remove(item) { itemsChanged() }
        return true
    }

    private func itemsChanged() {
        for source in dragged where source.use == .drag { requests.itemsChanged(source) }
    }
}

extension Int {
    /// Of a number of bytes, which is never negative, the upper 32 bits.
    var upperHalf: UInt32 { UInt32(truncatingIfNeeded: self >> 32) }
    var lowerHalf: UInt32 { UInt32(truncatingIfNeeded: self) }
}
