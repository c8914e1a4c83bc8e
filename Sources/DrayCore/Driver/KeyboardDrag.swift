// SPDX-License-Identifier: MIT

// A whole drag by keyboard (HIG-32). Clients begin drags by pointer, so the pointer of the seat is moved and pressed for the
// person, as a hand would; the drag itself is one like all others.
//
//   state        what happened                            next         what is done
//   -----------  ---------------------------------------  -----------  ------------------------------------------------
//   off          the host's shortcut                      picking      the keyboard is Dray's, the pointer comes
//   picking      an arrow, also one that is held          picking      the pointer goes a step
//                Tab, Shift and Tab                       picking      the pointer goes to the next thing with a name,
//                                                                      that of the focused window first; or window
//                Return                                   lifting      see `Lift`; what has a name is looked for again
//                Escape, the shortcut, the keyboard gone  off          the keyboard is the clients' again
//                a hand pressed a button                  off          the same
//   lifting      a drag began                             carrying     with the next look the pointer goes back to the
//                                                                      content: the host has its grab by then
//                given up                                 withdrawing  the pointer goes out of the window: told
//                Escape, the keyboard gone                withdrawing  the same, untold
//   withdrawing  16 ms later                              picking, off  released out there, so that it is no click
//                a drag began after all                   carrying     it is cancelled
//   off          something is to be dragged by name       lifting      the keyboard is Dray's; from here on as below, with
//                                                                      the place where to in place of Tab and Return
//   carrying     an arrow                                 carrying     the pointer goes a step
//                Tab, Shift and Tab                       carrying     see `StopWalk`
//                Return                                   carrying     released: that drops
//                a hand moved or pressed                  carrying     the hand has it from here on: told
//                the drag is over                         off          released, if it is not; the keyboard as after
//                                                                      any drag
//
// Where what lies around is not known at that moment, Tab and Return wait for it (`Wish`): applications are asked for the
// names of things, and answer later. An arrow, Escape, a hand, or the end of the state, and nobody waits any more.

/// Who drags by keyboard, and how far that is: a value with one event a call, which is told when to look.
///
/// Escape during the drag itself, and what modifiers mean, is `DragDriver`'s and the session's matter as with every drag.
public struct KeyboardDrag: Equatable, Sendable {
    public let keys: KeyboardDragKeys
    /// Keys that meant something, and are down.
    public private(set) var keptKeys = KeptKeys()
    var state = State.off {
        didSet { if state.isOther(than: oldValue) { wish = nil } }
    }
    /// What is done as soon as it is known what lies around.
    var wish: Wish?
    /// Where Tab has gone, of what may be picked up.
    var picked: DropStop?
    /// What is dragged by name, until it is known what becomes of that.
    var errand: Errand?

    public enum Effect: Hashable, Sendable {
        /// The keyboard is no client's from here on, and the seat has a pointer.
        case start
        /// The pointer moves here. Global, in points.
        case move(Point)
        /// The pointer leaves the window at this point by the shortest way, see ``refuge(from:in:)``.
        case leaveWindow(at: Point)
        /// The left button goes down, or up.
        case press
        case release
        /// The drag is broken off.
        case cancel
        /// To be told in words (HIG-33).
        case tell(Announcement)
        /// What is told next is said even if it was said before.
        case sayAgain
        /// Somebody is to find out what lies around, and to say it by ``found(_:at:)``. Comes last.
        case lookAround
        /// What was dragged by name was dropped, or was not.
        case errandDone(Errand.End)
        /// It is over.
        case end
    }

    enum State: Equatable {
        case off
        case picking(KeyboardHand)
        case lifting(Lift)
        case withdrawing(Withdrawal)
        /// Kept elsewhere, as it is many times as large as the others.
        indirect case carrying(Carrying)

        /// Whether what a person has wished in the one means nothing in the other.
        func isOther(than before: State) -> Bool {
            switch (self, before) {
            case (.picking, .picking), (.carrying, .carrying): false
            case (_, _): true
            }
        }
    }

    struct Withdrawal: Equatable {
        /// Where the content was thought to be.
        let point: Point
        let due: Instant
        /// The person goes on picking afterwards.
        let goesOn: Bool
    }

    /// As far as a pointer goes that nobody has in the hand, in points.
    public static let tremble = 10.0
    /// So long the pointer is outside before the button goes up, in microseconds.
    static let withdrawTime: UInt64 = 16_000

    public init(keys: KeyboardDragKeys = .standard) {
        self.keys = keys
    }

    public var isOn: Bool { state != .off }

    /// Where the pointer is, as far as keys have moved it.
    public var point: Point? {
        switch state {
        case .off: nil
        case .picking(let hand): hand.point
        case .lifting(let lift): lift.point
        case .withdrawing(let withdrawal): withdrawal.point
        case .carrying(let carrying): carrying.hand.point
        }
    }

    /// When to look next; nil for not at all.
    public var nextLook: Instant? {
        switch state {
        case .off: nil
        case .picking(let hand): hand.arrow?.next
        case .lifting(let lift): lift.nextLook
        case .withdrawing(let withdrawal): withdrawal.due
        case .carrying(let carrying): carrying.first?.time ?? carrying.walk?.nextLook ?? carrying.hand.arrow?.next
        }
    }

