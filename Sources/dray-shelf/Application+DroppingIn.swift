// SPDX-License-Identifier: MIT

import WaylandClient

/// What becomes of something that is dragged over the window and dropped there.
extension Application {
    /// Says what may be done at a point with some of our items, or with something from elsewhere for nil.
    func judge(
        _ point: Point, _ carried: DragOut.Carried?, _ lane: WindowZones.Lane = .usual
    ) -> DropIn.Verdict {
        var verdict = DropIn.Verdict.refused
        if landing(of: [], copying: carried?.items.count ?? 1, grip: nil, at: point, lane) != nil {
            verdict.actions.insert(.copy)
            verdict.preferred = .copy
        }
        if let carried {
            if landing(of: carried.items, grip: carried.grip, at: point, lane) != nil {
                verdict.actions.insert(.move)
                verdict.preferred = .move
            }
        } else if verdict.actions.contains(.copy) {
            verdict.actions.insert(.move)
        }
        return verdict
    }

    /// What is said by the extension of a drop at a point.
    func say(
        of point: Point, _ carried: DragOut.Carried?, items: Int, _ lane: WindowZones.Lane = .usual
    ) -> OfferWords.Answer {
        var answer = OfferWords.Answer()
        let landing = landing(of: carried?.items ?? [], grip: carried?.grip, at: point, lane)
        if carried == nil, let spare = shelf.spare, spare < items { answer.count = max(spare, 1) }
        switch landing {
        case .join: answer.place = shelf.layout.slot(shelf.zone.count, of: shelf.zone.count + 1)
        case .insert(let next): answer.place = shelf.frame(of: next)
        case .shred:
            answer.count = nil
            answer.warning = "What is dropped on the shredder is gone for ever"
        case .swap, .align, .origin, nil: break
        }
        // Beside what can be seen there is no place.
        if let place = answer.place, let bounds = shelf.layout.bounds(of: .zone), !bounds.contains(place.centre) {
            answer.place = nil
        }
        return answer
    }

    func handle(_ event: WindowZones.Event) {
        switch event {
        case .entered(let part):
            report("zone", ["entered": .string(part.label)])
            switch zones?.lane ?? .usual {
            case .usual: dropIn?.reconsider()
            case .beside: dropBeside?.reconsider()
            }
        case .left(let part): report("zone", ["left": .string(part.label)])
        case .sprung: fold(false)
        case .scrolled(.table, let distance): scroll(.table, by: distance)
        case .scrolled(.zone, let distance): scroll(.zone, by: distance)
        case .scrolled(.shredder, _): break
        }
    }

    /// Where a drop counts: a finger that is beside a small part may be on it all the same, as the compositor says (HIG-34).
    private func placed(_ point: Point, _ lane: WindowZones.Lane) -> Point {
        guard let frame = zones?.current[lane].flatMap(shelf.layout.frame), !frame.contains(point) else { return point }
        return Point(
            x: min(max(point.x, frame.origin.x), frame.maxX - 1), y: min(max(point.y, frame.origin.y), frame.maxY - 1))
    }

    private func landing(
        of items: [Item.ID], copying count: Int = 1, grip: Point?, at point: Point, _ lane: WindowZones.Lane = .usual
    ) -> Landing? {
        let point = placed(point, lane)
        let middle = Point(x: Layout.card.width / 2, y: Layout.card.height / 2)
        return shelf.landing(of: items, copying: count, at: point, centre: point - (grip ?? middle) + middle)
    }

    func handle(_ event: DropIn.Event) {
        switch event {
        case .entered(let offer, let accepts, let point):
            report(
                "drag-enter",
                [
                    "types": .strings(offer.types), "actions": .strings(offer.sourceActions.words),
                    "accepts": .optional(accepts), "x": .number(point.x), "y": .number(point.y),
                ])
        case .moved(let point, let carried):
            // Where the compositor does it, it says how far.
            let scroll = zones == nil ? EdgeScroll(at: point, in: shelf.layout)?.continuing(hover?.scroll) : nil
            hover = Hover(point: point, carried: carried, scroll: scroll)
            showLanding()
            // The next frame's time is what scrolls.
            if scroll != nil { window.setNeedsDisplay() }
        case .action(let action, let point):
            report("drag-motion", ["action": .optional(action), "x": .number(point.x), "y": .number(point.y)])
        case .left:
            hover = nil
            zones?.reset(.usual)
            showLanding()
            report("drag-leave")
        case .dropped(let drop):
            hover = nil
            showLanding()
            reportDrop(drop)
            take(drop, by: dropIn, .usual)
            zones?.reset(.usual)
            reportShelf()
        case .selectionChanged: clipboard.selectionChanged()
        case .items(let count, let kinds):
            let kinds = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            report("items", ["count": .number(count), "kinds": .strings(kinds)])
        case .progress(let item, let bytes, let total):
            shelf.update(item, to: .arriving(bytes: bytes, total: total))
            report("arriving", ["bytes": .number(bytes), "total": total.map(JSON.number) ?? .null])
            window.setNeedsDisplay()
        case .received(let item, let texts, let type, let bytes):
            guard let first = texts.first else {
                return fail(item, type: type, reason: "there is nothing in it for us")
            }
            shelf.update(item, to: .text(first))
            var more: [Item.ID] = []
            change { more = $0.add(texts.dropFirst().map { .text($0) }, behind: item) }
            exchanges.last { $0.items.first?.id == item }?.items = ([item] + more).compactMap { shelf[$0] }
            if shredding.remove(item) != nil { shred([item] + more) }
            report(
                "received",
                [
                    "type": .string(type), "size": .number(bytes.count),
                    "text": .string(String(String(decoding: bytes, as: UTF8.self).prefix(4096))),
                    "taken": .string(texts.map(\.plain).joined(separator: "\n")),
                ])
            if doubtful.remove(item) != nil { askToShred([item] + more) }
            if pasted.remove(item) != nil {
                access?.announce(more.isEmpty ? "Pasted “\(first.plain)”" : "\(Self.cards(more.count + 1)) pasted")
            }
            reportShelf()
            window.setNeedsDisplay()
        case .failed(let item, let type, let reason): fail(item, type: type, reason: reason)
        }
    }

