// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

// A finger that lets go beside what takes the content (HIG-34): `NearMiss` says what is asked, and for how long; here it is
// asked. Meanwhile the drag is held as while a person is asked whether to drop: no device moves it, Escape cancels it, and the
// image stays at the finger.

extension Drag {
    /// A finger's miss, and what became of it.
    enum Miss {
        case none
        /// Places around are asked, each time that the timer says so.
        case asking(NearMiss, TimerSource)
        /// One takes the content, which is there now. The image is still where it was let go of, if that is said. Global.
        case taken(imageAt: Point?)
    }

    /// The content was let go of over a refusal, or over nothing. If there are places around to be asked, they are.
    /// - Returns: whether that goes on: the drop waits for it.
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
        // The host was asked what lies around, and may have ended the drag out of that, or dropped it once more.
        guard seat.heldDragID == id else { return isLookedInto }
        seat.hold(self)
        driver.wait()
        miss = .asking(begun.nearMiss, timer)
        // What follows the pointer stays where it was let go of.
        isFrameDue = true
        link.frameNeeded()
        if let effect = begun.effect { perform(effect) } else { armMiss() }
        if awaited == .names, let names { askForNames(around: names) }
        return true
    }

    /// Whether a miss of this drag's is looked into, still after the host was asked something.
    private var isLookedInto: Bool {
        switch miss {
        case .asking: seat.question === self
        case .none, .taken: false
        }
    }

    /// What has a name around the finger, as the application says it to assistive technology: nobody is started for it.
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

    /// Whether the content is over nothing, or what it is over is no window of a person's: the background, a panel.
    private var isOverNoWindow: Bool {
        guard session.target != nil else { return true }
        guard let host = link.host, host.picks, case .surface(let surface)? = seat.focus?.place,
            let window = host.bounds(of: surface, on: seat.id)?.window
        else { return false }
        let windows = host.windows(on: seat.id)
        // Of a host that lists none nobody knows which surfaces are windows.
        return !windows.isEmpty
            && !windows.contains {
                $0.resource.isAlive && ($0 == surface || host.bounds(of: $0, on: seat.id)?.window == window)
            }
    }

    /// Whether the host has yet to draw a window to know where it is.
    private var hasWindowsToCome: Bool {
        guard let host = link.host, host.picks else { return false }
        return host.windows(on: seat.id).contains { $0.resource.isAlive && host.bounds(of: $0, on: seat.id) == nil }
    }

    /// Whether what the content is over can be asked by motions: a client that says where it takes what.
    private var asksWithin: Bool {
        !isOverNoWindow && session.target?.dialect == .negotiating && seat.focus?.zones == nil
    }

    /// What can be asked, the nearest first: around the finger in what the content is over, if that is asked at all, and in the
    /// windows beside.
    private func placesAround(in asked: DragSeat.Focus?) -> [NearMiss.Spot] {
        let finger = session.pointer
        let inside = asked.map { focus in
            NearMiss.places(around: finger).filter(isOnTarget).map { NearMiss.Spot($0, in: focus.id) }
        }
        let found = ((inside ?? []) + besideWindows).map { (place: $0, distance: $0.point.squaredDistance(to: finger)) }
        return found.filter { $0.distance <= NearMiss.reach * NearMiss.reach }.sorted { $0.distance < $1.distance }
            .map(\.place)
    }

    /// In each window beside that a person can see, the point nearest to the finger, and those of the square around it that are
    /// well inside; not in that where the content comes from, which it has just left.
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

    /// The client has said something of the content.
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

    /// Whether a drop here would be taken.
    var isTaken: Bool {
        session.action != nil && (session.acceptedType != nil || session.target?.dialect == .legacy)
    }

    /// Where the image is, while it follows the pointer. Global.
    var shownPointer: Point {
        switch miss {
        case .none, .taken: session.pointer
        case .asking(let nearMiss, _): nearMiss.origin
        }
    }

    /// Where the image is as it leaves. Global.
    var imagePoint: Point {
        switch miss {
        case .taken(let point?): point
        case .none, .asking, .taken(nil): session.pointer
        }
    }

    /// The image goes to where the content is: a person is asked about it there.
    func bringImage() {
        if case .taken = miss { miss = .taken(imageAt: nil) }
    }

    /// Whether the content was brought to where it is dropped.
    var isBeside: Bool { if case .taken = miss { true } else { false } }

    /// Real time: the clients live in it, whatever clock the host's frames have.
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
            // A window may be gone, or hear of no drags.
            guard case .asking = miss else { return }
            armMiss()
        case .drop:
            guard seat.resume(self) else { return }
            miss = .taken(imageAt: nearMiss.origin)
            letGo()
        case .giveUp: giveUp(at: nearMiss.origin)
        }
    }

    /// It was no near miss: what was let go of is dropped where that was.
    private func giveUp(at origin: Point) {
        bring(to: origin)
        guard seat.resume(self) else { return }
        miss = .none
        deliver(.drop)
    }

    /// The content comes to a place that is asked, be it on what it is over or not. Hosts that know local points only ask what it
    /// is over.
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

    /// What is put down where it was picked up was not meant for what lies beside it.
    private var isAwayFromHome: Bool {
        session.target?.surface != session.origin.surface
            || session.pointer.squaredDistance(to: session.origin.position)
                > ZoneMap.fingerExtent * ZoneMap.fingerExtent
    }

    /// Whether a point is on the surface that the content is over, where a person can see it. Global.
    private func isOnTarget(_ point: Point) -> Bool {
        guard let host = link.host, let focus = seat.focus, !focus.id.isOfHost else { return false }
        // A window may reach over the edge of the screen, or onto another one, where the finger may be.
        if let output = bounds(of: focus.id)?.output, output.contains(session.pointer), !output.contains(point) {
            return false
        }
        guard host.picks else {
            // By its place on the surface: a host that knows local points only has made the others up.
            let local = seat.lastLocal + (point - session.pointer)
            return bounds(of: focus.id).map { $0.window.contains($0.origin + local) } ?? false
        }
        return host.pick(at: point, on: seat.id)?.place == focus.place
    }
}
