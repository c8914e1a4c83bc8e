// SPDX-License-Identifier: MIT

// The effect of Tab, and requests that wait until the surroundings are known.

extension KeyboardDrag {
    struct Wish: Equatable {
        /// The number of Tab steps; negative for backwards.
        var steps = 0
        /// Whether Return was pressed after them.
        var confirms = false
        /// The time of the first of these key presses.
        var since: Instant
    }

    /// Handles the surroundings that ``Effect/lookAround`` requested. They are final, even if incomplete.
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

    /// Queues Tab steps until the surroundings are known.
    mutating func waitToGo(_ steps: Int, at time: Instant) -> [Effect] {
        guard wish == nil else {
            wish?.steps += steps
            return []
        }
        wish = Wish(steps: steps, since: time)
        return [.lookAround]
    }

    /// Moves by a number of Tab steps while the user chooses what to drag.
    mutating func step(by steps: Int, _ stops: [DropCandidate]?, at time: Instant) -> [Effect] {
        guard wish == nil, let stops else { return waitToGo(steps, at: time) }
        guard case .picking(let hand) = state else { return [] }
        guard let stop = stops.stepped(steps, from: picked ?? stops.first { $0.isAt(hand.point) }) else {
            // There are no stops; the announcement says so to users who cannot see the screen.
            return [.tell(.picking(nil))]
        }
        state = .picking(KeyboardPointer(point: stop.point))
        picked = stop
        return [.move(stop.point), .tell(stop.name.map(Announcement.pickingItem) ?? .picking(stop.surface))]
    }

    /// Picks up the object under the pointer. A named object may have moved since the pointer was moved to it.
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
                // The list of a slow application may be incomplete. In that case, the object is assumed to be in its
                // last position.
                picked = nil
                return [.tell(.notDraggable)]
            }
        }
        state = .lifting(Lift(at: point, side: Self.side(from: point, in: window), time: time))
        return [.move(point)]
    }

    /// Moves the content by a number of Tab steps, the last of them to a candidate that accepts it. The walk begins at
    /// the current candidate and skips those that have refused already.
    mutating func walk(_ steps: Int, _ stops: [DropCandidate], since: Instant, at time: Instant) -> [Effect] {
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
            carrying.walk = TabTraversal(order, from: carrying.hand.point, since: since, time: time)
        }
        state = .carrying(carrying)
        return [.move(first.point)]
    }
}
