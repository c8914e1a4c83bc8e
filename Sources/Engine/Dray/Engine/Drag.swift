// SPDX-License-Identifier: MIT

import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// A drag: the session with the rules, the driver with the input, the show with the images, and the reads, with the
/// objects that these know only by ID. It performs the effects of all four. `DragAids` has everything that not
/// every drag needs.
final class Drag {
    let id: DragID
    /// The seat, which holds the drag while it is in progress, until the drop or the end.
    let seat: DragSeat
    let link: EngineLink
    /// Nil for the protocol's NULL source.
    let content: (any DragContent)?
    // Unchecked: up to 8000 motions a second change it, and a session makes no callbacks while it changes.
    @exclusivity(unchecked)
    var session: DragSession
    var driver: DragDriver
    var show: DragShow
    let reads: DragReads
    let aids: DragAids
    /// The client's icon surface, if any.
    var icon: SurfaceID?
    /// The last surface or place that received events of the drag.
    private var place: (any DragPlace)?
    private(set) var highlighted: SurfaceID?
    /// Nil before a drop.
    private(set) var drop: Drop?
    /// The window attached to the drag, as far as the host was notified (WL-03).
    private var carried: CarriedWindow?
    private var state = State()

    /// The drop of the content.
    struct Drop {
        /// Global.
        let point: Point
        let target: Target?
        /// The surface on which the content was dropped, if outside its origin (HIG-29).
        let elsewhere: SurfaceID?
    }

    private struct State {
        /// Whether the host has reported what is under the content.
        var isPositioned = false
        /// Whether the drag has ended for all parties, though its image may still be disappearing. Stored because the
        /// session would be copied to determine it for each visible drag.
        var isOver = false
        /// Whether the next frame is sent to the host even if it is unchanged.
        var isFrameDue = false
        /// The pointer position in the last frame.
        var framePointer = Point.zero
        /// The offset from the origin surface's corner to the content's original position; nil until the host knows
        /// where its windows are, which may be only when it draws them.
        var homeOffset: Point?
    }

    init(
        id: DragID, seat: DragSeat, link: EngineLink, content: (any DragContent)?, session: DragSession,
        driver: DragDriver, show: DragShow
    ) {
        self.id = id
        self.seat = seat
        self.link = link
        self.content = content
        self.session = session
        self.driver = driver
        self.show = show
        reads = DragReads(session.policy)
        aids = DragAids(session.policy)
        _ = findHome()
    }

    /// Whether the drag has ended for all parties, though its image may still be disappearing.
    var isOver: Bool { state.isOver }

    /// Records that the host has reported what is under the content.
    func positioned() { state.isPositioned = true }

    /// Requests a frame that is sent to the host even if it is unchanged.
    func requestFrame() {
        state.isFrameDue = true
        link.frameNeeded()
    }

    /// Whether a drop at the current position would be accepted.
    var isAccepted: Bool {
        session.action != nil && (session.acceptedType != nil || session.target?.dialect == .legacy)
    }

    /// Performs the first effects, after notifying the host of the drag.
    func began(_ effects: [DragEffect]) {
        host(.began(id))
        showPointer()
        link.effects.run(effects, of: self)
        content?.watchWindow { [reference] in reference.drag?.carry($0) }
    }

    /// Attaches a window to the drag, or detaches it (nil).
    func carry(_ window: CarriedWindow?) {
        if let carried {
            self.carried = nil
            host(.putDown(id, carried))
        }
        guard let window, session.phase == .underWay else { return }
        carried = window
        host(.carry(id, window, at: session.pointer))
    }

    /// Delivers an event to the session and performs its effects.
    func deliver(_ event: DragEvent) {
        let effects = session.handle(event)
        if case .ended? = effects.last { state.isOver = true }
        link.observer?(id, event, effects)
        switch event {
        case .itemCountChanged: aids.items.countChanged(self)
        case .enter, .leave, .motion, .containerChanged, .modifiersChanged, .accept, .setActions, .takeItems, .finish,
            .offerDestroyed, .typesOffered, .deliveryChanged, .drop, .cancel, .sourceDestroyed, .refusalStood,
            .surfaceDestroyed,
            .applicationGone:
            break
        }
        link.effects.run(effects, of: self)
        aids.nearMiss.answered(event, self)
    }

    /// Passes device input to the driver and performs the result.
    /// - Returns: Whether the drag consumes the input.
    func handle(_ input: DriverInput) -> Bool {
        switch driver.handle(input) {
        case .passed: return false
        case .kept: break
        case .drop: release()
        case .cancel(let interruption): deliver(.cancel(interruption))
        case .answer(let isWanted): aids.confirmation.answer(isWanted: isWanted, self)
        }
        return true
    }

    // MARK: The session's effects

