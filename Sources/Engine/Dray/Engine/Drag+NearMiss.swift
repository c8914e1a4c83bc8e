// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

// A finger that releases near a target that accepts the content (HIG-34). `NearMiss` determines which positions are
// tried, and for how long; they are tried here. Meanwhile the drag is held as during a confirmation: no device moves
// it, Escape cancels it, and the image stays at the finger.

extension Drag {
    /// The state of the search after a finger's release.
    enum Miss {
        case none
        /// Positions around the finger are tried, one for each expiry of the timer.
        case asking(NearMiss, TimerSource)
        /// A target at one position accepts the content, which is there now. The image is still at the given release
        /// position, if any. Global.
        case taken(imageAt: Point?)
    }

    /// Starts a search for a nearby target after a release over a rejection or over nothing.
    /// - Returns: Whether the search goes on, so that the drop waits for it.
    func looksAround() -> Bool {
        guard case .none = miss, driver.device.kind == .touch, let engine = link.engine, isAwayFromHome else {
            return false
        }
        guard isOverNoWindow || session.isRefused else { return false }
        let asked = asksWithin ? seat.focus : nil
        let names: WlSurface? = if case .surface(let surface)? = asked?.place { surface } else { nil }
        let awaited: NearMiss.Awaited =
            names != nil && engine.announcer != nil ? .names : asked == nil && hasWindowsToCome ? .windows : .nothing
        guard
            let begun = NearMiss.begin(
                at: session.pointer, over: seat.focus?.id, places: placesAround(in: asked), awaiting: awaited,
                time: .monotonic),
            let timer = engine.loop.makeTimer(handler: { [weak self] in self?.lookAround() })
        else { return false }
        // The call to the host may have ended or dropped the drag.
        guard seat.heldDragID == id else { return isLookedInto }
        seat.hold(self)
        driver.wait()
        miss = .asking(begun.nearMiss, timer)
        // Layers that follow the pointer stay where the finger released.
        isFrameDue = true
        link.frameNeeded()
        if let effect = begun.effect { perform(effect) } else { armMiss() }
        if awaited == .names, let names { askForNames(around: names) }
        return true
    }

    /// Whether a search of this drag is in progress, checked again after calls to the host.
    private var isLookedInto: Bool {
        switch miss {
        case .asking: seat.question === self
        case .none, .taken: false
        }
    }

    /// Searches for named objects around the finger in the application's accessibility tree. The helper is not started
    /// for this.
    private func askForNames(around surface: WlSurface) {
        let milliseconds = UInt32(NearMiss.namePatience / 1000)
        seat.names.look(in: surface, milliseconds: milliseconds) { [weak self] places, origin in
            guard let self, case .asking(var nearMiss, let timer) = miss else { return }
            let points = places.pointsMeant(by: nearMiss.origin - origin).map { (origin + $0).roundedDown }
            let named = seat.focus.map { focus in
                points.filter(isOnTarget).map { NearMiss.Spot($0, in: focus.id) }
            }
            let effect = nearMiss.found(named ?? [], at: .monotonic)
            guard isLookedInto else { return }
            miss = .asking(nearMiss, timer)
            if let effect { perform(effect) }
        }
    }

