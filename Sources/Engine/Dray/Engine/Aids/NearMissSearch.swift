// SPDX-License-Identifier: MIT

import DrayCore
import WaylandServer

/// The search for a target after a finger's release near one that accepts the content (HIG-34). `NearMiss` determines
/// which positions are tried, and for how long; they are tried here. Meanwhile the drag is held as during a
/// confirmation: no device moves it, Escape cancels it, and the image stays at the finger.
final class NearMissSearch {
    private var state = State.none

    private enum State {
        case none
        /// Positions around the finger are tried, one for each expiry of the timer.
        case asking(NearMiss, TimerSource)
        /// A target at one position accepts the content, which is there now. The image is still at the given release
        /// position, if any. Global.
        case taken(imageAt: Point?)
    }

    /// Starts a search for a nearby target after a release over a rejection or over nothing.
    /// - Returns: Whether the search goes on, so that the drop waits for it.
    func begins(_ drag: Drag) -> Bool {
        let places = NearMissPlaces(drag)
        guard case .none = state, drag.driver.device.kind == .touch, let engine = drag.link.engine,
            isAwayFromHome(drag)
        else { return false }
        guard places.isOverNoWindow || drag.session.isRefused else { return false }
        let asked = places.asksWithin ? drag.seat.focus : nil
        let names: WlSurface? = if case .surface(let surface)? = asked?.place { surface } else { nil }
        let awaited: NearMiss.Awaited =
            names != nil && engine.announcer != nil
            ? .names : asked == nil && places.hasWindowsToCome ? .windows : .nothing
        guard
            let begun = NearMiss.begin(
                at: drag.session.pointer, over: drag.seat.focus?.id, places: places.around(in: asked),
                awaiting: awaited, time: .monotonic),
            let timer = engine.loop.makeTimer(handler: { [reference = drag.reference] in
                reference.drag.map { $0.aids.nearMiss.look($0) }
            })
        else { return false }
        // The call to the host may have ended or dropped the drag.
        guard drag.seat.heldDragID == drag.id else { return isUnderWay(drag) }
        drag.seat.hold(drag)
        drag.driver.wait()
        state = .asking(begun.nearMiss, timer)
        // Layers that follow the pointer stay where the finger released.
        drag.requestFrame()
        if let effect = begun.effect { perform(effect, drag) } else { arm() }
        if awaited == .names, let names { askForNames(around: names, drag) }
        return true
    }

    /// Ends the search with the drag's release.
    func end() { state = .none }

    /// Handles an answer of the client to the offer.
    func answered(_ event: DragEvent, _ drag: Drag) {
        guard case .asking(var nearMiss, let timer) = state else { return }
        switch event {
        case .accept(let offer, _), .setActions(let offer, _, _):
            guard offer == drag.session.offerID else { return }
            nearMiss.answered(drag.isAccepted, at: .monotonic)
            state = .asking(nearMiss, timer)
            arm()
        case .enter, .leave, .motion, .containerChanged, .modifiersChanged, .itemCountChanged, .takeItems, .finish,
            .offerDestroyed, .typesOffered, .deliveryChanged, .drop, .cancel, .sourceDestroyed, .refusalStood,
            .surfaceDestroyed,
            .applicationGone:
            break
        }
    }

    /// The position of the image while it follows the pointer. Global.
    func shownPointer(_ drag: Drag) -> Point {
        switch state {
        case .none, .taken: drag.session.pointer
        case .asking(let nearMiss, _): nearMiss.origin
        }
    }

    /// The position from which the image disappears. Global.
    func imagePoint(_ drag: Drag) -> Point {
        switch state {
        case .taken(let point?): point
        case .none, .asking, .taken(nil): drag.session.pointer
        }
    }

    /// Moves the image to the content's position, where the user is asked to confirm.
    func bringImage() {
        if case .taken = state { state = .taken(imageAt: nil) }
    }

    /// Whether the content was moved to a nearby target.
    var isBeside: Bool { if case .taken = state { true } else { false } }

    // MARK: Private

