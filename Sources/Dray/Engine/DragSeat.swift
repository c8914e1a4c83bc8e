// SPDX-License-Identifier: MIT

public import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandServer

/// The drags of one seat: where a host says what devices do, and what is under them.
///
/// Without a drag in progress every call does nothing, and every input is passed on. Positions are global unless said
/// otherwise, in points. A further drag that a finger holds beside the seat's has one of its own, with the same identity, which
/// no host sees (HIG-10).
public final class DragSeat {
    public let id: SeatID

    let data: DataSeat
    /// What clients are told of the drag.
    let lane: DataLane
    /// The host's seat, of one for a drag beside its own; nil: this is the host's.
    weak var main: DragSeat?
    /// Those for the drags beside, while they last.
    var beside: [DragSeat] = []
    /// Keys that drags which are over have kept, while others go on.
    var leftKeys = KeptKeys()
    /// Buttons, tips and fingers that drags which are over have kept, and that are still down.
    var leftPresses = KeptPresses()
    // Unchecked, as is what else a motion reads and writes: plain assignments, which no call of ours interrupts. The
    // checks would be as much as the engine's own part of a motion.
    @exclusivity(unchecked)
    private var current = Current()
    /// What the content is over, and where it was last.
    @exclusivity(unchecked)
    var focus: Focus? {
        didSet { updateTurns() }
    }
    /// Where the content was last. Plain numbers, which a motion writes.
    @exclusivity(unchecked)
    private(set) var last = Whereabouts()
    /// The clock of what drives the drag.
    var deviceClock = DeviceClock()
    /// Nobody looks whether the content rests, until it moves.
    var isAsleep = false {
        didSet { updateTurns() }
    }
    /// A drag by keyboard, from the picking on (HIG-32).
    var keyboardDrag = KeyboardDrag() {
        didSet { updateTurns() }
    }
    /// What has a name in the windows that Tab goes through.
    private(set) lazy var names = WindowNames(link: link, seat: id)
    /// Until the host knows where windows are that a person goes through.
    var sceneWait = SceneWait()
    /// What is dragged by name, from the looking on (HIG-33).
    var namedDrag: NamedDragHunt?
    /// What somebody waits for to be listed.
    var nameLists: [NameList] = []
    /// What the pointer does now is played, and no hand's.
    var isPlaying = false
    /// As the host has told them last, drag or not.
    var modifiers: Modifiers = []
    /// Whether somebody is to hear of each motion: a place of the host's, or who waits for the pointer to move.
    @exclusivity(unchecked)
    private var takesTurns = false

    let link: EngineLink
    /// A drag that was let go of, while a person is asked whether that is a drop (HIG-27). Where the pointer goes meanwhile is
    /// nothing to it.
    var question: Drag?
    /// Meanwhile: whether the hand is over what the content was let go of, as a host says that knows local points only.
    var isHandOverFocus = false
    var keyboard = Keyboard.free
    /// What is held down, as far as the host tells.
    var presses = PressLog<WlSurface>()
    /// What the pointer looks like, and what it is to look like with the next frame.
    private var shape: PointerShape?
    private var nextShape: PointerShape?

    /// The drag in progress. Not copyable, so that a motion does not count references to it.
    private struct Current: ~Copyable {
        var drag: Drag?

        var isDragging: Bool { drag != nil }
        func move(to position: Point) -> MotionEffect { drag?.session.move(to: position) ?? .none }
    }

    /// Whose the keyboard is.
    enum Keyboard {
        case free
        /// A person picks by keyboard what to drag.
        case picking
        case dragging
        /// The drag is over, and a key that meant something to it is still down.
        case keeping(KeptKeys)
    }

    struct Focus {
        let id: SurfaceID
        let place: Pick.Place
        var container: ContainerID
        /// Of a client with the extension; nil where it has named none.
        var zones: SurfaceZones?
    }

    struct Whereabouts {
        var global = Point.zero
        /// Local to what has the focus.
        var local = Point.zero
        /// When, by the device's clock; zero before the first motion.
        var time = Instant.zero
    }

    init(id: SeatID, link: EngineLink, data: DataSeat) {
        self.id = id
        self.link = link
        self.data = data
        lane = data.makeLane()
    }

    /// The drag that the hand holds.
    var drag: Drag? {
        get { current.drag }
        set { current.drag = newValue }
    }

    /// The drag under way, also while it waits for a person's word.
    var ownDrag: Drag? { current.drag ?? question }

    public var isDragging: Bool { isBusy || !beside.isEmpty }

    /// Whether this hand has a drag.
    var isBusy: Bool { current.isDragging || question != nil }

    /// The drag under way; nil without one. Of several that which is none beside another.
    public var dragID: DragID? { ownDrag?.id }

