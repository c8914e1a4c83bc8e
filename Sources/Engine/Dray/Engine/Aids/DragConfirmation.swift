// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

// The confirmation of drops that cannot be undone (HIG-27).
//
//   state     event                                                   next      effects in short
//   --------  ------------------------------------------------------  --------  ---------------------------------------
//   carried   released over nothing, or over a rejection              (over)    as usual: cancelled, or rejected
//             released over a target, no confirmation needed          (over)    drop
//             released over a target, the host asks the user          waiting   none: the content hovers for the target
//             released over a target that reports the drop as         asking    none to the target; the image gets a
//             irreversible, and the host leaves it to the engine                question mark, an announcement
//   waiting   the host confirms                                       (over)    drop, with the current action
//             the host declines                                       (over)    leave, cancelled; the image flies back
//   asking    click or tap near the image, Return, the host confirms  (over)    drop
//             click or tap elsewhere, the host declines               (over)    leave, cancelled
//             the target withdraws its report                         asking    none: the user is already being asked
//   both      timeout, Escape, the host cancels                       (over)    leave, cancelled
//             the source or its application is gone                   (over)    as usual
//             the target is gone                                      the same  none: a drop is then one on nothing
//
// `DropQuestion` determines what counts as a click and where a click confirms; `DragDriver` which input is consumed
// meanwhile.

/// The user's confirmation of a drop.
final class DragConfirmation {
    /// The timeout of the user's answer; nil without a pending question.
    private var timer: TimerSource?
    /// Whether the user is asked about a drop that the target reports as irreversible.
    private var asksAboutLoss = false

    /// Drops the content at its current position, after a confirmation if one is needed.
    func letGo(_ drag: Drag) {
        guard drag.isAccepted, let host = drag.link.host else { return drag.deliver(.drop) }
        let question = DropQuestion(at: drag.session.pointer, image: imageBounds(drag))
        // The host may answer during the call.
        drag.seat.hold(drag)
        switch (host.confirmation(of: drag.id, on: drag.seat.id), drag.aids.extensionObjects.irreversible(drag)) {
        case (.notNeeded, _), (.standard, nil): answer(isWanted: true, drag)
        case (.standard, let reason?): ask(question, because: reason, drag)
        case (.needed, _):
            guard isAsked(drag) else { return }
            drag.aids.nearMiss.bringImage()
            drag.driver.wait()
            waitForAnswer(drag)
        }
    }

    /// Handles the user's answer. Has no effect without a pending confirmation.
    func answer(isWanted: Bool, _ drag: Drag) {
        guard drag.seat.resume(drag) else { return }
        if isWanted, asksAboutLoss { drag.aids.extensionObjects.object(of: drag)?.sendConfirmed() }
        asksAboutLoss = false
        timer = nil
        drag.show.setAsking(false, at: drag.session.pointer)
        drag.deliver(isWanted ? .drop : .cancel(.host))
    }

    /// Ends the wait with the drag's release.
    func end() { timer = nil }

    private func isAsked(_ drag: Drag) -> Bool { drag.seat.dragID == drag.id && drag.seat.heldDragID == nil }

    private func ask(_ question: DropQuestion, because reason: String, _ drag: Drag) {
        guard isAsked(drag), let target = drag.session.target else { return }
        drag.aids.nearMiss.bringImage()
        drag.driver.ask(question)
        // An attached window stays where it was released, too.
        drag.carry(nil)
        drag.show.setAsking(true, at: drag.session.pointer)
        drag.seat.show(nil)
        waitForAnswer(drag)
        drag.aids.speech.announce(.asked(target.surface, reason: reason), of: drag)
    }

    private func waitForAnswer(_ drag: Drag) {
        guard let engine = drag.link.engine else { return }
        asksAboutLoss = drag.aids.extensionObjects.irreversible(drag) != nil
        // Layers that follow the pointer stay where the content was released.
        drag.requestFrame()
        timer = engine.loop.makeTimer { [reference = drag.reference] in
            reference.drag.map { $0.aids.confirmation.answer(isWanted: false, $0) }
        }
        timer?.arm(milliseconds: Int32(clamping: engine.confirmationTime / 1000))
    }

    /// The visible bounds of the content at the pointer; empty if nothing is visible.
    private func imageBounds(_ drag: Drag) -> Rectangle {
        drag.layers.lazy.filter(\.followsPointer).map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
            ?? Rectangle(origin: drag.session.pointer, size: .zero)
    }
}
