// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
import DrayServer
import DrayTransfer
public import WaylandServer

// Drags by their number: what a host does with them, how they begin, and when they are over.

extension DragEngine {
    /// Breaks a drag off, also after the drop, while its target has yet to finish: a transfer has failed (HIG-17), or
    /// takes longer than the host wants to wait.
    ///
    /// A drop whose content was read to its end has arrived: with ``DragInterruption/timedOut`` it is finished,
    /// whatever its target has yet to say.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        guard let drag = drag(id) else { return }
        switch interruption {
        case .timedOut: drag.timeIsUp()
        case .escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed:
            drag.deliver(.cancel(interruption))
        }
    }

    /// The person's word on a drop that the host has asked about (HIG-27): it is performed, or cancelled. Does nothing with a drag
    /// that nobody is asked about.
    public func confirmDrop(_ id: DragID, isWanted: Bool) {
        drag(id)?.answerQuestion(isWanted: isWanted)
    }

    // MARK: What is seen

    /// Makes the frames that are due and has them shown. Only what has changed is shown again.
    /// - Parameter time: on the host's clock.
    public func frame(at time: Instant) {
        frames.taken()
        for seat in Array(seats.values) { seat.lookAtKeyboardDrag(at: time) }
        for drag in drags { drag.frame(at: time) }
        drags.removeAll { $0.isOver && $0.show.isGone }
        let looks = seats.values.compactMap(\.nextKeyboardLook)
        guard let next = (drags.compactMap { $0.nextFrame(after: time) } + looks).min() else { return }
        frames.request(at: next > time ? next : nil)
    }

    /// What is on the screen of each drag, the lowest first, with what follows the pointer where the pointer is now: for a host
    /// that draws its screen anew. With this it keeps no frames, and of ``HostEffect/show(_:_:)`` only the damage matters to it.
    public var shown: [(drag: DragID, layers: [Layer])] {
        drags.lazy.filter { !$0.show.isGone }.map { ($0.id, $0.layers) }
    }

    /// Where the hand holds a drag; nil if it does not.
    public func position(of id: DragID) -> Point? {
        drag(id).flatMap { $0.seat.heldDragID == id ? $0.session.pointer : nil }
    }

    /// Windows have moved, come or gone: home and ring are looked at again with the next frame.
    public func sceneChanged() {
        if !drags.isEmpty || seats.values.contains(where: { $0.sceneWait.end != nil }) { link.frameNeeded() }
    }

    /// What a client has drawn on its icon surface, or where it has moved it; nil if there is nothing on it any more. After the
    /// drop only pixels count, in the place of a surface that the host cannot go on showing.
    public func iconChanged(_ image: DragImage?, of id: DragID) {
        drag(id)?.iconChanged(image)
    }

    /// The host does not show this `xdg_toplevel` any more: it travels with no drag (WL-03). For hosts that are asked to carry
    /// windows.
    public func windowUnmapped(_ toplevel: Resource) {
        for drag in drags { drag.content?.windowUnmapped(toplevel) }
    }

    // MARK: Beginning

    func begin(_ request: StartDrag, _ start: DragStart) -> DragID? {
        guard !isClosed, !leaving.contains(request.seat), let seat = seat(request.seat).hand(for: start),
            request.source?.isFree ?? true, request.origin.resource.isAlive, request.origin.client.isConnected,
            request.source?.isAlive ?? true
        else { return nil }
        if let source = request.source { dragExtension.begins(source, from: SurfaceID(request.origin.resource.id)) }
        seat.lane.begins(by: request.device)
        let origin = DragOrigin(
            surface: watch(request.origin), application: ApplicationID(request.origin.client.id),
            container: request.source?.words?.container ?? start.container, position: start.position)
        let drag = begin(
            request.source.map(ClientContent.init), from: origin, start, image: nil, icon: request.icon, isSeen: false,
            seat)
        return drag.id
    }

    func begin(_ content: HostContent, _ start: DragStart, on seat: DragSeat) -> DragID? {
        guard !isClosed, !leaving.contains(seat.id), seats[seat.id] === seat, let seat = seat.hand(for: start) else {
            return nil
        }
        let origin = DragOrigin(
            surface: .ofHost(), application: content.application.map(ApplicationID.init) ?? .host,
            container: start.container, position: start.position)
        return begin(
            OwnContent(content, pool: transfers), from: origin, start, image: content.image, icon: nil,
            isSeen: content.application != nil, seat
        ).id
    }

    /// - Parameter isSeen: somebody else draws what travels.
    private func begin(
        _ content: (any DragContent)?, from origin: DragOrigin, _ start: DragStart, image: DragImage?, icon: WlSurface?,
        isSeen: Bool, _ seat: DragSeat
    ) -> Drag {
        let id = identities.nextDrag()
        var source = content?.description
        if let types = source?.types {
            source?.further = conversions(of: types)
            // The host names the encodings of its content itself.
            source?.isReadAsUnicode = content is ClientContent && policy.conversion == .made
        }
        let beginning = DragBeginning(
            source: source, origin: origin, modifiers: start.modifiers, policy: policy,
            imageThreshold: style.imageThreshold)
        beginningObserver?(id, beginning)
        let (session, effects) = DragSession.begin(beginning)
        let looks = ItemLooks(content?.words?.items, link)
        let show = DragShow(
            image: image, hasIcon: isSeen || icon?.resource.isAlive ?? false,
            standard: isSeen || session.source?.carriesWindow ?? false
                ? nil : StandardImage(Array(session.source?.types ?? [])),
            itemCount: session.itemCount, looks: looks.list,
            origins: places(of: Array(looks.items.dropFirst()), origin.surface, on: seat.id), home: origin.position,
            style: style, store: link.pictures)
        let drag = Drag(
            id: id, seat: seat, link: link, content: content, session: session,
            driver: DragDriver(start.device, keptKeys: seat.keptKeys), show: show)
        content?.began { [reference = drag.reference] in reference.drag?.deliver(.sourceDestroyed) }
        drag.icon = icon.map(watch)
        drag.seenItems.list = looks.items
        drags.append(drag)
        seat.began(drag)
        drag.began(effects)
        drag.countItems()
        return drag
    }

    /// What can be made of content with these types, where the policy wants that (HIG-25).
    func conversions(of types: Representations) -> [Conversion] {
        switch policy.conversion {
        case .off: []
        case .made:
            conversionMemory.further(than: types, able: transfers.workshop.ability, reads: LegacyDecoder.reads)
        }
    }

    // MARK: The end

    /// Breaks off every drag, those that are dropped and not finished as well, and takes their images off the screen. The host
    /// hears of all that; no drag begins any more. For a host that is about to let go of the engine and wants to know.
    public func close() {
        isClosed = true
        for drag in drags { drag.deliver(.cancel(.host)) }
        for drag in drags { drag.vanish() }
        drags.removeAll(where: \.isOver)
    }

    /// A drag has let go of its seat. A target that never finishes must not make the engine keep its drops for ever.
    func dropped(_ drag: Drag) {
        guard let target = drag.session.target?.application else { return }
        let waiting = drags.filter {
            !$0.isOver && $0.session.phase == .dropped && $0.session.target?.application == target
        }
        guard waiting.count > Limits.unfinishedDropsPerClient, let oldest = waiting.first else { return }
        oldest.timeIsUp()
    }

    /// A drag is over for everybody, and its image on its way out. A host that makes no frames must not make the engine keep
    /// all that it never showed.
    func ended(_ drag: Drag) {
        let over = drags.lazy.filter(\.isOver)
        guard over.count > Self.leavingLimit, let oldest = over.first else { return }
        drags.removeAll { $0 === oldest }
        oldest.vanish()
    }

    /// More images than a person could watch leave.
    private static let leavingLimit = 16

    /// All effects are carried out.
    func settled() {
        if !leaving.isEmpty {
            // One with several drags has the last of them broken off first.
            for id in leaving where seats[id]?.isDragging != true {
                leaving.remove(id)
                keptSelections[id] = nil
                seats.removeValue(forKey: id)?.end()
                manager.removeSeat(id)
            }
        }
        guard link.areZonesDue else { return }
        link.areZonesDue = false
        for drag in drags { drag.settleZone() }
    }

    func surfaceDestroyed(_ id: SurfaceID) {
        previews.remove(id)
        for hand in hands { hand.forget(id) }
        for drag in drags {
            if drag.icon == id { drag.iconGone() }
            // To one that is only seen to leave it means nothing any more.
            if !drag.isOver { drag.deliver(.surfaceDestroyed(id)) }
        }
    }

    func drag(_ id: DragID) -> Drag? { drags.last { $0.id == id } }
}

extension DataSource {
    /// Whether a drag may begin with it: a source that is being dragged, or is or was a selection, is taken.
    fileprivate var isFree: Bool {
        switch use {
        case .none, .dragEnded: true
        case .drag, .selection, .selectionEnded: false
        }
    }
}