    func perform(_ effect: DragEffect) {
        switch effect {
        case .target(let effect): tell(effect)
        case .source(let effect):
            aids.extensionObjects.sendEvents(before: effect, of: self)
            content?.tell(effect)
        case .protocolError(let offer, let error): link.engine?.post(error, on: offer)
        case .retire(let offer):
            if drop == nil { aids.extensionObjects.offerLeft(offer, of: self) }
            link.engine?.retire(offer)
            reads.handle(.offerLeft(offer), self)
        case .offerAgain(let surface): seat.enterAgain(surface, self)
        case .watchRefusal(let surface): aids.conversion.watchRefusal(over: surface, self)
        case .presentation(let effect): present(effect)
        case .highlight(let surface):
            highlighted = surface
            host(.highlight(id, surface.flatMap { link.surfaces[$0] }))
            link.frameNeeded()
        case .announce(let announcement): aids.speech.announce(announcement, of: self)
        case .haptic(let haptic): aids.speech.feel(haptic, of: self)
        case .released: leaveSeat()
        case .ended(let outcome): end(outcome)
        }
    }

    func host(_ effect: HostEffect) { link.host?.perform(effect, on: seat.id) }

    private func tell(_ effect: TargetEffect) {
        switch effect {
        case .enter(let target, _, _): place = seat.place(of: target.surface)
        case .drop(let surface):
            drop = Drop(
                point: aids.extensionObjects.landing(of: self) ?? session.pointer, target: session.target,
                elsewhere: isElsewhere ? surface : nil)
            aids.extensionObjects.dropped(self)
            // Kept before the drop is sent, so that a source that exits on the drop has been asked for its content.
            aids.keeping.keepContent(of: self)
        case .leave: if drop == nil { aids.zones.leave(self) } else { aids.zones.reset() }
        case .motion, .sourceActions, .action: break
        }
        place?.tell(effect, of: self)
    }

    /// Whether the content is outside its origin container.
    private var isElsewhere: Bool {
        session.relation.map { $0 != .sameContainer } ?? (seat.focus?.container != session.origin.container)
    }

    private func present(_ effect: PresentationEffect) {
        switch effect {
        case .imageAppears(let point): appears(at: point)
        case .imageMoves: break  // The host moves the layers that follow the pointer.
        case .feedback(let feedback):
            show.show(feedback)
            seat.keyboardDrag.answered(feedback.outcome, seat)
            showPointer()
            host(.feedback(id, feedback))
            link.frameNeeded()
        case .imageEnds(let ending):
            highlighted = nil
            updatePlaces(at: link.now)
            show.end(
                DragEnding(ending, landing: drop?.point), homes: aids.items.furtherPlaces(self),
                pointer: aids.nearMiss.imagePoint(self), time: link.now)
            link.frameNeeded()
        case .dropFailed(let point):
            show.dropFailed(at: drop?.point ?? point, time: link.now)
            link.frameNeeded()
        }
    }

    /// Shows the image. Also called during a motion.
    func appears(at point: Point) {
        updatePlaces(at: link.now)
        aids.items.look(at: link.now, self)
        show.appears(at: point, time: link.now)
        link.frameNeeded()
    }

    /// Handles the destruction of the client's icon surface.
    func iconGone() {
        icon = nil
        show.iconGone()
        link.frameNeeded()
    }

    /// Updates the cursor. The outcome is shown once: if a badge shows it, the cursor only shows a closed hand
    /// (HIG-14).
    func showPointer() {
        guard driver.device.kind != .touch, session.phase == .underWay, driver.question == nil else { return }
        // A window can be dropped anywhere.
        let isShownOtherwise = link.style.showsBadge || session.source?.carriesWindow ?? false
        seat.show(isShownOtherwise ? .holding : PointerShape(session.feedback))
    }

    /// Handles the release of the content by its device. Ends scrolling, also while the user is asked to confirm.
    func release() {
        aids.hovering.stopScrolling(self)
        // The call to the host may have dropped or cancelled the drag.
        guard seat.heldDragID == id else { return }
        if !state.isPositioned, let client = link.surfaces[session.origin.surface]?.client {
            link.engine?.hostMissed(.positionNotReported, for: client)
            // The host may have ended the drag in its log.
            guard seat.heldDragID == id else { return }
        }
        if isAccepted || !aids.nearMiss.begins(self) { aids.confirmation.letGo(self) }
    }

    /// Gives the devices back to the clients, after the drop or the end.
    private func leaveSeat() {
        guard seat.ownDrag === self else { return }
        aids.confirmation.end()
        aids.nearMiss.end()
        aids.hovering.stopScrolling(self)
        if session.phase == .dropped { reads.handle(.dropped, self) }
        carry(nil)
        seat.release(self)
        show.setRing(nil)
        seat.show(nil)
        host(.released(id))
        seat.releaseKeyboard()
        seat.keyboardDrag.dragEnded(seat)
        if let surface = drop?.elsewhere.flatMap({ link.surfaces[$0] }) { host(.activate(surface)) }
        link.engine?.dropped(self)
    }

