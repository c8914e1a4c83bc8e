// SPDX-License-Identifier: MIT

public import DrayCore
internal import DrayInput
public import WaylandServer

/// A small compositor without a screen and without devices, for tests and scenarios.
///
/// Clients connect over a socket (`display.addSocket`) or a descriptor (`display.addClient`). Code plays the devices of
/// its seats, moves its clock, and takes pictures of what its outputs would show. Global objects of others, such as
/// `wl_data_device_manager`, are added to its `display`.
///
/// Bound to one thread. Whoever makes one calls `close()` when done with it; until then it keeps itself alive.
public final class HeadlessCompositor {
    public let configuration: HeadlessConfiguration
    public let display: Display
    public let clock: VirtualClock
    public private(set) var seats: [Seat] = []
    /// The windows that are on the screen, from bottom to top.
    public internal(set) var windows: [Window] = [] {
        didSet { stack() }
    }
    /// What another window system shows above all windows, from bottom to top: menus, tooltips, the images of its drags.
    public internal(set) var overlays: [OuterShell] = [] {
        didSet { stack() }
    }
    /// What is drawn above everything else, asked for with every picture: drag icons, badges.
    public var layers: () -> [Overlay] = { [] }
    /// What is shown as the pointer of a seat while no client has a say in it, asked for with every picture; nil for
    /// nothing. It is drawn above all layers.
    /// - Parameter scale: the picture's pixels for a point.
    public var pointerLayer: (_ seat: Seat, _ scale: Double) -> Overlay? = { _, _ in nil }
    /// Asked about each key that goes down and that no grab keeps: whether it is a shortcut, and no client hears of it.
    public var shortcut: (_ key: InputEvent.Key, _ seat: Seat) -> Bool = { _, _ in false }
    /// Grows whenever something has changed that a picture shows.
    public internal(set) var contentRevision: UInt64 = 0

    let scene = Scene()
    private(set) var screens = OutputLayout()
    /// The clients' `xdg_wm_base`s, by which they are asked whether they are there.
    var bases = OrderedTable<ObjectIdentifier, ShellBase>()
    /// Set while the objects of a client that disconnects are destroyed: changes of the scene wait for its end.
    var departure: IdleSource?
    private let frames: FrameClock
    private let keymap: SharedKeymap
    private var observers: [WeakObserver] = []
    private var globals: [AnyObject] = []
    private var nextSeat = 0
    /// Out of the registries, but a client may be just about to bind one.
    private var removedSeats: [Seat] = []
    private var removedOutputs: [Output] = []

    /// Whom a window system of its own asks whether they are there.
    public weak var outerClients: (any OuterClients)?

    private struct WeakObserver {
        weak var observer: (any HeadlessObserver)?
    }

    /// Objects that one client may have, of any kind. Browsers have a few thousand; most are some hundred bytes here.
    public static let objectsPerClient: UInt32 = 20_000

    /// The time from one frame to the next, as on a common screen.
    public static let frameMicroseconds: UInt64 = 16_667

    /// - Parameter clock: the time that clients and drags are told.
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

    /// Disconnects all clients and frees everything. Not to be called from inside a handler.
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

    /// Tells `observer` of what happens from here on, without keeping it alive.
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

    /// Lets time go on, and draws a frame at its end.
    public func advance(byMicroseconds delta: UInt64 = HeadlessCompositor.frameMicroseconds) {
        clock.advance(byMicroseconds: delta)
        tick()
    }

    /// The place on the screens that is nearest to one.
    package func nearestPoint(to point: Point) -> Point { screens.nearestPoint(to: point) }

    /// Whether a client waits for the next frame.
    public var isFrameWanted: Bool { scene.surfaces.contains { $0.isWaitingForFrame || $0.isReading } }

    /// Draws a frame: observers are told, then clients that wait for one get their frame callbacks.
    public func tick() {
        forEachObserver { $0.frame(at: clock.now) }
        scene.readOn()
        for surface in scene.surfaces { surface.fireCallbacks(at: clock.now) }
        display.flushClients()
    }

    /// Lets the clock run with real time, and draws frames, as long as the display's loop is served.
    ///
    /// A frame is drawn when something has changed, when a client waits for one, and when an observer wants one: as long as
    /// nothing happens, nobody wakes up.
    public func startFrames() {
        frames.start(on: display.eventLoop) { [weak self] in
            guard let self else { return false }
            tick()
            return isFrameWanted || observers.contains { $0.observer?.wantsFrames ?? false }
        }
    }

