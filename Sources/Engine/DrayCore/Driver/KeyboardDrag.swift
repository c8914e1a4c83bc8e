// SPDX-License-Identifier: MIT

// A complete drag by keyboard (HIG-32). Clients begin drags by pointer, so the seat's pointer is moved and pressed on
// behalf of the user; the drag itself is like any other.
//
//   state        event                                    next         effect
//   -----------  ---------------------------------------  -----------  ------------------------------------------------
//   off          the host's shortcut                      picking      grab the keyboard, show the pointer
//   picking      an arrow, also a held one                picking      move the pointer by a step
//                Tab, Shift and Tab                       picking      move the pointer to the next named object, those
//                                                                      of the focused window first; or to a window
//                Return                                   lifting      see `Lift`; a named object is located again
//                Escape, the shortcut, keyboard removed   off          release the keyboard
//                the user pressed a pointer button        off          the same
//   lifting      a drag began                             carrying     at the next check, move the pointer back to the
//                                                                      content: the host has its grab by then
//                given up                                 withdrawing  move the pointer out of the window; announced
//                Escape, keyboard removed                 withdrawing  the same, without an announcement
//   withdrawing  16 ms later                              picking, off  release the button there, which is no click
//                a drag began after all                   carrying     cancel it
//   off          a drag by name                           lifting      grab the keyboard; then as below, with the
//                                                                      target's position in place of Tab and Return
//   carrying     an arrow                                 carrying     move the pointer by a step
//                Tab, Shift and Tab                       carrying     see `TabTraversal`
//                Return                                   carrying     release the button, which drops
//                the user moved or pressed a pointer      carrying     the pointer takes over; announced
//                the drag ended                           off          release the button if it is down; the keyboard
//                                                                      as after any drag
//
// If the surroundings are unknown at that moment, Tab and Return wait for them (`Wish`): applications are asked for the
// names of objects, and answer later. An arrow, Escape, the pointer, or the end of the state cancels the wait.

/// The state of a drag by keyboard. A value type with one method call per event, which is checked at ``nextLook``.
///
/// Escape during the drag itself, and the meaning of modifiers, are handled by `DragDriver` and the session as in every
/// drag.
public struct KeyboardDrag: Equatable, Sendable {
    public let keys: KeyboardDragKeys
    /// The keys that had a meaning, and are down.
    public private(set) var keptKeys = KeptKeys()
    var state = State.off {
        didSet { if state.isOther(than: oldValue) { wish = nil } }
    }
    /// The keys that wait until the surroundings are known.
    var wish: Wish?
    /// The candidate that Tab has moved to while the user chooses what to drag.
    var picked: DropCandidate?
    /// The drag by name in progress, until its result is known.
    var errand: ScriptedDrag?

    public enum Effect: Hashable, Sendable {
        /// Grabs the keyboard and makes sure that the seat has a pointer.
        case start
        /// Moves the pointer to this position. Global, in points.
        case move(Point)
        /// Moves the pointer from this position out of the window by the shortest way, see ``refuge(from:in:)``.
        case leaveWindow(at: Point)
        /// Presses or releases the left button.
        case press
        case release
        /// Cancels the drag.
        case cancel
        /// Announces a step (HIG-33).
        case tell(Announcement)
        /// Repeats the next announcement even if it equals the previous one.
        case sayAgain
        /// Requests the surroundings, which the owner passes to ``found(_:at:)``. Always the last effect.
        case lookAround
        /// Reports the result of a drag by name.
        case errandDone(ScriptedDrag.End)
        /// Ends the drag by keyboard.
        case end
    }

    enum State: Equatable {
        case off
        case picking(KeyboardPointer)
        case lifting(Lift)
        case withdrawing(Withdrawal)
        /// Indirect, since it is many times as large as the other cases.
        indirect case carrying(Carrying)