    // MARK: The person

    /// The host's shortcut.
    /// - Parameters:
    ///   - point: where the pointer begins. Global, in points.
    ///   - window: what the person picks in; nil for none.
    public mutating func begin(at point: Point, in window: SurfaceID?) -> [Effect] {
        switch state {
        case .off:
            state = .picking(KeyboardHand(point: point))
            picked = nil
            return [.start, .move(point), .tell(.picking(window))]
        case .picking: return stop()
        case .lifting, .withdrawing, .carrying: return []
        }
    }

    /// What a key asks for.
    /// - Returns: nil if the key means nothing now: it is not kept.
    public func meaning(of keysym: UInt32, shift: Bool) -> KeyboardDragKeys.Meaning? {
        guard isOn, let meaning = keys.meanings[keysym] else { return nil }
        switch (state, meaning) {
        case (.carrying, .cancel): return nil  // The driver's.
        case (_, .next) where shift: return .previous
        case (_, _): return meaning
        }
    }

    /// What lies around, as the engine knows it when a key goes down.
    public struct Surroundings: Equatable, Sendable {
        /// Where Tab can go, in its order; nil where that is not known yet, as it is not for what needs none.
        public var stops: [DropStop]?
        /// The window below the pointer; nil if it is over none.
        public var window: Rectangle?
        /// The output that it is on.
        public var screen: Rectangle?
        /// Windows whose applications had no time to tell all that is in them.
        public var partial: Set<SurfaceID>

        public init(
            stops: [DropStop]? = nil, window: Rectangle? = nil, screen: Rectangle? = nil,
            partial: Set<SurfaceID> = []
        ) {
            self.stops = stops
            self.window = window
            self.screen = screen
            self.partial = partial
        }
    }

    /// A key that means something went down.
    public mutating func pressed(
        _ meaning: KeyboardDragKeys.Meaning, code: UInt32, shift: Bool, _ around: Surroundings, at time: Instant
    ) -> [Effect] {
        keptKeys.keep(code)
        switch state {
        case .off, .withdrawing: return []
        case .lifting(let lift):
            return meaning == .cancel ? withdraw(lift, goesOn: false, at: time) : []
        case .carrying where errand != nil && meaning == .confirm:
            return []  // It is dropped by itself.
        case .carrying where errand != nil && meaning != .cancel:
            // The person goes on by hand.
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

    /// A key is up.
    /// - Returns: whether it meant something as it went down.
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

    /// Keys that are still down are somebody else's from here on: their releases do not come here any more.
    public mutating func handOverKeys() -> KeptKeys {
        let keys = keptKeys
        keptKeys = KeptKeys()
        return keys
    }

    /// The keyboard is gone, or the host wants no more of this.
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

    /// A hand moved the pointer here.
    public mutating func handMoved(to point: Point) -> [Effect] {
        switch state {
        case .carrying(var carrying):
            guard carrying.isByHand || carrying.hand.point.squaredDistance(to: point) > Self.tremble * Self.tremble
            else { return [] }
            let isNew = !carrying.isByHand
            carrying.isByHand = true
            carrying.walk = nil
            wish = nil
            // It is not drawn back to where the content was.
            if case .move = carrying.first?.effect { carrying.first = nil }
            carrying.hand = KeyboardHand(point: point)
            state = .carrying(carrying)
            return isNew ? [.tell(.pointerTookOver)] + finish(.takenOver) : []
        case .off, .picking, .lifting, .withdrawing: return []
        }
    }

    /// A hand pressed a button.
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

    /// A drag began on the seat.
    public mutating func dragBegan(at time: Instant) -> [Effect] {
        switch state {
        case .off, .carrying: return []
        case .picking:
            // By a hand.
            state = .off
            return [.end]
        case .lifting(let lift):
            let first = Due(effect: .move(lift.point), time: time)
            state = .carrying(
                Carrying(hand: KeyboardHand(point: lift.pointer), first: first, goal: errand?.target))
        case .withdrawing(let withdrawal):
            let first = Due(effect: .cancel, time: time)
            state = .carrying(Carrying(hand: KeyboardHand(point: withdrawal.point), first: first))
        }
        return []
    }

    /// What a drop would do has changed.
    public mutating func answered(_ outcome: Feedback.Outcome, at time: Instant) {
        guard case .carrying(var carrying) = state else { return }
        carrying.outcome = outcome
        switch outcome {
        case .copy, .move, .ask: carrying.walk?.answered(true, at: time)
        case .undecided, .notPossible: carrying.walk?.answered(false, at: time)
        }
        state = .carrying(carrying)
    }

    /// The drag has let go of the seat.
    public mutating func dragEnded() -> [Effect] {
        switch state {
        case .off, .picking, .lifting, .withdrawing: return []
        case .carrying(let carrying):
            state = .off
            return (carrying.isPressed ? [.release] : []) + finish(.interrupted) + [.end]
        }
    }

    /// The pointer went no farther than here: there is the edge of the screen.
    public mutating func pointerStopped(at point: Point) {
        guard case .carrying(var carrying) = state, carrying.walk == nil else { return }
        carrying.hand.point = point
        state = .carrying(carrying)
    }

    // MARK: Time

    /// Time has gone on.
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
            state = .picking(KeyboardHand(point: withdrawal.point))
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
