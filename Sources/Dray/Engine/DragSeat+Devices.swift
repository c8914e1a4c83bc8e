// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
import WaylandServer

// Who hears of the content changes while it is over one thing.

extension DragSeat {
    /// Surfaces have come, gone or moved below a pointer that rests: the host is asked again what is there (HIG-31).
    /// No event is sent if all is as before.
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

    /// The client takes none of what it was offered, and is offered more; it hears where the content is as by a motion, which is when
    /// toolkits make up their mind.
    func enterAgain(_ surface: SurfaceID, _ drag: Drag) {
        guard self.drag === drag, focus?.id == surface else { return }
        enter(drag)
        repeatMotion(at: link.now)
    }

    /// A client made its data device after the content had come over it, or one that told of another drag is free: it is told
    /// now.
    func deviceAdded(by client: Client) {
        guard let drag, case .surface(let surface)? = focus?.place, surface.client == client,
            !(main ?? self).hasSeveral || !lane.isTelling(client)
        else { return }
        enter(drag)
    }

    /// A client released a device. With the last one that told of the drag it stops hearing of it; it may have another that is
    /// free.
    func deviceRemoved(by client: Client) {
        guard let drag = ownDrag, let focus, case .surface(let surface) = focus.place, surface.client == client,
            !lane.isTelling(client)
        else { return }
        drag.deliver(.leave(global: lastGlobal))
        if self.drag === drag, lane.dialect(of: client) != nil { enter(drag) }
    }
}
