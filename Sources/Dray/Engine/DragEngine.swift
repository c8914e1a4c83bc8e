// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayServer
internal import DrayTransfer
public import WaylandServer
public import WaylandUtil

/// Drag and drop for a compositor: the one object that a host makes (RUN-01).
///
/// It offers `wl_data_device_manager` and `zwp_primary_selection_device_manager_v1` on the host's display, keeps a
/// session for every drag, and tells the host what to show. Bound to the display's thread.
public final class DragEngine {
    /// The rules for drags that begin from now on (HIG-05).
    public var policy: DragPolicy
    /// Sees every event of every drag with what it led to; for traces and replays. Motions come as events too.
    public var observer: ((DragID, DragEvent, [DragEffect]) -> Void)? {
        get { link.observer }
        set { link.observer = newValue }
    }

    /// Is told what a drag begins with, before anything comes of it; with ``observer`` all that a replay needs.
    public var beginningObserver: ((DragID, DragBeginning) -> Void)?

    /// Stands between source and target: is given the descriptor that the target wants written, and returns the one that
    /// the source is to write into, in its place or the same. For hosts that watch or keep what is transferred.
    public var transferFilter: ((DragID, MimeType, ReceivedDescriptor) -> ReceivedDescriptor)?

    let host: any DragHost
    let link: EngineLink
    private let manager: DataDeviceManager
    private let primarySelections: PrimarySelectionManager?
    private var seats: [SeatID: DragSeat] = [:]
    /// Dropped, and not finished by the target yet.
    private var dropped: [Drag] = []
    private var surfaces: [SurfaceID: WlSurface] = [:]
    private var queue: [(drag: Drag, work: Work)] = []
    /// Seats that the host has removed, until their last effects are carried out.
    private var leaving: Set<SeatID> = []
    /// What is on its way between sources and targets.
    let transfers: TransferPool
    private var lastRead: UInt64 = 0
    private var lastOffer: UInt64 = 0
    private var lastDrag: UInt64 = 0

    /// What waits to be carried out.
    private enum Work {
        case effect(DragEffect)
        /// The host is to begin its grab; what it tells the engine meanwhile comes after what the beginning led to.
        case begin(origin: WlSurface, icon: WlSurface?)
    }

    /// Who offers `zwp_primary_selection_device_manager_v1`. There may be only one on a display: clients that bind
    /// different ones would not hear of each other.
    public enum PrimarySelection: Sendable {
        case engine
        /// The host has one already, or wants none.
        case host
    }

    /// - Parameter host: kept by the engine; the host breaks the circle by letting go of the engine.
    public init(
        display: Display, host: any DragHost, policy: DragPolicy = .humanInterface,
        primarySelection: PrimarySelection = .engine
    ) {
        self.host = host
        self.policy = policy
        transfers = TransferPool(loop: display.eventLoop)
        link = EngineLink(host: host)
        manager = DataDeviceManager(display: display, delegate: link)
        switch primarySelection {
        case .engine: primarySelections = PrimarySelectionManager(display: display, seatsOf: manager)
        case .host: primarySelections = nil
        }
        link.engine = self
    }

    deinit {
        link.cut()
        // Clients are told, as far as they can be without a host; the seats may be kept by whoever asked for them.
        for seat in seats.values {
            if let drag = seat.drag {
                for case .source(let effect) in drag.session.cancel(.host) { drag.source?.tell(effect) }
                seat.data.tell(.leave(drag.session.origin.surface), surface: nil)
            }
            seat.end()
        }
    }

    /// The seat with that identity, made when it is first asked for.
    public func seat(_ id: SeatID) -> DragSeat {
        if let seat = seats[id] { return seat }
        let seat = DragSeat(id: id, engine: link, data: manager.seat(id))
        seats[id] = seat
        seat.data.selection.whenClientChanges = { [link] types in
            link.engine?.host.selectionChanged(to: types, on: id)
        }
        return seat
    }

    /// The seat is gone: its drag is cancelled, its data devices become inert.
    public func removeSeat(_ id: SeatID) {
        guard let seat = seats[id] else { return manager.removeSeat(id) }
        leaving.insert(id)
        seat.cancel(.deviceGone)
        if !link.isDraining { forgetLeavingSeats() }
    }

    /// Breaks a drag off, also after the drop, while its target has yet to finish: a transfer has failed (HIG-17), or
    /// takes longer than the host wants to wait.
    public func cancel(_ id: DragID, _ interruption: DragInterruption) {
        deliver(.cancel(interruption), to: id)
    }

