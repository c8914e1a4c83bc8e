// SPDX-License-Identifier: MIT

// Where Tab goes, and what waits until it is known what lies around.

extension KeyboardDrag {
    struct Wish: Equatable {
        /// Of Tab; below zero back.
        var steps = 0
        /// Return came after them.
        var confirms = false
        /// When the first of these keys was pressed.
        var since: Instant
    }

    /// What lies around, after ``Effect/lookAround``. Its stops are as good as they will be.
    public mutating func found(_ around: Surroundings, at time: Instant) -> [Effect] {
        guard let wish else { return [] }
        self.wish = nil
        let stops = around.stops ?? []
        switch state {
        case .off, .lifting, .withdrawing: return []
        case .picking:
            let effects = wish.steps == 0 ? [] : step(by: wish.steps, stops, at: time)
            guard wish.confirms else { return effects }
            var known = around
            known.stops = stops
            return effects + lift(known, at: time)
        case .carrying:
            let effects = walk(wish.steps, stops, since: wish.since, at: time)
            guard wish.confirms, case .carrying(var carrying) = state, carrying.walk != nil else { return effects }
            carrying.walk?.dropsOnArrival = true
            state = .carrying(carrying)
            return effects
        }
    }

    /// Tab goes on as soon as it is known where to.
    mutating func waitToGo(_ steps: Int, at time: Instant) -> [Effect] {
        guard wish == nil else {
            wish?.steps += steps
            return []
        }
        wish = Wish(steps: steps, since: time)
        return [.lookAround]
    }

    /// Picking, Tab goes so many steps.
    mutating func step(by steps: Int, _ stops: [DropStop]?, at time: Instant) -> [Effect] {
        guard wish == nil, let stops else { return waitToGo(steps, at: time) }
        guard case .picking(let hand) = state else { return [] }
        guard let stop = stops.stepped(steps, from: picked ?? stops.first { $0.isAt(hand.point) }) else {
            // There is nowhere to go, and who does not see that hears what is left.
            return [.tell(.picking(nil))]
        }
        state = .picking(KeyboardHand(point: stop.point))
        picked = stop
        return [.move(stop.point), .tell(stop.name.map(Announcement.pickingItem) ?? .picking(stop.surface))]
    }

    /// Picks up what is below. What has a name may have moved since it was gone to.
    mutating func lift(_ around: Surroundings, at time: Instant) -> [Effect] {
        guard case .picking(let hand) = state else { return [] }
        var point = hand.point
        var window = around.window
        if let stop = picked, stop.name != nil, stop.point == point {
            guard let stops = around.stops else {
                wish = Wish(confirms: true, since: time)
                return [.lookAround]
            }
            if let index = stops.index(of: stop) {
                picked = stops[index]
                point = stops[index].point
                window = stops[index].window ?? window
            } else if stops.hasNames(in: stop.surface), !around.partial.contains(stop.surface) {
                // Of an application that is slow it may be among what was not told: then it is where it was.
                picked = nil
                return [.tell(.notDraggable)]
            }
        }
        state = .lifting(Lift(at: point, side: Self.side(from: point, in: window), time: time))
        return [.move(point)]
    }

    /// Carrying, Tab goes so many steps, the last of them to what takes the content: on the way from where it stands, and not to
    /// what has refused meanwhile.
    mutating func walk(_ steps: Int, _ stops: [DropStop], since: Instant, at time: Instant) -> [Effect] {
        guard case .carrying(var carrying) = state else { return [] }
        var order = stops.following(carrying.walk?.stops.first ?? carrying.stop, backwards: steps < 0)
        if let refused = carrying.walk?.refused { order.removeAll(where: refused.contains) }
        let passed = steps == 0 ? 0 : (abs(steps) - 1) % max(order.count, 1)
        order = Array(order[passed...] + order[..<passed])
        guard let first = order.first else {
            guard let walk = carrying.walk else { return [.tell(.nothingTakes)] }
            carrying.walk = nil
            carrying.hand.point = walk.origin
            state = .carrying(carrying)
            return [.move(walk.origin), .tell(.nothingTakes)]
        }
        carrying.isByHand = false
        carrying.hand.arrow = nil
        if carrying.walk?.goOn(order, time: time) == nil {
            carrying.walk = StopWalk(order, from: carrying.hand.point, since: since, time: time)
        }
        state = .carrying(carrying)
        return [.move(first.point)]
    }
}
