// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Handles drags over the window, and drops.
extension Application {
    /// Returns the permitted actions at a point for some of the own cards, or for other content (nil), and the
    /// description of the drop for the extension.
    func judge(_ point: Point, _ carried: DragOut.Carried?, items: Int, _ role: DragDevice.Role) -> DropIn.Verdict {
        var verdict = DropIn.Verdict()
        if landing(of: [], copying: carried?.items.count ?? 1, at: point, role) != nil {
            verdict.actions.insert(.copy)
            verdict.preferred = .copy
        }
        let landing = landing(of: carried?.items ?? [], grip: carried?.grip, at: point, role)
        if carried != nil, landing != nil {
            verdict.actions.insert(.move)
            verdict.preferred = .move
        } else if carried == nil, verdict.actions.contains(.copy) {
            verdict.actions.insert(.move)
        }
        guard !verdict.actions.isEmpty else { return verdict }
        switch landing {
        case .join: verdict.answer.place = shelf.layout.slot(shelf.zone.count, of: shelf.zone.count + 1)
        case .insert(let next): verdict.answer.place = shelf.frame(of: next)
        case .shred: verdict.answer.warning = "Cards in the shredder are gone for ever"
        case .swap, .align, .origin, nil: break
        }
        if landing != .shred, carried == nil, let spare = shelf.spare, spare < items {
            verdict.answer.count = max(spare, 1)
        }
        // A place that is scrolled out of view is not reported.
        if let place = verdict.answer.place, shelf.layout.zone?.contains(place.centre) == false {
            verdict.answer.place = nil
        }
        return verdict
    }

    /// - Parameter grip: the vector from the upper left corner of the dragged card to the pointer.
    func landing(
        of items: [Item.ID], copying count: Int = 1, grip: Point? = nil, at point: Point, _ role: DragDevice.Role
    ) -> Landing? {
        var point = point
        // A touch point near a small part may count as inside, as the compositor decides (HIG-34).
        if let frame = zones?.current[role].flatMap(shelf.layout.bounds), !frame.contains(point) {
            point.x = min(max(point.x, frame.origin.x), frame.maxX - 1)
            point.y = min(max(point.y, frame.origin.y), frame.maxY - 1)
        }
        let middle = Point(x: Layout.card.width / 2, y: Layout.card.height / 2)
        return shelf.landing(of: items, copying: count, at: point, centre: point - (grip ?? middle) + middle)
    }

    func handle(_ event: DrayDragZoneV1.Event, _ area: Layout.Area) {
        switch event {
        case .enter:
            report("zone", ["entered": area.label])
            if let role = zones?.role { devices[role]?.target.reconsider() }
        case .leave: report("zone", ["left": area.label])
        case .spring: fold(false)
        case .scroll(_, let distance): scroll(area, by: distance.doubleValue)
        }
    }

    func handle(_ event: DropIn.Event, of drag: DragDevice) {
        switch event {
        case .began: zones?.role = drag.role
        case .entered(let offer, let accepts, let point):
            report(
                "drag-enter",
                [
                    "types": offer.types, "actions": offer.sourceActions.names, "accepts": accepts, "x": point.x,
                    "y": point.y,
                ])
        case .moved(let visit):
            drag.hover = visit
            report("drag-motion", ["action": visit.action.name, "x": visit.point.x, "y": visit.point.y])
        case .left:
            drag.hover = nil
            zones?.reset(drag.role)
            report("drag-leave")
        case .dropped(let drop):
            drag.hover = nil
            report("drop", ["type": drop.type, "action": drop.action.name, "x": drop.point.x, "y": drop.point.y])
            take(drop, by: drag)
            zones?.reset(drag.role)
            reportShelf()
        case .items(let count, let kinds):
            let kinds = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            report("items", ["count": count, "kinds": kinds])
        case .progress(let item, let bytes, let total):
            shelf.update(item, to: .arriving(bytes: bytes, total: total))
            report("arriving", ["bytes": bytes, "total": total])
        case .received(let item, let texts, let type, let bytes):
            guard let first = texts.first else { return }
            shelf.update(item, to: .text(first))
            let more = shelf.add(texts.dropFirst(), behind: item)
            exchanges.last { $0.items.first?.id == item }?.items = ([item] + more).compactMap { shelf[$0] }
            let text = String(String(decoding: bytes, as: UTF8.self).prefix(4096))
            report("received", ["type": type, "size": bytes.count, "text": text])
            reportShelf()
        case .failed(let item, let type, let reason):
            // The placeholder is removed, and the user sees that the transfer has failed (HIG-17).
            shelf.remove(item)
            report("receive-failed", ["type": type, "reason": reason])
            reportShelf()
        }
    }

    private func take(_ drop: DropIn.Visit, by drag: DragDevice) {
        let carried = drop.carried.flatMap { shelf[$0.lead] == nil ? nil : $0 }
        // There was room when the action was sent, but another drag may have taken it. An offer that is destroyed
        // unfinished notifies the source of the failure.
        let place = landing(of: [], copying: carried?.items.count ?? 1, grip: carried?.grip, at: drop.point, drag.role)
        if place == .shred {
            if drop.isConfirmed { shred(drop, by: drag) }
        } else if let carried {
            let move =
                drop.action.contains(.move)
                ? landing(of: carried.items, grip: carried.grip, at: drop.point, drag.role) : nil
            guard move != nil || place != nil else { return }
            landedHere.formUnion(carried.items)
            history.record(shelf)
            if let move {
                shelf.land(carried.items, move)
            } else if let place {
                // A copy with Option held (HIG-03). No data is transferred, since the content is here.
                shelf.select(carried.items.compactMap { shelf[$0]?.content }.map { shelf.receive($0, place) })
            }
            drag.target.finish(drop)
        } else if let place {
            let exchange = makeExchange { drag.target.undoRecord(drop, $0) }
            history.record(shelf, exchange: exchange.number)
            // A placeholder stands for the content until it has arrived.
            let placeholder = shelf.receive(.arriving(bytes: 0), place)
            exchange.items = [placeholder].compactMap { shelf[$0] }
            drag.target.receive(drop, into: placeholder, exchange.record)
        }
    }

    /// Deletes cards of this window, or of another one, which then removes them. This cannot be undone (HIG-27), so no
    /// step of the history restores the cards.
    private func shred(_ drop: DropIn.Visit, by drag: DragDevice) {
        let ids = drop.carried?.items ?? []
        landedHere.formUnion(ids)
        for id in ids { shelf.remove(id) }
        history = History()
        exchanges.removeAll { $0.items.contains { ids.contains($0.id) } }
        drag.target.finish(drop)
        report("shredded")
    }
}