        /// Whether pending keys of the previous state have no meaning in this one.
        func isOther(than before: State) -> Bool {
            switch (self, before) {
            case (.picking, .picking), (.carrying, .carrying): false
            case (_, _): true
            }
        }
    }

    struct Withdrawal: Equatable {
        /// The assumed position of the content.
        let point: Point
        let due: Instant
        /// Whether the user continues to choose afterwards.
        let goesOn: Bool
    }

    /// The maximum motion of a pointer that the user does not hold, in points.
    public static let tremble = 10.0
    /// The time that the pointer stays outside before the button is released, in microseconds.
    static let withdrawTime: UInt64 = 16_000

    public init(keys: KeyboardDragKeys = .standard) {
        self.keys = keys
    }

    public var isOn: Bool { state != .off }

    /// The pointer position, as far as keys have moved it.
    public var point: Point? {
        switch state {
        case .off: nil
        case .picking(let hand): hand.point
        case .lifting(let lift): lift.point
        case .withdrawing(let withdrawal): withdrawal.point
        case .carrying(let carrying): carrying.hand.point
        }
    }

    /// The time of the next check; nil if there is none.
    public var nextLook: Instant? {
        switch state {
        case .off: nil
        case .picking(let hand): hand.arrow?.next
        case .lifting(let lift): lift.nextLook
        case .withdrawing(let withdrawal): withdrawal.due
        case .carrying(let carrying): carrying.first?.time ?? carrying.walk?.nextLook ?? carrying.hand.arrow?.next
        }
    }

    // MARK: The user

    /// Handles the host's shortcut.
    /// - Parameters:
    ///   - point: The initial pointer position. Global, in points.
    ///   - window: The window in which the user chooses; nil for none.
    public mutating func begin(at point: Point, in window: SurfaceID?) -> [Effect] {
        switch state {
        case .off:
            state = .picking(KeyboardPointer(point: point))
            picked = nil
            return [.start, .move(point), .tell(.picking(window))]
        case .picking: return stop()
        case .lifting, .withdrawing, .carrying: return []
        }
    }

    /// Returns the meaning of a key.
    /// - Returns: Nil if the key has no meaning now and is not consumed.
    public func meaning(of keysym: UInt32, shift: Bool) -> KeyboardDragKeys.Meaning? {
        guard isOn, let meaning = keys.meanings[keysym] else { return nil }
        switch (state, meaning) {
        case (.carrying, .cancel): return nil  // Handled by `DragDriver`.
        case (_, .next) where shift: return .previous
        case (_, _): return meaning
        }
    }

    /// The surroundings of the pointer, as known to the engine when a key is pressed.
    public struct Surroundings: Equatable, Sendable {
        /// The stops of Tab in order; nil if unknown, as for keys that do not need them.
        public var stops: [DropCandidate]?
        /// The bounds of the window under the pointer; nil if there is none.
        public var window: Rectangle?
        /// The bounds of the output under the pointer.
        public var screen: Rectangle?
        /// The windows whose applications have not listed all their objects in time.
        public var partial: Set<SurfaceID>

        public init(
            stops: [DropCandidate]? = nil, window: Rectangle? = nil, screen: Rectangle? = nil,
            partial: Set<SurfaceID> = []
        ) {
            self.stops = stops
            self.window = window
            self.screen = screen
            self.partial = partial
        }
    }