    /// The clipboard and the primary selection of a seat follow its keyboard focus. Call before `wl_keyboard.enter` is sent.
    public func keyboardFocusChanged(to client: Client?, on seat: SeatID) {
        self.seat(seat).data.keyboardFocusChanged(to: client)
    }

    /// Puts content of the host's own into the clipboard of a seat, or empties it (nil).
    public func setSelection(_ content: HostSelection?, on seat: SeatID) {
        self.seat(seat).data.selection.set(content)
    }

    /// Asks the client whose content is in the clipboard of a seat to write it as `type` into the descriptor. Without
    /// such content the descriptor is only closed.
    public func sendSelection(_ type: MimeType, to descriptor: ReceivedDescriptor, on seat: SeatID) {
        self.seat(seat).data.selection.send(type, to: descriptor)
    }

    /// Whether a `wl_global` is the engine's own: for a host that hides others of the same interface.
    public func owns(global: OpaquePointer) -> Bool { manager.owns(global: global) }

    /// The surface of an identity in an announcement; nil once it is gone.
    public func surface(_ id: SurfaceID) -> WlSurface? { surfaces[id] }

    // MARK: Running effects

    /// Hands an event to a drag and carries out what it leads to.
    func deliver(_ event: DragEvent, to drag: Drag) {
        let effects = drag.session.handle(event)
        observer?(drag.id, event, effects)
        run(effects, of: drag)
    }

    /// Carries out effects in order. What a host or client leads to meanwhile waits until they are done.
    private func run(_ effects: [DragEffect], of drag: Drag) {
        run(effects.map(Work.effect), of: drag)
    }

    private func run(_ work: [Work], of drag: Drag) {
        queue += work.map { (drag, $0) }
        guard !link.isDraining else { return }
        link.isDraining = true
        while !queue.isEmpty {
            let next = queue.removeFirst()
            switch next.work {
            case .effect(let effect): perform(effect, of: next.drag)
            case .begin(let origin, let icon):
                host.perform(.began(next.drag.id, origin: origin, icon: icon), on: next.drag.seat.id)
            }
        }
        link.isDraining = false
        releaseDroppedDrags()
        forgetLeavingSeats()
    }

    private func perform(_ effect: DragEffect, of drag: Drag) {
        let seat = drag.seat
        switch effect {
        case .target(let effect):
            if case .drop(let surface) = effect, drag.isElsewhere { drag.dropElsewhere = surface }
            seat.data.tell(effect, surface: effect.enteredSurface.flatMap { surfaces[$0] })
        case .source(let effect): drag.source?.tell(effect)
        case .protocolError(let offer, let error): manager.post(error, on: offer)
        case .retire(let offer):
            manager.retire(offer)
            deliver(.offerLeft(offer), to: drag)
        case .presentation(let effect): host.perform(.present(drag.id, effect), on: seat.id)
        case .highlight(let surface): host.perform(.highlight(surface.flatMap { surfaces[$0] }), on: seat.id)
        case .announce(let announcement): host.perform(.announce(announcement), on: seat.id)
        case .haptic(let haptic): host.perform(.haptic(haptic), on: seat.id)
        case .ended(let outcome): end(drag, outcome)
        }
    }

    private func end(_ drag: Drag, _ outcome: DragOutcome) {
        deliver(.ended, to: drag)
        drag.source?.ended()
        dropped.removeAll { $0 === drag }
        if drag.seat.drag === drag { release(drag) }
        host.perform(.ended(drag.id, outcome), on: drag.seat.id)
    }

    /// Drags that were dropped leave their seats to the clients. After all effects: `wl_data_device.leave` has to come
    /// before `wl_pointer.enter`.
    private func releaseDroppedDrags() {
        for seat in seats.values {
            guard let drag = seat.drag, drag.session.phase == .dropped else { continue }
            dropped.append(drag)
            release(drag)
            // Last, since it can end the drag.
            deliver(.dropped, to: drag)
            if let target = drag.session.target?.application { giveUpOldest(on: target) }
        }
    }

    /// A target that never finishes must not make the engine keep its drops for ever.
    private func giveUpOldest(on target: ApplicationID) {
        let waiting = dropped.filter { $0.session.target?.application == target }
        guard waiting.count > Limits.unfinishedDropsPerClient, let oldest = waiting.first else { return }
        deliver(.cancel(.timedOut), to: oldest)
    }

