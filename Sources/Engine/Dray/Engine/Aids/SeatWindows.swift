// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import WaylandServer

/// The windows of a seat, as the host reports them now.
struct SeatWindows {
    private let id: SeatID
    private let link: EngineLink

    init(_ seat: DragSeat) {
        id = seat.id
        link = seat.link
    }

    /// Returns the part of a window that is on its output.
    func visible(_ bounds: SurfaceBounds) -> Rectangle {
        guard let output = bounds.output, !output.isEmpty else { return bounds.window }
        return bounds.window.intersection(output)
    }

    /// Returns the middle of a window, or the nearest point to it that no other window covers.
    func point(of surface: WlSurface, _ bounds: SurfaceBounds) -> Point? {
        let area = visible(bounds)
        guard !area.isEmpty, let host = link.host else { return nil }
        guard host.picks else { return area.center }
        let steps = [0.5, 0.3, 0.7, 0.1, 0.9]
        let points = steps.flatMap { y in
            steps.map { x in
                Point(x: (area.x + area.width * x).rounded(.down), y: (area.y + area.height * y).rounded(.down))
            }
        }
        return points.sorted {
            $0.squaredDistance(to: area.center) < $1.squaredDistance(to: area.center)
        }.first { isSeen(surface, bounds, at: $0) }
    }

    /// Returns whether this window is topmost at a point, as far as the host can determine.
    func isSeen(_ surface: WlSurface, _ bounds: SurfaceBounds, at point: Point) -> Bool {
        guard let host = link.host, host.picks else { return true }
        guard case .surface(let found) = host.pick(at: point, on: id)?.place, found.client == surface.client
        else { return false }
        return host.bounds(of: found, on: id)?.window == bounds.window
    }

    /// Returns the window at a point.
    func window(at point: Point) -> SurfaceBounds? {
        guard let host = link.host else { return nil }
        guard host.picks else {
            return host.windows(on: id).lazy.compactMap { host.bounds(of: $0, on: id) }
                .first { $0.window.contains(point) }
        }
        guard case .surface(let surface) = host.pick(at: point, on: id)?.place else { return nil }
        return host.bounds(of: surface, on: id)
    }

    /// The windows that are visible or whose position is unknown, the topmost first, without their objects; and whether
    /// all positions are known.
    var named: (windows: [NamedWindow], areAllKnown: Bool) {
        guard let host = link.host, let engine = link.engine else { return ([], true) }
        let own = getpid()
        let all = host.windows(on: id).prefix(WindowNames.windowLimit).filter(\.resource.isAlive)
        let known = all.map { ($0, host.bounds(of: $0, on: id)) }
        let shown = known.compactMap { surface, bounds in
            bounds.flatMap { $0.isVisible ? (surface: surface, bounds: $0) : nil }
        }
        var result: [NamedWindow] = []
        func add(_ surface: WlSurface, _ area: Rectangle, geometry: Rectangle, covers: [Rectangle] = []) {
            let window = AccessWindow(
                title: host.name(of: surface) ?? "", surface: nil, geometry: geometry,
                isActive: surface.resource.id == all.first?.resource.id)
            result.append(
                NamedWindow(
                    surface: engine.watch(surface), process: surface.client.runningProcessID ?? 0, window: window,
                    area: area, covers: covers))
        }
        for (index, (surface, bounds)) in shown.enumerated() where surface.client.processID != own {
            // The focused window comes first, and may be behind others.
            let covers = shown.indices.filter { other in
                let both = shown[other].bounds.window.intersection(bounds.window)
                guard other != index, !both.isEmpty else { return false }
                return host.picks
                    ? isSeen(shown[other].surface, shown[other].bounds, at: both.center.roundedDown) : other < index
            }
            add(
                surface, bounds.window,
                geometry: Rectangle(origin: bounds.window.origin - bounds.origin, size: bounds.window.size),
                covers: covers.map { shown[$0].bounds.window })
        }
        // Windows without a position are asked for their objects, which cannot be located until the position is known.
        for (surface, bounds) in known where bounds == nil && surface.client.processID != own {
            add(surface, .zero, geometry: .zero)
        }
        return (result, !known.contains { $0.1 == nil })
    }
}
