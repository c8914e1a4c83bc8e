// SPDX-License-Identifier: MIT

public import DrayCore
import DrayPresentation
import DrayServer
import DrayTransfer
import WaylandServer

/// The drags of one seat, to which the host reports device input and pick results.
///
/// Without a drag in progress, calls have no effect, and all input is forwarded to clients. Positions are global unless
/// stated otherwise, in points. A concurrent drag, held by another finger, has a seat object of its own with the same
/// ID, which hosts never see (HIG-10).
public final class DragSeat {
    public let id: SeatID

    let data: DataSeat
    /// The channel for the drag's events to clients.
    let channel: DragChannel
    /// The host's seat, if this object is for a concurrent drag; otherwise nil.
    weak var main: DragSeat?
    /// The seat objects of concurrent drags.
    var beside: [DragSeat] = []
    /// Keys consumed by drags that have ended while others continue.
    var leftKeys = KeptKeys()
    /// Buttons, pen tips and fingers consumed by drags that have ended, and still held.
    var leftPresses = KeptPresses()
    // Unchecked, like all other state that a motion reads and writes: plain assignments that no callback interrupts.
    // The checks would cost as much as the engine's own part of a motion.
    @exclusivity(unchecked)
    private var current = Current()
    /// The surface or place under the content.
    @exclusivity(unchecked)
    var focus: Focus? {
        didSet { updateTurns() }
    }
    /// The last position of the content. Plain numbers, written by motions.
    @exclusivity(unchecked)
    private(set) var last = Whereabouts()
    /// The clock of the driving device.
    var deviceClock = DeviceClock()
    /// Whether the checks of hovering content are suspended until the next motion.
    var isAsleep = false {
        didSet { updateTurns() }
    }
    /// Drags by keyboard (HIG-32).
    let keyboardDrag: SeatKeyboardDrag
    /// Drags by name (HIG-33).
    let namedDrag = SeatNamedDrag()
    /// Whether the current pointer event is generated rather than a device's.
    var isPlaying = false
    /// The modifiers last reported by the host, during a drag or not.
    var modifiers: Modifiers = []
    /// Whether each motion has further receivers: a place of the host, or a check that waits for motion.
    @exclusivity(unchecked)
    private var takesTurns = false

    let link: EngineLink
    /// A released drag that waits for the user's confirmation (HIG-27). It does not follow the pointer.
    var question: Drag?
    /// Whether, during a confirmation, the pointer is over the surface on which the content was released; for a host
    /// that only reports local points.
    var isHandOverFocus = false
    var keyboard = Keyboard.free
    /// The presses currently held, as reported by the host.
    var presses = PressLog<WlSurface>()
    /// The current cursor shape, and the one for the next frame.
    private var shape: PointerShape?
    private var nextShape: PointerShape?

    /// The drag in progress. Noncopyable, so that a motion does no reference counting.
    private struct Current: ~Copyable {
        var drag: Drag?

        var isDragging: Bool { drag != nil }
        func move(to position: Point) -> MotionEffect { drag?.session.move(to: position) ?? .none }
    }

    /// The owner of the keyboard.
    enum Keyboard {
        case free
        /// The user picks an object to drag.
        case picking
        case dragging
        /// The drag is over, and a key that it consumed is still held.
        case keeping(KeptKeys)
    }

    struct Focus {
        let id: SurfaceID
        let place: Pick.Place
        var container: ContainerID
        /// The zones of a client with the extension; nil if it has created none.
        var zones: SurfaceZones?
    }

    struct Whereabouts {
        var global = Point.zero
        /// In the coordinates of the focused surface or place.
        var local = Point.zero
        /// The time on the device's clock; zero before the first motion.
        var time = Instant.zero
    }

    init(id: SeatID, link: EngineLink, data: DataSeat) {
        self.id = id
        self.link = link
        self.data = data
        channel = data.makeChannel()
        keyboardDrag = SeatKeyboardDrag(link: link, seat: id)
    }

    /// The drag that the pointer, pen or finger holds.
    var drag: Drag? {
        get { current.drag }
        set { current.drag = newValue }
    }

    /// The drag in progress, including one that waits for confirmation.
    var ownDrag: Drag? { current.drag ?? question }

    public var isDragging: Bool { isBusy || !beside.isEmpty }

    /// Whether this slot has a drag.
    var isBusy: Bool { current.isDragging || question != nil }

    /// The ID of the drag in progress, or nil; of several drags, the main one.
    public var dragID: DragID? { ownDrag?.id }

    /// The ID of the held drag, excluding one that was released and waits for confirmation (HIG-27).
    public var heldDragID: DragID? { drag?.id }

    /// The current feedback, or nil without a drag.
    public var feedback: Feedback? { ownDrag?.session.feedback }

