// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

// The zones of a client with the extension: which one the content is over, and what comes of it. A surface without zones is
// never asked for any.

/// How the content stands to the zones of what it is over.
struct ZoneStay {
    /// The one that its client was told of; nil outside of all.
    var entered: Zone?
    /// Content that is held near an edge of it (HIG-20).
    var edges = EdgeScroll()
    /// What is to be told waits until all effects are carried out: it may not come before `wl_data_device.enter`.
    var isDue = false

    /// Whether it opens when content rests over it (HIG-19).
    var springs: Bool { entered?.behaviour.contains(.springLoaded) ?? false }
}

extension Drag {
    /// The zone that the content is over, whatever its client knows.
    var zoneBelow: Zone? {
        guard let zones = seat.focus?.zones?.map, !zones.isEmpty else { return nil }
        return zones.zone(at: seat.lastLocal, driver.device.kind == .touch ? .finger : .pointer)
    }

    /// The content has moved, or the zones have.
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
                // A window's wait goes on across zones that do not spring.
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

    /// All effects are carried out.
    func settleZone() {
        guard zone.isDue else { return }
        zone.isDue = false
        updateZone()
    }

    /// The content leaves what it is over, or the zones are gone.
    func leaveZone() {
        guard let left = zone.entered else { return }
        zone = ZoneStay()
        seat.focus?.zones?.sendLeave(left.id)
        link.frameNeeded()
    }

    /// What lies below the content near an edge scrolls, if it is time.
    func scrollZone(at time: Instant) {
        guard let step = zone.edges.look(at: time) else { return }
        seat.focus?.zones?.sendScroll(step.zone, by: step.by)
    }

    /// The content has rested over the zone.
    func openZone() {
        guard zone.springs, let entered = zone.entered else { return }
        seat.focus?.zones?.sendSpring(entered.id)
    }

    /// The line around the zone, in place of its window (HIG-15); nil where the zone has none.
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
