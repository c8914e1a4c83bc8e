// SPDX-License-Identifier: MIT

public import DrayCore
internal import DrayInput
public import WaylandServer

/// A small compositor without outputs or input hardware, for tests and scenarios.
///
/// Clients connect to a socket (`display.addSocket`) or a descriptor (`display.addClient`). Code injects input into its
/// seats, advances its clock, and takes screenshots of its outputs. Further globals, such as `wl_data_device_manager`,
/// are added to its `display`.
///
/// Bound to one thread. The owner calls `close()` at the end; until then the compositor retains itself.
public final class HeadlessCompositor {
    public let configuration: HeadlessConfiguration
    public let display: Display
    public let clock: VirtualClock
    public private(set) var seats: [Seat] = []
    /// The mapped windows from bottom to top.
    public internal(set) var windows: [Window] = [] {
        didSet { stack() }
    }
    /// The windows of another window system above all others, from bottom to top: menus, tooltips, drag images.
    public internal(set) var overlays: [OuterShell] = [] {
        didSet { stack() }
    }
    /// Returns the layers above everything else, for each image: drag icons, badges.
    public var layers: () -> [Overlay] = { [] }
    /// Returns the cursor of a seat while no client sets it, for each image; nil for none. It is drawn above all
    /// layers.
    /// - Parameter scale: the scale of the image.
    public var pointerLayer: (_ seat: Seat, _ scale: Double) -> Overlay? = { _, _ in nil }
    /// Called for each key press that no grab consumes; returns whether the key is a shortcut, which no client
    /// receives.
    public var shortcut: (_ key: InputEvent.Key, _ seat: Seat) -> Bool = { _, _ in false }
    /// Increases with each change that is visible in an image.
    public internal(set) var contentRevision: UInt64 = 0

    let scene = Scene()
    private(set) var screens = OutputLayout()
    /// The clients' `xdg_wm_base` objects, which are used for pings.
    var bases = OrderedTable<ObjectIdentifier, ShellBase>()
    /// Set while the objects of a disconnected client are destroyed. Updates of the scene are deferred until then.
    var departure: IdleSource?
    private let frames: FrameClock
    private let keymap: SharedKeymap
    private var observers: [WeakObserver] = []
    private var globals: [AnyObject] = []
    private var nextSeat = 0
    /// Seats without a global in the registries, but a client may be about to bind one.
    private var removedSeats: [Seat] = []
    private var removedOutputs: [Output] = []

    /// Pings the clients of another window system.
    public weak var outerClients: (any OuterClients)?

    private struct WeakObserver {
        weak var observer: (any HeadlessObserver)?
    }

    /// The maximum number of objects per client, of any kind. Browsers have a few thousand; most objects take some
    /// hundred bytes.
    public static let objectsPerClient: UInt32 = 20_000

    /// The frame interval of a 60 Hz output.
    public static let frameMicroseconds: UInt64 = 16_667

    /// - Parameter clock: the time for clients and drags.
    public init(
        _ configuration: HeadlessConfiguration = HeadlessConfiguration(), clock: VirtualClock = VirtualClock()
    ) throws(HeadlessError) {
        self.configuration = configuration
        self.clock = clock
        frames = FrameClock(clock)
        do throws(InputError) {
            if let text = configuration.keymapText {
                keymap = try SharedKeymap(text: text)
            } else {
                keymap = try SharedKeymap(configuration.keymap)
            }
        } catch { throw .keymap(error) }
        do throws(Display.Failure) { display = try Display() } catch { throw .display(error) }
        display.limitObjects(perClient: Self.objectsPerClient)
        scene.observer = self
        do throws(HeadlessError) { try offerGlobals() } catch {
            close()
            throw error
        }
    }

    /// Disconnects all clients and releases everything. Must not be called from a handler.
    public func close() {
        frames.stop()
        for seat in seats { seat.cancelGrab() }
        display.destroyClients()
        departure = nil
        for seat in seats + removedSeats { seat.end() }
        for output in outputs + removedOutputs { output.end() }
        seats = []
        removedSeats = []
        screens.removeAll()
        removedOutputs = []
        globals = []
        windows = []
        overlays = []
        scene.clear()
        bases.removeAll()
        observers = []
        layers = { [] }
        shortcut = { _, _ in false }
        pointerLayer = { _, _ in nil }
    }

