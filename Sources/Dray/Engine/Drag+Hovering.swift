// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

// Content that is held still (HIG-19), and what is scrolled below it (HIG-20): the waiting is in `Dwell` and `ScrollBurst`, what
// comes of it happens here.

extension Drag {
    /// The content came over something else, or over nothing (nil).
    func cameOver(_ place: SurfaceID?, at point: Point) {
        if seat.focus?.container != session.origin.container { hasLeftHome = true }
        perform(scrolling.stop())
        rests(over: place, at: point)
    }

    /// What the content is over from now on, for what opens when it rests there.
    func rests(over place: SurfaceID?, at point: Point) {
        guard session.policy.springLoading != .off else { return }
        seat.isAsleep = false
        let time = link.now
        perform(dwell.over(place, at: point, time: time), at: time)
        scheduleLook()
    }

    /// The pointer moved, after nobody had looked any more.
    func wakes(at point: Point, time: Instant) {
        seat.isAsleep = false
        dwell.moved(to: point, at: time)
        scheduleLook()
    }

    /// Looks whether the content rests.
    func look(at time: Instant) {
        guard seat.heldDragID == id else { return }
        seat.noteTime(time)
        perform(scrolling.look(at: time))
        scrollZone(at: time)
        perform(dwell.look(at: time, pointer: session.pointer), at: time)
        lookAtRefusal(at: time)
    }

    /// When a frame of it is due: something moves, or is looked at.
    func nextFrame(after time: Instant) -> Instant? {
        [show.nextFrame(after: time), nextLook].compactMap(\.self).min()
    }

    /// When to look next; nil once the content is released.
    private var nextLook: Instant? {
        guard seat.heldDragID == id else { return nil }
        return [dwell.nextLook, scrolling.end, zone.edges.nextLook, refusal?.end].compactMap(\.self).min()
    }

    /// Somebody scrolls: what the content is over gets the pointer for it.
    func scrolled(at time: Instant) {
        let surface: SurfaceID? =
            switch seat.focus?.place {
            case .surface: seat.focus?.id
            case .host, nil: nil
            }
        perform(scrolling.scrolled(over: surface, at: time))
        scheduleLook()
    }

    func perform(_ effects: [ScrollBurst.Effect]) {
        for effect in effects {
            switch effect {
            case .enter(let id):
                if let surface = link.surfaces[id] { host(.scrollEnters(surface, seat.lastLocal)) }
            case .leave(let id):
                if let surface = link.surfaces[id] { host(.scrollLeaves(surface)) }
            case .repeatMotion: seat.repeatMotion(at: link.now)
            }
        }
    }

    func scheduleLook() {
        if let nextLook { link.engine?.frames.request(at: nextLook) }
    }

    private func perform(_ effects: [Dwell.Effect], at time: Instant) {
        for effect in effects {
            switch effect {
            case .repeatMotion: seat.repeatMotion(at: time)
            case .flash: flash(at: time)
            case .endFlash:
                show.endFlash()
                updatePlaces(at: time)
            case .spring: spring(at: time)
            case .sleep: seat.isAsleep = true
            }
        }
    }

    private func flash(at time: Instant) {
        guard let focus = seat.focus, springs(focus.place) else { return dwell.refuse() }
        updatePlaces(at: time)
        show.flash(at: time)
    }

    /// The pen or finger presses so hard now, from 0 to 1: firmly, and what is below need not wait (HIG-19).
    func pressed(with pressure: Double) {
        guard firmPress.changed(to: pressure), let focus = seat.focus, springs(focus.place) else { return }
        perform(dwell.press(), at: link.now)
        scheduleLook()
    }

    private func springs(_ place: Pick.Place) -> Bool {
        switch place {
        case .surface(let surface): comesForward(surface) || zone.springs
        case .host(let place): place.handlers.sprung != nil
        }
    }

    /// Whether a window lies behind others and comes before them. Not that which the content is dragged out of (HIG-28), before it
    /// has been anywhere else: whoever hesitates there is on the way to what lies in front.
    private func comesForward(_ surface: WlSurface) -> Bool {
        hasLeftHome && link.host?.isBehind(surface, on: seat.id) ?? false
    }

    private func spring(at time: Instant) {
        switch seat.focus?.place {
        case .surface(let surface):
            // What lies behind comes forward before anything in it opens; once only, should the host leave it behind.
            if dwell.depth == .outside, comesForward(surface) {
                if zone.springs { dwell.goInside(at: time) }
                host(.raise(id, surface))
            } else {
                openZone()
            }
        case .host(let place): place.handlers.sprung?(id)
        case nil: return
        }
        feel(.spring)
    }

    /// Something to feel (HIG-35): the host's matter; and feedbackd's, where a hand is on the device that could be felt.
    func feel(_ haptic: Haptic) {
        host(.haptic(haptic))
        switch driver.device.kind {
        case .touch, .pen: link.engine?.announcer?.feel(haptic)
        case .pointer: break
        }
    }
}
