// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
import DrayServer
import DrayTransfer
public import WaylandServer

// Drags by their ID: how the host controls them, how they begin, and how they end.

extension DragEngine {
    /// Cancels a drag, even after the drop while the target has yet to finish: a transfer failed (HIG-17) or took
    /// longer than the host allows.
    ///
    /// A drop whose content was read completely has arrived: with ``DragInterruption/timedOut`` it is finished even if
    /// the target sends nothing.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        guard let drag = drag(id) else { return }
        switch interruption {
        case .timedOut: drag.reads.timeIsUp(drag)
        case .escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed:
            drag.deliver(.cancel(interruption))
        }
    }

    /// The user's answer to the confirmation that the host asked for (HIG-27): the drop is performed or cancelled. Has
    /// no effect on a drag without a pending confirmation.
    public func confirmDrop(_ id: DragID, isWanted: Bool) {
        if let drag = drag(id) { drag.aids.confirmation.answer(isWanted: isWanted, drag) }
    }

    // MARK: Display

    /// Makes the frames that are due and shows those that changed.
    /// - Parameter time: The time on the host's clock.
    public func frame(at time: Instant) {
        frames.taken()
        for seat in Array(seats.values) { seat.keyboardDrag.look(at: time, seat) }
        for drag in drags { drag.frame(at: time) }
        drags.removeAll { $0.isOver && $0.show.isGone }
        let looks = seats.values.compactMap(\.keyboardDrag.nextLook)
        guard let next = (drags.compactMap { $0.aids.hovering.nextFrame(after: time, $0) } + looks).min() else {
            return
        }
        frames.request(at: next > time ? next : nil)
    }

    /// The layers of each drag, the lowest first, with layers that follow the pointer at its current position. For a
    /// host that redraws its whole screen: it need not store frames, and of ``HostEffect/show(_:_:)`` it needs only the
    /// damage.
    public var shown: [(drag: DragID, layers: [Layer])] {
        drags.lazy.filter { !$0.show.isGone }.map { ($0.id, $0.layers) }
    }

    /// Returns the pointer position of a drag, or nil if no pointer or finger holds it.
    public func position(of id: DragID) -> Point? {
        drag(id).flatMap { $0.seat.heldDragID == id ? $0.session.pointer : nil }
    }

    /// Reports that windows have moved, appeared or disappeared: the image's home position and the highlight ring are
    /// updated with the next frame.
    public func sceneChanged() {
        if !drags.isEmpty || seats.values.contains(where: { $0.keyboardDrag.awaitsScene }) { link.frameNeeded() }
    }

    /// Sets the new contents or offset of a client's icon surface; nil if it no longer has a buffer. After the drop,
    /// only pixels can replace a surface that the host can no longer show.
    public func iconChanged(_ image: DragImage?, of id: DragID) {
        drag(id)?.iconChanged(image)
    }

    /// Reports that this `xdg_toplevel` was unmapped: it is detached from its drag (WL-03). For hosts that perform
    /// ``HostEffect/carry(_:_:at:)``.
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
        seat.channel.begins(by: request.device)
        let origin = DragOrigin(
            surface: watch(request.origin), application: ApplicationID(request.origin.client.id),
            container: request.source?.extensionObject?.container ?? start.container, position: start.position)
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

    /// - Parameter isSeen: Whether another application draws the drag image.
    private func begin(
        _ content: (any DragContent)?, from origin: DragOrigin, _ start: DragStart, image: DragImage?, icon: WlSurface?,
        isSeen: Bool, _ seat: DragSeat
    ) -> Drag {
        let id = identities.nextDrag()
        var source = content?.description
        if let types = source?.types {
            source?.further = conversions(of: types)
            // The host itself names the encodings of its content.
            source?.isReadAsUnicode = content is ClientContent && policy.conversion == .made
        }
        let beginning = DragBeginning(
            source: source, origin: origin, modifiers: start.modifiers, policy: policy,
            imageThreshold: style.imageThreshold)
        beginningObserver?(id, beginning)
        let (session, effects) = DragSession.begin(beginning)
        let looks = ItemLooks(content?.extensionObject?.items, link)
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
        drag.aids.items.shown = looks.items
        drags.append(drag)
        seat.began(drag)
        drag.began(effects)
        drag.reads.countItems(drag)
        return drag
    }

    /// Returns the conversions for content with these types, if the policy allows conversions (HIG-25).
    func conversions(of types: Representations) -> [Conversion] {
        switch policy.conversion {
        case .off: []
        case .made:
            conversionMemory.further(than: types, able: transfers.converter.ability, reads: LegacyDecoder.reads)
        }
    }

    // MARK: Ending

    /// Cancels every drag, including drops that have yet to finish, and removes their images from the screen. The host
    /// receives all effects of that. No further drag begins. For a host that is about to release the engine and needs
    /// these effects.
    public func close() {
        isClosed = true
        for drag in drags { drag.deliver(.cancel(.host)) }
        for drag in drags { drag.vanish() }
        drags.removeAll(where: \.isOver)
    }

    /// Handles a drag that has released its seat. A target that never finishes must not make the engine keep its drops
    /// forever.
    func dropped(_ drag: Drag) {
        guard let target = drag.session.target?.application else { return }
        let waiting = drags.filter {
            !$0.isOver && $0.session.phase == .dropped && $0.session.target?.application == target
        }
        guard waiting.count > Limits.unfinishedDropsPerClient, let oldest = waiting.first else { return }
        oldest.reads.timeIsUp(oldest)
    }

    /// Handles a drag that has ended and whose image is disappearing. A host that makes no frames must not make the
    /// engine keep all images that it never showed.
    func ended(_ drag: Drag) {
        let over = drags.lazy.filter(\.isOver)
        guard over.count > Self.leavingLimit, let oldest = over.first else { return }
        drags.removeAll { $0 === oldest }
        oldest.vanish()
    }

    /// The maximum number of images that disappear at the same time; more than a user can follow.
    private static let leavingLimit = 16

    /// Called when all effects are performed.
    func settled() {
        if !leaving.isEmpty {
            // A seat with several drags stays until the last one is cancelled.
            for id in leaving where seats[id]?.isDragging != true {
                leaving.remove(id)
                keptSelections[id] = nil
                seats.removeValue(forKey: id)?.end()
                manager.removeSeat(id)
            }
        }
        guard link.areZonesDue else { return }
        link.areZonesDue = false
        for drag in drags { drag.aids.zones.settle(drag) }
    }

    func surfaceDestroyed(_ id: SurfaceID) {
        previews.remove(id)
        for hand in hands { hand.forget(id) }
        for drag in drags {
            if drag.icon == id { drag.iconGone() }
            // A drag that is only shown until its image has disappeared needs no event.
            if !drag.isOver { drag.deliver(.surfaceDestroyed(id)) }
        }
    }

    func drag(_ id: DragID) -> Drag? { drags.last { $0.id == id } }
}

extension DataSource {
    /// Whether a drag may begin with the source: it is not being dragged, and is not and was not a selection.
    fileprivate var isFree: Bool {
        switch use {
        case .none, .dragEnded: true
        case .drag, .selection, .selectionEnded: false
        }
    }
}
