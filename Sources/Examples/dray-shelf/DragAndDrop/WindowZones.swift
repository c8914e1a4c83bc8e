// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Declares the areas of the window as zones (`dray_drag_surface_v1`), and receives their events: the table and the
/// zone are two containers (HIG-02), the compositor scrolls them at their edges (HIG-20), opens the folded zone
/// (HIG-19), and enlarges the shredder for touch (HIG-34).
final class WindowZones {
    /// The area under each drag.
    private(set) var current: [DragDevice.Role: Layout.Area] = [:]
    /// The drag of the current events: that of the data device that received the last event.
    var role = DragDevice.Role.regular

    private let surface: DrayDragSurfaceV1
    private var zones: [Layout.Area: DrayDragZoneV1] = [:]
    /// The layout that was sent last.
    private var sent: Layout?
    private let handler: (DrayDragZoneV1.Event, Layout.Area) -> Void

    init(
        _ manager: DrayDragManagerV1, _ surface: WlSurface,
        handler: @escaping (DrayDragZoneV1.Event, Layout.Area) -> Void
    ) {
        self.surface = manager.getSurface(surface: surface)
        self.handler = handler
    }

    /// Sends the rectangles of the areas if they have changed.
    func update(_ layout: Layout) {
        guard sent?.size != layout.size || sent?.isFolded != layout.isFolded else { return }
        sent = layout
        for area in Layout.Area.allCases {
            guard let place = layout.bounds(of: area) else { continue }
            let zone = zones[area] ?? makeZone(area)
            zone.setRectangle(
                x: Int32(place.origin.x), y: Int32(place.origin.y), width: Int32(place.size.width),
                height: Int32(place.size.height))
            switch area {
            case .table: zone.setBehaviour(behaviour: .scrollVertically)
            case .zone: zone.setBehaviour(behaviour: [.accepting, layout.isFolded ? .springLoaded : .scrollVertically])
            case .shredder: zone.setBehaviour(behaviour: .accepting)
            }
        }
        surface.commit()
    }

    private func makeZone(_ area: Layout.Area) -> DrayDragZoneV1 {
        let zone = surface.createZone()
        zone.setLabel(label: area.label)
        zone.setContainer(container: area.rawValue)
        zone.onEvent { [weak self] in self?.handle($0, area) }
        zones[area] = zone
        return zone
    }

    private func handle(_ event: DrayDragZoneV1.Event, _ area: Layout.Area) {
        switch event {
        case .enter: current[role] = area
        // This event may arrive before the `leave` of the device.
        case .leave: current[current[role] == area ? role : role == .regular ? .reserved : .regular] = nil
        case .spring, .scroll: break
        }
        handler(event, area)
    }

    /// Called at the end of a drag: there is no leave before a drop.
    func reset(_ role: DragDevice.Role) { current[role] = nil }
}
