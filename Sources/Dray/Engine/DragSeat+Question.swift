// SPDX-License-Identifier: MIT

import DrayCore

// A drag that was let go of, while a person is asked whether that is a drop (HIG-27). What the states are stands in
// `Drag+Confirmation.swift`.

extension DragSeat {
    /// A person is asked whether the drag is to be dropped.
    func hold(_ drag: Drag) {
        question = drag
        isHandOverFocus = true
        self.drag = nil
    }

    /// Where the hand is, while the person is asked.
    func handMoved(to point: Point?) { question?.handMoved(to: point) }

    /// The same, where the host knows local points only: on what the content was let go of it is known, elsewhere it is not.
    func handMoved(over pick: Pick?) {
        isHandOverFocus = pick != nil && pick?.place == focus?.place
        handMoved(toLocal: pick?.local ?? .zero)
    }

    func handMoved(toLocal local: Point) {
        guard let question else { return }
        question.handMoved(to: isHandOverFocus ? question.session.pointer + (local - lastLocal) : nil)
    }

    /// There is an answer, or there was no question: the drag goes on where it was let go of.
    /// - Returns: false if it is not this drag that waits.
    func resume(_ drag: Drag) -> Bool {
        guard question === drag else { return false }
        question = nil
        self.drag = drag
        return true
    }

    /// Content that a finger let go of comes here, for its target to say what it takes there (HIG-34). Global; on what the content
    /// is over.
    func bring(_ drag: Drag, to point: Point) {
        guard question === drag, focus != nil else { return }
        let local = lastLocal + (point - drag.session.pointer)
        whereabouts(global: point, local: local)
        drag.deliver(.motion(global: point, local: local, at: link.now))
    }

    /// The same, over something else than before, or over nothing.
    func bring(_ drag: Drag, over pick: Pick?, at point: Point) {
        guard resume(drag) else { return }
        whilePlaying { focus(pick, at: point) }
        // The client, or the host, may have ended it.
        if self.drag === drag { hold(drag) }
    }

    /// Whether a drag by keyboard still hears of it. While the person is asked only keys that go up matter to it.
    func takesKeys(_ input: DriverInput) -> Bool {
        guard question != nil else { return true }
        switch input {
        case .key(_, _, .released), .keyboardGone: return true
        case .key(_, _, .pressed), .pointerButton, .penButton, .finger, .deviceGone: return false
        }
    }
}
