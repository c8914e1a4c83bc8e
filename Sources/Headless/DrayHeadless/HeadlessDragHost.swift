// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import DrayPresentation
public import HeadlessDesktop
public import WaylandServer

/// Drag and drop for a headless compositor: connects a `DragEngine` with its seats, surfaces and images.
///
/// The engine receives the pointer's position and requests picks, as recommended for new compositors. The owner must
/// release the host before it closes the compositor.
public final class HeadlessDragHost: DragHost {
    public let compositor: HeadlessCompositor
    public let engine: DragEngine
    /// The images of the drags.
    public let stage: DragStage
    /// Called for each effect that the engine requests.
    public var onEffect: ((HostEffect, SeatID) -> Void)?

    /// Called before each drop on an accepting target; returns whether the user has to confirm it (HIG-27). If nil, the
    /// engine asks for confirmation if the target declares that the drop cannot be undone.
    public var onDrop: ((DragID, SeatID) -> DropConfirmation)?

    /// Called when a client sets or clears the selection of a seat, for a bridge to other clipboards.
    public var onSelection: (([MimeType]?, SeatID) -> Void)?

    /// Decides whether a client may control selections (WL-02); nil: all clients that are not sandboxed may.
    public var onDataControl: ((Client) -> Bool)?

    /// Returns whether a client is sandboxed (WL-06); nil: unknown for all clients.
    public var onConfinement: ((Client) -> Confinement)?

    /// The shortcut that begins a drag by keyboard (HIG-32); nil for none.
    public var keyboardShortcut: KeyboardShortcut? = .dragByKeyboard

    /// The bridge to another window system, if any.
    public var border: (any DragBorder)?

    private let carrier: WindowCarrier
    private var coupling: Coupling?
    private var filter: GlobalFilter?
    /// The seats that have a virtual pointer during a drag by keyboard.
    var lentPointers: Set<SeatID> = []

