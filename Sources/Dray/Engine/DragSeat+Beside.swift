// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
import WaylandServer

// Several drags of one seat at once: each finger can carry one (HIG-10). All is as with one, but for what a seat has once:
//
//   what                    goes to
//   ----------------------  ------------------------------------------------------------------------------------
//   a finger                the drag that it drives; else to a person's question, if there is one
//   a button                the drag that it drives, or a question
//   a key                   all of them: Escape cancels them all, and the keyboard is the drags' until the last is over
//   modifiers               all of them
//   a data device           one drag, until that has left its client (`DataSeat.listeners`)
//
// A drag begins beside another only by a finger, never during a drag by keyboard, and where the host wants it.

extension DragSeat {
    /// More fingers than one person has besides the one that began.
    static var besideLimit: Int { 9 }

    /// This seat's hand, and those that drag beside it.
    var hands: [DragSeat] { [self] + beside }

    /// Whether more than one drag has to be asked.
    var hasSeveral: Bool { !beside.isEmpty || !leftKeys.isEmpty }

    /// A finger is here now. The host is asked what is below. As ``pointerMoved(to:at:)``, for a host that lets fingers drag
    /// beside one another (``DragHost/letsFingersDragBeside``): the drag that the finger drives is moved, whichever that is.
    public func fingerMoved(_ finger: FingerID, to global: Point, at time: Instant) {
        hand(of: finger)?.pointerMoved(to: global, at: time)
    }

    /// The same for a host that picks: the finger is over this, or over nothing, be that new or not.
    public func fingerMoved(_ finger: FingerID, over pick: Pick?, at global: Point, time: Instant) {
        hand(of: finger)?.carry(over: pick, to: global, at: time)
    }

    /// The same for a host that knows local points only.
    public func fingerMoved(_ finger: FingerID, over pick: Pick?, time: Instant) {
        guard let hand = hand(of: finger) else { return }
        if let pick, hand.focus?.place == pick.place {
            hand.motion(toLocal: pick.local, at: time)
        } else {
            hand.focus(pick)
        }
    }

    /// How many drags the seat has.
    public var dragCount: Int { hands.count(where: \.isBusy) }

    /// Whether a drag is in the person's hand: it has not been let go of.
    public func holds(_ id: DragID) -> Bool { hands.contains { $0.heldDragID == id } }

    /// Whether a drag is in the person's hand, or they are asked about it.
    public func has(_ id: DragID) -> Bool { hands.contains { $0.ownDrag?.id == id } }

    /// One drag of the seat is broken off, if it is under way.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        hands.first { $0.ownDrag?.id == id }?.ownDrag?.deliver(.cancel(interruption))
    }

    /// What a button, tip or finger drags; nil if it does not.
    public func drag(by device: DragDevice) -> DragID? { hands.first { $0.drag?.driver.device == device }?.heldDragID }

    /// Who would have a drag that begins now; nil if none can.
    func hand(for start: DragStart) -> DragSeat? {
        guard isDragging else { return self }
        guard case .finger(let finger) = start.device, link.host?.letsFingersDragBeside ?? false, !keyboardDrag.isOn,
            beside.count < Self.besideLimit, holder(of: finger) == nil
        else { return nil }
        guard isBusy else { return self }
        let hand = DragSeat(id: id, link: link, data: data)
        hand.main = self
        return hand
    }

    func began(beside hand: DragSeat) {
        beside.append(hand)
        if let drag = hand.drag { tookDevices(of: drag) }
    }

    /// A drag has left its hand.
    func released(_ drag: Drag, by hand: DragSeat) {
        beside.removeAll { $0 === hand }
        leftKeys = leftKeys.union(drag.driver.keptKeys)
        leftPresses = leftPresses.union(drag.driver.keptPresses)
        if !isDragging { keepKeys() }
    }

    /// What devices do while there are several drags.
    /// - Returns: whether one of them keeps it.
    func handleAmongSeveral(_ input: DriverInput) -> Bool {
        // Whoever ends goes out of the list.
        let drags = hands.compactMap(\.ownDrag)
        switch input {
        case .key(let code, _, let state):
            var isKept = state == .released && leftKeys.release(code)
            for drag in drags where drag.handle(input) { isKept = true }
            return isKept
        case .keyboardGone:
            leftKeys = KeptKeys()
            for drag in drags { _ = drag.handle(input) }
            return false
        case .deviceGone:
            for drag in drags { _ = drag.handle(input) }
            return false
        case .finger(let finger, _):
            if let drag = holder(of: finger)?.drag { return drag.handle(input) }
            return drags.contains { $0.handle(input) }
        case .pointerButton, .penButton:
            return drags.contains { $0.handle(input) }
        }
    }

    /// Whose drag a finger drives; nil for no drag's.
    private func holder(of finger: FingerID) -> DragSeat? {
        hands.first { $0.drag?.driver.device == .finger(finger) }
    }

    /// Whom a finger concerns: a person is asked by a drag that was let go of, and answers by another. Nil: nobody; it is a
    /// client's.
    private func hand(of finger: FingerID) -> DragSeat? {
        holder(of: finger) ?? hands.first { $0.question != nil }
    }
}