    /// Adds an observer without retaining it.
    public func add(_ observer: any HeadlessObserver) {
        observers.removeAll { $0.observer == nil }
        observers.append(WeakObserver(observer: observer))
    }

    func forEachObserver(_ call: (any HeadlessObserver) -> Void) {
        for entry in observers {
            if let observer = entry.observer { call(observer) }
        }
    }

    // MARK: Clients, time

    /// Serves clients once. See `Display.dispatch(timeout:)`.
    public func dispatch(timeout: Int32 = 0) { display.dispatch(timeout: timeout) }

    /// Advances the clock, and draws a frame at the end.
    public func advance(byMicroseconds delta: UInt64 = HeadlessCompositor.frameMicroseconds) {
        clock.advance(byMicroseconds: delta)
        tick()
    }

    /// The nearest position on an output.
    package func nearestPoint(to point: Point) -> Point { screens.nearestPoint(to: point) }

    /// Whether a client waits for the next frame.
    public var isFrameWanted: Bool { scene.surfaces.contains { $0.isWaitingForFrame || $0.isReading } }

    /// Draws a frame: calls the observers, then sends pending frame callbacks.
    public func tick() {
        forEachObserver { $0.frame(at: clock.now) }
        scene.readOn()
        for surface in scene.surfaces { surface.fireCallbacks(at: clock.now) }
        display.flushClients()
    }

    /// Lets the clock follow real time and draws frames while the display's event loop is served.
    ///
    /// A frame is drawn after a change, or if a client or an observer requests one. Otherwise no timer runs.
    public func startFrames() {
        frames.start(on: display.eventLoop) { [weak self] in
            guard let self else { return false }
            tick()
            return isFrameWanted || observers.contains { $0.observer?.wantsFrames ?? false }
        }
    }

    /// Stops the clock.
    public func stopFrames() { frames.stop() }

    /// Requests a frame at a time of the compositor's clock, or with the next refresh (nil), if the clock follows real
    /// time: 16 ms after the last one, or immediately if that has passed. The clock is brought up to date, however long
    /// it was idle.
    public func requestFrame(at time: Instant? = nil) { frames.request(at: time) }

    /// Brings a clock that follows real time up to date, for events between frames that have no time of their own. No
    /// effect on other clocks.
    public func catchUp() { frames.catchUp() }

    /// Advances a clock that follows real time to a time of the system's monotonic clock.
    /// - Returns: false if the clock does not follow real time.
    func catchUp(to moment: Instant) -> Bool { frames.catchUp(to: moment) }

    // MARK: Seats

    func takesShortcut(_ key: InputEvent.Key, of seat: Seat) -> Bool { shortcut(key, seat) }

    /// Adds a seat.
    @discardableResult
    public func addSeat(_ seat: SeatConfiguration) throws(HeadlessError) -> Seat {
        let added = try Seat(seat.name, id: nextSeat, capabilities: seat.capabilities, keymap: keymap, host: self)
        nextSeat += 1
        seats.append(added)
        return added
    }

    /// Removes a seat permanently.
    public func remove(_ seat: Seat) {
        guard seats.contains(where: { $0 === seat }) else { return }
        // The seat stays in the list meanwhile, since the owner of a grab has to be able to end it.
        seat.withdraw()
        seats.removeAll { $0 === seat }
        removedSeats.append(seat)
        forEachObserver { $0.seatRemoved(seat) }
        updateActivation()
    }

    // MARK: Outputs

    /// The current outputs.
    public var outputs: [Output] { screens.outputs }

    /// Adds an output.
    @discardableResult
    public func addOutput(_ configuration: OutputConfiguration) throws(HeadlessError) -> Output {
        let output = try Output(configuration, at: configuration.position ?? screens.freePosition, display: display)
        screens.add(output)
        outputsChanged()
        return output
    }

    /// Removes an output permanently. Windows and pointers that were only on this output move to another, if there is
    /// one; windows keep their distance from the corner if possible. Touch points on it are cancelled.
    public func remove(_ output: Output) {
        guard screens.contains(output) else { return }
        screens.remove(output)
        for window in windows { bringBack(window, from: output) }
        for seat in seats { seat.leave(output) }
        outputsChanged()
        // Clients receive `wl_surface.leave` before the output is removed.
        output.withdraw()
        removedOutputs.append(output)
    }

