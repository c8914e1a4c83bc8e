// SPDX-License-Identifier: MIT

import WaylandClient

/// Drags own cards.
extension Application {
    /// Begins a drag with a press that has moved. Dragging one of several selected cards drags all of them; another
    /// card is dragged alone (HIG-39), and so is the card of a second finger.
    func begin(_ press: Press, of drag: DragDevice, at point: Point) {
        guard let lead = press.item.flatMap({ shelf[$0] }), let frame = shelf.frame(of: lead.id),
            // Content that has not arrived cannot be dragged, and a card not twice.
            lead.text != nil, !devices.values.contains(where: { $0.source.carried?.items.contains(lead.id) == true })
        else { return }
        let isSelected = shelf.selected.contains(lead.id) && drag.role == .regular
        let items = isSelected ? shelf.given : [lead]
        let types = drag.source.begin(
            items.map { ($0, shelf.frame(of: $0.id) ?? frame) }, by: lead, serial: press.serial, from: window,
            grip: press.start - frame.origin, mayGrow: drag.role == .regular && press.device != .pointer,
            container: shelf.area(of: lead.id))
        _ = makeExchange(lead: lead.id, drag.source.undoRecord)
        report("drag-begin", ["types": types, "actions": ["copy", "move"], "beside": drag.role == .reserved])
    }

    func handle(_ event: DragOut.Event, of carried: DragOut.Carried) {
        let items = carried.items
        switch event {
        case .dropPerformed: report("drop-performed")
        case .described(.deselect):
            // Cards that were dropped here stay selected (HIG-37).
            report("deselect")
            if !landedHere.isSuperset(of: items) { deselect(items) }
        case .described(.progress(let type, let bytes, let total)):
            report("sent", ["type": type, "bytes": bytes, "total": total])
        case .described(.failed(let reason)): report("drag-failed", ["reason": "\(reason)"])
        case .finished(let action):
            let result = action.contains(.move) ? "moved" : action.contains(.ask) ? "asked" : "copied"
            report("drag-end", ["result": result, "action": action.name])
            guard !isLandedHere(items) else { return }
            if action.contains(.move) {
                // The cards have moved to another application.
                let exchange = exchanges.last { $0.lead == carried.lead }
                history.record(shelf, exchange: exchange?.number)
                exchange?.items = items.compactMap { shelf[$0] }
                for item in items { shelf.remove(item) }
            } else {
                // The user continues with the copy in the other window (HIG-37).
                deselect(items)
            }
            reportShelf()
        case .cancelled:
            _ = isLandedHere(items)
            report("drag-end", ["result": "cancelled", "reason": "unknown"])
        }
    }

    /// Clears the selection if the cards are selected. Cards that were dragged out of a background window were not, and
    /// the selection stays.
    private func deselect(_ items: [Item.ID]) {
        if items.contains(where: shelf.selected.contains) { shelf.select(nil) }
    }

    /// Whether a finished drag has ended in this window. Two drags may end at nearly the same time, each with its own
    /// cards.
    private func isLandedHere(_ items: [Item.ID]) -> Bool {
        guard landedHere.isSuperset(of: items) else { return false }
        landedHere.subtract(items)
        return true
    }
}
