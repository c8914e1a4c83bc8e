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
    public let clock = VirtualClock()
    public private(set) var outputs: [Output] = []
    public private(set) var seats: [Seat] = []
    /// The windows that are on the screen, from bottom to top.
    public private(set) var windows: [Window] = []
    /// What is drawn above everything else, asked for with every picture: drag icons, badges.
    public var layers: () -> [Layer] = { [] }
    /// What is shown as the pointer of a seat while no client has a say in it, asked for with every picture; nil for
    /// nothing. It is drawn above all layers.
    /// - Parameter scale: the picture's pixels for a point.
    public var pointerLayer: (_ seat: Seat, _ scale: Double) -> Layer? = { _, _ in nil }
    /// Grows whenever something has changed that a picture shows.
    public private(set) var contentRevision: UInt64 = 0

    /// Nil as long as nobody has looked since what is where has changed.
    private var pickIndex: PickIndex?
    /// All surfaces that there are, in the order in which they were made.
    private var surfaces: [Surface] = []
    private var observers: [WeakObserver] = []
    private var globals: [AnyObject] = []
    /// More than any program has; a browser's video, controls and menus are some dozens.
    let subsurfaces = ClientBudget(limit: 4096)
    /// Bytes of pictures that are shown or about to be: 1 GiB is thirty windows on a screen of 3840 x 2160, or three of the
    /// largest pictures that there may be and what they stand on.
    let pictures = ClientBudget(limit: 1 << 30)
    private(set) var bases: [ShellBase] = []
    private var frameTimer: TimerSource?
    private var nextFrame = NextFrame.none
    private var lastFrame = Instant.zero
    /// Set as long as the clock runs by itself.
    private var realTime: RealTime?
    private let keymap: SharedKeymap
    private var nextSeat = 0
    /// Out of the registries, but a client may be just about to bind one.
    private var removedSeats: [Seat] = []
    private var removedOutputs: [Output] = []

    /// What the timer waits for, while the clock runs by itself.
    private enum NextFrame {
        /// Nobody wants a frame.
        case none
        /// Something is to happen at that time.
        case at(Instant)
        /// With the next refresh.
        case refresh
    }

    private struct WeakObserver {
        weak var observer: (any HeadlessObserver)?
    }

    /// Objects that one client may have, of any kind. Browsers have a few thousand; most are some hundred bytes here.
    public static let objectsPerClient: UInt32 = 20_000

    /// The time from one frame to the next, as on a common screen.
    public static let frameMicroseconds: UInt64 = 16_667

    public init(_ configuration: HeadlessConfiguration = HeadlessConfiguration()) throws(HeadlessError) {
        self.configuration = configuration
        do throws(InputError) {
            if let text = configuration.keymapText {
                keymap = try SharedKeymap(text: text)
            } else {
                keymap = try SharedKeymap(configuration.keymap)
            }
        } catch { throw .keymap(error) }
        do throws(Display.Failure) { display = try Display() } catch { throw .display(error) }
        display.limitObjects(perClient: Self.objectsPerClient)
        do throws(HeadlessError) { try offerGlobals() } catch {
            close()
            throw error
        }
    }

    /// Disconnects all clients and frees everything. Not to be called from inside a handler.
    public func close() {
        frameTimer = nil
        for seat in seats { seat.cancelGrab() }
        display.destroyClients()
        for seat in seats + removedSeats { seat.end() }
        for output in outputs + removedOutputs { output.end() }
        seats = []
        removedSeats = []
        outputs = []
        removedOutputs = []
        globals = []
        windows = []
        surfaces = []
        bases = []
        observers = []
        layers = { [] }
        pointerLayer = { _, _ in nil }
    }

    /// Tells `observer` of what happens from here on, without keeping it alive.
    public func add(_ observer: any HeadlessObserver) {
        observers.removeAll { $0.observer == nil }
        observers.append(WeakObserver(observer: observer))
    }

    // MARK: Clients, time

    /// Serves clients once. See `Display.dispatch(timeout:)`.
    public func dispatch(timeout: Int32 = 0) { display.dispatch(timeout: timeout) }

    /// Lets time go on, and draws a frame at its end.
    public func advance(byMicroseconds delta: UInt64 = HeadlessCompositor.frameMicroseconds) {
        clock.advance(byMicroseconds: delta)
        tick()
    }

    /// Whether a client waits for the next frame.
    public var isFrameWanted: Bool { surfaces.contains(where: \.isWaitingForFrame) }

    /// Draws a frame: observers are told, then clients that wait for one get their frame callbacks.
    public func tick() {
        forEachObserver { $0.frame(at: clock.now) }
        for surface in surfaces { surface.fireCallbacks(at: clock.now) }
        display.flushClients()
    }

    /// Lets the clock run with real time, and draws frames, as long as the display's loop is served.
    ///
    /// A frame is drawn when something has changed, when a client waits for one, and when an observer wants one: as long as
    /// nothing happens, nobody wakes up.
    public func startFrames() {
        realTime = RealTime(from: clock.now)
        frameTimer = display.eventLoop.makeTimer { [weak self] in self?.drawDueFrame() }
        nextFrame = .none
        requestFrame()
    }

    /// Draws a frame at a time of the compositor's clock, or with the next refresh (nil), if the clock runs with real time:
    /// 16 ms after the last one, or at once where that is longer ago. The clock is brought up to now, after whatever
    /// standstill.
    public func requestFrame(at time: Instant? = nil) {
        switch (nextFrame, time) {
        case (.refresh, _): return
        case (.at(let earlier), let later?) where earlier <= later: return
        case (.none, _), (.at, _): break
        }
        guard realTime != nil, let frameTimer else { return }
        nextFrame = time.map { .at($0) } ?? .refresh
        catchUp()
        let now = clock.now
        let due = max(lastFrame.advanced(byMicroseconds: Self.timerMicroseconds), time ?? now)
        // Rounded up: a frame that comes too early would have to come again.
        frameTimer.arm(
            milliseconds: due > now ? Int32(clamping: (due.microseconds - now.microseconds + 999) / 1000) : 1)
    }

    private func drawDueFrame() {
        nextFrame = .none
        catchUp()
        lastFrame = clock.now
        tick()
        if isFrameWanted || observers.contains(where: { $0.observer?.wantsFrames ?? false }) { requestFrame() }
    }

    /// The time from one frame to the next in real time: a frame in whole milliseconds, as the loop's timers count.
    private static let timerMicroseconds: UInt64 = 16_000

    /// Stops the clock again.
    public func stopFrames() {
        frameTimer = nil
        realTime = nil
    }

    /// Brings a clock that runs with real time up to now; does nothing to one that does not. For what happens between two
    /// frames and has no time of its own.
    public func catchUp() {
        if let realTime { advanceClock(to: realTime.now) }
    }

    /// Brings a clock that runs with real time up to a moment of the machine's clock.
    /// - Returns: false if the clock does not run by itself.
    func catchUp(to moment: Instant) -> Bool {
        guard let realTime else { return false }
        advanceClock(to: realTime.instant(of: moment))
        return true
    }

    private func advanceClock(to due: Instant) {
        if due > clock.now { clock.advance(byMicroseconds: due.microseconds - clock.now.microseconds) }
    }

    // MARK: Seats

    /// Plugs in another person's devices.
    @discardableResult
    public func addSeat(_ seat: SeatConfiguration) throws(HeadlessError) -> Seat {
        let added = try Seat(
            seat.name, id: nextSeat, capabilities: seat.capabilities, keymap: keymap, compositor: self)
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

    /// Plugs in a screen.
    @discardableResult
    public func addOutput(_ configuration: OutputConfiguration) throws(HeadlessError) -> Output {
        let position = configuration.position ?? Point(x: outputs.map(\.area.maxX).max() ?? 0, y: 0)
        let output = try Output(configuration, at: position, display: display)
        outputs.append(output)
        outputsChanged()
        return output
    }

    /// Unplugs a screen, for good. What it alone has shown comes to another screen, if there is one: windows, which keep
    /// their distance from its corner as far as they can, and pointers. Fingers on it are called off.
    public func remove(_ output: Output) {
        guard outputs.contains(where: { $0 === output }) else { return }
        outputs.removeAll { $0 === output }
        for window in windows { bringBack(window, from: output) }
        for seat in seats { seat.leave(output) }
        outputsChanged()
        // Clients heard their surfaces leave it before it goes.
        output.withdraw()
        removedOutputs.append(output)
    }

    private func outputsChanged() {
        treeChanged()
        forEachObserver { $0.outputsChanged() }
    }

    private func bringBack(_ window: Window, from gone: Output) {
        let area = window.geometry
        guard !outputs.contains(where: { $0.area.overlaps(area) }),
            let home = outputs.min(by: {
                $0.area.squaredDistance(to: area.center) < $1.area.squaredDistance(to: area.center)
            })
        else { return }
        let offset = area.origin - gone.area.origin
        let room = Size(width: home.area.width - area.width, height: home.area.height - area.height)
        window.position =
            home.area.origin
            + Point(
                x: max(0, min(offset.x, room.width)), y: max(0, min(offset.y, room.height)))
        for popup in window.surface.shell?.popups ?? [] { popup.surroundingsChanged() }
    }

    // MARK: What is where

    /// The topmost surface that takes input at a place in the global space. The drag icon and cursors never do.
    public func surface(at point: Point) -> SurfaceHit? {
        if let pickIndex { return pickIndex.hit(at: point) }
        let index = PickIndex(windows)
        pickIndex = index
        return index.hit(at: point)
    }

    /// The output that shows a place in the global space, or else the first.
    public func output(at point: Point) -> Output? {
        outputs.first { $0.area.contains(point) } ?? outputs.first
    }

    /// The topmost window with that title.
    public func window(titled title: String) -> Window? { windows.last { $0.title == title } }

    // MARK: Windows

    /// Moves a window, so that the upper left corner of its geometry is at `point` in the global space.
    public func place(_ window: Window, at point: Point) {
        window.position = point
        for popup in window.surface.shell?.popups ?? [] { popup.surroundingsChanged() }
        treeChanged(in: window.surface.shell)
    }

    /// Raises a window, and the windows that belong to it.
    public func raise(_ window: Window) {
        guard windows.contains(window) else { return }
        func belongs(_ other: Window) -> Bool {
            var current: Window? = other
            while let candidate = current {
                if candidate === window { return true }
                current = candidate.parent
            }
            return false
        }
        let raised = windows.filter { $0 !== window && belongs($0) }
        windows.removeAll(where: belongs)
        windows.append(window)
        windows += raised
        treeChanged()
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

    // MARK: For surfaces and shells

    func surfaceCreated(_ surface: Surface) { surfaces.append(surface) }

    /// A surface has committed.
    /// - Parameter isReshaped: whether it, or a subsurface of it, is in another place or has another shape.
    func surfaceChanged(_ surface: Surface, isReshaped: Bool) {
        contentChanged()
        guard isReshaped else { return }
        surface.updateOutputs(outputs)
        lookAgain()
    }

    func surfaceDestroyed(_ surface: Surface) {
        // A client that goes takes its surfaces with it in their order: the first is found at once.
        if let index = surfaces.firstIndex(where: { $0 === surface }) { surfaces.remove(at: index) }
        for seat in seats { seat.surfaceDestroyed(surface) }
        contentChanged()
        // One that carried no other is passed over by the index; a client that goes has thousands of those.
        lookAgain(keepingIndex: surface.stack.isEmpty)
    }

    /// Everything may be somewhere else.
    func treeChanged() {
        contentChanged()
        for window in windows { window.surface.shell?.updateOutputs(outputs) }
        lookAgain()
    }

    /// A window or a popup, with all that is on it, has come, gone or moved.
    func treeChanged(in shell: (any ShellRole)?) {
        contentChanged()
        shell?.updateOutputs(outputs)
        lookAgain()
    }

    /// Pointers look again what is below them.
    private func lookAgain(keepingIndex: Bool = false) {
        if !keepingIndex { pickIndex = nil }
        for seat in seats { seat.pointer.refocus() }
        forEachObserver { $0.sceneChanged() }
    }

    /// What `layers` returns has changed.
    package func layersChanged() { contentChanged() }

    private func contentChanged() {
        contentRevision &+= 1
        requestFrame()
    }

    func windowMapped(_ window: Window) {
        if window.isFloating, !window.wasPlaced { window.position = placement(for: window) }
        windows.append(window)
        activate(window)
    }

    func windowUnmapped(_ window: Window) {
        windows.removeAll { $0 === window }
        for seat in seats where (seat.grab as? WindowGrab)?.window === window { seat.endGrab() }
        for seat in seats where seat.keyboard.isWanted(by: window.surface) {
            seat.keyboard.setFocus(windows.last?.surface)
        }
        updateActivation()
        treeChanged()
    }

    func keyboardFocusChanged(of seat: Seat) { forEachObserver { $0.keyboardFocusChanged(of: seat) } }

    func add(_ base: ShellBase) { bases.append(base) }
    func remove(_ base: ShellBase) { bases.removeAll { $0 === base } }

    // MARK: Details

    private func forEachObserver(_ call: (any HeadlessObserver) -> Void) {
        for entry in observers {
            if let observer = entry.observer { call(observer) }
        }
    }

    private func updateActivation() {
        for window in windows {
            window.setActivated(seats.contains { $0.keyboard.isWanted(by: window.surface) })
        }
    }

    private func placement(for window: Window) -> Point {
        guard let output = window.parent.flatMap({ self.output(at: $0.geometry.center) }) ?? outputs.first else {
            return .zero
        }
        return Placement.place(window.geometry.size, beside: windows.map(\.geometry), on: output.area)
    }

    private func offerGlobals() throws(HeadlessError) {
        for configuration in configuration.outputs { try addOutput(configuration) }
        for configuration in configuration.seats { try addSeat(configuration) }
        let memory = SharedMemoryHandler()
        let sharedMemory = Global(display, WlShm.self, version: 1) { object, _ in memory.bind(object) }
        let compositor = Global(display, WlCompositor.self, version: 5) { [unowned self] object, _ in
            object.setHandler(CompositorHandler(self))
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
            let base = ShellBase(object, compositor: self)
            add(base)
            object.setHandler(base)
        }
        guard let sharedMemory, let compositor, let subcompositor, let viewporter, let fractionalScale, let shell else {
            throw .outOfMemory
        }
        globals = [sharedMemory, compositor, subcompositor, viewporter, fractionalScale, shell]
    }
}
