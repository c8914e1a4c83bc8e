// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer

// What source and target say by the extension, and what they are told (WL-05).

extension Drag {
    // MARK: The source

    /// What a source with the extension hears before it hears this: by then it may put its objects away.
    func tellWords(before effect: SourceEffect) {
        switch effect {
        case .finished:
            if dropElsewhere != nil { content?.words?.sendDeselect() }
            settleTakeBack()
        case .cancelled:
            if case .ended(let outcome) = session.phase { content?.words?.sendFailed(.init(outcome)) }
            settleTakeBack()
        case .target, .action, .dropPerformed:
            break
        }
    }

    // MARK: The target

    /// A target wants to say more of its offer.
    func offerMade(_ words: DragOfferWords) {
        tellItems(to: words)
        guard dropPoint != nil else { return }
        words.dropped()
        taker = words
    }

    /// A target has said more of its offer.
    func offerChanged(_ words: DragOfferWords, _ offer: OfferID) {
        guard dropPoint == nil else { return showProgress() }
        if let count = words.takenItems { deliver(.takeItems(offer, count: count)) }
        show.setPreview(words.previewSize)
        link.frameNeeded()
    }

    /// The content has left a target without a drop.
    func offerLeft(_ offer: OfferID) {
        show.setPreview(nil)
        link.engine?.manager.words(on: offer)?.ended()?.sendUnavailable()
    }

    /// Where the target wants a drop to land: nil where it says nothing, or a place outside of its window. Global.
    var landing: Point? {
        guard let offer = session.offerID, let place = link.engine?.manager.words(on: offer)?.insertion,
            let focus = seat.focus, let bounds = bounds(of: focus.id)
        else { return nil }
        let point = session.pointer - seat.lastLocal + place.center
        return bounds.window.contains(point) ? point : nil
    }

    /// Why a drop here could not be undone, as the target says; nil if it does not (HIG-27).
    var irreversible: String? {
        session.offerID.flatMap { link.engine?.manager.words(on: $0)?.irreversible }
    }

    // MARK: Words for a person

    /// A step to be told, with the names that applications have for what it is about (HIG-33).
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
            guard let items = content?.words?.items, items.count == count else { break }
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
