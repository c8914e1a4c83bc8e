// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
import WaylandServer

/// The drags of one seat: where a host says what the pointer, the finger or the person does.
///
/// Without a drag in progress every call does nothing. Positions are global unless said otherwise, in points.
public final class DragSeat {
    public let id: SeatID

    let data: DataSeat
    // Unchecked, as is what else a motion reads and writes: plain assignments, which no call of ours interrupts. The
    // checks would be as much as the engine's own part of a motion.
    @exclusivity(unchecked)
    private var current = Current()
    /// What the content is over, and where it was last.
    @exclusivity(unchecked)
    var focus: Focus?

    private let link: EngineLink
    private var engine: DragEngine? { link.engine }

    /// The drag in progress. Not copyable, so that a motion does not count references to it.
    private struct Current: ~Copyable {
        var drag: Drag?

        var id: DragID? { drag?.id }
        func move(to position: Point) -> MotionEffect { drag?.session.move(to: position) ?? .none }
    }

    var drag: Drag? {
        get { current.drag }
        set { current.drag = newValue }
    }

    struct Focus {
        var id: SurfaceID
        var pick: Pick
        var global: Point
    }

    init(id: SeatID, engine link: EngineLink, data: DataSeat) {
        self.id = id
        self.link = link
        self.data = data
    }

    public var isDragging: Bool { drag != nil }

    /// What a drop would do now; nil without a drag.
    public var feedback: Feedback? { drag?.session.feedback }

    /// What the content is offered as, in the source's order; empty for a NULL source and without a drag. For the image
    /// of a drag whose client gave none.
    public var types: Representations { drag?.session.source?.types ?? [] }

    /// How many items travel, whatever a target takes of them; nil without a drag (HIG-06, HIG-08).
    public var itemCount: Int? { drag?.session.itemCount }

    // MARK: The host picks

    /// The content came over another surface, or over nothing.
    public func focus(_ pick: Pick?, at global: Point) {
        guard let drag, let engine else { return }
        guard let pick, pick.surface.resource.isAlive else {
            focus = nil
            return engine.deliver(.leave(global: global), to: drag)
        }
        focus = Focus(id: engine.watch(pick.surface), pick: pick, global: global)
        enter(drag)
    }

    /// The pointer moved over the surface that has the focus. The hot path: allocates nothing.
    /// - Parameter local: the same point, local to that surface.
    public func motion(to global: Point, local: Point, at time: Instant) {
        guard let drag = current.id else { return }
        focus?.global = global
        focus?.pick.local = local
        if link.takesMotionsInTurn {
            return deliver(.motion(global: global, local: local, at: time))
        }
        let motion = current.move(to: global)
        if motion.recipient != nil { data.sendMotion(to: local, at: time) }
        switch motion.image {
        case .staysHidden: break
        case .appears: link.host?.perform(.present(drag, .imageAppears(at: global)), on: id)
        case .moves:
            if link.tellsOfMoves { link.host?.perform(.present(drag, .imageMoves(to: global)), on: id) }
        }
    }

    // MARK: The engine picks

    /// The pointer, finger or pen is here now. The host is asked what is below.
    public func pointerMoved(to global: Point, at time: Instant) {
        guard drag != nil, let engine else { return }
        carry(over: engine.host.pick(at: global, on: id), to: global, at: time)
    }

    /// Surfaces have come, gone or moved below a pointer that rests: the host is asked again what is there (HIG-31). Nothing
    /// is told if all is as before.
    public func sceneChanged(at time: Instant) {
        guard let drag, let engine else { return }
        let global = drag.session.pointer
        let pick = engine.host.pick(at: global, on: id)
        guard
            pick?.surface != focus?.pick.surface || pick?.local != focus?.pick.local
                || pick?.container != focus?.pick.container
        else { return }
        carry(over: pick, to: global, at: time)
    }

    /// The content is here now, over what the host has picked.
    private func carry(over pick: Pick?, to global: Point, at time: Instant) {
        guard let pick else {
            return focus == nil ? motion(to: global, local: .zero, at: time) : focus(nil, at: global)
        }
        guard focus?.id.rawValue == pick.surface.resource.id else { return focus(pick, at: global) }
        if focus?.pick.container != pick.container { deliver(.containerChanged(pick.container)) }
        focus?.pick.container = pick.container
        motion(to: global, local: pick.local, at: time)
    }

    // MARK: The person

    /// Modifiers changed; what would happen on a drop follows at once (HIG-04).
    public func modifiersChanged(to modifiers: Modifiers) {
        deliver(.modifiersChanged(modifiers))
    }

    /// The button that began the drag was released, or its finger or pen lifted.
    public func drop() {
        deliver(.drop)
    }

    /// The drag is broken off.
    public func cancel(_ interruption: DragInterruption) {
        deliver(.cancel(interruption))
    }

    // MARK: For the engine

    /// A client made its data device after the content had come over it: it is told now.
    func deviceAdded(by client: Client) {
        guard let drag, let focus, focus.pick.surface.client == client else { return }
        enter(drag)
    }

    /// A client released a device. With its last one it stops hearing of the drag.
    func deviceRemoved(by client: Client) {
        guard let drag, let focus, focus.pick.surface.client == client, data.dialect(of: client) == nil else { return }
        engine?.deliver(.leave(global: focus.global), to: drag)
    }

    /// The engine lets go of the seat, which somebody else may still hold: from here on it does nothing.
    func end() {
        drag = nil
        focus = nil
    }

    private func deliver(_ event: DragEvent) {
        if let drag { engine?.deliver(event, to: drag) }
    }

    private func enter(_ drag: Drag) {
        guard let engine, let focus else { return }
        let surface = focus.pick.surface
        // A client without a device hears of no drag, so the content is over nothing; so it is with one that is just going.
        guard surface.client.isConnected, let dialect = data.dialect(of: surface.client) else {
            return engine.deliver(.leave(global: focus.global), to: drag)
        }
        let target = Target(
            surface: focus.id, application: ApplicationID(surface.client.id), container: focus.pick.container,
            dialect: dialect)
        let event = DragEvent.enter(target, global: focus.global, local: focus.pick.local, offer: engine.nextOffer())
        engine.deliver(event, to: drag)
    }
}