    /// Stops the clock again.
    public func stopFrames() { frames.stop() }

    /// Draws a frame at a time of the compositor's clock, or with the next refresh (nil), if the clock runs with real time:
    /// 16 ms after the last one, or at once where that is longer ago. The clock is brought up to now, after whatever
    /// standstill.
    public func requestFrame(at time: Instant? = nil) { frames.request(at: time) }

    /// Brings a clock that runs with real time up to now; does nothing to one that does not. For what happens between two
    /// frames and has no time of its own.
    public func catchUp() { frames.catchUp() }

    /// Brings a clock that runs with real time up to a moment of the machine's clock.
    /// - Returns: false if the clock does not run by itself.
    func catchUp(to moment: Instant) -> Bool { frames.catchUp(to: moment) }

    // MARK: Seats

    func takesShortcut(_ key: InputEvent.Key, of seat: Seat) -> Bool { shortcut(key, seat) }

    /// Plugs in another person's devices.
    @discardableResult
    public func addSeat(_ seat: SeatConfiguration) throws(HeadlessError) -> Seat {
        let added = try Seat(seat.name, id: nextSeat, capabilities: seat.capabilities, keymap: keymap, host: self)
        nextSeat += 1
        seats.append(added)
        return added
    }

    /// Unplugs all of a person's devices, for good.
    public func remove(_ seat: Seat) {
        guard seats.contains(where: { $0 === seat }) else { return }
        // Still one of the seats: whoever has a grab on it has to be able to end it.
        seat.withdraw()
        seats.removeAll { $0 === seat }
        removedSeats.append(seat)
        forEachObserver { $0.seatRemoved(seat) }
        updateActivation()
    }

    // MARK: Outputs

    /// The screens that are plugged in.
    public var outputs: [Output] { screens.outputs }

    /// Plugs in a screen.
    @discardableResult
    public func addOutput(_ configuration: OutputConfiguration) throws(HeadlessError) -> Output {
        let output = try Output(configuration, at: configuration.position ?? screens.freePosition, display: display)
        screens.add(output)
        outputsChanged()
        return output
    }

    /// Unplugs a screen, for good. What it alone has shown comes to another screen, if there is one: windows, which keep
    /// their distance from its corner as far as they can, and pointers. Fingers on it are called off.
    public func remove(_ output: Output) {
        guard screens.contains(output) else { return }
        screens.remove(output)
        for window in windows { bringBack(window, from: output) }
        for seat in seats { seat.leave(output) }
        outputsChanged()
        // Clients heard their surfaces leave it before it goes.
        output.withdraw()
        removedOutputs.append(output)
    }

    /// The output that shows a place in the global space, or else the first.
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

    /// The topmost surface that takes input at a place in the global space. The drag icon and cursors never do.
    public func surface(at point: Point) -> SurfaceHit? { scene.surface(at: point) }

    /// The topmost window with that title.
    public func window(titled title: String) -> Window? { windows.last { $0.title == title } }

    /// Moves a window, so that the upper left corner of its geometry is at `point` in the global space. One that is
    /// maximised or fullscreen covers the output there, and comes to `point` when it is no longer so.
    public func place(_ window: Window, at point: Point) {
        window.move(to: point)
        window.shell?.surroundingsChanged()
        scene.treeChanged(window.shell.map { .shell($0) } ?? .everything)
    }

    /// Raises a window, and the windows that belong to it.
    public func raise(_ window: Window) {
        guard windows.contains(window) else { return }
        windows =
            windows.filter { !$0.belongs(to: window) } + [window]
            + windows.filter { $0 !== window && $0.belongs(to: window) }
        // Each window is where it was.
        scene.treeChanged(window.shell.map { .shell($0) } ?? .everything)
    }

    /// Raises a window and gives it the keyboard of a seat; of all seats for nil.
    public func activate(_ window: Window, for seat: Seat? = nil) {
        raise(window)
        for candidate in seats where seat == nil || candidate === seat {
            if let popups = candidate.popupGrab {
                // An open menu keeps the keys, and gives them back to its own window.
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

    /// What `layers` returns has changed.
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
