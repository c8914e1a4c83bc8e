// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// The global `dray_drag_manager_v1`, version 2 (WL-05): what clients can say of a drag if they want to.
///
/// Adds to the objects of a ``DataDeviceManager``; without it those work as ever.
public final class DragExtension {
    private var global: Global<DrayDragManagerV1>?
    private let answers: ManagerRequests

    public static let version: UInt32 = 2

    /// Offers the global on `display`.
    /// - Parameters:
    ///   - manager: has the offers; kept.
    ///   - mayBePreview: whether a surface can be what an item looks like, and nothing else: it has no other role.
    ///   - onRequest: what clients say that concerns a drag.
    public init(
        display: Display, devices manager: DataDeviceManager, mayBePreview: @escaping (WlSurface) -> Bool,
        onRequest: @escaping (ExtensionRequest) -> Void
    ) {
        let answers = ManagerRequests(manager, display.eventLoop, mayBePreview, onRequest)
        self.answers = answers
        global = Global(display, DrayDragManagerV1.self, version: Self.version) { [weak manager] object, client in
            object.setHandler(answers)
            manager?.watch(client)
        }
    }

    /// A source is dragged from a surface: what its client says of that surface counts for it.
    public func begins(_ source: DataSource, from surface: SurfaceID) { answers.origins[surface]?.attach(to: source) }

    /// The zones of a surface; nil where its client has named none.
    public func zones(of surface: SurfaceID) -> SurfaceZones? { answers.surfaces[surface] }
}

/// Answers the requests on all manager objects; one is enough, since they have no state.
private final class ManagerRequests: ResourceHandler {
    fileprivate var surfaces: [SurfaceID: SurfaceZones] = [:]
    fileprivate var origins: [SurfaceID: DragSourceWords] = [:]
    /// Whose end is heard of already: a client may say something of a surface, and take it back, as often as it likes.
    private var watched: Set<SurfaceID> = []
    private weak var manager: DataDeviceManager?
    /// Where clients that do not read are waited for.
    private let loop: EventLoop
    private let onRequest: (ExtensionRequest) -> Void
    private let mayBePreview: (WlSurface) -> Bool
    private let quota = ExtensionQuota()

    init(
        _ manager: DataDeviceManager, _ loop: EventLoop, _ mayBePreview: @escaping (WlSurface) -> Bool,
        _ onRequest: @escaping (ExtensionRequest) -> Void
    ) {
        self.manager = manager
        self.loop = loop
        self.mayBePreview = mayBePreview
        self.onRequest = onRequest
    }

    func handle(_ request: DrayDragManagerV1.Request, on object: DrayDragManagerV1) {
        switch request {
        case .getSource(let id, let source):
            if quota.admit(id.resource, of: id.client) { add(id, to: source, object) }
        case .getOrigin(let id, let surface):
            if quota.admit(id.resource, of: id.client) { add(id, toDragsFrom: surface, object) }
        case .getOffer(let id, let offer):
            if quota.admit(id.resource, of: id.client) { add(id, to: offer, object) }
        case .getSurface(let id, let surface):
            if quota.admit(id.resource, of: id.client) { add(id, to: surface, object) }
        case .reserveDevice(let device):
            // Of another manager than the engine's: nothing to reserve.
            device.handler(as: DataDevice.self)?.setBeside()
        case .destroy:
            break
        }
    }

    private func add(_ id: DrayDragSourceV1, to source: WlDataSource, _ object: DrayDragManagerV1) {
        // Of another manager than the engine's: inert.
        guard let source = source.handler(as: DataSource.self) else { return }
        switch source.use {
        case .none, .dragEnded: break
        case .drag, .selection, .selectionEnded:
            return object.postError(.usedSource, "the source is being dragged, or is a selection")
        }
        guard source.words?.isAlive != true else {
            return object.postError(.alreadyConstructed, "the source has a dray_drag_source_v1")
        }
        let words = makeWords(id, of: source)
        source.words = words
        id.setHandler(words)
    }

    private func makeWords(_ id: DrayDragSourceV1, of source: DataSource?) -> DragSourceWords {
        DragSourceWords(
            id, of: source, quota: quota,
            requests: DragSourceWords.Requests(
                mayBePreview: mayBePreview, itemsChanged: { [onRequest] in onRequest(.itemsChanged($0)) }),
            onDrop: dropRequests)
    }

    /// What a side of a drop says, as a request.
    private var dropRequests: (DropHandle, DropHandle.Event) -> Void {
        { [onRequest] handle, event in
            switch event {
            case .undo: onRequest(.undo(handle))
            case .redo: onRequest(.redo(handle))
            case .answered(let isDone): onRequest(.answered(handle, isDone: isDone))
            case .gone: onRequest(.handleGone(handle))
            }
        }
    }

    private func watch(_ surface: WlSurface) -> SurfaceID {
        let key = SurfaceID(surface.resource.id)
        guard watched.insert(key).inserted else { return key }
        surface.resource.whenDestroyed { [weak self] in
            self?.watched.remove(key)
            self?.origins.removeValue(forKey: key)?.surfaceGone()
            self?.surfaces[key]?.retire()
        }
        return key
    }

    private func add(_ id: DrayDragSourceV1, toDragsFrom surface: WlSurface, _ object: DrayDragManagerV1) {
        let key = watch(surface)
        guard origins[key] == nil else {
            return object.postError(.alreadyConstructed, "the surface has an object of get_origin")
        }
        let words = makeWords(id, of: nil)
        origins[key] = words
        id.setHandler(words)
        id.resource.whenDestroyed { [weak self] in self?.origins[key] = nil }
    }

    private func add(_ id: DrayDragOfferV1, to object: WlDataOffer, _ sender: DrayDragManagerV1) {
        guard let offer = object.handler(as: DragOffer.self) else {
            guard object.resource.handler == nil else {
                return sender.postError(.notDnd, "the offer is that of a selection")
            }
            return
        }
        guard !offer.hasWords(for: object) else {
            return sender.postError(.alreadyConstructed, "the offer has a dray_drag_offer_v1")
        }
        let words = DragOfferWords(
            id, of: offer, object, quota: quota, loop: loop,
            onChange: { [onRequest] in onRequest(.offerChanged($0, $1)) },
            onDrop: dropRequests)
        offer.words = words
        id.setHandler(words)
        if offer.counts { onRequest(.offerMade(words, offer.id)) }
    }

    private func add(_ id: DrayDragSurfaceV1, to surface: WlSurface, _ object: DrayDragManagerV1) {
        let key = watch(surface)
        guard surfaces[key] == nil else {
            return object.postError(.alreadyConstructed, "the surface has a dray_drag_surface_v1")
        }
        let zones = SurfaceZones(
            quota: quota, onChange: { [onRequest] in onRequest(.zonesChanged(key)) },
            onEnd: { [weak self] in self?.surfaces[key] = nil })
        surfaces[key] = zones
        id.setHandler(zones)
    }
}
