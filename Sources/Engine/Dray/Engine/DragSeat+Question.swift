// SPDX-License-Identifier: MIT

import DrayCore

// A released drag during the user's confirmation (HIG-27). `DragConfirmation` lists the states.

extension DragSeat {
    /// Holds a released drag until the user has confirmed it.
    func hold(_ drag: Drag) {
        question = drag
        isHandOverFocus = true
        self.drag = nil
    }

    /// Reports the pointer position during a confirmation.
    func handMoved(to point: Point?) { question?.driver.handMoved(to: point) }

    /// Reports the pick result during a confirmation, for a host that only reports local points: the position is known
    /// only over the surface on which the content was released.
    func handMoved(over pick: Pick?) {
        isHandOverFocus = pick != nil && pick?.place == focus?.place
        handMoved(toLocal: pick?.local ?? .zero)
    }

    func handMoved(toLocal local: Point) {
        guard let question else { return }
        question.driver.handMoved(to: isHandOverFocus ? question.session.pointer + (local - lastLocal) : nil)
    }

    /// Resumes the held drag at the position of its release.
    /// - Returns: False if this drag is not being held.
    func resume(_ drag: Drag) -> Bool {
        guard question === drag else { return false }
        question = nil
        self.drag = drag
        return true
    }

    /// Moves content released by a finger to another point of the same surface, so that the target can answer for that
    /// point (HIG-34). Global.
    func bring(_ drag: Drag, to point: Point) {
        guard question === drag, focus != nil else { return }
        let local = lastLocal + (point - drag.session.pointer)
        whereabouts(global: point, local: local)
        drag.deliver(.motion(global: point, local: local, at: link.now))
    }

    /// Moves it over another surface, or over nothing.
    func bring(_ drag: Drag, over pick: Pick?, at point: Point) {
        guard resume(drag) else { return }
        whilePlaying { focus(pick, at: point) }
        // The call to the client or host may have ended the drag.
        if self.drag === drag { hold(drag) }
    }

    /// Returns whether a drag by keyboard receives the input. During a confirmation it receives only key releases.
    func takesKeys(_ input: DriverInput) -> Bool {
        guard question != nil else { return true }
        switch input {
        case .key(_, _, .released), .keyboardGone: return true
        case .key(_, _, .pressed), .pointerButton, .penButton, .finger, .deviceGone: return false
        }
    }
}
