// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

// A finger that lets go beside what takes the content (HIG-34): `NearMiss` says what is asked, and for how long; here it is
// asked. Meanwhile the drag is held as while a person is asked whether to drop: no device moves it, Escape cancels it, and the
// image stays at the finger.

extension Drag {
    /// A finger's miss, and what became of it.
    enum Miss {
        case none
        /// Places around are asked, each time that the timer says so.
        case asking(NearMiss, TimerSource)
        /// One takes the content, which is there now. The image is still where it was let go of, if that is said. Global.
        case taken(imageAt: Point?)
    }

    /// The content was let go of over a refusal. If there are places around to be asked, they are.
    /// - Returns: whether that goes on: the drop waits for it.
    func looksAround() -> Bool {
        guard case .none = miss, driver.device.kind == .touch, let engine = link.engine, isAwayFromHome,
            session.isRefused, session.target?.dialect == .negotiating, seat.focus?.zones == nil
        else { return false }
        let places = NearMiss.places(around: session.pointer).filter(isOnTarget)
        guard let begun = NearMiss.begin(at: session.pointer, places: places, time: .monotonic),
            let timer = engine.loop.makeTimer(handler: { [weak self] in self?.lookAround() })
        else { return false }
        seat.hold(self)
        driver.wait()
        miss = .asking(begun.nearMiss, timer)
        // What follows the pointer stays where it was let go of.
        isFrameDue = true
        link.frameNeeded()
        perform(begun.effect)
        return true
    }

    /// The client has said something of the content.
    func answered(_ event: DragEvent) {
        guard case .asking(var nearMiss, let timer) = miss else { return }
        switch event {
        case .accept(let offer, _), .setActions(let offer, _, _):
            guard offer == session.offerID else { return }
            nearMiss.answered(isTaken, at: .monotonic)
            miss = .asking(nearMiss, timer)
            armMiss()
        case .enter, .leave, .motion, .containerChanged, .modifiersChanged, .itemCountChanged, .takeItems, .finish,
            .offerDestroyed, .deliveryChanged, .drop, .cancel, .sourceDestroyed, .refusalStood, .surfaceDestroyed,
            .applicationGone:
            break
        }
    }

    /// Whether a drop here would be taken.
    var isTaken: Bool {
        session.action != nil && (session.acceptedType != nil || session.target?.dialect == .legacy)
    }

    /// Where the image is, while it follows the pointer. Global.
    var shownPointer: Point {
        switch miss {
        case .none, .taken: session.pointer
        case .asking(let nearMiss, _): nearMiss.origin
        }
    }

    /// Where the image is as it leaves. Global.
    var imagePoint: Point {
        switch miss {
        case .taken(let point?): point
        case .none, .asking, .taken(nil): session.pointer
        }
    }

    /// The image goes to where the content is: a person is asked about it there.
    func bringImage() {
        if case .taken = miss { miss = .taken(imageAt: nil) }
    }

    /// Whether the content was brought to where it is dropped.
    var isBeside: Bool { if case .taken = miss { true } else { false } }

    /// Real time: the clients live in it, whatever clock the host's frames have.
    private func lookAround() {
        guard case .asking(var nearMiss, let timer) = miss else { return }
        // What was asked is gone, or the drag was broken off in a way that has let go of the seat.
        guard session.offerID != nil else { return giveUp(at: nearMiss.origin) }
        let effect = nearMiss.look(at: .monotonic)
        miss = .asking(nearMiss, timer)
        if let effect { perform(effect) } else { armMiss() }
    }

    private func perform(_ effect: NearMiss.Effect) {
        guard case .asking(let nearMiss, _) = miss else { return }
        switch effect {
        case .move(let point):
            seat.bring(self, to: point)
            armMiss()
        case .drop:
            guard seat.resume(self) else { return }
            miss = .taken(imageAt: nearMiss.origin)
            letGo()
        case .giveUp: giveUp(at: nearMiss.origin)
        }
    }

    /// It was no near miss: what was let go of is dropped where that was.
    private func giveUp(at origin: Point) {
        if session.offerID != nil { seat.bring(self, to: origin) }
        guard seat.resume(self) else { return }
        miss = .none
        deliver(.drop)
    }

    private func armMiss() {
        guard case .asking(let nearMiss, let timer) = miss, let next = nearMiss.nextLook else { return }
        let now = Instant.monotonic
        let wait = next > now ? (next.microseconds - now.microseconds + 999) / 1000 : 1
        timer.arm(milliseconds: Int32(clamping: wait))
    }

    /// What is put down where it was picked up was not meant for what lies beside it.
    private var isAwayFromHome: Bool {
        session.target?.surface != session.origin.surface
            || session.pointer.squaredDistance(to: session.origin.position)
                > ZoneMap.fingerExtent * ZoneMap.fingerExtent
    }

    /// Whether a point is on the surface that the content is over. Global.
    private func isOnTarget(_ point: Point) -> Bool {
        guard let host = link.host, let focus = seat.focus, !focus.id.isOfHost else { return false }
        guard host.picks else {
            // By its place on the surface: a host that knows local points only has made the others up.
            let local = seat.lastLocal + (point - session.pointer)
            return bounds(of: focus.id).map { $0.window.contains($0.origin + local) } ?? false
        }
        return host.pick(at: point, on: seat.id)?.place == focus.place
    }
}
