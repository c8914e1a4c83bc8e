// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// A drag: the session with the rules, the driver with the input, the show with the images, and the transfers, together
/// with the objects that these know only by ID. It performs the effects of all four.
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
    /// The state of the reads: forwarded to the source, held, or finished.
    var transfers: DragTransfers
    /// The descriptors of the reads that are not forwarded to the source.
    var descriptors: [ReadID: ReceivedDescriptor] = [:]

    /// Reads that wait for the content kept at the drop.
    var waiting: [ReadID: (MimeType, ReceivedDescriptor)] = [:]
    /// The numbers of the files created from the content.
    var clippings: [Int] = []
    /// The file access of the program under the content, or on which it was dropped (WL-06).
    var receiver = FileReceiver.unrestricted
    /// The program under the content, or on which it was dropped.
    var reader = TransferParty.host
    /// A target that currently rejects the content and may change its answer, and the deadline for that.
    var refusal: (surface: SurfaceID, end: Instant)?

    /// The content kept at the drop, if the host enables that.
    var kept: KeptContent?

    /// The search for a target near a finger that released over a rejection (HIG-34).
    var miss = Miss.none
    /// The timeout of the user's confirmation; nil without a pending one.
    var questionTimer: TimerSource?
    /// Whether the user is asked about a drop that the target reports as irreversible.
    var asksAboutLoss = false
    /// Whether the next frame is sent to the host even if it is unchanged.
    var isFrameDue = false

    /// The client's icon surface, if any.
    var icon: SurfaceID?
    var seenItems = SeenItems()
    /// The last surface or place that received events of the drag.
    private var place: (any DragPlace)?
    private(set) var highlighted: SurfaceID?
    /// The hover time over one surface, zone or place.
    var dwell: Dwell
    /// Whether the content has been outside its origin window.
    var hasLeftHome = false
    /// The pressure of the pen or finger that holds the content.
    var firmPress = FirmPress()
    /// The pointer focus during scrolling.
    var scrolling = ScrollBurst()
    /// The zone, of a client with the extension, that contains the pointer.
    var zone = ZoneTracker()
    /// The extension object of the target on which the content was dropped.
    var targetExtension: DragOfferExtension?
    /// The last announcement about a zone, which is not repeated.
    var lastZoneAnnouncement: Announcement?
    /// Whether the host has reported what is under the content.
    var isPositioned = false
    private var undoState = UndoState.open
    /// Whether the drag has ended for all parties, though its image may still be disappearing. Stored because the
    /// session would be copied to determine it for each visible drag.
    private(set) var isOver = false
    /// The surface on which the content was dropped, if outside its origin (HIG-29).
    private(set) var dropElsewhere: SurfaceID?
    /// The target on which the content was dropped; nil before a drop.
    private(set) var droppedOn: Target?
    /// The position of the drop; nil before a drop. Global.
    private(set) var dropPoint: Point?
    /// The pointer position in the last frame.
    private var framePointer = Point.zero
    /// The window attached to the drag, as far as the host was notified (WL-03).
    private var carried: CarriedWindow?
    /// The offset from the origin surface's corner to the content's original position; nil until the host knows where
    /// its windows are, which may be only when it draws them.
    private var homeOffset: Point?

    init(
        id: DragID, seat: DragSeat, link: EngineLink, content: (any DragContent)?, session: DragSession,
        driver: DragDriver, show: DragShow
    ) {
        self.id = id
        self.seat = seat
        self.link = link
        self.content = content
        self.session = session
        transfers = DragTransfers(earlyReads: session.policy.earlyReads)
        self.driver = driver
        self.show = show
        dwell = Dwell(wait: session.policy.springLoading.wait)
        _ = findHome()
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
        if case .ended? = effects.last { isOver = true }
        link.observer?(id, event, effects)
        switch event {
        case .itemCountChanged: itemCountChanged()
        case .enter, .leave, .motion, .containerChanged, .modifiersChanged, .accept, .setActions, .takeItems, .finish,
            .offerDestroyed, .typesOffered, .deliveryChanged, .drop, .cancel, .sourceDestroyed, .refusalStood,
            .surfaceDestroyed,
            .applicationGone:
            break
        }
        link.effects.run(effects, of: self)
        answered(event)
    }

    /// Passes device input to the driver and performs the result.
    /// - Returns: Whether the drag consumes the input.
    func handle(_ input: DriverInput) -> Bool {
        switch driver.handle(input) {
        case .passed: return false
        case .kept: break
        case .drop: drop()
        case .cancel(let interruption): deliver(.cancel(interruption))
        case .answer(let isWanted): answerQuestion(isWanted: isWanted)
        }
        return true
    }

    // MARK: The session's effects

    func perform(_ effect: DragEffect) {
        switch effect {
        case .target(let effect): tell(effect)
        case .source(let effect):
            sendExtensionEvents(before: effect)
            content?.tell(effect)
        case .protocolError(let offer, let error): link.engine?.post(error, on: offer)
        case .retire(let offer):
            if dropPoint == nil { offerLeft(offer) }
            link.engine?.retire(offer)
            handle(.offerLeft(offer))
        case .offerAgain(let surface): seat.enterAgain(surface, self)
        case .watchRefusal(let surface): watchRefusal(over: surface)
        case .presentation(let effect): present(effect)
        case .highlight(let surface):
            highlighted = surface
            host(.highlight(id, surface.flatMap { link.surfaces[$0] }))
            link.frameNeeded()
        case .announce(let announcement): announce(announcement)
        case .haptic(let haptic): feel(haptic)
        case .released: release()
        case .ended(let outcome): end(outcome)
        }
    }

    func host(_ effect: HostEffect) { link.host?.perform(effect, on: seat.id) }

    private func tell(_ effect: TargetEffect) {
        switch effect {
        case .enter(let target, _, _): place = seat.place(of: target.surface)
        case .drop(let surface):
            dropPoint = landing ?? session.pointer
            droppedOn = session.target
            targetExtension = session.offerID.flatMap { link.engine?.manager.extensionObject(on: $0) }
            targetExtension?.dropped()
            // Kept before the drop is sent, so that a source that exits on the drop has been asked for its content.
            keepContent()
            if isElsewhere { dropElsewhere = surface }
        case .leave: if dropPoint == nil { leaveZone() } else { zone = ZoneTracker() }
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
            seat.answered(feedback.outcome)
            showPointer()
            host(.feedback(id, feedback))
            link.frameNeeded()
        case .imageEnds(let ending):
            highlighted = nil
            updatePlaces(at: link.now)
            show.end(
                DragEnding(ending, landing: dropPoint), homes: furtherPlaces, pointer: imagePoint, time: link.now)
            link.frameNeeded()
        case .dropFailed(let point):
            show.dropFailed(at: dropPoint ?? point, time: link.now)
            link.frameNeeded()
        }
    }

    /// Shows the image. Also called during a motion.
    func appears(at point: Point) {
        updatePlaces(at: link.now)
        lookAtItems(at: link.now)
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

    private func release() {
        guard seat.ownDrag === self else { return }
        questionTimer = nil
        miss = .none
        perform(scrolling.stop())
        if session.phase == .dropped { handle(TransferEvent.dropped) }
        carry(nil)
        seat.release(self)
        show.setRing(nil)
        seat.show(nil)
        host(.released(id))
        seat.releaseKeyboard()
        seat.keyboardDragIsOver()
        if let surface = dropElsewhere.flatMap({ link.surfaces[$0] }) { host(.activate(surface)) }
        link.engine?.dropped(self)
    }

    private func end(_ outcome: DragOutcome) {
        handle(TransferEvent.ended)
        settleUndoRecord()
        content?.ended(outcome)
        showProgress()
        refusal = nil
        if !outcome.isSuccess { discardClippings() }
        show.over()
        link.frameNeeded()
        if case .finished(let action) = outcome, let droppedOn {
            let types = session.source?.types ?? content?.description.types ?? []
            link.engine?.journal.record(
                DropJournal.Drop(
                    drag: id, origin: session.origin, target: droppedOn, action: action, types: types,
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
        look(at: time)
        updatePlaces(at: time)
        lookAtItems(at: time)
        let redraws = show.redraws
        let pointer = shownPointer
        let hasChanged = show.frame(at: time, pointer: pointer)
        let isLast = show.isGone
        framePointer = pointer
        guard hasChanged || isLast || isFrameDue else { return }
        isFrameDue = false
        let frame = ShowFrame(
            layers: show.layers, damage: show.damage, pointer: pointer, redraws: show.redraws - redraws,
            isLast: isLast)
        host(.show(id, frame))
    }

    /// The displayed layers, with layers that follow the pointer at its current position.
    var layers: [Layer] {
        guard seat.heldDragID == id else { return show.layers }
        let way = session.pointer - framePointer
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
        show.setRing(zoneRing ?? (highlighted ?? dwell.flashing).flatMap(ring))
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
        let offset = homeOffset ?? origin.position - bounds.origin
        homeOffset = offset
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

extension Drag {
    /// Whether the undo records of the drop have been determined (HIG-26).
    private enum UndoState {
        case open
        case settled
    }

    /// Determines, at the end of the drag, what clients can undo, keeps it and notifies them. A target is notified of a
    /// failure before that: it may be waiting for the result of its drop.
    func settleUndoRecord() {
        guard undoState == .open, case .ended(let outcome) = session.phase else { return }
        undoState = .settled
        if dropPoint != nil, !outcome.isSuccess { targetExtension?.sendFailed(.init(outcome)) }
        let handles = (source: content?.takeDrop(), target: targetExtension?.ended())
        link.engine?.keepUndoRecord(of: id, from: handles.source, to: handles.target, outcome)
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