    private func end(_ outcome: DragOutcome) {
        reads.handle(.ended, self)
        aids.extensionObjects.settleUndoRecord(of: self)
        content?.ended(outcome)
        reads.showProgress(of: self)
        aids.conversion.ended(isSuccess: outcome.isSuccess, self)
        show.over()
        link.frameNeeded()
        if case .finished(let action) = outcome, let target = drop?.target {
            let types = session.source?.types ?? content?.description.types ?? []
            link.engine?.journal.record(
                DropJournal.Drop(
                    drag: id, origin: session.origin, target: target, action: action, types: types,
                    itemCount: session.itemCount, time: link.now))
        }
        host(.ended(id, outcome))
        link.engine?.ended(self)
    }

    /// Removes the rest of the image at once, with the drag's last frame if that was not sent yet.
    func vanish() {
        guard !show.isGone else { return }
        show.vanish()
        let pointer = session.pointer
        host(.show(id, ShowFrame(layers: [], damage: show.damage, pointer: pointer, redraws: 0, isLast: true)))
    }

    /// Handles the release of the engine, without which nothing can be shown or sent: only the source is notified that
    /// the drag was cancelled.
    func abandon() {
        for case .source(let effect) in session.cancel(.host) { content?.tell(effect) }
        content?.ended(nil)
    }

    // MARK: Display

    /// Handles new contents or a new offset of the icon surface; nil if it no longer has a buffer.
    func iconChanged(_ image: DragImage?) {
        if let image {
            show.iconDrawn(image, pointer: session.pointer, time: link.now)
        } else {
            show.iconEmptied(time: link.now)
        }
        link.frameNeeded()
    }

    /// Makes the frame for this time and sends it to the host if it changed.
    func frame(at time: Instant) {
        seat.showShape()
        guard !show.isGone else { return }
        aids.hovering.look(at: time, self)
        updatePlaces(at: time)
        aids.items.look(at: time, self)
        let redraws = show.redraws
        let pointer = aids.nearMiss.shownPointer(self)
        let hasChanged = show.frame(at: time, pointer: pointer)
        let isLast = show.isGone
        state.framePointer = pointer
        guard hasChanged || isLast || state.isFrameDue else { return }
        state.isFrameDue = false
        let frame = ShowFrame(
            layers: show.layers, damage: show.damage, pointer: pointer, redraws: show.redraws - redraws,
            isLast: isLast)
        host(.show(id, frame))
    }

    /// The displayed layers, with layers that follow the pointer at its current position.
    var layers: [Layer] {
        guard seat.heldDragID == id else { return show.layers }
        let way = session.pointer - state.framePointer
        return show.layers.map { layer in
            var layer = layer
            if layer.followsPointer { layer.bounds = layer.bounds.offset(by: way) }
            return layer
        }
    }

    /// Returns the engine's style with the scale and badge position for this drag.
    func style(at point: Point) -> PresentationStyle {
        var style = link.style
        style.scale = link.host?.scale(at: point, on: seat.id) ?? 1
        switch driver.device {
        case .pointer: style.badgeSide = .besidePointer
        case .pen, .finger: style.badgeSide = .aboveFinger
        }
        return style
    }

    /// Updates the home position, the highlighted target and the scale.
    func updatePlaces(at time: Instant) {
        show.setStyle(style(at: session.pointer))
        show.setHome(findHome(), time: time)
        show.setRing(aids.zones.ring(self) ?? (highlighted ?? aids.hovering.flashing).flatMap(ring))
    }

    func bounds(of id: SurfaceID) -> SurfaceBounds? {
        link.surfaces[id].flatMap { link.host?.bounds(of: $0, on: seat.id) }
    }

    /// Returns the current position of the content's original location, or nil if that is not visible (HIG-16).
    private func findHome() -> Point? {
        let origin = session.origin
        guard !origin.surface.isOfHost else { return origin.position }
        guard link.surfaces[origin.surface] != nil else { return nil }
        guard let bounds = bounds(of: origin.surface) else { return origin.position }
        guard bounds.isVisible else { return nil }
        let offset = state.homeOffset ?? origin.position - bounds.origin
        state.homeOffset = offset
        return bounds.origin + offset
    }

    /// Returns the rectangle of the highlight ring: the window's bounds, clipped so that the ring remains within the
    /// output.
    private func ring(around surface: SurfaceID) -> Rectangle? {
        if surface.isOfHost { return ringOfHost(surface) }
        guard let bounds = bounds(of: surface), bounds.isVisible, !bounds.window.isEmpty else { return nil }
        guard let output = bounds.output, !output.isEmpty else { return bounds.window }
        return bounds.window.intersection(output.outset(by: -DragPresentation.highlightReach(link.style.contrast)))
    }

    private func ringOfHost(_ id: SurfaceID) -> Rectangle? {
        switch seat.focus?.place {
        case .host(let place) where place.id == id: place.bounds?().flatMap { $0.isEmpty ? nil : $0 }
        case .host, .surface, nil: nil
        }
    }
}

extension DragEnding {
    /// - Parameter place: The landing position set by the target.
    fileprivate init(_ ending: PresentationEffect.ImageEnding, landing place: Point?) {
        switch ending {
        case .land(let point): self = .land(at: place ?? point)
        case .flyBack: self = .flyBack
        case .evaporate: self = .evaporate
        }
    }
}
