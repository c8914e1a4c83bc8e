// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The menus of a client that a seat has open: its input goes to that client alone, and a click elsewhere ends them.
struct PopupGrab {
    let client: Client
    /// From the first to the topmost.
    var popups: [Popup]

    /// Whether a popup can be the next one: it lies on the topmost, or on a window if it is of another client.
    func accepts(_ popup: Popup) -> Bool {
        guard popup.object.client == client, let top = popups.last?.shellSurface else { return true }
        return popup.parent === top
    }
}

extension Seat: PopupGrabber {
    func popupOpened(_ popup: Popup) {
        if let popupGrab, popupGrab.client != popup.object.client { dismissPopups() }
        if popupGrab == nil { popupGrab = PopupGrab(client: popup.object.client, popups: []) }
        popupGrab?.popups.append(popup)
        keyboard.setFocus(popup.surface)
        pointer.refocus()
    }

    func popupClosed(_ popup: Popup) {
        guard let open = popupGrab else { return }
        let left = open.popups.filter { $0 !== popup }
        guard left.count < open.popups.count else { return }
        popupGrab = left.isEmpty ? nil : PopupGrab(client: open.client, popups: left)
        keyboard.setFocus(left.last?.surface ?? popup.parent?.window?.surface)
        pointer.refocus()
    }

    /// Ends all menus, the topmost first.
    func dismissPopups() {
        while let top = popupGrab?.popups.last {
            top.dismiss()
            // A dismissed popup leaves by itself; this is for one that had left before.
            if popupGrab?.popups.last === top { popupGrab?.popups.removeLast() }
        }
        popupGrab = nil
        pointer.refocus()
    }

    /// What an event at that place goes to: with menus open, nothing but their client's surfaces.
    func target(at point: Point) -> SurfaceHit? {
        guard let hit = host.scene.surface(at: point) else { return nil }
        guard let popupGrab, popupGrab.client != hit.surface.client else { return hit }
        return nil
    }
}