    /// The driving device, or nil without a drag.
    public var device: DragDevice? { ownDrag?.driver.device }

    /// The number of dragged items, however many a target accepts; nil without a drag (HIG-06, HIG-08).
    public var itemCount: Int? { ownDrag?.session.itemCount }

    /// Begins a drag with content of the host.
    /// - Returns: Nil if the seat is already dragging.
    public func begin(_ content: HostContent, _ start: DragStart) -> DragID? {
        link.engine?.begin(content, start, on: self)
    }

    // MARK: Picking by the host

    /// Reports that the content entered another surface or place, or none.
    public func focus(_ pick: Pick?, at global: Point) {
        guard let drag else { return handMoved(to: global) }
        drag.positioned()
        drag.aids.zones.leave(drag)
        keyboardDrag.handMoved(to: global, self)
        guard let pick, let id = identity(of: pick.place) else {
            focus = nil
            drag.aids.hovering.cameOver(nil, at: global, drag)
            return drag.deliver(.leave(global: global))
        }
        focus = Focus(
            id: id, place: pick.place, container: pick.container, zones: link.engine?.dragExtension.zones(of: id))
        whereabouts(global: global, local: pick.local)
        drag.aids.hovering.cameOver(id, at: global, drag)
        enter(drag)
        drag.aids.zones.update(drag)
    }

    /// Reports a pointer motion over the focused surface or place. The hot path: no allocations.
    /// - Parameters:
    ///   - local: The same point in the coordinates of the focused surface or place.
    ///   - time: The time on the device's clock; ``Instant/ofDevice`` for a generated motion.
    public func motion(to global: Point, local: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard time != .ofDevice else { return motion(to: global, local: local, at: deviceTime(at: link.now)) }
        last = Whereabouts(global: global, local: local, time: time)
        guard link.hastensMotions, !takesTurns else { return takeTurn(global, local, time) }
        _ = move(global, local, time)
    }

    /// Performs a motion that has no further receivers.
    @inline(__always)
    private func move(_ global: Point, _ local: Point, _ time: Instant) -> MotionEffect {
        let motion = current.move(to: global)
        if motion.recipient != nil { channel.sendMotion(to: local, at: time) }
        if motion.image == .appears { drag?.appears(at: global) }
        return motion
    }

    /// Performs a motion that must not overtake pending effects, or has further receivers. An observer is called after
    /// it.
    func takeTurn(_ global: Point, _ local: Point, _ time: Instant) {
        keyboardDrag.handMoved(to: global, self)
        guard !link.isDraining, let drag, focus?.id.isOfHost != true else {
            return deliver(.motion(global: global, local: local, at: time))
        }
        if isAsleep { drag.aids.hovering.wakes(at: global, time: link.now, drag) }
        let motion = move(global, local, time)
        if link.observesMotions {
            link.observer?(
                drag.id, .motion(global: global, local: local, at: time),
                DragEvent.effects(of: motion, global: global, local: local, at: time))
        }
        if focus?.zones != nil { drag.aids.zones.update(drag) }
    }

    /// Records a position that the engine has set itself.
    func whereabouts(global: Point, local: Point) {
        last = Whereabouts(global: global, local: local, time: last.time)
    }

    /// The last position of the content. Global.
    var lastGlobal: Point { last.global }

    /// The last position of the content in the coordinates of the focused surface or place.
    var lastLocal: Point { last.local }

    /// Determines whether motions have further receivers.
    func updateTurns() {
        takesTurns = isAsleep || keyboardDrag.isOn || focus?.id.isOfHost ?? false || focus?.zones != nil
    }

    /// Handles a client's change of a surface's zones.
    func zonesChanged(of surface: SurfaceID) {
        guard focus?.id == surface else { return }
        focus?.zones = link.engine?.dragExtension.zones(of: surface)
        if let drag { drag.aids.zones.update(drag) }
    }

    /// Reports that the content entered another surface or place, or none; for a host that only reports local points.
    public func focus(_ pick: Pick?) {
        guard let drag else { return handMoved(over: pick) }
        // A change of surfaces counts as a motion beyond the image threshold.
        let step = focus == nil && drag.session.pointer == drag.session.origin.position ? 0 : link.style.imageThreshold
        focus(pick, at: drag.session.pointer + Point(x: step, y: 0))
    }

    /// Reports a pointer motion over the focused surface or place; for a host that only reports local points.
    public func motion(toLocal local: Point, at time: Instant) {
        guard let drag, focus != nil else { return handMoved(toLocal: local) }
        motion(to: drag.session.pointer + (local - last.local), local: local, at: time)
    }

    // MARK: Picking by the engine

