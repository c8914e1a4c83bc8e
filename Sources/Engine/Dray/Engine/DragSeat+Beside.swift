// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
import WaylandServer

// Concurrent drags of one seat: each finger can hold one (HIG-10). They differ from a single drag only in their input:
//
//   input                   receiver
//   ----------------------  ------------------------------------------------------------------------------------
//   a finger                the drag that it holds; otherwise a drag that waits for confirmation
//   a button                the drag that it holds, or one that waits for confirmation
//   a key                   all drags: Escape cancels them all, and clients have no keyboard until the last is over
//   modifiers               all drags
//   a data device           one drag, until that has left its client (`DataSeat.listeners`)
//
// A concurrent drag can only be begun by a finger, never during a drag by keyboard, and only if the host supports it.

extension DragSeat {
    /// The maximum number of concurrent drags besides the main one: the user's other fingers.
    static var besideLimit: Int { 9 }

    /// The main drag slot of this seat, and those of concurrent drags.
    var hands: [DragSeat] { [self] + beside }

    /// Whether input must be offered to more than one drag.
    var hasSeveral: Bool { !beside.isEmpty || !leftKeys.isEmpty }

    /// Reports a motion of a finger, and picks the surface under it. Replaces ``pointerMoved(to:at:)`` for a host that
    /// supports concurrent drags (``DragHost/letsFingersDragBeside``): moves the drag that the finger holds.
    public func fingerMoved(_ finger: FingerID, to global: Point, at time: Instant) {
        hand(of: finger)?.pointerMoved(to: global, at: time)
    }

    /// Reports a motion of a finger and the pick result, changed or not, for a host that picks.
    public func fingerMoved(_ finger: FingerID, over pick: Pick?, at global: Point, time: Instant) {
        hand(of: finger)?.carry(over: pick, to: global, at: time)
    }

    /// Reports a motion of a finger, for a host that only reports local points.
    public func fingerMoved(_ finger: FingerID, over pick: Pick?, time: Instant) {
        guard let hand = hand(of: finger) else { return }
        if let pick, hand.focus?.place == pick.place {
            hand.motion(toLocal: pick.local, at: time)
        } else {
            hand.focus(pick)
        }
    }

    /// The number of current drags of the seat.
    public var dragCount: Int { hands.count(where: \.isBusy) }

    /// Whether a drag is held by the user, that is, not yet released.
    public func holds(_ id: DragID) -> Bool { hands.contains { $0.heldDragID == id } }

    /// Whether a drag is held by the user or waits for confirmation.
    public func has(_ id: DragID) -> Bool { hands.contains { $0.ownDrag?.id == id } }

    /// Cancels one drag of the seat if it is in progress.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        hands.first { $0.ownDrag?.id == id }?.ownDrag?.deliver(.cancel(interruption))
    }

    /// Returns the drag held by a button, pen tip or finger, or nil.
    public func drag(by device: DragDevice) -> DragID? { hands.first { $0.drag?.driver.device == device }?.heldDragID }

    /// Returns the slot for a drag that begins now, or nil if it cannot begin.
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

    /// Removes a released drag from its slot.
    func released(_ drag: Drag, by hand: DragSeat) {
        beside.removeAll { $0 === hand }
        leftKeys = leftKeys.union(drag.driver.keptKeys)
        leftPresses = leftPresses.union(drag.driver.keptPresses)
        if !isDragging { keepKeys() }
    }

    /// Handles device input during concurrent drags.
    /// - Returns: Whether a drag consumes it.
    func handleAmongSeveral(_ input: DriverInput) -> Bool {
        // A drag that ends is removed from the list.
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

    /// Returns the slot of the drag that a finger holds, or nil.
    private func holder(of finger: FingerID) -> DragSeat? {
        hands.first { $0.drag?.driver.device == .finger(finger) }
    }

    /// Returns the slot that a finger's input belongs to: a drag that waits for confirmation receives the input of
    /// other fingers. Nil if the input is a client's.
    private func hand(of finger: FingerID) -> DragSeat? {
        holder(of: finger) ?? hands.first { $0.question != nil }
    }
}
