// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
import DrayServer
import DrayTransfer
public import WaylandServer
public import WaylandUtil

// Drags by their number: what a host does with them, how they begin, and when they are over.

extension DragEngine {
    /// Breaks a drag off, also after the drop, while its target has yet to finish: a transfer has failed (HIG-17), or
    /// takes longer than the host wants to wait.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        drag(id)?.deliver(.cancel(interruption))
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

    // MARK: Places of the host's own

    /// A place of the host's says something else than it did as the content came over it, or says it only now; nil: it does
    /// not take the content.
    public func answer(_ answer: HostPlace.Answer?, to id: DragID) {
        guard let drag = drag(id), drag.session.phase == .underWay, let offer = offer(of: drag) else { return }
        drag.answer(answer, on: offer)
    }

    /// What is offered to the place of the host's that a drag is over, or was dropped on; empty for any other.
    public func types(of id: DragID) -> [MimeType] {
        guard let drag = drag(id), offer(of: drag) != nil else { return [] }
        return Array(drag.session.offeredTypes)
    }

    /// Has the source write what is over a place of the host's, or was dropped on it, as `type` into the descriptor.
    public func read(_ type: MimeType, of id: DragID, into descriptor: ReceivedDescriptor) {
        guard let drag = drag(id), let offer = offer(of: drag) else { return }
        drag.receive(type, descriptor, from: offer)
    }

    /// Reads what was dropped on a place of the host's into memory, and ends the drop by what `done` answers: whether the host
    /// could take it. In place of ``read(_:of:into:)`` and ``finish(_:succeeded:)``.
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - done: is given all of it; nil if it is more than the limit, or the drag has failed meanwhile. Called once, later,
    ///     as long as the engine lives.
    /// - Returns: false if no drag with that number was dropped on a place, or no descriptors are left; `done` is not called
    ///   then.
    @discardableResult
    public func take(
        _ type: MimeType, of id: DragID, limit: Int, _ done: @escaping ([UInt8]?) -> Bool
    ) -> Bool {
        guard let drag = drag(id), drag.session.phase == .dropped, offer(of: drag) != nil else { return false }
        let end = transfers.read(limit: limit) { [weak self] content in
            let isDropped = self?.drag(id)?.session.phase == .dropped
            let isTaken = done(isDropped ? content : nil)
            self?.finish(id, succeeded: isTaken && isDropped && content != nil)
        }
        guard let end else { return false }
        read(type, of: id, into: end)
        return true
    }

    /// The host is done with a drop on its place, or could not take the content.
    public func finish(_ id: DragID, succeeded: Bool) {
        guard let drag = drag(id), drag.session.phase == .dropped, let offer = offer(of: drag) else { return }
        drag.deliver(succeeded ? .finish(offer) : .offerDestroyed(offer))
    }

    /// Content of the host's own is no more: its application has quit, or given it up. Before the drop the drag is over; after it, if
    /// nothing was given yet.
    public func contentGone(of id: DragID) { drag(id)?.deliver(.sourceDestroyed) }

    /// A place is no more: content over it is over nothing, and a drop on it that has not been finished fails.
    public func remove(_ place: HostPlace) {
        for drag in drags where drag.session.target?.surface == place.id {
            switch drag.session.phase {
            case .underWay: drag.seat.focus(nil, at: drag.session.pointer)
            case .dropped: finish(drag.id, succeeded: false)
            case .ended: break
            }
        }
        surfaceDestroyed(place.id)
    }

    private func offer(of drag: Drag) -> OfferID? {
        drag.session.target?.surface.isOfHost == true ? drag.session.offerID : nil
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
        if let types = source?.types { source?.further = conversions(of: types) }
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
    private func conversions(of types: Representations) -> [Conversion] {
        switch policy.conversion {
        case .off: []
        case .made: conversionMemory.further(than: types, able: transfers.workshop.ability)
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
        oldest.deliver(.cancel(.timedOut))
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

    func drag(_ id: DragID) -> Drag? { drags.first { $0.id == id } }
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
