// SPDX-License-Identifier: MIT

// While the content is on its way: what is remembered meanwhile, and what a look at it brings. A walk by Tab goes from
// place to place in `StopWalk`; here it is said what came of each.

extension KeyboardDrag {
    struct Due: Equatable {
        let effect: Effect
        let time: Instant
    }

    struct Carrying: Equatable {
        var hand: KeyboardHand
        var walk: StopWalk?
        /// The last that took the content.
        var stop: DropStop?
        /// What a drop would do, as was said last.
        var outcome = Feedback.Outcome.undecided
        var isPressed = true
        /// A hand moves the pointer.
        var isByHand = false
        /// Told already that these take nothing.
        var refusing: [SurfaceID] = []
        /// What is done with the next look, which is due.
        var first: Due?
        /// Where it goes by itself after that, to be dropped there.
        var goal: DropStop?
    }
}

extension KeyboardDrag.Carrying {
    mutating func look(at time: Instant) -> [KeyboardDrag.Effect] {
        if let first, time >= first.time {
            self.first = nil
            guard case .move(let point) = first.effect else { return [first.effect] }
            hand.point = point
            guard let goal else { return [first.effect] }
            var walk = StopWalk([goal], from: point, since: time, time: time)
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
                // Whoever presses Tab hears where it went, also where that is nowhere else.
                if wasInWindow, stop?.name == reached.name { effects.append(.sayAgain) }
                if let name = reached.name {
                    effects.append(.tell(.overZone(name, outcome)))
                } else if wasInWindow {
                    // The session says nothing: to it this is where the content was.
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