    /// The output that contains a point in global coordinates, or else the first.
    public func output(at point: Point) -> Output? { screens.output(at: point) }

    private func outputsChanged() {
        scene.firstScale = outputs.first?.scale
        scene.treeChanged(.everything)
        forEachObserver { $0.outputsChanged() }
    }

    private func bringBack(_ window: Window, from gone: Output) {
        let area = window.geometry
        guard !outputs.contains(where: { $0.area.overlaps(area) }), let home = screens.nearestOutput(to: area.center)
        else { return }
        let offset = area.origin - gone.area.origin
        let room = Size(width: home.area.width - area.width, height: home.area.height - area.height)
        window.position =
            home.area.origin
            + Point(
                x: max(0, min(offset.x, room.width)), y: max(0, min(offset.y, room.height)))
        window.shell?.surroundingsChanged()
    }

    // MARK: Windows

    /// The topmost surface that accepts input at a point in global coordinates. Drag icons and cursors never do.
    public func surface(at point: Point) -> SurfaceHit? { scene.surface(at: point) }

    /// The topmost window with this title.
    public func window(titled title: String) -> Window? { windows.last { $0.title == title } }

    /// Moves a window so that the upper left corner of its geometry is at `point` in global coordinates. A maximised or
    /// fullscreen window covers the output there, and moves to `point` when it is restored.
    public func place(_ window: Window, at point: Point) {
        window.move(to: point)
        window.shell?.surroundingsChanged()
        scene.treeChanged(window.shell.map { .shell($0) } ?? .everything)
    }

    /// Raises a window together with its child windows.
    public func raise(_ window: Window) {
        guard windows.contains(window) else { return }
        windows =
            windows.filter { !$0.belongs(to: window) } + [window]
            + windows.filter { $0 !== window && $0.belongs(to: window) }
        // The positions of windows are unchanged.
        scene.treeChanged(window.shell.map { .shell($0) } ?? .everything)
    }

    /// Raises a window and gives it keyboard focus of a seat, or of all seats (nil).
    public func activate(_ window: Window, for seat: Seat? = nil) {
        raise(window)
        for candidate in seats where seat == nil || candidate === seat {
            if let popups = candidate.popupGrab {
                // An open popup keeps keyboard focus, and returns it to its own window.
                if popups.client == window.client { continue }
                candidate.dismissPopups()
            }
            candidate.keyboard.setFocus(window.surface)
        }
        updateActivation()
    }

    private func stack() {
        let shells: [any ShellRole] = windows.compactMap(\.shell)
        scene.windows = shells + overlays
    }

    func updateActivation() {
        for window in windows {
            window.setActivated(seats.contains { $0.keyboard.isWanted(by: window.surface) })
        }
    }

    /// Called when the result of `layers` has changed.
    package func layersChanged() { contentChanged() }

    // MARK: Globals

    private func offerGlobals() throws(HeadlessError) {
        for configuration in configuration.outputs { try addOutput(configuration) }
        for configuration in configuration.seats { try addSeat(configuration) }
        let memory = SharedMemoryHandler()
        let sharedMemory = Global(display, WlShm.self, version: 1) { object, _ in memory.bind(object) }
        let compositor = Global(display, WlCompositor.self, version: 5) { [scene] object, _ in
            object.setHandler(CompositorHandler(scene))
        }
        let subcompositor = Global(display, WlSubcompositor.self, version: 1) { object, _ in
            object.setHandler(SubcompositorHandler())
        }
        let viewporter = Global(display, WpViewporter.self, version: 1) { object, _ in
            object.setHandler(ViewporterHandler())
        }
        let fractionalScale = Global(display, WpFractionalScaleManagerV1.self, version: 1) { object, _ in
            object.setHandler(FractionalScaleManagerHandler())
        }
        let shell = Global(display, XdgWmBase.self, version: 5) { [unowned self] object, _ in
            let base = ShellBase(object, host: self)
            bases.set(base, for: ObjectIdentifier(base))
            object.setHandler(base)
        }
        guard let sharedMemory, let compositor, let subcompositor, let viewporter, let fractionalScale, let shell else {
            throw .outOfMemory
        }
        globals = [sharedMemory, compositor, subcompositor, viewporter, fractionalScale, shell]
    }
}
