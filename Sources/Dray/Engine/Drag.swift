// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandServer
import WaylandUtil

/// A drag: the session that knows the rules, the driver that knows the person, the show that people see, and the reads; with
/// the objects that they know only by number. The only interpreter of all four.
final class Drag {
    let id: DragID
    /// Whose drag this is. The seat keeps the drag while it is under way, and lets go of it at the drop or the end.
    let seat: DragSeat
    let link: EngineLink
    /// Nil for the protocol's NULL source.
    let content: (any DragContent)?
    // Unchecked: a motion changes it 8000 times a second, and a session calls nobody while it changes.
    @exclusivity(unchecked)
    var session: DragSession
    var driver: DragDriver
    var show: DragShow
    /// Which reads go on to the source, which wait, and what came of them.
    var transfers: DragTransfers
    /// Of the reads that have not gone on to the source.
    var descriptors: [ReadID: ReceivedDescriptor] = [:]

    /// Reads that wait for what is taken in at the drop.
    var waiting: [ReadID: (MimeType, ReceivedDescriptor)] = [:]
    /// The files that were made of the content, by their numbers.
    var clippings: [Int] = []
    /// How what the content is over, or was dropped on, comes to its files (WL-06).
    var receiver = FileReceiver.anybody
    /// The program that the content is over, or was dropped on.
    var reader = TransferParty.host
    /// A target that refuses and may yet change its mind, and until when that is waited for.
    var refusal: (surface: SurfaceID, end: Instant)?

    /// What was taken in at the drop, where the host wants that.
    var kept: KeptContent?

    /// What a finger let go of over a refusal (HIG-34).
    var miss = Miss.none
    /// Ends the wait for a person's word; nil without a question.
    var questionTimer: TimerSource?
    /// Whether the person is being asked about a drop of which the target has said that it cannot be undone.
    var asksAboutLoss = false
    /// The host is to be shown the next frame even if it looks as the one before.
    var isFrameDue = false

    /// The client's icon surface, where it gave one.
    var icon: SurfaceID?
    var seenItems = SeenItems()
    /// What the content was over last that heard of it.
    private var place: (any DragPlace)?
    private(set) var highlighted: SurfaceID?
    /// How long the content rests over one thing.
    var dwell: Dwell
    /// Whether the content has been over anything but the window that it comes from.
    var hasLeftHome = false
    /// How hard the pen or finger presses that holds the content.
    var firmPress = FirmPress()
    /// Who has the pointer while somebody scrolls.
    var scrolling = ScrollBurst()
    /// The zone that the content is over, of a client with the extension.
    var zone = ZoneStay()
    /// What the target that the content was dropped on says by the extension.
    var taker: DragOfferWords?
    /// What was said last of a zone: to tell the same again is of no use.
    var lastZoneAnnouncement: Announcement?
    private var takingBack = TakingBack.open
    /// Whether the drag is over for everybody; it may still be seen to leave. Asked of all drags that are still seen, of
    /// each of which the session would be copied to ask it.
    private(set) var isOver = false
    /// The surface that the content was dropped on, if that is outside of where it came from (HIG-29).
    private(set) var dropElsewhere: SurfaceID?
    /// What it was dropped on, and which drop that is; nil as long as there was none.
    private(set) var droppedOn: Target?
    /// Where the content was dropped; nil as long as it was not. Global.
    private(set) var dropPoint: Point?
    /// Where the pointer was for the last frame.
    private var framePointer = Point.zero
    /// The window that travels along, as far as the host knows (WL-03).
    private var carried: CarriedWindow?
    /// From the origin surface's corner to where the content lay; nil as long as the host does not know where its windows
    /// are, as one that learns it when it draws them.
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

    /// The drag is on its seat: the host hears of it before anything comes of it.
    func began(_ effects: [DragEffect]) {
        host(.began(id))
        showPointer()
        link.effects.run(effects, of: self)
        content?.watchWindow { [reference] in reference.drag?.carry($0) }
    }

    /// A window travels along from now on, or no longer (nil).
    func carry(_ window: CarriedWindow?) {
        if let carried {
            self.carried = nil
            host(.putDown(id, carried))
        }
        guard let window, session.phase == .underWay else { return }
        carried = window
        host(.carry(id, window, at: session.pointer))
    }

    /// Hands an event to the session and carries out what it leads to.
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

