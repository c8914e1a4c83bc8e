// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

// Spring-loading of content that hovers (HIG-19), and scrolling during a drag (HIG-20). `Dwell` and `ScrollBurst`
// determine the times; their effects are performed here.

extension Drag {
    /// Handles the content entering another surface or place, or none (nil).
    func cameOver(_ place: SurfaceID?, at point: Point) {
        if seat.focus?.container != session.origin.container { hasLeftHome = true }
        perform(scrolling.stop())
        rests(over: place, at: point)
    }

    /// Starts the hover time over a surface, zone or place, for spring-loading.
    func rests(over place: SurfaceID?, at point: Point) {
        guard session.policy.springLoading != .off else { return }
        seat.isAsleep = false
        let time = link.now
        perform(dwell.over(place, at: point, time: time), at: time)
        scheduleLook()
    }

    /// Handles a motion after the checks had been suspended.
    func wakes(at point: Point, time: Instant) {
        seat.isAsleep = false
        dwell.moved(to: point, at: time)
        scheduleLook()
    }

    /// Runs the time-based checks of hovering content.
    func look(at time: Instant) {
        guard seat.heldDragID == id else { return }
        seat.noteTime(time)
        perform(scrolling.look(at: time))
        scrollZone(at: time)
        perform(dwell.look(at: time, pointer: session.pointer), at: time)
        lookAtRefusal(at: time)
    }

    /// Returns the time of the next frame or check.
    func nextFrame(after time: Instant) -> Instant? {
        [show.nextFrame(after: time), nextLook].compactMap(\.self).min()
    }

    /// The time of the next check, or nil once the content is released.
    private var nextLook: Instant? {
        guard seat.heldDragID == id else { return nil }
        return [dwell.nextLook, scrolling.end, zone.edges.nextLook, refusal?.end].compactMap(\.self).min()
    }

    /// Handles scrolling by the user: the surface under the content receives the pointer for it.
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

    /// Handles a change of the pressure of the pen or finger, from 0 to 1: a firm press springs the target without the
    /// delay (HIG-19).
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

    /// Whether a window is behind others and can be raised. Not the window from which the content is dragged (HIG-28)
    /// before the content has left it: a user who pauses there is on the way to a window in front of it.
    private func comesForward(_ surface: WlSurface) -> Bool {
        hasLeftHome && link.host?.isBehind(surface, on: seat.id) ?? false
    }

    private func spring(at time: Instant) {
        switch seat.focus?.place {
        case .surface(let surface):
            // A window is raised before anything in it opens, and only once, even if the host does not raise it.
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

    /// Sends a haptic step (HIG-35) to the host and, for drags by touch or pen, to feedbackd.
    func feel(_ haptic: Haptic) {
        host(.haptic(haptic))
        switch driver.device.kind {
        case .touch, .pen: link.engine?.announcer?.feel(haptic)
        case .pointer: break
        }
    }
}
