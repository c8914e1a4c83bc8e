// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import DrayTransfer
import WaylandServer

/// What there was to see of the drags of a run: the state of the last one, and what was transferred and said so far.
struct DragWitness {
    /// The last drag that began.
    private(set) var drag: DragID?
    /// What a drop would do now, or would have done at the end.
    private(set) var feedback: Feedback?
    /// The surface that is highlighted as the one possible target (HIG-15).
    private(set) var highlight: WlSurface?
    /// What the content is held over; nil over nothing that can be told of it.
    private(set) var target: Target?
    /// What it was held over last, whether it is over that now or not.
    private(set) var lastTarget: Target?
    /// How the drag ended; nil while it lasts.
    private(set) var outcome: DragOutcome?
    /// Whether the last drag was dropped on something that takes it.
    private(set) var isDropped = false
    /// Whether it was dropped and its source has gone since: nobody is told any more how it went.
    private(set) var isAbandoned = false
    /// How often a target has read before it had answered (HIG-22).
    private(set) var earlyReads = 0
    /// What targets have read, in order, of all drags.
    private(set) var transfers: [Transfer] = []
    /// What was said in words, of all drags (HIG-33).
    private(set) var announcements: [String] = []

    /// So much is kept of a transfer; a source may never stop.
    private static let byteLimit = 64 << 20

    /// One read of a target.
    struct Transfer {
        let drag: DragID
        let type: MimeType
        /// The engine's number for it; nil before the source was asked.
        var read: ReadID?
        var bytes: [UInt8] = []
        /// Whether the target has received everything that came.
        var isDelivered = false
        /// Whether it broke off: what came is not all.
        var isBroken = false
        /// Whether the target has received everything.
        var isComplete: Bool { isDelivered && !isBroken }
        /// Whether no more comes of it.
        var isOver = false
    }

    /// Takes in what the host is asked to do.
    mutating func see(_ effect: HostEffect) {
        switch effect {
        case .began(let id):
            drag = id
            (feedback, highlight, target, outcome, earlyReads) = (nil, nil, nil, nil, 0)
            (isDropped, isAbandoned, lastTarget) = (false, false, nil)
        case .ended(let id, let outcome):
            if id == drag { self.outcome = outcome }
        case .feedback(let id, let feedback):
            if id == drag { self.feedback = feedback }
        case .highlight(let id, let surface):
            if id == drag { highlight = surface }
        case .earlyRead(let id, let count):
            if id == drag { earlyReads = count }
        case .released, .keyboardReleased, .show, .pointerShape, .announce, .haptic, .transfer, .raise, .scrollEnters,
            .scrollLeaves, .carry, .putDown, .keyboardDragBegan, .keyboardDragEnded, .playPointer, .activate:
            break
        }
    }

    /// Takes in what happened in a session, and what it led to.
    mutating func see(_ event: DragEvent, _ effects: [DragEffect], of id: DragID) {
        guard id == drag else { return }
        if case .sourceDestroyed = event, isDropped { isAbandoned = true }
        for case .target(let effect) in effects {
            switch effect {
            case .enter(let target, _, _): (self.target, lastTarget) = (target, target)
            case .leave: target = nil
            case .drop: isDropped = true
            case .motion, .sourceActions, .action: break
            }
        }
    }

    /// A hand has moved as for a drag, and none began: what there was to see of the one before says nothing of it.
    mutating func forgetDrag() {
        (drag, feedback, highlight, target, outcome, earlyReads) = (nil, nil, nil, nil, nil, 0)
        (isDropped, isAbandoned, lastTarget) = (false, false, nil)
    }

    mutating func hear(_ words: String) {
        announcements.append(words)
    }

    /// A target reads. Returns the number to report its bytes under.
    mutating func beginTransfer(_ type: MimeType, of drag: DragID) -> Int {
        transfers.append(Transfer(drag: drag, type: type))
        return transfers.count - 1
    }

    mutating func take(_ event: TransferEvent, of transfer: Int) {
        switch event {
        case .bytes(let bytes):
            transfers[transfer].bytes += bytes.prefix(Self.byteLimit - transfers[transfer].bytes.count)
        case .carried, .sourceClosed: break
        case .finished: (transfers[transfer].isDelivered, transfers[transfer].isOver) = (true, true)
        case .targetClosed, .sourceFailed: transfers[transfer].isOver = true
        }
    }

    /// Takes in how a read stands, of which ``beginTransfer(_:of:)`` was told before.
    mutating func see(_ entry: DrayTransfer.Transfer) {
        guard case .drag(let drag) = entry.channel else { return }
        let index =
            transfers.lastIndex { $0.read == entry.id }
            ?? transfers.firstIndex { $0.read == nil && $0.drag == drag && $0.type == entry.type }
        guard let index else { return }
        transfers[index].read = entry.id
        if case .broken = entry.state { transfers[index].isBroken = true }
    }

    /// How many reads are over.
    var endedTransfers: Int { transfers.reduce(0) { $0 + ($1.isOver ? 1 : 0) } }

    /// Whether a target reads just now.
    var isTransferring: Bool { transfers.contains { !$0.isOver } }

    typealias TransferEvent = TransferRelay.Event

    /// What a drop would do now, or did.
    var action: DropAction {
        switch (outcome, feedback?.outcome) {
        case (.finished(.copy), _): .copy
        case (.finished(.move), _): .move
        case (.finished(.ask), _): .ask
        case (.some, _), (nil, .undecided), (nil, .notPossible), (nil, nil): .none
        case (nil, .copy): .copy
        case (nil, .move): .move
        case (nil, .ask): .ask
        }
    }

    /// Why there is no result, for people; nil where there is one.
    var unfinishedWords: String? {
        guard outcome == nil else { return nil }
        guard drag != nil else { return "no drag began" }
        guard isDropped else { return "the drag is not over" }
        // Qt 6.4 in a window of its own does so, and says nothing more.
        return isAbandoned
            ? "it was dropped, and nobody says how it went: the target has not, and the source is gone; what the drop "
                + "led to tells more"
            : "it was dropped, and the target has not said that it is done"
    }

    /// Why the last drag was cancelled, for people; nil where it was not.
    /// - Parameter name: what people call a target.
    func cancellation(naming name: (Target) -> String?) -> String? {
        outcome?.reason(target: lastTarget.flatMap(name))
    }

    /// How the last drag ended, in the scenario's words; nil while it lasts.
    var result: Expectation.Result? {
        outcome.map { $0.isSuccess ? .finished : .cancelled }
    }
}
