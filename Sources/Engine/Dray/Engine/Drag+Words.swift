// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

// The extension objects of the source and the target, and the events sent to them (WL-05).

extension Drag {
    // MARK: The source

    /// Sends the extension's events to the source before the given `wl_data_source` event, after which the source may
    /// destroy its objects.
    func sendExtensionEvents(before effect: SourceEffect) {
        switch effect {
        case .finished:
            if dropElsewhere != nil { content?.extensionObject?.sendDeselect() }
            settleUndoRecord()
        case .cancelled:
            if case .ended(let outcome) = session.phase { content?.extensionObject?.sendFailed(.init(outcome)) }
            settleUndoRecord()
        case .target, .action, .dropPerformed:
            break
        }
    }

    // MARK: The target

    /// Handles the creation of an extension object for an offer.
    func offerMade(_ extensionObject: DragOfferExtension) {
        tellItems(to: extensionObject)
        guard dropPoint != nil else { return }
        extensionObject.dropped()
        targetExtension = extensionObject
    }

    /// Handles requests of a target on the extension object of its offer.
    func offerChanged(_ extensionObject: DragOfferExtension, _ offer: OfferID) {
        guard dropPoint == nil else { return showProgress() }
        if let count = extensionObject.takenItems { deliver(.takeItems(offer, count: count)) }
        show.setPreview(extensionObject.previewSize)
        link.frameNeeded()
    }

    /// Handles content that has left a target without a drop.
    func offerLeft(_ offer: OfferID) {
        show.setPreview(nil)
        link.engine?.manager.extensionObject(on: offer)?.ended()?.sendUnavailable()
    }

    /// The landing position requested by the target; nil if it requested none, or one outside its window. Global.
    var landing: Point? {
        guard let offer = session.offerID, let place = link.engine?.manager.extensionObject(on: offer)?.insertion,
            let focus = seat.focus, let bounds = bounds(of: focus.id)
        else { return nil }
        let point = session.pointer - seat.lastLocal + place.center
        return bounds.window.contains(point) ? point : nil
    }

    /// The target's reason why a drop could not be undone, or nil (HIG-27).
    var irreversible: String? {
        session.offerID.flatMap { link.engine?.manager.extensionObject(on: $0)?.irreversible }
    }

    // MARK: Announcements

    /// Announces a step, with the names that applications provide (HIG-33).
    func announce(_ announcement: Announcement) {
        let named = named(announcement)
        switch named {
        case .overZone where named == lastZoneAnnouncement: return
        case .overZone: lastZoneAnnouncement = named
        case .over: lastZoneAnnouncement = nil
        case .pickedUp, .pickedUpUncounted, .pickedUpItem, .pickedUpKind, .asked, .dropped, .droppedBeside, .brokeOff,
            .ended,
            .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes, .pointerTookOver,
            .draggingByName:
            break
        }
        link.tell(named, on: seat.id)
    }

    private func named(_ announcement: Announcement) -> Announcement {
        switch announcement {
        case .pickedUp(let count):
            guard let items = content?.extensionObject?.items, items.count == count else { break }
            if count == 1, let name = items.last(1).first?.name, !name.isEmpty { return .pickedUpItem(name) }
            if let kind = items.commonKind { return .pickedUpKind(kind, itemCount: count) }
        case .over(let surface?, let outcome):
            guard let label = zone.entered?.label, !label.isEmpty, surface == seat.focus?.id else { break }
            return .overZone(label, outcome)
        case .dropped(let surface) where isBeside: return .droppedBeside(surface)
        case .pickedUpUncounted, .pickedUpItem, .pickedUpKind, .over, .overZone, .asked, .dropped, .droppedBeside,
            .brokeOff, .ended,
            .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes, .pointerTookOver,
            .draggingByName:
            break
        }
        return announcement
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
