// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

/// The zones of a client with the extension, and the effects of the zone under the content. Surfaces without zones cost
/// nothing here.
final class DragZones {
    /// The zone that was entered according to its client; nil outside all zones.
    private(set) var entered: Zone?
    /// Automatic scrolling near an edge of the zone (HIG-20).
    private var edges = EdgeScroll()
    /// Whether an update is pending until all effects are performed, since zone events must not precede
    /// `wl_data_device.enter`.
    private var isDue = false

    /// Whether the zone is spring-loaded (HIG-19).
    var springs: Bool { entered?.behaviour.contains(.springLoaded) ?? false }

    /// The time of the next scroll step.
    var nextLook: Instant? { edges.nextLook }

    /// The zone under the content, which its client may not know yet.
    func zoneBelow(_ drag: Drag) -> Zone? {
        guard let zones = drag.seat.focus?.zones?.map, !zones.isEmpty else { return nil }
        return zones.zone(at: drag.seat.lastLocal, drag.driver.device.kind == .touch ? .finger : .pointer)
    }

    /// Updates the zone after the content or the zones have moved.
    func update(_ drag: Drag) {
        guard !drag.link.isDraining else {
            isDue = true
            drag.link.areZonesDue = true
            return
        }
        guard drag.seat.heldDragID == drag.id, let focus = drag.seat.focus, let zones = focus.zones,
            drag.session.target?.surface == focus.id
        else { return leave(drag) }
        let before = entered
        let now = zoneBelow(drag)
        if now != before {
            entered = now
            if now?.id != before?.id {
                if let before { zones.sendLeave(before.id) }
                if let now { zones.sendEnter(now.id) }
                // The hover time of the window continues across zones that are not spring-loaded.
                let place = springs ? now?.id : focus.id
                let hovering = drag.aids.hovering
                if place != hovering.place { hovering.rests(over: place, at: drag.session.pointer, drag) }
            }
            drag.deliver(.containerChanged(now?.container ?? focus.container))
            announce(before, now, on: focus.id, of: drag)
            drag.link.frameNeeded()
        }
        edges.over(now, at: drag.seat.lastLocal, time: drag.link.now)
        if edges.nextLook != nil { drag.aids.hovering.scheduleLook(drag) }
    }

    /// Performs a pending update once all effects are performed.
    func settle(_ drag: Drag) {
        guard isDue else { return }
        isDue = false
        update(drag)
    }

    /// Handles content leaving the surface, or the removal of its zones.
    func leave(_ drag: Drag) {
        guard let left = entered else { return }
        reset()
        drag.seat.focus?.zones?.sendLeave(left.id)
        drag.link.frameNeeded()
    }

    /// Forgets the zone without an event: the content was dropped in it.
    func reset() {
        entered = nil
        edges = EdgeScroll()
        isDue = false
    }

    /// Sends a scroll step near an edge of the zone when one is due.
    func scroll(_ drag: Drag, at time: Instant) {
        guard let step = edges.look(at: time) else { return }
        drag.seat.focus?.zones?.sendScroll(step.zone, by: step.by)
    }

    /// Opens a spring-loaded zone after hovering.
    func open(_ drag: Drag) {
        guard springs, let entered else { return }
        drag.seat.focus?.zones?.sendSpring(entered.id)
    }

    /// The highlight ring around the zone instead of its window (HIG-15); nil if the zone has none.
    func ring(_ drag: Drag) -> Rectangle? {
        guard let entered, let focus = drag.seat.focus, let bounds = drag.bounds(of: focus.id), bounds.isVisible
        else { return nil }
        let isTarget = drag.highlighted == focus.id && entered.behaviour.contains(.accepting)
        guard isTarget || drag.aids.hovering.flashing == entered.id else { return nil }
        let ring = entered.bounds.offset(by: bounds.origin).intersection(bounds.window)
        return ring.isEmpty ? nil : ring
    }

    private func announce(_ before: Zone?, _ now: Zone?, on surface: SurfaceID, of drag: Drag) {
        let outcome = drag.session.feedback.outcome
        guard before?.label ?? "" != now?.label ?? "", outcome != .undecided else { return }
        drag.aids.speech.announce(.over(surface, outcome), of: drag)
    }
}