    /// Handles the press of a key with a meaning.
    public mutating func pressed(
        _ meaning: KeyboardDragKeys.Meaning, code: UInt32, shift: Bool, _ around: Surroundings, at time: Instant
    ) -> [Effect] {
        keptKeys.keep(code)
        switch state {
        case .off, .withdrawing: return []
        case .lifting(let lift):
            return meaning == .cancel ? withdraw(lift, goesOn: false, at: time) : []
        case .carrying where errand != nil && meaning == .confirm:
            return []  // A scripted drag drops without Return.
        case .carrying where errand != nil && meaning != .cancel:
            // The user continues by keyboard.
            let done = finish(.takenOver)
            return done + pressed(meaning, code: code, shift: shift, around, at: time)
        case .picking(var hand):
            switch meaning {
            case .left, .right, .up, .down:
                wish = nil
                let point = hand.step(meaning, code: code, shift: shift, at: time)
                state = .picking(hand)
                return [.move(point)]
            case .next: return step(by: 1, around.stops, at: time)
            case .previous: return step(by: -1, around.stops, at: time)
            case .confirm:
                if wish != nil {
                    wish?.confirms = true
                    return []
                }
                return lift(around, at: time)
            case .cancel: return stop()
            }
        case .carrying(var carrying):
            switch meaning {
            case .left, .right, .up, .down:
                wish = nil
                carrying.walk = nil
                carrying.isByHand = false
                let point = carrying.hand.step(meaning, code: code, shift: shift, at: time)
                state = .carrying(carrying)
                return [.move(point)]
            case .next, .previous:
                let steps = meaning == .previous ? -1 : 1
                guard wish == nil, let stops = around.stops else { return waitToGo(steps, at: time) }
                return walk(steps, stops, since: time, at: time)
            case .confirm:
                guard carrying.isPressed else { return [] }
                if wish != nil {
                    wish?.confirms = true
                    return []
                }
                guard carrying.walk == nil else {
                    carrying.walk?.dropsOnArrival = true
                    state = .carrying(carrying)
                    return []
                }
                carrying.isPressed = false
                state = .carrying(carrying)
                return [.release]
            case .cancel: return []
            }
        }
    }

    /// Handles the release of a key.
    /// - Returns: Whether its press had a meaning.
    public mutating func released(_ code: UInt32) -> Bool {
        switch state {
        case .picking(var hand) where hand.arrow?.code == code:
            hand.arrow = nil
            state = .picking(hand)
        case .carrying(var carrying) where carrying.hand.arrow?.code == code:
            carrying.hand.arrow = nil
            state = .carrying(carrying)
        case .off, .picking, .lifting, .withdrawing, .carrying: break
        }
        return keptKeys.release(code)
    }

    /// Transfers the ownership of keys that are still down to the caller. Their releases are no longer sent here.
    public mutating func handOverKeys() -> KeptKeys {
        let keys = keptKeys
        keptKeys = KeptKeys()
        return keys
    }

    /// Handles the removal of the keyboard, or a request of the host to end this.
    public mutating func keyboardGone(at time: Instant) -> [Effect] {
        keptKeys = KeptKeys()
        switch state {
        case .off: return []
        case .picking: return stop()
        case .lifting(let lift): return withdraw(lift, goesOn: false, at: time)
        case .withdrawing(let withdrawal):
            state = .withdrawing(Withdrawal(point: withdrawal.point, due: withdrawal.due, goesOn: false))
            return []
        case .carrying(var carrying):
            carrying.hand.arrow = nil
            state = .carrying(carrying)
            return []
        }
    }

    /// Handles a motion of the pointer by the user.
    public mutating func handMoved(to point: Point) -> [Effect] {
        switch state {
        case .carrying(var carrying):
            guard carrying.isByHand || carrying.hand.point.squaredDistance(to: point) > Self.tremble * Self.tremble
            else { return [] }
            let isNew = !carrying.isByHand
            carrying.isByHand = true
            carrying.walk = nil
            wish = nil
            // The pointer is not moved back to the content.
            if case .move = carrying.first?.effect { carrying.first = nil }
            carrying.hand = KeyboardPointer(point: point)
            state = .carrying(carrying)
            return isNew ? [.tell(.pointerTookOver)] + finish(.takenOver) : []
        case .off, .picking, .lifting, .withdrawing: return []
        }
    }

    /// Handles a button press by the user.
    public mutating func handPressed() -> [Effect] {
        switch state {
        case .picking: return stop()
        case .carrying(var carrying):
            let isNew = !carrying.isByHand
            carrying.isByHand = true
            carrying.walk = nil
            wish = nil
            carrying.hand.arrow = nil
            state = .carrying(carrying)
            return isNew ? [.tell(.pointerTookOver)] + finish(.takenOver) : []
        case .off, .lifting, .withdrawing: return []
        }
    }