    /// Whether a search of this drag is in progress, checked again after calls to the host.
    private func isUnderWay(_ drag: Drag) -> Bool {
        switch state {
        case .asking: drag.seat.question === drag
        case .none, .taken: false
        }
    }

    /// Whether the content is away from where it was picked up. Content put down at the same position was not meant for
    /// a neighbouring target.
    private func isAwayFromHome(_ drag: Drag) -> Bool {
        drag.session.target?.surface != drag.session.origin.surface
            || drag.session.pointer.squaredDistance(to: drag.session.origin.position)
                > ZoneMap.fingerExtent * ZoneMap.fingerExtent
    }

    /// Searches for named objects around the finger in the application's accessibility tree. The helper is not started
    /// for this.
    private func askForNames(around surface: WlSurface, _ drag: Drag) {
        let milliseconds = UInt32(NearMiss.namePatience / 1000)
        drag.seat.keyboardDrag.names.look(in: surface, milliseconds: milliseconds) {
            [reference = drag.reference] places, origin in
            reference.drag.map { $0.aids.nearMiss.found(places, origin, $0) }
        }
    }

    private func found(_ named: [AccessPlace], _ origin: Point, _ drag: Drag) {
        guard case .asking(var nearMiss, let timer) = state else { return }
        let places = NearMissPlaces(drag)
        let points = named.pointsMeant(by: nearMiss.origin - origin).map { (origin + $0).roundedDown }
        let spots = drag.seat.focus.map { focus in
            points.filter(places.isOnTarget).map { NearMiss.Spot($0, in: focus.id) }
        }
        let effect = nearMiss.found(spots ?? [], at: .monotonic)
        guard isUnderWay(drag) else { return }
        state = .asking(nearMiss, timer)
        if let effect { perform(effect, drag) }
    }

    /// Continues the search. Uses real time, whatever clock the host's frames use, since clients answer in real time.
    private func look(_ drag: Drag) {
        guard case .asking(var nearMiss, let timer) = state else { return }
        let effect =
            nearMiss.awaitsWindows
            ? nearMiss.found(NearMissPlaces(drag).around(in: nil), at: .monotonic) : nearMiss.look(at: .monotonic)
        guard isUnderWay(drag) else { return }
        state = .asking(nearMiss, timer)
        if let effect { perform(effect, drag) } else { arm() }
    }

    private func perform(_ effect: NearMiss.Effect, _ drag: Drag) {
        guard case .asking(let nearMiss, _) = state else { return }
        switch effect {
        case .move(let point):
            bring(drag, to: point)
            // The window may have been destroyed, or its client has no data device.
            guard case .asking = state else { return }
            arm()
        case .drop:
            guard drag.seat.resume(drag) else { return }
            state = .taken(imageAt: nearMiss.origin)
            drag.aids.confirmation.letGo(drag)
        case .giveUp: giveUp(drag, at: nearMiss.origin)
        }
    }

    /// Ends the search without a target: the content is dropped where the finger released it.
    private func giveUp(_ drag: Drag, at origin: Point) {
        bring(drag, to: origin)
        guard drag.seat.resume(drag) else { return }
        state = .none
        drag.deliver(.drop)
    }

    /// Moves the content to a position to try, on the current surface or another. With a host that only reports local
    /// points, only the current surface is tried.
    private func bring(_ drag: Drag, to point: Point) {
        guard let host = drag.link.host, host.picks else { return drag.seat.bring(drag, to: point) }
        let pick = host.pick(at: point, on: drag.seat.id)
        if let pick, pick.place == drag.seat.focus?.place { return drag.seat.bring(drag, to: point) }
        drag.seat.bring(drag, over: pick, at: point)
    }

    private func arm() {
        guard case .asking(let nearMiss, let timer) = state, let next = nearMiss.nextLook else { return }
        let now = Instant.monotonic
        let wait = next > now ? (next.microseconds - now.microseconds + 999) / 1000 : 1
        timer.arm(milliseconds: Int32(clamping: wait))
    }
}
