// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The zones of a surface: `dray_drag_surface_v1`.
public final class SurfaceZones: ResourceHandler {
    /// The zones at the last commit.
    public private(set) var map = ZoneMap()

    private let quota: ExtensionQuota
    private let onChange: () -> Void
    private let onEnd: () -> Void
    /// The zones in the order of their creation.
    private var zones: [ZoneObject] = []

    /// - Parameters:
    ///   - onChange: Called when ``map`` has changed.
    ///   - onEnd: Called when the zones are destroyed and have no further effect, before the last `onChange`.
    init(quota: ExtensionQuota, onChange: @escaping () -> Void, onEnd: @escaping () -> Void) {
        self.quota = quota
        self.onChange = onChange
        self.onEnd = onEnd
    }

    // MARK: Events

    public func sendEnter(_ zone: SurfaceID) { object(zone)?.sendEnter() }
    public func sendLeave(_ zone: SurfaceID) { object(zone)?.sendLeave() }
    public func sendSpring(_ zone: SurfaceID) { object(zone)?.sendSpring() }

    /// Sends a scroll offset in points. Omitted for a client that does not read.
    public func sendScroll(_ zone: SurfaceID, by offset: Point) {
        guard let object = object(zone), !object.client.hasBacklog else { return }
        object.sendScroll(dx: Fixed(offset.x), dy: Fixed(offset.y))
    }

    private func object(_ zone: SurfaceID) -> DrayDragZoneV1? { zones.first { $0.zone.id == zone }?.object }

    // MARK: Requests

    public func handle(_ request: DrayDragSurfaceV1.Request, on object: DrayDragSurfaceV1) {
        switch request {
        case .createZone(let id): create(id, object)
        case .commit:
            map.zones = zones.map(\.zone)
            onChange()
        case .destroy:
            break
        }
    }

    public func destroyed(_ object: DrayDragSurfaceV1) { retire() }

    /// Handles the destruction of the object or its surface.
    func retire() {
        guard !isRetired else { return }
        isRetired = true
        zones = []
        map = ZoneMap()
        onEnd()
        onChange()
    }

    private var isRetired = false

    private func create(_ id: DrayDragZoneV1, _ object: DrayDragSurfaceV1) {
        // Counted for inert objects as well, since each object uses memory.
        guard zones.count < Limits.zonesPerSurface, quota.admitsZone(of: id.client) else {
            return object.postError(
                .tooManyZones,
                "a surface may have \(Limits.zonesPerSurface) zones, a client \(Limits.zonesPerClient)")
        }
        let zone = ZoneObject(id, of: self, quota: quota)
        if !isRetired { zones.append(zone) }
        id.setHandler(zone)
    }

    fileprivate func remove(_ zone: ZoneObject) {
        guard let index = zones.firstIndex(where: { $0 === zone }) else { return }
        zones.remove(at: index)
        guard map.zones.contains(where: { $0.id == zone.zone.id }) else { return }
        map.zones.removeAll { $0.id == zone.zone.id }
        onChange()
    }
}

/// The pending state of one zone, `dray_drag_zone_v1`.
private final class ZoneObject: ResourceHandler {
    let object: DrayDragZoneV1
    var zone: Zone
    private weak var owner: SurfaceZones?
    private let quota: ExtensionQuota

    /// - Parameter quota: The quota that has admitted the zone, and counts it until its object is destroyed.
    init(_ object: DrayDragZoneV1, of owner: SurfaceZones, quota: ExtensionQuota) {
        self.object = object
        self.owner = owner
        self.quota = quota
        zone = Zone(id: SurfaceID(object.resource.id))
    }

    func handle(_ request: DrayDragZoneV1.Request, on object: DrayDragZoneV1) {
        switch request {
        case .setRectangle(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return object.postError(.invalidRectangle, "a zone of \(width) by \(height)")
            }
            zone.bounds = Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
        case .setContainer(let number): zone.container = ContainerID(ofClient: number)
        case .setLabel(let label): zone.label = ClientText.shown(label)
        case .setBehaviour(let behaviour): zone.behaviour = Zone.Behaviour(rawValue: behaviour.rawValue)
        case .destroy: break
        }
    }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "set_behaviour" ? DrayDragZoneV1.Error.invalidBehaviour.rawValue : nil
    }

    func destroyed(_ object: DrayDragZoneV1) {
        owner?.remove(self)
        quota.returnZone(of: object.client)
    }
}
