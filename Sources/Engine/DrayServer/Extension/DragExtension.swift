// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// The global `dray_drag_manager_v1`, version 2 (WL-05), the optional extension for clients.
///
/// Extends the objects of a ``DataDeviceManager``, which work without it as well.
public final class DragExtension {
    private var global: Global<DrayDragManagerV1>?
    private let answers: ManagerRequests

    public static let version: UInt32 = 2

    /// Advertises the global on `display`.
    /// - Parameters:
    ///   - manager: The manager of the offers; held weakly.
    ///   - mayBePreview: Returns whether a surface can be the preview of an item, that is, has no other role.
    ///   - onRequest: Called with each request that concerns a drag.
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

    /// Whether this `wl_global` is the manager's.
    public func owns(global: OpaquePointer) -> Bool { self.global?.pointer == global }

    /// Attaches the extension object of the origin surface, if any, to a source that is dragged from it.
    public func begins(_ source: DataSource, from surface: SurfaceID) { answers.origins[surface]?.attach(to: source) }

    /// Returns the zones of a surface, or nil if its client has created none.
    public func zones(of surface: SurfaceID) -> SurfaceZones? { answers.surfaces[surface] }
}

/// The request handler of all manager objects, which have no state.
private final class ManagerRequests: ResourceHandler {
    fileprivate var surfaces: [SurfaceID: SurfaceZones] = [:]
    fileprivate var origins: [SurfaceID: DragSourceExtension] = [:]
    /// The surfaces whose destruction is already observed, since clients may repeatedly create and destroy objects for
    /// a surface.
    private var watched: Set<SurfaceID> = []
    private weak var manager: DataDeviceManager?
    /// The event loop in which the sockets of clients that do not read are watched.
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
            // A device of another manager than the engine's has no handler here, and is ignored.
            device.handler(as: DataDevice.self)?.setBeside()
        case .destroy:
            break
        }
    }

    private func add(_ id: DrayDragSourceV1, to source: WlDataSource, _ object: DrayDragManagerV1) {
        // A source of another manager than the engine's: the object is inert.
        guard let source = source.handler(as: DataSource.self) else { return }
        switch source.use {
        case .none, .dragEnded: break
        case .drag, .selection, .selectionEnded:
            return object.postError(.usedSource, "the source is being dragged, or is a selection")
        }
        guard source.extensionObject?.isAlive != true else {
            return object.postError(.alreadyConstructed, "the source already has a dray_drag_source_v1")
        }
        let extensionObject = makeSourceExtension(id, of: source)
        source.extensionObject = extensionObject
        id.setHandler(extensionObject)
    }

    private func makeSourceExtension(_ id: DrayDragSourceV1, of source: DataSource?) -> DragSourceExtension {
        DragSourceExtension(
            id, of: source, quota: quota,
            requests: DragSourceExtension.Requests(
                mayBePreview: mayBePreview, itemsChanged: { [onRequest] in onRequest(.itemsChanged($0)) }),
            onDrop: dropRequests)
    }

    /// Returns the function that forwards the events of a drop's objects as requests.
    private var dropRequests: (DropUndoObject, DropUndoObject.Event) -> Void {
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
            return object.postError(.alreadyConstructed, "the surface already has a get_origin object")
        }
        let extensionObject = makeSourceExtension(id, of: nil)
        origins[key] = extensionObject
        id.setHandler(extensionObject)
        id.resource.whenDestroyed { [weak self] in self?.origins[key] = nil }
    }

    private func add(_ id: DrayDragOfferV1, to object: WlDataOffer, _ sender: DrayDragManagerV1) {
        guard let offer = object.handler(as: DragOffer.self) else {
            guard object.resource.handler == nil else {
                return sender.postError(.notDnd, "the offer is that of a selection")
            }
            return
        }
        guard !offer.hasExtensionObject(for: object) else {
            return sender.postError(.alreadyConstructed, "the offer already has a dray_drag_offer_v1")
        }
        let extensionObject = DragOfferExtension(
            id, of: offer, object, quota: quota, loop: loop,
            onChange: { [onRequest] in onRequest(.offerChanged($0, $1)) },
            onDrop: dropRequests)
        offer.extensionObject = extensionObject
        id.setHandler(extensionObject)
        if offer.counts { onRequest(.offerMade(extensionObject, offer.id)) }
    }

    private func add(_ id: DrayDragSurfaceV1, to surface: WlSurface, _ object: DrayDragManagerV1) {
        let key = watch(surface)
        guard surfaces[key] == nil else {
            return object.postError(.alreadyConstructed, "the surface already has a dray_drag_surface_v1")
        }
        let zones = SurfaceZones(
            quota: quota, onChange: { [onRequest] in onRequest(.zonesChanged(key)) },
            onEnd: { [weak self] in self?.surfaces[key] = nil })
        surfaces[key] = zones
        id.setHandler(zones)
    }
}
