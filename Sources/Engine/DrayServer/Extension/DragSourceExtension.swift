// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A client's extension object for its source, or for all drags from a surface, `dray_drag_source_v1`.
public final class DragSourceExtension: ResourceHandler {
    /// The dragged items (HIG-07); empty if the client has created none.
    public private(set) var items = DragItems()
    /// The container of the content (HIG-02); nil for its window's.
    public private(set) var container: ContainerID?

    private let object: DrayDragSourceV1
    private var subject: Subject
    /// The source of the object, or the sources dragged from the surface: one for each drag in progress, including
    /// drops that their targets have not finished.
    private var sources: [Weak]
    private let quota: ExtensionQuota
    private let requests: Requests
    private let onDrop: (DropUndoObject, DropUndoObject.Event) -> Void
    private var sizes: [MimeType: Int] = [:]
    private var drop: (handle: DropUndoObject, source: Weak?)?
    /// The number of items that a drag still contains although their objects are destroyed.
    private var orphans = 0

    private struct Weak {
        weak var source: DataSource?
    }

    /// The engine's functions for items.
    struct Requests {
        /// Returns whether a surface can be a preview, that is, has no other role.
        let mayBePreview: (WlSurface) -> Bool
        /// Called when the items of a dragged source have changed.
        let itemsChanged: (DataSource) -> Void
    }

    /// The subject of the object.
    private enum Subject {
        /// One source.
        case source
        /// All drags from a surface.
        case surface
        /// The current drags from a surface that was destroyed.
        case surfaceGone
        /// None: the object is inert.
        case nothing
    }

    /// - Parameter source: The source, or nil for all drags from a surface.
    init(
        _ object: DrayDragSourceV1, of source: DataSource?, quota: ExtensionQuota,
        requests: Requests, onDrop: @escaping (DropUndoObject, DropUndoObject.Event) -> Void
    ) {
        self.object = object
        sources = source.map { [Weak(source: $0)] } ?? []
        subject = source == nil ? .surface : .source
        self.quota = quota
        self.requests = requests
        self.onDrop = onDrop
    }

    var isAlive: Bool { object.resource.isAlive }

    /// Returns the size in bytes that the client announced for a type, or nil (HIG-24).
    public func size(of type: MimeType) -> Int? { sizes[type] }

    // MARK: Events

    /// Sends that the content was dropped elsewhere and the client can deselect it (HIG-29).
    public func sendDeselect() { object.sendDeselect() }

    /// Sends that the drag failed (HIG-17).
    public func sendFailed(_ reason: DrayDragSourceV1.Reason) { object.sendFailed(reason: reason) }

    /// Sends the progress of a transfer. Omitted for a client that does not read.
    public func sendProgress(of type: MimeType, bytes: Int, total: Int?) {
        guard isAlive, !object.client.hasBacklog else { return }
        object.sendProgress(
            mimeType: type.rawValue, bytesHi: bytes.upperHalf, bytesLo: bytes.lowerHalf,
            totalHi: (total ?? 0).upperHalf, totalLo: (total ?? 0).lowerHalf)
    }

    /// Removes and returns the object for undoing a finished drag. The next drag has another one.
    func takeDrop(of source: DataSource) -> DropUndoObject? {
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
            let handle = DropUndoObject(id, onDrop)
            id.setHandler(handle)
            if isInert { handle.sendUnavailable() } else { drop = (handle, sources.last) }
        case .destroy:
            break
        }
    }

    public func destroyed(_ object: DrayDragSourceV1) {
        // The state still applies to a drag in progress.
        if !dragged.contains(where: { $0.use == .drag }) { forget() }
    }

    /// Attaches a source that is dragged from the surface.
    func attach(to source: DataSource) {
        guard subject == .surface, isAlive, source.extensionObject == nil else { return }
        sources.append(Weak(source: source))
        source.extensionObject = self
        if let drop, drop.source == nil { self.drop = (drop.handle, sources.last) }
    }

    /// Detaches a source whose drag has ended. Other drags from the surface keep the object.
    func detach(from source: DataSource) {
        switch subject {
        case .source, .nothing: return
        case .surface, .surfaceGone: break
        }
        source.extensionObject = nil
        if let drop, drop.source?.source === source {
            // The object was not taken, so there is no drop to undo.
            self.drop = nil
            drop.handle.sendUnavailable()
        }
        sources.removeAll { $0.source == nil || $0.source === source }
        if sources.isEmpty, !isAlive || subject == .surfaceGone { forget() }
    }

    /// Handles the destruction of the surface. The state still applies to drags in progress.
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

    /// The maximum number of types with a size if no source limits them.
    private static let sizeLimit = 64

    /// Clears the state once the source, surface or drags no longer need it.
    func forget() {
        subject = .nothing
        sizes = [:]
        quota.returnItems(orphans, of: object.client)
        orphans = 0
        items = DragItems()
        drop?.handle.sendUnavailable()
        drop = nil
        for source in dragged where source.extensionObject === self { source.extensionObject = nil }
        sources = []
    }

    // MARK: Items

    private func create(_ id: DrayDragItemV1, _ object: DrayDragSourceV1) {
        // Counted for inert objects as well, since each object uses memory.
        guard quota.admitsItem(of: object.client) else {
            return object.postError(.tooManyItems, "a client may have \(Limits.itemsPerClient) items")
        }
        id.setHandler(DragItemExtension(id, of: self, quota: quota))
    }

    /// Whether requests about items have effect.
    private var hearsItems: Bool { isAlive && !isInert }

    /// Returns whether a surface can be a preview. If not, the client receives a protocol error.
    func mayBePreview(_ surface: WlSurface) -> Bool { !hearsItems || requests.mayBePreview(surface) }

    func commit(_ item: DragItems.Item) {
        guard hearsItems, items[item.id] != item else { return }
        items.set(item)
        itemsChanged()
    }

    /// Handles the destruction of an item's object.
    /// - Returns: Whether the item is removed. If not, it counts towards the quota until the drag has ended.
    func remove(_ item: DragItems.ItemID) -> Bool {
        // The items of a destroyed object stay unchanged until they are cleared together.
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
    /// The upper 32 bits of a non-negative number of bytes.
    var upperHalf: UInt32 { UInt32(truncatingIfNeeded: self >> 32) }
    var lowerHalf: UInt32 { UInt32(truncatingIfNeeded: self) }
}