    /// What devices do; what the driver makes of it happens.
    /// - Returns: whether the drag keeps it.
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
            tellWords(before: effect)
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
            taker = session.offerID.flatMap { link.engine?.manager.words(on: $0) }
            taker?.dropped()
            // Before anybody hears of the drop, so that a source which quits then has been asked.
            keepContent()
            if isElsewhere { dropElsewhere = surface }
        case .leave: if dropPoint == nil { leaveZone() } else { zone = ZoneStay() }
        case .motion, .sourceActions, .action: break
        }
        place?.tell(effect, of: self)
    }

    /// Whether the content is outside of where it came from.
    private var isElsewhere: Bool {
        session.relation.map { $0 != .sameContainer } ?? (seat.focus?.container != session.origin.container)
    }

    private func present(_ effect: PresentationEffect) {
        switch effect {
        case .imageAppears(let point): appears(at: point)
        case .imageMoves: break  // The host moves what follows the pointer; the next frame knows where it is.
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

    /// The image appears. Out of a motion as well.
    func appears(at point: Point) {
        updatePlaces(at: link.now)
        lookAtItems(at: link.now)
        show.appears(at: point, time: link.now)
        link.frameNeeded()
    }

    /// The client has destroyed its icon.
    func iconGone() {
        icon = nil
        show.iconGone()
        link.frameNeeded()
    }

    /// What the pointer looks like. The outcome is shown once: where a badge tells it, the pointer only holds (HIG-14).
    func showPointer() {
        guard driver.device.kind != .touch, session.phase == .underWay, driver.question == nil else { return }
        // A window can be dropped anywhere.
        let isToldOtherwise = link.style.showsBadge || session.source?.carriesWindow ?? false
        seat.show(isToldOtherwise ? .holding : PointerShape(session.feedback))
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
        if dropPoint != nil, !outcome.isSuccess { taker?.sendFailed(.init(outcome)) }
        settleTakeBack()
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

    /// What is left of the image goes at once, by the drag's last frame, if that was not shown before.
    func vanish() {
        guard !show.isGone else { return }
        show.vanish()
        let pointer = session.pointer
        host(.show(id, ShowFrame(layers: [], damage: show.damage, pointer: pointer, redraws: 0, isLast: true)))
    }

    /// The engine goes, and with it whoever would show or hear anything: its source hears that nothing comes of it.
    func abandon() {
        for case .source(let effect) in session.cancel(.host) { content?.tell(effect) }
        content?.ended(nil)
    }

    // MARK: What is seen

    /// Its client has drawn its icon, or moved it; nil if there is nothing on it any more.
    func iconChanged(_ image: DragImage?) {
        if let image {
            show.iconDrawn(image, pointer: session.pointer, time: link.now)
        } else {
            show.iconEmptied(time: link.now)
        }
        link.frameNeeded()
    }

    /// Makes the frame of this time and has it shown, if it differs from the one before.
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

    /// What is on the screen, with what follows the pointer where that is now.
    var layers: [Layer] {
        guard seat.heldDragID == id else { return show.layers }
        let way = session.pointer - framePointer
        return show.layers.map { layer in
            var layer = layer
            if layer.followsPointer { layer.bounds = layer.bounds.offset(by: way) }
            return layer
        }
    }

    /// The engine's style, with what this drag and its place on the screen make of it.
    func style(at point: Point) -> PresentationStyle {
        var style = link.style
        style.scale = link.host?.scale(at: point, on: seat.id) ?? 1
        switch driver.device {
        case .pointer: style.badgeSide = .besidePointer
        case .pen, .finger: style.badgeSide = .aboveFinger
        }
        return style
    }

    /// Looks where home and target are now, and at what scale.
    func updatePlaces(at time: Instant) {
        show.setStyle(style(at: session.pointer))
        show.setHome(findHome(), time: time)
        show.setRing(zoneRing ?? (highlighted ?? dwell.flashing).flatMap(ring))
    }

    func bounds(of id: SurfaceID) -> SurfaceBounds? {
        link.surfaces[id].flatMap { link.host?.bounds(of: $0, on: seat.id) }
    }

    /// Where the content lay, where that is now; nil once nothing of it can be seen (HIG-16).
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

    /// What the line around a target goes round: its window, and of one that reaches to the edge of the screen as much as
    /// leaves room for the line.
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
    /// Whether it is known what clients can take back of the drop (HIG-26).
    private enum TakingBack {
        case open
        case settled
    }

    /// The drag is over: what clients can take back of it is kept, and they are told.
    func settleTakeBack() {
        guard takingBack == .open, case .ended(let outcome) = session.phase else { return }
        takingBack = .settled
        let handles = (source: content?.takeDrop(), target: taker?.ended())
        link.engine?.keepTakeBack(of: id, from: handles.source, to: handles.target, outcome)
    }
}

extension DragEnding {
    /// - Parameter place: where a target wants the content to land.
    fileprivate init(_ ending: PresentationEffect.ImageEnding, landing place: Point?) {
        switch ending {
        case .land(let point): self = .land(at: place ?? point)
        case .flyBack: self = .flyBack
        case .evaporate: self = .evaporate
        }
    }
}