    /// - Parameters:
    ///   - style: the appearance of drag images and badges.
    ///   - pointer: the appearance of the compositor's own cursors.
    public init(
        _ compositor: HeadlessCompositor, policy: DragPolicy = .humanInterface,
        style: PresentationStyle = PresentationStyle(), pointer: PointerConfiguration = PointerConfiguration()
    ) {
        self.compositor = compositor
        engine = DragEngine(
            display: compositor.display, policy: policy, globals: [.primarySelection, .dataControl, .toplevelDrag])
        carrier = WindowCarrier(compositor)
        engine.style = style
        stage = DragStage(compositor: compositor, engine: engine)
        engine.host = self
        filter = GlobalFilter(compositor.display) { [weak engine] client, global in
            engine?.isVisible(global: global, to: client) ?? true
        }
        let coupling = Coupling(host: self)
        self.coupling = coupling
        compositor.add(coupling)
        compositor.shortcut = { [weak self] key, seat in self?.takesShortcut(key, of: seat) ?? false }
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

    public func confinement(of client: Client) -> Confinement { onConfinement?(client) ?? .unknown }

    public func mayControlSelections(_ client: Client) -> Bool {
        onDataControl?(client) ?? (knownConfinement(of: client) == .none)
    }

    public func dragRequested(_ request: RequestedDrag) {
        guard let seat = compositor.seat(request.seat), let origin = Surface.of(request.origin),
            let grab = seat.implicitGrab(serial: request.serial, origin: request.origin),
            grab.surface.root == origin.root
        else { return }
        let icon = request.icon.flatMap(Surface.of)
        if let icon, !stage.adopt(icon) {
            return request.device.postError(.role, "the icon surface has another role")
        }
        let start = DragStart(
            device: DragDevice(grab.device), position: grab.start, modifiers: seat.keyboard.modifiers,
            container: ContainerID(origin.root))
        let wasDragging = drags(of: seat).isDragging
        // Touch points were not tracked without a drag's grab: those of the engine's state may have been released
        // since.
        if !wasDragging, !(seat.grab is DragGrab) { _ = drags(of: seat).handle(.deviceGone(.touch)) }
        guard let drag = request.begin(start) else { return }
        stage.began(drag, icon: icon)
        beginGrab(of: seat, for: drag, grab, isBeside: wasDragging)
    }

    public func mayBePreview(_ surface: WlSurface) -> Bool {
        Surface.of(surface).map { stage.adoptPreview($0) } ?? false
    }

    public func picture(of preview: WlSurface) -> DragImage? {
        Surface.of(preview).flatMap { stage.picture(of: $0) }
    }

    public func pick(at position: Point, on seat: SeatID) -> Pick? {
        guard let hit = compositor.surface(at: position) else { return nil }
        if let border, border.owns(hit.surface) {
            return border.place(of: hit, on: seat).map {
                Pick(.host($0), container: ContainerID(hit.container.rawValue), local: hit.position)
            }
        }
        return Pick(
            surface: hit.surface.object, container: ContainerID(hit.container.rawValue), local: hit.position)
    }

    public func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation {
        onDrop?(drag, seat) ?? .standard
    }

    public func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds? {
        guard let surface = Surface.of(surface), let window = surface.window, let origin = surface.globalPosition,
            let shown = surface.windowBounds
        else { return .nowhere }
        return SurfaceBounds(
            origin: origin, window: shown,
            output: compositor.output(at: shown.center)?.area,
            isVisible: surface.isMapped && compositor.isVisible(window))
    }

    public func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool {
        Surface.of(surface)?.window.map(compositor.isBehind) ?? false
    }

    public func name(of surface: WlSurface) -> String? { Surface.of(surface)?.window?.title }

    public func scale(at position: Point, on seat: SeatID) -> Double { compositor.output(at: position)?.scale ?? 1 }

    public var letsFingersDragBeside: Bool { true }

    public var now: Instant {
        // A clock that follows real time is updated between frames, too.
        compositor.catchUp()
        return compositor.clock.now
    }

    /// The engine's frames are drawn with those of the compositor.
    public func frameDue(at time: Instant?) -> Bool {
        compositor.requestFrame(at: time)
        return true
    }

    public func selectionChanged(to types: [MimeType]?, on seat: SeatID) {
        onSelection?(types, seat)
        border?.selectionChanged(to: types, on: seat)
    }

    // MARK: Effects

    public func perform(_ effect: HostEffect, on id: SeatID) {
        onEffect?(effect, id)
        defer { border?.performed(effect, on: id) }
        guard let seat = compositor.seat(id) else { return }
        switch effect {
        case .released(let drag):
            stage.released(drag)
            // Another grab may have replaced the drag's.
            if let grab = seat.grab as? DragGrab, grab.pointerDrag == drag { seat.narrowGrab(to: .keyboard) }
        case .keyboardReleased:
            if seat.grab is DragGrab || seat.grab is PickGrab { seat.endGrab() }
        case .show(let drag, let frame): stage.show(frame, of: drag)
        case .pointerShape(let shape): stage.show(shape, on: id)
        case .raise(_, let surface):
            if let window = Surface.of(surface)?.window { compositor.raise(window) }
        case .carry(let drag, let window, let point): carrier.take(window, with: drag, at: point)
        case .putDown(let drag, _): carrier.putDown(of: drag)
        case .scrollEnters(let surface, let point):
            if let surface = Surface.of(surface) { seat.pointer.lend(to: surface, at: point) }
        case .scrollLeaves: seat.pointer.takeBack()
        case .activate(let surface):
            if let window = Surface.of(surface)?.window { compositor.activate(window, for: seat) }
        case .keyboardDragBegan: beginKeyboardDrag(on: seat)
        case .keyboardDragEnded: endKeyboardDrag(on: seat)
        case .playPointer(let play): self.play(play, on: seat)
        case .began, .ended, .feedback, .highlight, .announce, .haptic, .earlyRead, .transfer:
            break  // A headless compositor has no screen reader; `onEffect` receives announcements.
        }
    }

    /// Removes keyboard focus during the drag: Escape and modifiers belong to the drag, and typed text must not reach a
    /// window that the user does not look at. The protocol leaves this open.
    ///
    /// A concurrent drag uses the existing grab (HIG-10).
    private func beginGrab(of seat: Seat, for drag: DragID, _ implicit: ImplicitGrab, isBeside: Bool) {
        let drags = drags(of: seat)
        guard drags.has(drag) else { return }
        let old = isBeside ? seat.grab as? DragGrab : nil
        let grab =
            old
            ?? DragGrab(device: DragDevice(implicit.device), drags: drags, keyboard: seat.keyboard, carrier: carrier)
        grab.add(drag)
        switch implicit.device {
        case .pointer, .pen:
            seat.beginGrab(grab, taking: [.pointer, .keyboard])
            drags.pointerMoved(to: seat.pointer.position, at: compositor.clock.now)
        case .touch(let finger):
            if old == nil { seat.beginGrab(grab, taking: .keyboard) }
            drags.fingerMoved(
                finger, to: seat.touch.position(of: finger) ?? implicit.position, at: compositor.clock.now)
        }
    }

    /// Forwards the compositor's notifications to the host.
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
            host.engine.sceneChanged()
        }

        func seatRemoved(_ seat: Seat) { host.engine.removeSeat(SeatID(seat)) }

        func windowUnmapped(_ window: Window) {
            if let toplevel = window.toplevel { host.engine.windowUnmapped(toplevel) }
        }

        func frame(at time: Instant) { host.stage.frame(at: time) }
    }
}

extension SeatID {
    /// Creates the identity of a headless seat.
    public init(_ seat: Seat) { self.init(UInt64(seat.id)) }
}

extension ContainerID {
    /// The identity of a window's surface tree, the default container of content.
    package init(_ root: Surface) { self.init(root.id.rawValue) }
}

extension HeadlessCompositor {
    /// The seat with this identity, or nil if it has been removed.
    public func seat(_ id: SeatID) -> Seat? { seats.first { SeatID($0) == id } }
}

extension DragDevice {
    package init(_ device: ImplicitGrab.Device) {
        switch device {
        case .pointer(let button): self = .pointer(button: button)
        case .pen(let button): self = .pen(button: button)
        case .touch(let finger): self = .finger(finger)
        }
    }
}

extension SurfaceBounds {
    /// The bounds of a surface that is not on any output.
    fileprivate static var nowhere: SurfaceBounds {
        SurfaceBounds(origin: .zero, window: .zero, output: nil, isVisible: false)
    }
}
