// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import WaylandServer

// A drop that cannot be undone is confirmed first (HIG-27).
//
//   state     event                                                  next      what goes out, in short
//   --------  -----------------------------------------------------  --------  ------------------------------------
//   carried   let go of over nothing that takes it                   (over)    as ever: cancelled, or not taken
//             let go of over a target, nobody wants a word           (over)    drop
//             let go of over a target, the host asks                 waiting   nothing: the target waits, as if the
//                                                                              content were held still
//             the same, and the target says that it cannot be        asking    the same; the image gets a question
//             undone, and the host leaves that to the engine                   mark, the person is told what to do
//   waiting   the host's yes                                         (over)    drop, by what both sides say then
//             its no                                                 (over)    leave, cancelled; the image goes back
//   asking    click or tap near the image, Return, the host's yes    (over)    drop
//             click or tap elsewhere, the host's no                  (over)    leave, cancelled
//             the target says no longer that it cannot be undone     asking    nothing: the person is being asked
//   both      no answer in time, Escape, the host cancels            (over)    leave, cancelled
//             the source or its application goes                     (over)    as ever
//             the target goes                                        the same  then a drop is one on nothing
//
// What a click is, and where one is a yes, is in `DropQuestion`; who keeps what meanwhile in `DragDriver`.

extension Drag {
    /// The content was let go of. Nobody scrolls below it any more, also not while somebody is asked.
    func drop() {
        perform(scrolling.stop())
        // The host may have dropped it out of that, or called it off.
        guard seat.heldDragID == id else { return }
        if isTaken || !looksAround() { letGo() }
    }

    /// The same, where the content is to be dropped now, or nowhere.
    func letGo() {
        guard isTaken, let host = link.host else { return deliver(.drop) }
        let question = DropQuestion(at: session.pointer, image: imageBounds)
        // The host may answer out of the question.
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

    /// What the person says. Without a question nothing happens.
    func answerQuestion(isWanted: Bool) {
        guard seat.resume(self) else { return }
        if isWanted, asksAboutLoss { session.offerID.flatMap { link.engine?.manager.words(on: $0) }?.sendConfirmed() }
        asksAboutLoss = false
        questionTimer = nil
        show.setAsking(false, at: session.pointer)
        deliver(isWanted ? .drop : .cancel(.host))
    }

    /// While the person is asked, the hand is here; nil: nobody knows where. Global.
    func handMoved(to point: Point?) { driver.handMoved(to: point) }

    private var isAsked: Bool { seat.dragID == id && seat.heldDragID == nil }

    private func ask(_ question: DropQuestion, because reason: String) {
        guard isAsked, let target = session.target else { return }
        bringImage()
        driver.ask(question)
        // A window that travels stays where it was let go of as well.
        carry(nil)
        show.setAsking(true, at: session.pointer)
        seat.show(nil)
        waitForWord()
        announce(.asked(target.surface, reason: reason))
    }

    private func waitForWord() {
        guard let engine = link.engine else { return }
        asksAboutLoss = irreversible != nil
        // What follows the pointer stays where it was let go of.
        isFrameDue = true
        link.frameNeeded()
        questionTimer = engine.loop.makeTimer { [weak self] in self?.answerQuestion(isWanted: false) }
        questionTimer?.arm(milliseconds: Int32(clamping: engine.confirmationTime / 1000))
    }

    /// What is seen of the content where the pointer is now; empty for nothing.
    private var imageBounds: Rectangle {
        layers.lazy.filter(\.followsPointer).map(\.bounds).reduce(nil) { $0?.union($1) ?? $1 }
            ?? Rectangle(origin: session.pointer, size: .zero)
    }
}
