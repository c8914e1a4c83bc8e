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

extension Drag {
    /// Handles the release of the content. Ends scrolling, also while the user is asked to confirm.
    func drop() {
        perform(scrolling.stop())
        // The call to the host may have dropped or cancelled the drag.
        guard seat.heldDragID == id else { return }
        if !isPositioned, let client = link.surfaces[session.origin.surface]?.client {
            link.engine?.hostMissed(.positionNotReported, for: client)
            // The host may have ended the drag in its log.
            guard seat.heldDragID == id else { return }
        }
        if isTaken || !looksAround() { letGo() }
    }

    /// Drops the content at its current position, after a confirmation if one is needed.
    func letGo() {
        guard isTaken, let host = link.host else { return deliver(.drop) }
        let question = DropQuestion(at: session.pointer, image: imageBounds)
        // The host may answer during the call.
        seat.hold(self)
        switch (host.confirmation(of: id, on: seat.id), irreversible) {
        case (.notNeeded, _), (.standard, nil): answerQuestion(isWanted: true)
        case (.standard, let reason?): ask(question, because: reason)
        case (.needed, _):
            guard isAsked else { return }
            bringImage()
            driver.wait()
            waitForWord()
        }
    }

    /// Handles the user's answer. Has no effect without a pending confirmation.
    func answerQuestion(isWanted: Bool) {
        guard seat.resume(self) else { return }
        if isWanted, asksAboutLoss {
            session.offerID.flatMap { link.engine?.manager.extensionObject(on: $0) }?.sendConfirmed()
        }
        asksAboutLoss = false
        questionTimer = nil
        show.setAsking(false, at: session.pointer)
        deliver(isWanted ? .drop : .cancel(.host))
    }

    /// Handles a pointer motion during a confirmation; nil if the position is unknown. Global.
    func handMoved(to point: Point?) { driver.handMoved(to: point) }

    private var isAsked: Bool { seat.dragID == id && seat.heldDragID == nil }

    private func ask(_ question: DropQuestion, because reason: String) {
        guard isAsked, let target = session.target else { return }
        bringImage()
        driver.ask(question)
        // An attached window stays where it was released, too.
        carry(nil)
        show.setAsking(true, at: session.pointer)
        seat.show(nil)
        waitForWord()
        announce(.asked(target.surface, reason: reason))
    }

    private func waitForWord() {
        guard let engine = link.engine else { return }
        asksAboutLoss = irreversible != nil
        // Layers that follow the pointer stay where the content was released.
        isFrameDue = true
        link.frameNeeded()
        questionTimer = engine.loop.makeTimer { [weak self] in self?.answerQuestion(isWanted: false) }
        questionTimer?.arm(milliseconds: Int32(clamping: engine.confirmationTime / 1000))
    }

    /// The visible bounds of the content at the pointer; empty if nothing is visible.
    private var imageBounds: Rectangle {
        layers.lazy.filter(\.followsPointer).map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
            ?? Rectangle(origin: session.pointer, size: .zero)
    }
}
