// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer

/// The announcements of a drag, with the names that applications provide (HIG-33), and its haptics (HIG-35).
final class DragSpeech {
    /// The last announcement about a zone, which is not repeated.
    private var lastZone: Announcement?

    /// Announces a step.
    func announce(_ announcement: Announcement, of drag: Drag) {
        let named = named(announcement, of: drag)
        switch named {
        case .overZone where named == lastZone: return
        case .overZone: lastZone = named
        case .over: lastZone = nil
        case .pickedUp, .pickedUpUncounted, .pickedUpItem, .pickedUpKind, .asked, .dropped, .droppedBeside, .brokeOff,
            .ended,
            .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes, .pointerTookOver,
            .draggingByName:
            break
        }
        drag.link.tell(named, on: drag.seat.id)
    }

    /// Sends a haptic step to the host and, for drags by touch or pen, to feedbackd.
    func feel(_ haptic: Haptic, of drag: Drag) {
        drag.host(.haptic(haptic))
        switch drag.driver.device.kind {
        case .touch, .pen: drag.link.engine?.announcer?.feel(haptic)
        case .pointer: break
        }
    }

    private func named(_ announcement: Announcement, of drag: Drag) -> Announcement {
        switch announcement {
        case .pickedUp(let count):
            guard let items = drag.content?.extensionObject?.items, items.count == count else { break }
            if count == 1, let name = items.last(1).first?.name, !name.isEmpty { return .pickedUpItem(name) }
            if let kind = items.commonKind { return .pickedUpKind(kind, itemCount: count) }
        case .over(let surface?, let outcome):
            guard let label = drag.aids.zones.entered?.label, !label.isEmpty, surface == drag.seat.focus?.id else {
                break
            }
            return .overZone(label, outcome)
        case .dropped(let surface) where drag.aids.nearMiss.isBeside: return .droppedBeside(surface)
        case .pickedUpUncounted, .pickedUpItem, .pickedUpKind, .over, .overZone, .asked, .dropped, .droppedBeside,
            .brokeOff, .ended,
            .picking, .pickingItem, .notDraggable, .takesNothing, .lookingForPlace, .nothingTakes, .pointerTookOver,
            .draggingByName:
            break
        }
        return announcement
    }
}
