// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Tells the compositor which parts of the window are places of their own (`dray_drag_surface_v1`), and hears what is dragged does
/// there: so the table and the zone are two containers (HIG-02), the compositor scrolls them at their edges (HIG-20), opens the
/// folded zone (HIG-19), and lets a finger hit the shredder (HIG-34).
final class WindowZones {
    /// A part of the window that content can be over.
    enum Part: UInt32, CaseIterable {
        case table = 1
        case zone = 2
        case shredder = 3

        /// What a person calls it.
        var label: String {
            switch self {
            case .table: "Table"
            case .zone: "Zone"
            case .shredder: "Shredder"
            }
        }
    }

    /// The drags that the window hears of at once: one, and one beside it (HIG-10).
    enum Lane {
        case usual, beside

        var other: Lane {
            switch self {
            case .usual: .beside
            case .beside: .usual
            }
        }
    }

    enum Event {
        case entered(Part)
        case left(Part)
        /// Content has rested over it: it opens.
        case sprung(Part)
        /// Content is held near an edge: positive is down.
        case scrolled(Part, by: Double)
    }

    /// What a content is over.
    private(set) var current: [Lane: Part] = [:]
    /// Which drag what is told is about: that of the data device that has told something last.
    var lane = Lane.usual

    private let surface: DrayDragSurfaceV1
    private var zones: [Part: DrayDragZoneV1] = [:]
    /// As they were told last.
    private var told: [Part: Rectangle] = [:]
    private var isFolded: Bool?
    private let handler: (Event) -> Void

    init(_ manager: DrayDragManagerV1, _ surface: WlSurface, handler: @escaping (Event) -> Void) {
        self.surface = manager.getSurface(surface: surface)
        self.handler = handler
    }

    deinit {
        for zone in zones.values { zone.destroy() }
        surface.destroy()
    }

    /// Tells where the parts are now, if that has changed.
    func update(_ layout: Layout) {
        var places: [Part: Rectangle] = [:]
        for part in Part.allCases { places[part] = layout.frame(of: part) }
        guard places != told || isFolded != layout.isFolded else { return }
        told = places
        isFolded = layout.isFolded
        for part in Part.allCases {
            guard let place = places[part] else {
                zones.removeValue(forKey: part)?.destroy()
                continue
            }
            let zone = zones[part] ?? makeZone(part)
            zone.setRectangle(
                x: Int32(place.origin.x), y: Int32(place.origin.y), width: Int32(place.size.width),
                height: Int32(place.size.height))
            zone.setBehaviour(behaviour: Self.behaviour(of: part, isFolded: layout.isFolded))
        }
        surface.commit()
    }

    private func makeZone(_ part: Part) -> DrayDragZoneV1 {
        let zone = surface.createZone()
        zone.setLabel(label: part.label)
        zone.setContainer(container: part.rawValue)
        zone.onEvent { [weak self] in self?.handle($0, part) }
        zones[part] = zone
        return zone
    }

    private static func behaviour(of part: Part, isFolded: Bool) -> DrayDragZoneV1.Behaviour {
        switch part {
        case .table: .scrollVertically
        case .zone: isFolded ? [.accepting, .springLoaded] : [.accepting, .scrollVertically]
        case .shredder: .accepting
        }
    }

    private func handle(_ event: DrayDragZoneV1.Event, _ part: Part) {
        switch event {
        case .enter:
            current[lane] = part
            handler(.entered(part))
        case .leave:
            // It may come before the device tells that it is left.
            current[current[lane] == part ? lane : lane.other] = nil
            handler(.left(part))
        case .spring: handler(.sprung(part))
        case .scroll(_, let distance): handler(.scrolled(part, by: distance.doubleValue))
        }
    }

    /// The drag is over: there is no leave before a drop.
    func reset(_ lane: Lane) { current[lane] = nil }
}

extension Layout {
    /// Where a part of the window is; nil where it has none.
    func frame(of part: WindowZones.Part) -> Rectangle? {
        switch part {
        case .table: table
        case .zone: zone
        case .shredder: shredder
        }
    }
}
