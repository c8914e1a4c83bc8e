// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The positions around a finger that has released its content, as the host reports surfaces and windows now (HIG-34).
struct NearMissPlaces {
    private let session: DragSession
    private let seat: DragSeat
    private let link: EngineLink

    init(_ drag: Drag) {
        session = drag.session
        seat = drag.seat
        link = drag.link
    }

    /// Whether the content is over nothing, or over a surface that is not a window, such as the background or a panel.
    var isOverNoWindow: Bool {
        guard session.target != nil else { return true }
        guard let host = link.host, host.picks, case .surface(let surface)? = seat.focus?.place,
            let window = host.bounds(of: surface, on: seat.id)?.window
        else { return false }
        let windows = host.windows(on: seat.id)
        // If a host lists no windows, it is unknown which surfaces are windows.
        return !windows.isEmpty
            && !windows.contains {
                $0.resource.isAlive && ($0 == surface || host.bounds(of: $0, on: seat.id)?.window == window)
            }
    }

    /// Whether the host has yet to draw a window to know its position.
    var hasWindowsToCome: Bool {
        guard let host = link.host, host.picks else { return false }
        return host.windows(on: seat.id).contains { $0.resource.isAlive && host.bounds(of: $0, on: seat.id) == nil }
    }

    /// Whether positions within the current surface can be tried with motions: its client negotiates and has no zones.
    var asksWithin: Bool {
        !isOverNoWindow && session.target?.dialect == .negotiating && seat.focus?.zones == nil
    }

    /// The positions to try, the nearest first: around the finger within the current surface, if its client can be
    /// asked, and in neighbouring windows.
    func around(in asked: DragSeat.Focus?) -> [NearMiss.Spot] {
        let finger = session.pointer
        let inside = asked.map { focus in
            NearMiss.places(around: finger).filter(isOnTarget).map { NearMiss.Spot($0, in: focus.id) }
        }
        let found = ((inside ?? []) + inOtherWindows).map {
            (place: $0, distance: $0.point.squaredDistance(to: finger))
        }
        return found.filter { $0.distance <= NearMiss.reach * NearMiss.reach }.sorted { $0.distance < $1.distance }
            .map(\.place)
    }

    /// Whether a point is on a visible part of the surface under the content. Global.
    func isOnTarget(_ point: Point) -> Bool {
        guard let host = link.host, let focus = seat.focus, !focus.id.isOfHost else { return false }
        // A window may extend beyond its output or onto another one, where the finger may be.
        if let output = bounds(of: focus.id)?.output, output.contains(session.pointer), !output.contains(point) {
            return false
        }
        guard host.picks else {
            // By the surface-local position: with a host that only reports local points, global positions are derived.
            let local = seat.lastLocal + (point - session.pointer)
            return bounds(of: focus.id).map { $0.window.contains($0.origin + local) } ?? false
        }
        return host.pick(at: point, on: seat.id)?.place == focus.place
    }

    /// The positions in each visible neighbouring window: the point nearest to the finger, and those points of the
    /// surrounding square that are well inside. Excludes the window from which the content comes and that it has just
    /// left.
    private var inOtherWindows: [NearMiss.Spot] {
        guard let host = link.host, host.picks else { return [] }
        let windows = SeatWindows(seat)
        let finger = session.pointer
        let over = isOverNoWindow ? nil : seat.focus.flatMap { bounds(of: $0.id)?.window }
        return host.windows(on: seat.id).flatMap { surface -> [NearMiss.Spot] in
            let window = SurfaceID(surface.resource.id)
            guard surface.resource.isAlive, window != session.origin.surface,
                let bounds = host.bounds(of: surface, on: seat.id), bounds.isVisible, bounds.window != over
            else { return [] }
            let area = windows.visible(bounds)
            guard !area.isEmpty, area.squaredDistance(to: finger) <= NearMiss.reach * NearMiss.reach else { return [] }
            let square = NearMiss.places(around: finger).filter(area.contains)
            return ([finger] + square).map { NearMiss.Spot(area.pointInside(nearest: $0).roundedDown, in: window) }
                .reduce(into: []) { places, place in
                    if !places.contains(where: place.isNear) { places.append(place) }
                }
                .filter { windows.isSeen(surface, bounds, at: $0.point) }
        }
    }

    private func bounds(of id: SurfaceID) -> SurfaceBounds? {
        link.surfaces[id].flatMap { link.host?.bounds(of: $0, on: seat.id) }
    }
}
