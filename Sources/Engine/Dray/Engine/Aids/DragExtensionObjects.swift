// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

/// The extension objects of the source and the target of a drag, and the events sent to them (WL-05).
final class DragExtensionObjects {
    /// The object of the target on which the content was dropped.
    private(set) var target: DragOfferExtension?
    private var undoState = UndoState.open

    /// Whether the undo records of the drop have been determined (HIG-26).
    private enum UndoState {
        case open
        case settled
    }

    // MARK: The source

    /// Sends the extension's events to the source before the given `wl_data_source` event, after which the source may
    /// destroy its objects.
    func sendEvents(before effect: SourceEffect, of drag: Drag) {
        switch effect {
        case .finished:
            if drag.drop?.elsewhere != nil { drag.content?.extensionObject?.sendDeselect() }
            settleUndoRecord(of: drag)
        case .cancelled:
            if case .ended(let outcome) = drag.session.phase {
                drag.content?.extensionObject?.sendFailed(.init(outcome))
            }
            settleUndoRecord(of: drag)
        case .target, .action, .dropPerformed:
            break
        }
    }

    // MARK: The target

    /// Handles the creation of an extension object for an offer.
    func offerMade(_ object: DragOfferExtension, of drag: Drag) {
        drag.aids.items.tell(object, of: drag)
        guard drag.drop != nil else { return }
        object.dropped()
        target = object
    }

    /// Handles requests of a target on the extension object of its offer.
    func offerChanged(_ object: DragOfferExtension, _ offer: OfferID, of drag: Drag) {
        guard drag.drop == nil else { return drag.reads.showProgress(of: drag) }
        if let count = object.takenItems { drag.deliver(.takeItems(offer, count: count)) }
        drag.show.setPreview(object.previewSize)
        drag.link.frameNeeded()
    }

    /// Handles content that has left a target without a drop.
    func offerLeft(_ offer: OfferID, of drag: Drag) {
        drag.show.setPreview(nil)
        drag.link.engine?.manager.extensionObject(on: offer)?.ended()?.sendUnavailable()
    }

    /// Handles a drop on the current target.
    func dropped(_ drag: Drag) {
        target = object(of: drag)
        target?.dropped()
    }

    /// The landing position requested by the target; nil if it requested none, or one outside its window. Global.
    func landing(of drag: Drag) -> Point? {
        guard let place = object(of: drag)?.insertion, let focus = drag.seat.focus,
            let bounds = drag.bounds(of: focus.id)
        else { return nil }
        let point = drag.session.pointer - drag.seat.lastLocal + place.center
        return bounds.window.contains(point) ? point : nil
    }

    /// Returns the target's reason why a drop could not be undone, or nil (HIG-27).
    func irreversible(_ drag: Drag) -> String? { object(of: drag)?.irreversible }

    /// Returns the extension object of the current target's offer.
    func object(of drag: Drag) -> DragOfferExtension? {
        drag.session.offerID.flatMap { drag.link.engine?.manager.extensionObject(on: $0) }
    }

    // MARK: The end

    /// Determines, at the end of the drag, what clients can undo, keeps it and notifies them. A target is notified of a
    /// failure before that: it may be waiting for the result of its drop.
    func settleUndoRecord(of drag: Drag) {
        guard undoState == .open, case .ended(let outcome) = drag.session.phase else { return }
        undoState = .settled
        if drag.drop != nil, !outcome.isSuccess { target?.sendFailed(.init(outcome)) }
        let handles = (source: drag.content?.takeDrop(), target: target?.ended())
        drag.link.engine?.keepUndoRecord(of: drag.id, from: handles.source, to: handles.target, outcome)
    }
}

extension DrayDragSourceV1.Reason {
    init(_ outcome: DragOutcome) {
        self =
            switch outcome {
            case .finished, .handedOver: .failed
            case .missed: .noTarget
            case .refused: .refused
            case .abandoned: .abandoned
            case .targetGone, .sourceGone: .clientGone
            case .interrupted(.transferFailed): .transfer
            case .interrupted(.timedOut): .timedOut
            case .interrupted: .cancelled
            }
    }
}
