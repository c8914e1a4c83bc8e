// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import DrayServer
public import HeadlessDesktop
public import WaylandServer

/// Drag and drop for a headless compositor: couples a `DragEngine` to its seats, surfaces and pictures.
///
/// The engine drives (it is told where the pointer is, and asks what is below), which is how a new compositor would use
/// it. Whoever makes a host keeps it, and lets go of it before the compositor is closed.
public final class HeadlessDragHost: DragHost {
    public let compositor: HeadlessCompositor
    public let engine: DragEngine
    /// What is seen of the drags.
    public let stage: DragStage
    /// Sees everything that the engine asks of its host.
    public var onEffect: ((HostEffect, SeatID) -> Void)?

    private var permits: [SeatID: ImplicitGrab] = [:]
    private var coupling: Coupling?

    /// - Parameters:
    ///   - style: how drag images and badges look.
    ///   - pointer: what the compositor's own pointers look like.
    public init(
        _ compositor: HeadlessCompositor, policy: DragPolicy = .humanInterface,
        style: DragStageStyle = DragStageStyle(), pointer: PointerConfiguration = PointerConfiguration()
    ) {
        self.compositor = compositor
        stage = DragStage(compositor: compositor, style: style)
        let relay = HostRelay()
        engine = DragEngine(display: compositor.display, host: relay, policy: policy)
        relay.host = self
        let coupling = Coupling(host: self)
        self.coupling = coupling
        compositor.add(coupling)
        compositor.layers = { [weak self] in self?.stage.layers() ?? [] }
        let pointers = PointerPainter(pointer)
        compositor.pointerLayer = { [weak self] seat, scale in
            guard let self else { return nil }
            return pointers.layer(
                for: stage.pointerShape(of: SeatID(seat)), at: seat.pointer.position, scale: scale,
                time: compositor.clock.now)
        }
    }

    /// The drags of a seat.
    public func drags(of seat: Seat) -> DragSeat { engine.seat(SeatID(seat)) }

    // MARK: Queries

    public func seat(of object: WlSeat) -> SeatID? {
        Seat.of(object).flatMap { compositor.seat(SeatID($0)) }.map { SeatID($0) }
    }

    public func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        guard let seat = compositor.seat(seat) else { return false }
        if serial == 0, compositor.configuration.tolerance.contains(.selectionWithoutSerial) { return true }
        return seat.gaveSerial(serial, to: client)
    }

    public func allowDrag(_ request: StartDrag) -> DragPermit? {
        guard let seat = compositor.seat(request.seat), let origin = Surface.of(request.origin),
            let grab = seat.implicitGrab(serial: request.serial, origin: request.origin),
            grab.surface.root == origin.root
        else { return nil }
        if let icon = request.icon.flatMap(Surface.of), !stage.adopt(icon) {
            request.device.postError(.role, "the icon surface has another role")
            return nil
        }
        permits[request.seat] = grab
        return DragPermit(
            position: grab.start, modifiers: seat.keyboard.modifiers, container: ContainerID(origin.root))
    }

    public func pick(at position: Point, on seat: SeatID) -> Pick? {
        guard let hit = compositor.surface(at: position) else { return nil }
        return Pick(surface: hit.surface.object, container: ContainerID(hit.surface.root), local: hit.position)
    }

    // MARK: Effects

    public func perform(_ effect: HostEffect, on id: SeatID) {
        onEffect?(effect, id)
        // Comes with every motion, and needs neither the seat nor the number of items.
        if case .present(let drag, .imageMoves(let point)) = effect {
            return stage.show(.imageMoves(to: point), of: drag, itemCount: nil)
        }
        guard let seat = compositor.seat(id) else { return }
        switch effect {
        case .began(let drag, let origin, let icon):
            let actor = stage.makeActor(
                drag, origin: Surface.of(origin), icon: icon.flatMap(Surface.of), permits[id], of: drags(of: seat),
                opacity: engine.policy.imageOpacity)
            stage.begin(actor, on: id)
            beginGrab(of: seat, for: drag)
        case .released(let drag):
            stage.release(drag, on: id)
            // Another grab may have taken the place of the drag's.
            if let grab = seat.grab as? DragGrab, grab.drag == drag { seat.endGrab() }
        case .ended(let drag, _):
            stage.end(drag)
        case .present(let drag, let effect):
            stage.show(effect, of: drag, itemCount: drags(of: seat).itemCount)
        case .highlight(let surface):
            stage.highlight(surface.flatMap(Surface.of), on: id)
        case .activate(let surface):
            if let window = Surface.of(surface)?.window { compositor.activate(window, for: seat) }
        case .announce, .haptic:
            break  // A compositor without a screen has nobody to speak to; `onEffect` hears of them.
        }
    }

    /// The keyboard is nobody's during the drag: Escape and the modifiers are the drag's, and text typed meanwhile would go
    /// to a window that the person does not look at. The protocol leaves it open.
    private func beginGrab(of seat: Seat, for drag: DragID) {
        guard let permit = permits.removeValue(forKey: SeatID(seat)) else { return }
        let drags = drags(of: seat)
        let grab = DragGrab(drag, device: permit.device, drags: drags, keyboard: seat.keyboard)
        switch permit.device {
        case .pointer, .pen:
            seat.beginGrab(grab, taking: [.pointer, .keyboard])
            drags.pointerMoved(to: seat.pointer.position, at: compositor.clock.now)
        case .touch(let finger):
            seat.beginGrab(grab, taking: .keyboard)
            drags.pointerMoved(to: seat.touch.position(of: finger) ?? permit.position, at: compositor.clock.now)
        }
    }

    /// Hears of the compositor for the host.
    private final class Coupling: HeadlessObserver {
        unowned let host: HeadlessDragHost

        init(host: HeadlessDragHost) {
            self.host = host
        }

        func keyboardFocusChanged(of seat: Seat) {
            host.engine.keyboardFocusChanged(to: seat.keyboard.focus?.client, on: SeatID(seat))
        }

        func sceneChanged() {
            for seat in host.compositor.seats where seat.grab is DragGrab {
                host.drags(of: seat).sceneChanged(at: host.compositor.clock.now)
            }
        }

        func seatRemoved(_ seat: Seat) { host.engine.removeSeat(SeatID(seat)) }

        func frame(at time: Instant) { host.stage.frame(at: time) }
    }
}

/// Stands between the engine, which keeps its host, and the host, which keeps its engine.
private final class HostRelay: DragHost {
    weak var host: HeadlessDragHost?

    func seat(of object: WlSeat) -> SeatID? { host?.seat(of: object) }
    func allowDrag(_ request: StartDrag) -> DragPermit? { host?.allowDrag(request) }
    func pick(at position: Point, on seat: SeatID) -> Pick? { host?.pick(at: position, on: seat) }
    func perform(_ effect: HostEffect, on seat: SeatID) { host?.perform(effect, on: seat) }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        host?.mayTakeSelection(on: seat, client: client, serial: serial) ?? false
    }
}

extension SeatID {
    /// The identity of a headless seat.
    public init(_ seat: Seat) { self.init(UInt64(seat.id)) }
}

extension ContainerID {
    /// A window's surface tree: the place that content lives in where an application says nothing else.
    init(_ root: Surface) { self.init(root.id.rawValue) }
}

extension HeadlessCompositor {
    /// The seat of an identity; nil if it is gone.
    public func seat(_ id: SeatID) -> Seat? { seats.first { SeatID($0) == id } }
}
