// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

// A drop that cannot be undone is confirmed first (HIG-27).
//
//   state     event                                                  next      what goes out, in short
//   --------  -----------------------------------------------------  --------  ------------------------------------
//   carried   let go of over nothing that takes it                   (over)    as ever: cancelled, or not taken
//             let go of over a target, the host wants no word        (over)    drop
//             let go of over a target, the host asks                 asking    nothing: the target waits, as if the
//                                                                              content were held still
//   asking    yes                                                    (over)    drop, by what both sides say then
//             no, no answer in time, Escape, the host cancels        (over)    leave, cancelled; the image goes back
//             the source or its application goes                     (over)    as ever
//             the target goes                                        asking    then a drop is one on nothing

extension Drag {
    /// The content was let go of. Nobody scrolls below it any more, also not while somebody is asked.
    func drop() {
        perform(scrolling.stop())
        guard session.action != nil, session.acceptedType != nil || session.target?.dialect == .legacy,
            let host = link.host
        else { return deliver(.drop) }
        // The host may answer out of the question.
        seat.hold(self)
        switch host.confirmation(of: id, on: seat.id) {
        case .notNeeded: answerQuestion(isWanted: true)
        case .needed: waitForWord()
        }
    }

    /// What the person says. Without a question nothing happens.
    func answerQuestion(isWanted: Bool) {
        guard seat.resume(self) else { return }
        questionTimer = nil
        deliver(isWanted ? .drop : .cancel(.host))
    }

    private func waitForWord() {
        guard seat.dragID == id, seat.heldDragID == nil, let engine = link.engine else { return }
        driver.ask()
        // What follows the pointer stays where it was let go of.
        link.frameNeeded()
        questionTimer = engine.loop.makeTimer { [weak self] in self?.answerQuestion(isWanted: false) }
        questionTimer?.arm(milliseconds: Int32(clamping: engine.confirmationTime / 1000))
    }
}