    // MARK: The drag

    /// Handles the beginning of a drag on the seat.
    public mutating func dragBegan(at time: Instant) -> [Effect] {
        switch state {
        case .off, .carrying: return []
        case .picking:
            // Begun by the user's pointer.
            state = .off
            return [.end]
        case .lifting(let lift):
            let first = Due(effect: .move(lift.point), time: time)
            state = .carrying(
                Carrying(hand: KeyboardPointer(point: lift.pointer), first: first, goal: errand?.target))
        case .withdrawing(let withdrawal):
            let first = Due(effect: .cancel, time: time)
            state = .carrying(Carrying(hand: KeyboardPointer(point: withdrawal.point), first: first))
        }
        return []
    }

    /// Handles a change of the outcome of a drop.
    public mutating func answered(_ outcome: Feedback.Outcome, at time: Instant) {
        guard case .carrying(var carrying) = state else { return }
        carrying.outcome = outcome
        switch outcome {
        case .copy, .move, .ask: carrying.walk?.answered(true, at: time)
        case .undecided, .notPossible: carrying.walk?.answered(false, at: time)
        }
        state = .carrying(carrying)
    }

    /// Handles the end of the drag on the seat.
    public mutating func dragEnded() -> [Effect] {
        switch state {
        case .off, .picking, .lifting, .withdrawing: return []
        case .carrying(let carrying):
            state = .off
            return (carrying.isPressed ? [.release] : []) + finish(.interrupted) + [.end]
        }
    }

    /// Handles a pointer that was clamped to this position at the edge of the screen.
    public mutating func pointerStopped(at point: Point) {
        guard case .carrying(var carrying) = state, carrying.walk == nil else { return }
        carrying.hand.point = point
        state = .carrying(carrying)
    }

    // MARK: Time

    /// Checks which effects are due.
    public mutating func look(at time: Instant) -> [Effect] {
        switch state {
        case .off: return []
        case .picking(var hand):
            guard let point = hand.go(at: time) else { return [] }
            state = .picking(hand)
            return [.move(point)]
        case .lifting(var lift):
            let effect = lift.look(at: time)
            state = .lifting(lift)
            switch effect {
            case nil: return []
            case .press: return [.press]
            case .move(let point): return [.move(point)]
            case .giveUp:
                return withdraw(lift, goesOn: errand == nil, at: time) + [.tell(.notDraggable)] + finish(.notDraggable)
            }
        case .withdrawing(let withdrawal):
            guard time >= withdrawal.due else { return [] }
            guard withdrawal.goesOn else {
                state = .off
                return [.release] + finish(.interrupted) + [.end]
            }
            state = .picking(KeyboardPointer(point: withdrawal.point))
            return [.release, .move(withdrawal.point)]
        case .carrying(var carrying):
            let effects = carrying.look(at: time)
            state = .carrying(carrying)
            return effects.flatMap { effect in
                switch (effect, errand) {
                case (.release, .some): finish(.dropped) + [effect]
                case (.tell(.nothingTakes), .some): [effect] + finish(.refused) + [.cancel]
                case (_, _): [effect]
                }
            }
        }
    }

    // MARK: Details

    private mutating func stop() -> [Effect] {
        state = .off
        return [.tell(.ended(.interrupted(.escape)))] + finish(.interrupted) + [.end]
    }

    private mutating func withdraw(_ lift: Lift, goesOn: Bool, at time: Instant) -> [Effect] {
        guard lift.isPressed else { return stop() }
        let due = time.advanced(byMicroseconds: Self.withdrawTime)
        state = .withdrawing(Withdrawal(point: lift.point, due: due, goesOn: goesOn))
        return [.leaveWindow(at: lift.point)]
    }
}
