// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import DrayTransfer
import WaylandServer

/// The observable state of the drags of a run: the state of the last drag, and all transfers and announcements so far.
struct DragObserver {
    /// The last drag that began.
    private(set) var drag: DragID?
    /// The current feedback, or the last one before the end.
    private(set) var feedback: Feedback?
    /// The surface that is highlighted as the drop target (HIG-15).
    private(set) var highlight: WlSurface?
    /// The current target; nil if no client can be informed of the drag.
    private(set) var target: Target?
    /// The last target, whether or not the drag is still over it.
    private(set) var lastTarget: Target?
    /// The outcome of the drag; nil while it is in progress.
    private(set) var outcome: DragOutcome?
    /// Whether the last drag was dropped on a target that accepts it.
    private(set) var isDropped = false
    /// Whether it was dropped and its source was destroyed since, so that the outcome is no longer reported.
    private(set) var isAbandoned = false
    /// The number of reads before the target answered the offer (HIG-22).
    private(set) var earlyReads = 0
    /// The reads of targets, in order, of all drags.
    private(set) var transfers: [Transfer] = []
    /// The announcements of all drags (HIG-33).
    private(set) var announcements: [String] = []

    /// The maximum number of kept bytes per transfer; a source may write endlessly.
    private static let byteLimit = 64 << 20

    /// One read by a target.
    struct Transfer {
        let drag: DragID
        let type: MimeType
        /// The engine's number of the read; nil until the source has been asked.
        var read: ReadID?
        var bytes: [UInt8] = []
        /// Whether the target has received all data that was sent.
        var isDelivered = false
        /// Whether the transfer was interrupted, so that the data is incomplete.
        var isBroken = false
        /// Whether the target has received the complete data.
        var isComplete: Bool { isDelivered && !isBroken }
        /// Whether the transfer has ended.
        var isOver = false
    }

    /// Processes an effect that the host is asked to perform.
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

    /// Processes an event of a session and its effects.
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

    /// Discards the state of the previous drag, after a movement that was expected to start one but did not.
    mutating func forgetDrag() {
        (drag, feedback, highlight, target, outcome, earlyReads) = (nil, nil, nil, nil, nil, 0)
        (isDropped, isAbandoned, lastTarget) = (false, false, nil)
    }

    mutating func hear(_ words: String) {
        announcements.append(words)
    }

    /// Begins a read by a target. Returns its index, for reporting its bytes.
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

    /// Processes the state of a read that ``beginTransfer(_:of:)`` has begun.
    mutating func see(_ entry: DrayTransfer.Transfer) {
        guard case .drag(let drag) = entry.channel else { return }
        let index =
            transfers.lastIndex { $0.read == entry.id }
            ?? transfers.firstIndex { $0.read == nil && $0.drag == drag && $0.type == entry.type }
        guard let index else { return }
        transfers[index].read = entry.id
        if case .broken = entry.state { transfers[index].isBroken = true }
    }

    /// The number of reads that have ended.
    var endedTransfers: Int { transfers.reduce(0) { $0 + ($1.isOver ? 1 : 0) } }

    /// Whether a read is in progress.
    var isTransferring: Bool { transfers.contains { !$0.isOver } }

    typealias TransferEvent = TransferRelay.Event

    /// The current action of the drag, or the final one.
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

    /// A description of why there is no result; nil if there is one.
    var unfinishedWords: String? {
        guard outcome == nil else { return nil }
        guard drag != nil else { return "no drag began" }
        guard isDropped else { return "the drag is not over" }
        // Qt 6.4 does this in its own window, and sends nothing more.
        return isAbandoned
            ? "it was dropped, but the outcome is unknown: the target has not finished, and the source is gone; "
                + "examine the effects of the drop instead"
            : "it was dropped, but the target has not finished it"
    }

    /// A description of why the last drag was cancelled; nil if it was not.
    /// - Parameter name: Returns the display name of a target.
    func cancellation(naming name: (Target) -> String?) -> String? {
        outcome?.reason(target: lastTarget.flatMap(name))
    }

    /// The outcome of the last drag as a scenario's result; nil while it is in progress.
    var result: Expectation.Result? {
        outcome.map { $0.isSuccess ? .finished : .cancelled }
    }
}