    func reportDrop(_ drop: DropIn.Drop) {
        report(
            "drop",
            [
                "type": .string(drop.type), "action": .optional(drop.action.word), "x": .number(drop.point.x),
                "y": .number(drop.point.y),
            ])
    }

    /// Scrolls on with a frame, as long as there is something to scroll to.
    func scrollAtEdge(at time: UInt32) {
        guard var scroll = hover?.scroll else { return }
        let isFirst = hover?.scroll?.isWaiting ?? false
        let isScrolled = self.scroll(scroll.area, by: scroll.advance(to: time))
        guard isFirst || isScrolled else { return }
        hover?.scroll = scroll
        window.setNeedsDisplay()
    }

    /// Scrolls an area; positive is down. What lies under the pointer is another thing then.
    /// - Returns: whether there was something to scroll to.
    @discardableResult
    func scroll(_ area: Layout.Area, by distance: Double) -> Bool {
        let before = shelf.layout
        shelf.scroll(area, by: distance)
        guard shelf.layout != before else { return false }
        reportScroll(area)
        showLanding()
        window.setNeedsDisplay()
        return true
    }

    private func showLanding() {
        let next = hover.flatMap { self.landing(of: $0.carried?.items ?? [], grip: $0.carried?.grip, at: $0.point) }
        guard next != landing else { return }
        landing = next
        window.setNeedsDisplay()
    }

    func take(_ drop: DropIn.Drop, by dropIn: DropIn?, _ lane: WindowZones.Lane) {
        let place = landing(
            of: [], copying: drop.carried?.items.count ?? 1, grip: drop.carried?.grip, at: drop.point, lane)
        if place == .shred, drop.isConfirmed { return shred(drop, by: dropIn) }
        let carried = drop.carried.flatMap { shelf[$0.lead] == nil ? nil : $0 }
        if place == .shred, let carried {
            landedHere.formUnion(carried.items)
            dropIn?.finish(drop)
            return askToShred(carried.items)
        }
        let move: Landing? =
            if let carried, drop.action.contains(.move) {
                landing(of: carried.items, grip: carried.grip, at: drop.point, lane)
            } else { nil }
        // There was room when it was told so; two drags at a time may both have been. Its source hears that nothing came of it.
        guard place != nil || move != nil else { return }
        let exchange = drop.carried == nil ? makeExchange() : nil
        history.record(shelf, exchange: exchange?.number)
        guard let carried else {
            // A placeholder stands for it until it is here.
            var placeholder: Item.ID?
            change {
                placeholder =
                    place == .shred ? $0.put(.arriving(bytes: 0)) : $0.receive(.arriving(bytes: 0), place ?? .join)
            }
            guard let placeholder else { return }
            if place == .shred { doubtful.insert(placeholder) }
            if let exchange {
                exchange.items = shelf[placeholder].map { [$0] } ?? []
                exchange.takeBack = dropIn?.takeBack(drop) { [weak self, weak exchange] event in
                    guard let self, let exchange else { return false }
                    return takeBack(event, incoming: exchange)
                }
            }
            dropIn?.receive(drop, into: placeholder, exchange?.takeBack)
            return
        }
        let corner = drop.point - carried.grip
        landedHere.formUnion(carried.items)
        if let move {
            change(dropped: (carried.lead, at: corner)) { $0.land(carried.items, move) }
        } else if let place {
            // With Option held (HIG-03). Nothing has to be sent: we have it.
            change { shelf in
                let copies = carried.items.compactMap { shelf[$0]?.content }.map { shelf.receive($0, place) }
                shelf.select(copies)
            }
            if let copy = shelf.selection { glides.start(copy, from: corner) }
        }
        dropIn?.finish(drop)
    }

    /// The person has confirmed it.
    private func shred(_ drop: DropIn.Drop, by dropIn: DropIn?) {
        if let carried = drop.carried {
            landedHere.formUnion(carried.items)
            shred(carried.items)
            dropIn?.finish(drop)
            return
        }
        var placeholder: Item.ID?
        change { placeholder = $0.put(.arriving(bytes: 0)) }
        guard let placeholder else { return }
        // It is read all the same: its source is told that it has arrived.
        shredding.insert(placeholder)
        dropIn?.receive(drop, into: placeholder)
    }

    /// The placeholder goes, and the person sees that nothing came of it (HIG-17).
    private func fail(_ item: Item.ID, type: String, reason: String) {
        change { $0.remove(item) }
        shredding.remove(item)
        doubtful.remove(item)
        report("receive-failed", ["type": .string(type), "reason": .string(reason)])
        if pasted.remove(item) != nil { refuse("Nothing could be pasted: \(reason)") }
        reportShelf()
    }
}
