// SPDX-License-Identifier: MIT

// A drag by keyboard while the content is carried: its state, and the effects of a check. `TabTraversal` moves along
// the stops of Tab; this file handles the result of each.

extension KeyboardDrag {
    struct Due: Equatable {
        let effect: Effect
        let time: Instant
    }

    struct Carrying: Equatable {
        var hand: KeyboardPointer
        var walk: TabTraversal?
        /// The last candidate that accepted the content.
        var stop: DropCandidate?
        /// The last known outcome of a drop.
        var outcome = Feedback.Outcome.undecided
        var isPressed = true
        /// Whether the user moves the pointer directly.
        var isByHand = false
        /// The windows that were already announced as accepting nothing.
        var refusing: [SurfaceID] = []
        /// The effect of the next check, which is due.
        var first: Due?
        /// The target of a scripted drag, where the content is dropped.
        var goal: DropCandidate?
    }
}

extension KeyboardDrag.Carrying {
    mutating func look(at time: Instant) -> [KeyboardDrag.Effect] {
        if let first, time >= first.time {
            self.first = nil
            guard case .move(let point) = first.effect else { return [first.effect] }
            hand.point = point
            guard let goal else { return [first.effect] }
            var walk = TabTraversal([goal], from: point, since: time, time: time)
            walk.dropsOnArrival = true
            self.walk = walk
            return [first.effect, .move(goal.point)]
        }
        guard var walk else { return hand.go(at: time).map { [.move($0)] } ?? [] }
        var effects: [KeyboardDrag.Effect] = []
        for effect in walk.look(at: time) {
            switch effect {
            case .move(let point): effects.append(.move(point))
            case .refused(let surface):
                guard !refusing.contains(surface) else { continue }
                refusing.append(surface)
                effects.append(.tell(.takesNothing(surface)))
                walk.said(at: time)
            case .looking:
                effects.append(.tell(.lookingForPlace))
                walk.said(at: time)
            case .arrived(let reached):
                let wasInWindow = stop?.surface == reached.surface
                // Tab always announces its result, even if the candidate is the same.
                if wasInWindow, stop?.name == reached.name { effects.append(.sayAgain) }
                if let name = reached.name {
                    effects.append(.tell(.overZone(name, outcome)))
                } else if wasInWindow {
                    // The session announces nothing, since the surface is the same.
                    effects.append(.tell(.over(reached.surface, outcome)))
                }
                stop = reached
                hand.point = reached.point + Point(x: 1, y: 0)
                self.walk = nil
                guard walk.dropsOnArrival else { return effects }
                isPressed = false
                return effects + [.release]
            case .nowhere(let origin):
                hand.point = origin
                self.walk = nil
                return effects + [.move(origin), .tell(.nothingTakes)]
            }
        }
        self.walk = walk
        return effects
    }
}
