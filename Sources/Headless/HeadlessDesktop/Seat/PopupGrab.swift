// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The open popups with a grab. Input of the seat is sent only to their client, and a click elsewhere dismisses them.
struct PopupGrab {
    let client: Client
    /// From the first to the topmost one.
    var popups: [Popup]

    /// Whether a popup may be opened: its parent must be the topmost popup, or, for another client, a window.
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

    /// Dismisses all popups, the topmost first.
    func dismissPopups() {
        while let top = popupGrab?.popups.last {
            top.dismiss()
            // A dismissed popup removes itself; this handles one that was closed before.
            if popupGrab?.popups.last === top { popupGrab?.popups.removeLast() }
        }
        popupGrab = nil
        pointer.refocus()
    }

    /// The surface for an event at a position. With open popups, only surfaces of their client.
    func target(at point: Point) -> SurfaceHit? {
        guard let hit = host.scene.surface(at: point) else { return nil }
        guard let popupGrab, popupGrab.client != hit.surface.client else { return hit }
        return nil
    }
}