    /// The drag that the hand holds: not one that was let go of, and waits for a person's word (HIG-27).
    public var heldDragID: DragID? { drag?.id }

    /// What a drop would do now; nil without a drag.
    public var feedback: Feedback? { ownDrag?.session.feedback }

    /// What drives the drag; nil without one.
    public var device: DragDevice? { ownDrag?.driver.device }

    /// How many items travel, whatever a target takes of them; nil without a drag (HIG-06, HIG-08).
    public var itemCount: Int? { ownDrag?.session.itemCount }

    /// Begins a drag of the host's own content.
    /// - Returns: nil if the seat drags already.
    public func begin(_ content: HostContent, _ start: DragStart) -> DragID? {
        link.engine?.begin(content, start, on: self)
    }

    // MARK: The host picks

    /// The content came over something else, or over nothing.
    public func focus(_ pick: Pick?, at global: Point) {
        guard let drag else { return handMoved(to: global) }
        drag.leaveZone()
        noteHand(at: global)
        guard let pick, let id = identity(of: pick.place) else {
            focus = nil
            drag.cameOver(nil, at: global)
            return drag.deliver(.leave(global: global))
        }
        focus = Focus(
            id: id, place: pick.place, container: pick.container, zones: link.engine?.dragExtension.zones(of: id))
        whereabouts(global: global, local: pick.local)
        drag.cameOver(id, at: global)
        enter(drag)
        drag.updateZone()
    }

    /// The pointer moved over what has the focus. The hot path: allocates nothing.
    /// - Parameters:
    ///   - local: the same point, local to that surface.
    ///   - time: by the device's clock; ``Instant/ofDevice`` for a motion that no device has made.
    public func motion(to global: Point, local: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard time != .ofDevice else { return motion(to: global, local: local, at: deviceTime(at: link.now)) }
        last = Whereabouts(global: global, local: local, time: time)
        guard link.hastensMotions, !takesTurns else { return takeTurn(global, local, time) }
        _ = move(global, local, time)
    }

    /// What a motion comes to where nothing is in its way.
    @inline(__always)
    private func move(_ global: Point, _ local: Point, _ time: Instant) -> MotionEffect {
        let motion = current.move(to: global)
        if motion.recipient != nil { lane.sendMotion(to: local, at: time) }
        if motion.image == .appears { drag?.appears(at: global) }
        return motion
    }

    /// A motion must not overtake effects that wait to be carried out, and a place of the host's hears of it as of all else.
    /// An observer is told after it.
    func takeTurn(_ global: Point, _ local: Point, _ time: Instant) {
        noteHand(at: global)
        guard !link.isDraining, let drag, focus?.id.isOfHost != true else {
            return deliver(.motion(global: global, local: local, at: time))
        }
        if isAsleep { drag.wakes(at: global, time: link.now) }
        let motion = move(global, local, time)
        if link.observesMotions {
            link.observer?(
                drag.id, .motion(global: global, local: local, at: time),
                DragEvent.effects(of: motion, global: global, local: local, at: time))
        }
        if focus?.zones != nil { drag.updateZone() }
    }

    /// The content is here, as nobody but the engine knows.
    func whereabouts(global: Point, local: Point) {
        last = Whereabouts(global: global, local: local, time: last.time)
    }

    /// Where the content is. Global.
    var lastGlobal: Point { last.global }

    /// Where the content is on what it is over.
    var lastLocal: Point { last.local }

    private func updateTurns() {
        takesTurns = isAsleep || keyboardDrag.isOn || focus?.id.isOfHost ?? false || focus?.zones != nil
    }

    /// A client has divided a surface anew.
    func zonesChanged(of surface: SurfaceID) {
        guard focus?.id == surface else { return }
        focus?.zones = link.engine?.dragExtension.zones(of: surface)
        drag?.updateZone()
    }

    /// The host knows local points only: the content came over something else, or over nothing.
    public func focus(_ pick: Pick?) {
        guard let drag else { return handMoved(over: pick) }
        // From one surface to another is farther than a hand trembles.
        let step = focus == nil && drag.session.pointer == drag.session.origin.position ? 0 : link.style.imageThreshold
        focus(pick, at: drag.session.pointer + Point(x: step, y: 0))
    }

    /// The host knows local points only: the pointer moved over what has the focus.
    public func motion(toLocal local: Point, at time: Instant) {
        guard let drag, focus != nil else { return handMoved(toLocal: local) }
        motion(to: drag.session.pointer + (local - last.local), local: local, at: time)
    }

    // MARK: The engine picks

    /// The pointer, finger or pen is here now. The host is asked what is below.
    public func pointerMoved(to global: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard let host = link.host else { return }
        carry(over: host.pick(at: global, on: id), to: global, at: time)
    }

