// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

/// The requests and events of a test client's `dray_drag_v1` objects, which are retained, and whose events are
/// recorded.
public final class ClientWords {
    public private(set) var log: [String] = []
    /// Called for each entry of the log.
    public var onNote: ((String) -> Void)?
    private var kept: [AnyObject] = []
    private let manager: DrayDragManagerV1

    /// Nil if the compositor does not offer it.
    public init?(_ client: DragClient) {
        guard let manager = client.dragManager else { return nil }
        self.manager = manager
    }

    public func clearLog() { log = [] }

    private func note(_ text: String) {
        log.append(text)
        onNote?(text)
    }

    public func source(_ core: WlDataSource) -> DrayDragSourceV1 { hear(manager.getSource(source: core)) }

    /// The description of drags from a surface.
    public func origin(_ surface: WlSurface) -> DrayDragSourceV1 { hear(manager.getOrigin(surface: surface)) }

    private func hear(_ object: DrayDragSourceV1) -> DrayDragSourceV1 {
        kept.append(object.proxy)
        object.onEvent { [weak self] event in
            switch event {
            case .deselect: self?.note("deselect")
            case .progress(let type, _, let bytes, _, let total): self?.note("progress \(type) \(bytes) of \(total)")
            case .failed(let reason): self?.note("failed \(reason.rawValue)")
            }
        }
        return object
    }

    public func offer(_ core: WlDataOffer) -> DrayDragOfferV1 {
        let object = manager.getOffer(offer: core)
        kept.append(object.proxy)
        object.onEvent { [weak self] event in
            switch event {
            case .kind(let type, let count): self?.note("kind \(type) \(count)")
            case .items(let count): self?.note("items \(count)")
            case .progress(let type, _, let bytes, _, let total): self?.note("progress \(type) \(bytes) of \(total)")
            case .failed(let reason): self?.note("failed \(reason.rawValue)")
            case .confirmed: self?.note("confirmed")
            }
        }
        return object
    }

    public func surface(_ core: WlSurface) -> DrayDragSurfaceV1 {
        let object = manager.getSurface(surface: core)
        kept.append(object.proxy)
        return object
    }

    /// A zone, which has no rectangle before the next commit.
    public func zone(
        _ name: String, on surface: DrayDragSurfaceV1, at place: (x: Int32, y: Int32, width: Int32, height: Int32),
        container: UInt32? = nil, label: String? = nil, behaviour: DrayDragZoneV1.Behaviour = []
    ) -> DrayDragZoneV1 {
        let object = surface.createZone()
        kept.append(object.proxy)
        object.setRectangle(x: place.x, y: place.y, width: place.width, height: place.height)
        if let container { object.setContainer(container: container) }
        if let label { object.setLabel(label: label) }
        object.setBehaviour(behaviour: behaviour)
        object.onEvent { [weak self] event in
            switch event {
            case .enter: self?.note("enter \(name)")
            case .leave: self?.note("leave \(name)")
            case .spring: self?.note("spring \(name)")
            case .scroll(let dx, let dy):
                self?.note("scroll \(name) \(Int(dx.doubleValue.rounded())) \(Int(dy.doubleValue.rounded()))")
            }
        }
        return object
    }

    /// Records the events of a drop, and answers undo and redo.
    public func hear(_ name: String, _ drop: DrayDragDropV1, answering result: DrayDragDropV1.Result? = .done) {
        kept.append(drop.proxy)
        drop.onEvent { [weak self, weak proxy = drop.proxy] event in
            switch event {
            case .finished: self?.note("\(name) finished")
            case .undo: self?.note("\(name) undo")
            case .redo: self?.note("\(name) redo")
            case .unavailable: self?.note("\(name) unavailable")
            }
            switch event {
            case .undo, .redo: if let result, let proxy { DrayDragDropV1(proxy).answer(result: result) }
            case .finished, .unavailable: break
            }
        }
    }
}
