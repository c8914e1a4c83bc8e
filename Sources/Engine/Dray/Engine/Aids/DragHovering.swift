// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

/// Spring-loading of content that hovers (HIG-19), and scrolling during a drag (HIG-20). `Dwell` and `ScrollBurst`
/// determine the times; their effects are performed here.
final class DragHovering {
    /// The hover time over one surface, zone or place.
    private var dwell: Dwell
    /// The pressure of the pen or finger that holds the content.
    private var firmPress = FirmPress()
    /// The pointer focus during scrolling.
    private var scrolling = ScrollBurst()
    /// Whether the content has been outside its origin window.
    private var hasLeftHome = false

    init(springWait: UInt64?) {
        dwell = Dwell(wait: springWait)
    }

    /// The surface, zone or place that the content hovers over.
    var place: SurfaceID? { dwell.place }

    /// The surface, zone or place that flashes.
    var flashing: SurfaceID? { dwell.flashing }

    /// Handles the content entering another surface or place, or none (nil).
    func cameOver(_ place: SurfaceID?, at point: Point, _ drag: Drag) {
        if drag.seat.focus?.container != drag.session.origin.container { hasLeftHome = true }
        stopScrolling(drag)
        rests(over: place, at: point, drag)
    }

    /// Starts the hover time over a surface, zone or place, for spring-loading.
    func rests(over place: SurfaceID?, at point: Point, _ drag: Drag) {
        guard drag.session.policy.springLoading != .off else { return }
        drag.seat.isAsleep = false
        let time = drag.link.now
        perform(dwell.over(place, at: point, time: time), at: time, drag)
        scheduleLook(drag)
    }

    /// Handles a motion after the checks had been suspended.
    func wakes(at point: Point, time: Instant, _ drag: Drag) {
        drag.seat.isAsleep = false
        dwell.moved(to: point, at: time)
        scheduleLook(drag)
    }

    /// Runs the time-based checks of hovering content.
    func look(at time: Instant, _ drag: Drag) {
        guard drag.seat.heldDragID == drag.id else { return }
        drag.seat.noteTime(time)
        perform(scrolling.look(at: time), drag)
        drag.aids.zones.scroll(drag, at: time)
        perform(dwell.look(at: time, pointer: drag.session.pointer), at: time, drag)
        drag.aids.conversion.lookAtRefusal(at: time, drag)
    }

    /// Returns the time of the next frame or check.
    func nextFrame(after time: Instant, _ drag: Drag) -> Instant? {
        [drag.show.nextFrame(after: time), nextLook(drag)].compactMap(\.self).min()
    }

    /// The time of the next check, or nil once the content is released.
    private func nextLook(_ drag: Drag) -> Instant? {
        guard drag.seat.heldDragID == drag.id else { return nil }
        return [dwell.nextLook, scrolling.end, drag.aids.zones.nextLook, drag.aids.conversion.nextLook]
            .compactMap(\.self).min()
    }

    /// Handles scrolling by the user: the surface under the content receives the pointer for it.
    func scrolled(at time: Instant, _ drag: Drag) {
        let surface: SurfaceID? =
            switch drag.seat.focus?.place {
            case .surface: drag.seat.focus?.id
            case .host, nil: nil
            }
        perform(scrolling.scrolled(over: surface, at: time), drag)
        scheduleLook(drag)
    }

    func stopScrolling(_ drag: Drag) { perform(scrolling.stop(), drag) }

    private func perform(_ effects: [ScrollBurst.Effect], _ drag: Drag) {
        for effect in effects {
            switch effect {
            case .enter(let id):
                if let surface = drag.link.surfaces[id] { drag.host(.scrollEnters(surface, drag.seat.lastLocal)) }
            case .leave(let id):
                if let surface = drag.link.surfaces[id] { drag.host(.scrollLeaves(surface)) }
            case .repeatMotion: drag.seat.repeatMotion(at: drag.link.now)
            }
        }
    }

    func scheduleLook(_ drag: Drag) {
        if let nextLook = nextLook(drag) { drag.link.engine?.frames.request(at: nextLook) }
    }

    private func perform(_ effects: [Dwell.Effect], at time: Instant, _ drag: Drag) {
        for effect in effects {
            switch effect {
            case .repeatMotion: drag.seat.repeatMotion(at: time)
            case .flash: flash(at: time, drag)
            case .endFlash:
                drag.show.endFlash()
                drag.updatePlaces(at: time)
            case .spring: spring(at: time, drag)
            case .sleep: drag.seat.isAsleep = true
            }
        }
    }

    private func flash(at time: Instant, _ drag: Drag) {
        guard let focus = drag.seat.focus, springs(focus.place, drag) else { return dwell.refuse() }
        drag.updatePlaces(at: time)
        drag.show.flash(at: time)
    }

    /// Handles a change of the pressure of the pen or finger, from 0 to 1: a firm press springs the target without the
    /// delay (HIG-19).
    func pressed(with pressure: Double, _ drag: Drag) {
        guard firmPress.changed(to: pressure), let focus = drag.seat.focus, springs(focus.place, drag) else { return }
        perform(dwell.press(), at: drag.link.now, drag)
        scheduleLook(drag)
    }

    private func springs(_ place: Pick.Place, _ drag: Drag) -> Bool {
        switch place {
        case .surface(let surface): comesForward(surface, drag) || drag.aids.zones.springs
        case .host(let place): place.handlers.sprung != nil
        }
    }

    /// Whether a window is behind others and can be raised. Not the window from which the content is dragged (HIG-28)
    /// before the content has left it: a user who pauses there is on the way to a window in front of it.
    private func comesForward(_ surface: WlSurface, _ drag: Drag) -> Bool {
        hasLeftHome && drag.link.host?.isBehind(surface, on: drag.seat.id) ?? false
    }

    private func spring(at time: Instant, _ drag: Drag) {
        switch drag.seat.focus?.place {
        case .surface(let surface):
            // A window is raised before anything in it opens, and only once, even if the host does not raise it.
            if dwell.depth == .outside, comesForward(surface, drag) {
                if drag.aids.zones.springs { dwell.goInside(at: time) }
                drag.host(.raise(drag.id, surface))
            } else {
                drag.aids.zones.open(drag)
            }
        case .host(let place): place.handlers.sprung?(drag.id)
        case nil: return
        }
        drag.aids.speech.feel(.spring, of: drag)
    }
}
