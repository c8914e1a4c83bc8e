// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

// The zones of a client with the extension, and the effects of the zone under the content. Surfaces without zones cost
// nothing here.

/// The state of the drag in relation to the zones of the surface under it.
struct ZoneTracker {
    /// The zone that was entered according to its client; nil outside all zones.
    var entered: Zone?
    /// Automatic scrolling near an edge of the zone (HIG-20).
    var edges = EdgeScroll()
    /// Whether an update is pending until all effects are performed, since zone events must not precede
    /// `wl_data_device.enter`.
    var isDue = false

    /// Whether the zone is spring-loaded (HIG-19).
    var springs: Bool { entered?.behaviour.contains(.springLoaded) ?? false }
}

extension Drag {
    /// The zone under the content, which its client may not know yet.
    var zoneBelow: Zone? {
        guard let zones = seat.focus?.zones?.map, !zones.isEmpty else { return nil }
        return zones.zone(at: seat.lastLocal, driver.device.kind == .touch ? .finger : .pointer)
    }

    /// Updates the zone after the content or the zones have moved.
    func updateZone() {
        guard !link.isDraining else {
            zone.isDue = true
            link.areZonesDue = true
            return
        }
        guard seat.heldDragID == id, let focus = seat.focus, let zones = focus.zones,
            session.target?.surface == focus.id
        else { return leaveZone() }
        let before = zone.entered
        let now = zoneBelow
        if now != before {
            zone.entered = now
            if now?.id != before?.id {
                if let before { zones.sendLeave(before.id) }
                if let now { zones.sendEnter(now.id) }
                // The hover time of the window continues across zones that are not spring-loaded.
                let place = zone.springs ? now?.id : focus.id
                if place != dwell.place { rests(over: place, at: session.pointer) }
            }
            deliver(.containerChanged(now?.container ?? focus.container))
            announceZone(before, now, on: focus.id)
            link.frameNeeded()
        }
        zone.edges.over(now, at: seat.lastLocal, time: link.now)
        if zone.edges.nextLook != nil { scheduleLook() }
    }

    /// Performs a pending update once all effects are performed.
    func settleZone() {
        guard zone.isDue else { return }
        zone.isDue = false
        updateZone()
    }

    /// Handles content leaving the surface, or the removal of its zones.
    func leaveZone() {
        guard let left = zone.entered else { return }
        zone = ZoneTracker()
        seat.focus?.zones?.sendLeave(left.id)
        link.frameNeeded()
    }

    /// Sends a scroll step near an edge of the zone when one is due.
    func scrollZone(at time: Instant) {
        guard let step = zone.edges.look(at: time) else { return }
        seat.focus?.zones?.sendScroll(step.zone, by: step.by)
    }

    /// Opens a spring-loaded zone after hovering.
    func openZone() {
        guard zone.springs, let entered = zone.entered else { return }
        seat.focus?.zones?.sendSpring(entered.id)
    }

    /// The highlight ring around the zone instead of its window (HIG-15); nil if the zone has none.
    var zoneRing: Rectangle? {
        guard let entered = zone.entered, let focus = seat.focus, let bounds = bounds(of: focus.id), bounds.isVisible
        else { return nil }
        let isTarget = highlighted == focus.id && entered.behaviour.contains(.accepting)
        guard isTarget || dwell.flashing == entered.id else { return nil }
        let ring = entered.bounds.offset(by: bounds.origin).intersection(bounds.window)
        return ring.isEmpty ? nil : ring
    }

    private func announceZone(_ before: Zone?, _ now: Zone?, on surface: SurfaceID) {
        guard before?.label ?? "" != now?.label ?? "", session.feedback.outcome != .undecided else { return }
        announce(.over(surface, session.feedback.outcome))
    }
}