    private func release(_ drag: Drag) {
        let seat = drag.seat
        seat.drag = nil
        seat.focus = nil
        host.perform(.released(drag.id), on: seat.id)
        if let surface = drag.dropElsewhere.flatMap({ surfaces[$0] }) {
            host.perform(.activate(surface), on: seat.id)
        }
    }

    private func forgetLeavingSeats() {
        for id in leaving {
            seats.removeValue(forKey: id)?.end()
            manager.removeSeat(id)
        }
        leaving = []
    }

    // MARK: Identities

    func nextOffer() -> OfferID {
        lastOffer += 1
        return OfferID(lastOffer)
    }

    func nextRead() -> ReadID {
        lastRead += 1
        return ReadID(lastRead)
    }

    /// Remembers a surface as long as it lives, and tells every drag when it dies.
    func watch(_ surface: WlSurface) -> SurfaceID {
        let id = SurfaceID(surface.resource.id)
        guard surface.resource.isAlive, surfaces.updateValue(surface, forKey: id) == nil else { return id }
        manager.watch(surface.client)
        surface.resource.whenDestroyed { [link] in link.engine?.surfaceDestroyed(id) }
        return id
    }

    private func surfaceDestroyed(_ id: SurfaceID) {
        surfaces[id] = nil
        for seat in seats.values where seat.focus?.id == id { seat.focus = nil }
        for drag in drags { deliver(.surfaceDestroyed(id), to: drag) }
    }

    /// All drags: under way, and dropped but not finished.
    private var drags: [Drag] { seats.values.compactMap(\.drag) + dropped }

    func drag(_ id: DragID) -> Drag? { drags.first { $0.id == id } }

    private func drag(with offer: OfferID) -> Drag? { drags.first { $0.session.offerID == offer } }

    // MARK: Requests

    func handle(_ request: DragRequest) {
        switch request {
        case .start(let start): self.start(start)
        case .accept(let offer, let type): deliver(.accept(offer, type), on: offer)
        case .setActions(let offer, let mask, let preferred):
            deliver(.setActions(offer, mask: mask, preferred: preferred), on: offer)
        case .finish(let offer): deliver(.finish(offer), on: offer)
        case .offerDestroyed(let offer): deliver(.offerDestroyed(offer), on: offer)
        case .receive(let offer, let type, let descriptor):
            if let drag = drag(with: offer) { receive(type, descriptor, from: offer, of: drag) }
        case .deviceAdded(let seat, let client): seats[seat]?.deviceAdded(by: client)
        case .deviceRemoved(let seat, let client): seats[seat]?.deviceRemoved(by: client)
        case .clientGone(let client):
            for drag in drags { deliver(.applicationGone(ApplicationID(client.id)), to: drag) }
        }
    }

    func deliver(_ event: DragEvent, to id: DragID) {
        if let drag = drag(id) { deliver(event, to: drag) }
    }

    private func deliver(_ event: DragEvent, on offer: OfferID) {
        if let drag = drag(with: offer) { deliver(event, to: drag) }
    }

    private func start(_ request: StartDrag) {
        let seat = seat(request.seat)
        guard seat.drag == nil, !leaving.contains(request.seat), request.source?.isFree ?? true,
            let permit = host.allowDrag(request)
        else { return request.refuse() }
        let origin = DragOrigin(
            surface: watch(request.origin), application: ApplicationID(request.origin.client.id),
            container: permit.container, position: permit.position)
        let beginning = DragBeginning(
            source: request.source?.content, origin: origin, modifiers: permit.modifiers, policy: policy)
        let (session, effects) = DragSession.begin(
            beginning.source, from: origin, modifiers: beginning.modifiers, policy: policy)
        lastDrag += 1
        let drag = Drag(id: DragID(lastDrag), seat: seat, source: request.source, session: session)
        beginningObserver?(drag.id, beginning)
        request.source?.began { [link, id = drag.id] in link.engine?.deliver(.sourceDestroyed, to: id) }
        seat.drag = drag
        run([.begin(origin: request.origin, icon: request.icon)] + effects.map(Work.effect), of: drag)
        countItems(of: drag)
    }
}

extension TargetEffect {
    /// The surface that an `enter` is about.
    fileprivate var enteredSurface: SurfaceID? {
        guard case .enter(let target, _, _) = self else { return nil }
        return target.surface
    }
}

extension Drag {
    /// Whether the content is outside of where it came from.
    fileprivate var isElsewhere: Bool { seat.focus?.pick.container != session.origin.container }
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