    /// Reports a motion of the pointer, finger or pen. The engine calls `DragHost.pick`.
    public func pointerMoved(to global: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard let host = link.host else { return }
        carry(over: host.pick(at: global, on: id), to: global, at: time)
    }

    /// Moves the content to a point with this pick result.
    func carry(over pick: Pick?, to global: Point, at time: Instant) {
        guard current.isDragging else { return handMoved(to: global) }
        guard let pick else {
            guard focus == nil else { return focus(nil, at: global) }
            drag?.positioned()
            return motion(to: global, local: .zero, at: time)
        }
        guard focus?.place == pick.place else { return focus(pick, at: global) }
        if focus?.container != pick.container {
            focus?.container = pick.container
            deliver(.containerChanged(drag?.aids.zones.entered?.container ?? pick.container))
        }
        motion(to: global, local: pick.local, at: time)
    }

    /// Reports scrolling by wheel or fingers. The surface under the content receives pointer focus before this returns
    /// (HIG-20); the host then sends the scroll events to it.
    /// - Parameter time: The time on the host's clock.
    public func scrolled(at time: Instant) {
        if let drag { drag.aids.hovering.scrolled(at: time, drag) }
    }

    // MARK: Internal interface

    func began(_ drag: Drag) {
        self.drag = drag
        if let main { main.began(beside: self) } else { tookDevices(of: drag) }
        keyboardDrag.dragBegan(self)
    }

    /// Handles a drag that has taken its driving device and the keyboard.
    func tookDevices(of drag: Drag) {
        keyboard = .dragging
        presses.taken(drag.driver.device)
        leftPresses.release(drag.driver.device)
        modifiers = drag.session.modifiers
    }

    /// Returns the start of a drag that a client requests on this surface, or nil if the host reported no press with
    /// this serial that is still held.
    func start(serial: UInt32, origin: WlSurface) -> DragStart? {
        presses.press(serial: serial, on: origin).map {
            DragStart(device: $0.device, position: $0.position, modifiers: modifiers, container: $0.container)
        }
    }

    func release(_ drag: Drag) {
        self.drag = nil
        question = nil
        focus = nil
        channel.ends()
        (main ?? self).released(drag, by: self)
    }

    /// Sets the cursor shape for the next frame; nil applies at once, since clients set the cursor again.
    func show(_ shape: PointerShape?) {
        nextShape = shape
        if shape == nil { showShape() } else if shape != self.shape { link.frameNeeded() }
    }

    /// Applies the cursor shape with a frame, if it changed.
    func showShape() {
        guard nextShape != shape else { return }
        shape = nextShape
        link.host?.perform(.pointerShape(shape), on: id)
    }

    /// Returns the target that is entered now.
    func place(of id: SurfaceID) -> (any DragPlace)? {
        guard let focus, focus.id == id else { return nil }
        switch focus.place {
        case .surface(let surface): return ClientPlace(channel, surface: surface)
        case .host(let place): return OwnPlace(place)
        }
    }

    /// Handles the removal of a surface or place.
    func forget(_ id: SurfaceID) {
        if focus?.id == id { focus = nil }
    }

    /// Ends all activity when the engine releases the seat, which other references may keep alive.
    func end() {
        for hand in beside { hand.end() }
        beside = []
        namedDrag.reset()
        drag = nil
        question = nil
        focus = nil
        keyboard = .free
        presses = PressLog()
        leftPresses = KeptPresses()
        keyboardDrag.reset()
        updateTurns()
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

    /// Enters the focused surface or place.
    func enter(_ drag: Drag) {
        drag.reads.lookAtTypes(drag)
        guard let engine = link.engine, let focus else { return }
        let application: ApplicationID
        let dialect: Dialect
        var takesKeys = false
        switch focus.place {
        case .surface(let surface):
            // Without a data device, or while the client is disconnecting, the content counts as over nothing.
            guard surface.client.isConnected, let spoken = channel.dialect(of: surface.client) else {
                return drag.deliver(.leave(global: last.global))
            }
            application = ApplicationID(surface.client.id)
            dialect = spoken
            takesKeys = drag.aids.documents.comes(over: surface.client, drag)
            drag.reads.reader = TransferParty(surface.client)
        case .host(let place):
            drag.aids.documents.comesOverHost()
            drag.reads.reader = place.application.map { TransferParty(ApplicationID($0)) } ?? .host
            application = place.application.map(ApplicationID.init) ?? .host
            dialect = .negotiating
        }
        let target = Target(
            surface: focus.id, application: application,
            container: drag.aids.zones.zoneBelow(drag)?.container ?? focus.container,
            dialect: dialect, takesKeys: takesKeys)
        drag.deliver(
            .enter(target, global: last.global, local: last.local, offer: engine.identities.nextOffer()))
    }
}