    /// Whether the content is over nothing, or over a surface that is not a window, such as the background or a panel.
    private var isOverNoWindow: Bool {
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
    private var hasWindowsToCome: Bool {
        guard let host = link.host, host.picks else { return false }
        return host.windows(on: seat.id).contains { $0.resource.isAlive && host.bounds(of: $0, on: seat.id) == nil }
    }

    /// Whether positions within the current surface can be tried with motions: its client negotiates and has no zones.
    private var asksWithin: Bool {
        !isOverNoWindow && session.target?.dialect == .negotiating && seat.focus?.zones == nil
    }

    /// The positions to try, the nearest first: around the finger within the current surface, if its client can be
    /// asked, and in neighbouring windows.
    private func placesAround(in asked: DragSeat.Focus?) -> [NearMiss.Spot] {
        let finger = session.pointer
        let inside = asked.map { focus in
            NearMiss.places(around: finger).filter(isOnTarget).map { NearMiss.Spot($0, in: focus.id) }
        }
        let found = ((inside ?? []) + besideWindows).map { (place: $0, distance: $0.point.squaredDistance(to: finger)) }
        return found.filter { $0.distance <= NearMiss.reach * NearMiss.reach }.sorted { $0.distance < $1.distance }
            .map(\.place)
    }

    /// The positions in each visible neighbouring window: the point nearest to the finger, and those points of the
    /// surrounding square that are well inside. Excludes the window from which the content comes and that it has just
    /// left.
    private var besideWindows: [NearMiss.Spot] {
        guard let host = link.host, host.picks else { return [] }
        let finger = session.pointer
        let over = isOverNoWindow ? nil : seat.focus.flatMap { bounds(of: $0.id)?.window }
        return host.windows(on: seat.id).flatMap { surface -> [NearMiss.Spot] in
            let window = SurfaceID(surface.resource.id)
            guard surface.resource.isAlive, window != session.origin.surface,
                let bounds = host.bounds(of: surface, on: seat.id), bounds.isVisible, bounds.window != over
            else { return [] }
            let area = seat.visible(bounds)
            guard !area.isEmpty, area.squaredDistance(to: finger) <= NearMiss.reach * NearMiss.reach else { return [] }
            let square = NearMiss.places(around: finger).filter(area.contains)
            return ([finger] + square).map { NearMiss.Spot(area.pointInside(nearest: $0).roundedDown, in: window) }
                .reduce(into: []) { places, place in
                    if !places.contains(where: place.isNear) { places.append(place) }
                }
                .filter { seat.isSeen(surface, bounds, at: $0.point) }
        }
    }

    /// Handles an answer of the client to the offer.
    func answered(_ event: DragEvent) {
        guard case .asking(var nearMiss, let timer) = miss else { return }
        switch event {
        case .accept(let offer, _), .setActions(let offer, _, _):
            guard offer == session.offerID else { return }
            nearMiss.answered(isTaken, at: .monotonic)
            miss = .asking(nearMiss, timer)
            armMiss()
        case .enter, .leave, .motion, .containerChanged, .modifiersChanged, .itemCountChanged, .takeItems, .finish,
            .offerDestroyed, .typesOffered, .deliveryChanged, .drop, .cancel, .sourceDestroyed, .refusalStood,
            .surfaceDestroyed,
            .applicationGone:
            break
        }
    }

    /// Whether a drop at the current position would be accepted.
    var isTaken: Bool {
        session.action != nil && (session.acceptedType != nil || session.target?.dialect == .legacy)
    }

    /// The position of the image while it follows the pointer. Global.
    var shownPointer: Point {
        switch miss {
        case .none, .taken: session.pointer
        case .asking(let nearMiss, _): nearMiss.origin
        }
    }

    /// The position from which the image disappears. Global.
    var imagePoint: Point {
        switch miss {
        case .taken(let point?): point
        case .none, .asking, .taken(nil): session.pointer
        }
    }

    /// Moves the image to the content's position, where the user is asked to confirm.
    func bringImage() {
        if case .taken = miss { miss = .taken(imageAt: nil) }
    }

    /// Whether the content was moved to a nearby target.
    var isBeside: Bool { if case .taken = miss { true } else { false } }

    /// Continues the search. Uses real time, whatever clock the host's frames use, since clients answer in real time.
    private func lookAround() {
        guard case .asking(var nearMiss, let timer) = miss else { return }
        let effect =
            nearMiss.awaitsWindows
            ? nearMiss.found(placesAround(in: nil), at: .monotonic) : nearMiss.look(at: .monotonic)
        guard isLookedInto else { return }
        miss = .asking(nearMiss, timer)
        if let effect { perform(effect) } else { armMiss() }
    }

    private func perform(_ effect: NearMiss.Effect) {
        guard case .asking(let nearMiss, _) = miss else { return }
        switch effect {
        case .move(let point):
            bring(to: point)
            // The window may have been destroyed, or its client has no data device.
            guard case .asking = miss else { return }
            armMiss()
        case .drop:
            guard seat.resume(self) else { return }
            miss = .taken(imageAt: nearMiss.origin)
            letGo()
        case .giveUp: giveUp(at: nearMiss.origin)
        }
    }

    /// Ends the search without a target: the content is dropped where the finger released it.
    private func giveUp(at origin: Point) {
        bring(to: origin)
        guard seat.resume(self) else { return }
        miss = .none
        deliver(.drop)
    }

    /// Moves the content to a position to try, on the current surface or another. With a host that only reports local
    /// points, only the current surface is tried.
    private func bring(to point: Point) {
        guard let host = link.host, host.picks else { return seat.bring(self, to: point) }
        let pick = host.pick(at: point, on: seat.id)
        if let pick, pick.place == seat.focus?.place { return seat.bring(self, to: point) }
        seat.bring(self, over: pick, at: point)
    }

    private func armMiss() {
        guard case .asking(let nearMiss, let timer) = miss, let next = nearMiss.nextLook else { return }
        let now = Instant.monotonic
        let wait = next > now ? (next.microseconds - now.microseconds + 999) / 1000 : 1
        timer.arm(milliseconds: Int32(clamping: wait))
    }

    /// Whether the content is away from where it was picked up. Content put down at the same position was not meant for
    /// a neighbouring target.
    private var isAwayFromHome: Bool {
        session.target?.surface != session.origin.surface
            || session.pointer.squaredDistance(to: session.origin.position)
                > ZoneMap.fingerExtent * ZoneMap.fingerExtent
    }

    /// Whether a point is on a visible part of the surface under the content. Global.
    private func isOnTarget(_ point: Point) -> Bool {
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
}