    /// The content is here now, over what the host has picked.
    func carry(over pick: Pick?, to global: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard let pick else {
            return focus == nil ? motion(to: global, local: .zero, at: time) : focus(nil, at: global)
        }
        guard focus?.place == pick.place else { return focus(pick, at: global) }
        if focus?.container != pick.container {
            focus?.container = pick.container
            deliver(.containerChanged(drag?.zone.entered?.container ?? pick.container))
        }
        motion(to: global, local: pick.local, at: time)
    }

    /// The wheel was turned, or fingers scroll. What the content is over gets the pointer for it (HIG-20), before this returns:
    /// the host then sends it what is scrolled.
    /// - Parameter time: by the host's clock.
    public func scrolled(at time: Instant) { drag?.scrolled(at: time) }

    // MARK: For the engine and its drags

    func began(_ drag: Drag) {
        self.drag = drag
        if let main { main.began(beside: self) } else { tookDevices(of: drag) }
        keyboardDragBegan()
    }

    /// A drag of this seat has taken what drives it, and the keyboard.
    func tookDevices(of drag: Drag) {
        keyboard = .dragging
        presses.taken(drag.driver.device)
        leftPresses.release(drag.driver.device)
        modifiers = drag.session.modifiers
    }

    /// How a drag begins that a client asks for on this surface; nil if nothing is held there that the host has told of by
    /// that serial.
    func start(serial: UInt32, origin: WlSurface) -> DragStart? {
        presses.press(serial: serial, on: origin).map {
            DragStart(device: $0.device, position: $0.position, modifiers: modifiers, container: $0.container)
        }
    }

    func release(_ drag: Drag) {
        self.drag = nil
        question = nil
        focus = nil
        lane.ends()
        (main ?? self).released(drag, by: self)
    }

    /// What the pointer is to look like from the next frame on; nil at once, since it is the clients' again.
    func show(_ shape: PointerShape?) {
        nextShape = shape
        if shape == nil { showShape() } else if shape != self.shape { link.frameNeeded() }
    }

    /// A frame is shown: the pointer changes with it, if it is to look otherwise than before.
    func showShape() {
        guard nextShape != shape else { return }
        shape = nextShape
        link.host?.perform(.pointerShape(shape), on: id)
    }

    /// The place that is entered now.
    func place(of id: SurfaceID) -> (any DragPlace)? {
        guard let focus, focus.id == id else { return nil }
        switch focus.place {
        case .surface(let surface): return ClientPlace(lane, surface: surface)
        case .host(let place): return OwnPlace(place)
        }
    }

    /// A surface, or a place of the host's, is no more.
    func forget(_ id: SurfaceID) {
        if focus?.id == id { focus = nil }
    }

    /// The engine lets go of the seat, which somebody else may still hold: from here on it does nothing.
    func end() {
        for hand in beside { hand.end() }
        beside = []
        errandIsDone(.interrupted)
        nameLists = []
        drag = nil
        question = nil
        focus = nil
        keyboard = .free
        presses = PressLog()
        leftPresses = KeptPresses()
        keyboardDrag = KeyboardDrag()
        sceneWait = SceneWait()
    }

    func deliver(_ event: DragEvent) {
        drag?.deliver(event)
    }

    private func identity(of place: Pick.Place) -> SurfaceID? {
        switch place {
        case .surface(let surface): surface.resource.isAlive ? link.engine?.watch(surface) : nil
        case .host(let place): place.id
        }
    }

    /// The content has come over what has the focus.
    func enter(_ drag: Drag) {
        drag.lookAtTypes()
        guard let engine = link.engine, let focus else { return }
        let application: ApplicationID
        let dialect: Dialect
        var takesKeys = false
        switch focus.place {
        case .surface(let surface):
            // A client without a device hears of no drag, so the content is over nothing; so it is with one that is just
            // going.
            guard surface.client.isConnected, let spoken = lane.dialect(of: surface.client) else {
                return drag.deliver(.leave(global: last.global))
            }
            application = ApplicationID(surface.client.id)
            dialect = spoken
            takesKeys = drag.comes(over: surface.client)
            drag.reader = TransferParty(surface.client)
        case .host(let place):
            drag.receiver = .anybody
            drag.reader = place.application.map { TransferParty(ApplicationID($0)) } ?? .host
            application = place.application.map(ApplicationID.init) ?? .host
            dialect = .negotiating
        }
        let target = Target(
            surface: focus.id, application: application, container: drag.zoneBelow?.container ?? focus.container,
            dialect: dialect, takesKeys: takesKeys)
        drag.deliver(
            .enter(target, global: last.global, local: last.local, offer: engine.identities.nextOffer()))
    }
}
