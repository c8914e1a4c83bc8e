// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
import WaylandServer

// Changes of the receivers while the content is over the same surface.

extension DragSeat {
    /// Reports that surfaces have appeared, disappeared or moved under an idle pointer: the engine picks again
    /// (HIG-31). No event is sent if nothing changed.
    public func sceneChanged(at time: Instant) {
        for hand in beside { hand.sceneChanged(at: time) }
        guard let drag, let host = link.host else { return }
        link.frameNeeded()
        let global = drag.session.pointer
        let pick = host.pick(at: global, on: id)
        let time = deviceTime(at: time)
        guard
            pick?.place != focus?.place || pick?.container != focus?.container
                || pick.map({ $0.local != last.local }) ?? false
        else { return }
        whilePlaying { carry(over: pick, to: global, at: time) }
    }

    /// Sends the offer again to a client that rejected its types, with more types. A motion follows, on which toolkits
    /// decide.
    func enterAgain(_ surface: SurfaceID, _ drag: Drag) {
        guard self.drag === drag, focus?.id == surface else { return }
        enter(drag)
        repeatMotion(at: link.now)
    }

    /// Enters a client that created its data device after the content had entered its surface, or whose device has
    /// become free.
    func deviceAdded(by client: Client) {
        guard let drag, case .surface(let surface)? = focus?.place, surface.client == client,
            !(main ?? self).hasSeveral || !channel.isTelling(client)
        else { return }
        enter(drag)
    }

    /// Handles the release of a data device. With the last device that took part in the drag, the client is left; then
    /// it is entered again if another device is free.
    func deviceRemoved(by client: Client) {
        guard let drag = ownDrag, let focus, case .surface(let surface) = focus.place, surface.client == client,
            !channel.isTelling(client)
        else { return }
        drag.deliver(.leave(global: lastGlobal))
        if self.drag === drag, channel.dialect(of: client) != nil { enter(drag) }
    }
}
