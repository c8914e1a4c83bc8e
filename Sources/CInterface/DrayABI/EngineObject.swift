// SPDX-License-Identifier: MIT

internal import CDray
internal import CWaylandServer
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import DrayServer
internal import Glibc
internal import WaylandServer

/// The object behind a `struct dray_engine *`: the engine, and the host's callbacks.
final class EngineObject: HandleObject {
    static var kind: HandleKind { .engine }

    let display: Display
    let host: dray_host_interface
    private(set) var interfaces = OptionalInterfaces()
    var desktop = DesktopUse()
    let data: UnsafeMutableRawPointer?
    private(set) var handle: OpaquePointer?
    /// The engine; nil after and during the final part of its destruction.
    private(set) var engine: DragEngine?
    /// The number of the last `struct dray_start_request`.
    var lastRequest: UInt64 = 0

    let frames = FrameBuffer()
    let letsFingersDragBeside: Bool
    private let logLine:
        (@convention(c) (UnsafeMutableRawPointer?, dray_blame, OpaquePointer?, UnsafePointer<CChar>?) -> Void)?
    private let logData: UnsafeMutableRawPointer?
    private var seats: [OpaquePointer] = []
    private var places: [OpaquePointer] = []
    private(set) var bridges: [X11Object] = []
    private var isEnding = false
    /// The number of callbacks on the stack.
    private var callbacks = 0
    /// Whether the host's log callback is on the stack.
    private var isLogging = false
    private var displayListener: Listener?

    private init(display: OpaquePointer, options: dray_engine_options, host: dray_host_interface) {
        self.display = Display(borrowing: display)
        self.host = host
        data = options.host_data
        letsFingersDragBeside = options.fingers_drag_beside != 0
        logLine = options.log
        logData = options.log_data
    }

    /// Creates an engine on a display.
    /// - Returns: Its handle.
    static func create(
        on display: OpaquePointer?, _ options: UnsafePointer<dray_engine_options>?
    ) throws(Mistake) -> OpaquePointer {
        guard let display else { throw .null("the struct wl_display *") }
        let options = try dray_engine_options.read(options)
        let host = try dray_host_interface.read(options.host)
        let style = try options.style.map { pointer throws(Mistake) in try dray_style.read(pointer).style() }
        let policy = try options.policy.map { pointer throws(Mistake) in try dray_policy.read(pointer).policy() }
        let object = EngineObject(display: display, options: options, host: host)
        guard let handle = HandleTable.insert({ _ in object }) else { throw .memory("handles") }
        object.handle = handle
        object.start(policy ?? .humanInterface, DragEngine.Globals(options))
        object.setStyle(style ?? PresentationStyle())
        return handle
    }

    /// Destroys the engine, and retires its handle and those of its seats and places.
    func destroy() throws(Mistake) {
        guard callbacks == 0, !isEnding else { throw .order("inside a callback of the same engine") }
        end()
    }

    func log(_ blame: dray_blame, _ text: String) { log(blame, text, of: nil) }

    /// Writes a line to the host's log. Lines that are caused by calls from inside the log callback go to stderr, since
    /// an error in that callback would otherwise recurse infinitely.
    /// - Parameter client: The client that caused the line.
    func log(_ blame: dray_blame, _ text: String, of client: Client?) {
        let text = oneLine(text)
        guard let logLine, !isLogging else { return writeLog(blame, text, of: client?.processID) }
        isLogging = true
        defer { isLogging = false }
        duringCallback { text.withCString { logLine(logData, blame, client?.pointer, $0) } }
    }

    // MARK: Optional interfaces

    /// Adds callbacks, while the engine has no seat: no drag has begun with others.
    func add<Interface: OptionalInterface>(
        _ pointer: UnsafePointer<Interface>?, at path: WritableKeyPath<OptionalInterfaces, Interface?>
    ) throws(Mistake) {
        let interface = try Interface.readComplete(pointer)
        guard seats.isEmpty else { throw .order("the engine has a seat already") }
        guard let engine else { throw .order("the engine is being destroyed") }
        interfaces[keyPath: path] = interface
        if interfaces.carrier != nil { engine.advertiseToplevelDrags() }
        // A drag may outlive this object, hence the weak references.
        engine.observer = interfaces.observer?.trace.map { trace in
            { [weak self] drag, event, effects in self?.trace(drag, event, effects, by: trace) }
        }
        engine.transferFilter = interfaces.transfers.map { _ in
            { [weak self] drag, type, descriptor in self?.transfer(drag, type, descriptor) ?? descriptor }
        }
    }

    private func trace(
        _ drag: DragID, _ event: DragEvent, _ effects: [DragEffect],
        by callback: (UnsafeMutableRawPointer?, UInt64, UnsafePointer<CChar>?) -> Void
    ) {
        let words = effects.map { "\($0.recorded())" }.joined(separator: ", ")
        oneLine("\(event.recorded()) -> [\(words)]").withCString { text in
            duringCallback { callback(data, drag.rawValue, text) }
        }
    }

    // MARK: Seats

    func addSeat(data: UnsafeMutableRawPointer?) throws(Mistake) -> OpaquePointer {
        guard let engine, !isEnding else { throw .order("the engine is being destroyed") }
        guard host.drag_began != nil || interfaces.requests != nil else {
            throw .null("the callback drag_began of struct dray_host_interface, without a struct dray_request_handler,")
        }
        let handle = HandleTable.insert { handle in
            // The handle is also the seat's ID, so that callbacks find their seat without a search.
            let id = SeatID(UInt64(UInt(bitPattern: handle)))
            return SeatObject(engine.seat(id), handle: handle, owner: self, data: data)
        }
        guard let handle else { throw .memory("handles") }
        seats.append(handle)
        return handle
    }

    /// The only seat; nil if there are none or several.
    var onlySeat: SeatObject? {
        guard seats.count == 1 else { return nil }
        return try? HandleTable.object(of: seats[0], as: SeatObject.self)
    }

    func removeSeat(_ seat: SeatObject) {
        removeBridges(of: seat)
        seat.waiting = nil
        engine?.setSelection(nil, on: seat.id)
        engine?.removeSeat(seat.id)
        seats.removeAll { $0 == seat.handle }
        HandleTable.remove(seat.handle)
        // The host may have created bridges in callbacks above, while the handle was still valid.
        removeBridges(of: seat)
    }

    private func removeBridges(of seat: SeatObject) {
        for bridge in bridges where bridge.seat == seat.id { removeBridge(bridge) }
    }

    // MARK: Places

    func addPlace(_ make: (OpaquePointer) -> PlaceObject) throws(Mistake) -> OpaquePointer {
        guard engine != nil, !isEnding else { throw .order("the engine is being destroyed") }
        guard let handle = HandleTable.insert(make) else { throw .memory("handles") }
        places.append(handle)
        return handle
    }

    func removePlace(_ place: PlaceObject) {
        engine?.remove(place.place)
        places.removeAll { $0 == place.handle }
        HandleTable.remove(place.handle)
    }

    // MARK: X servers

    func addBridge(_ make: (OpaquePointer) -> X11Object) throws(Mistake) -> X11Object {
        guard engine != nil, !isEnding else { throw .order("the engine is being destroyed") }
        guard let handle = HandleTable.insert(make) else { throw .memory("handles") }
        let made = try HandleTable.object(of: handle, as: X11Object.self)
        bridges.append(made)
        return made
    }

    func removeBridge(_ bridge: X11Object) {
        bridges.removeAll { $0 === bridge }
        HandleTable.remove(bridge.handle)
        bridge.end()
    }

    /// Sets the appearance of drags. Without `show` there is no badge, so the pointer's shape has to show the outcome.
    func setStyle(_ style: PresentationStyle) {
        var style = style
        if host.show == nil { style.showsBadge = false }
        engine?.style = style
    }

    // MARK: Callbacks

    /// Calls the host, with its data and that of a seat.
    /// - Returns: The result of `body`; nil if the host has destroyed the seat meanwhile.
    @inline(__always)
    func callHost<Result>(
        _ id: SeatID, _ body: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Result
    ) -> Result? {
        let handle = OpaquePointer(bitPattern: UInt(truncatingIfNeeded: id.rawValue))
        do throws(Mistake) {
            let seatData = try HandleTable.withObject(of: handle, as: SeatObject.self) { $0.data }
            return duringCallback { body(data, seatData) }
        } catch {
            return nil
        }
    }

    @inline(__always)
    func duringCallback<Result>(_ body: () -> Result) -> Result {
        callbacks += 1
        defer { callbacks -= 1 }
        return body()
    }

    // MARK: Resources

    /// Returns a surface that the host passes, after checking its interface and display.
    func surface(_ pointer: OpaquePointer?) throws(Mistake) -> WlSurface {
        guard let pointer else { throw .null("a wl_surface") }
        let name = wl_resource_get_class(pointer)
        guard let name, strcmp(name, "wl_surface") == 0 else {
            throw .resource("a \(name.map { String(cString: $0) } ?? "nameless object"), not a wl_surface")
        }
        try checkClient(wl_resource_get_client(pointer))
        return WlSurface(borrowing: pointer)
    }

    /// Checks that a client belongs to this display.
    func checkClient(_ client: OpaquePointer?) throws(Mistake) {
        guard let client, wl_client_get_display(client) == display.pointer else {
            throw .resource("of a client of another display")
        }
    }

    /// Returns the container that a surface belongs to.
    func container(
        window: OpaquePointer?, number: UInt64, of surface: @autoclosure () -> WlSurface
    ) throws(Mistake) -> ContainerID {
        // The highest bit distinguishes the host's numbers from IDs of surfaces.
        if number != 0 { return ContainerID(number | 1 << 63) }
        let root = window == nil ? surface() : try self.surface(window)
        return ContainerID(root.resource.id)
    }

    // MARK: Private

    private func start(_ policy: DragPolicy, _ globals: DragEngine.Globals) {
        let engine = DragEngine(display: display, policy: policy, globals: globals)
        engine.host = self
        self.engine = engine
        let listener = Listener { [unowned self] _ in displayDestroyed() }
        wl_display_add_destroy_listener(
            display.pointer, listener.pointer.assumingMemoryBound(to: wl_listener.self))
        displayListener = listener
    }

    private func displayDestroyed() {
        log(DRAY_BLAME_HOST, "the display was destroyed before its engine; the engine ends with it")
        end()
    }

    private func end() {
        // A listener may be removed inside its own callback. The engine's handle holds the last reference to this
        // object.
        withExtendedLifetime(self) {
            isEnding = true
            displayListener = nil
            engine?.close()
            for handle in seats {
                if let seat = try? HandleTable.object(of: handle, as: SeatObject.self) { removeSeat(seat) }
            }
            for handle in places {
                if let place = try? HandleTable.object(of: handle, as: PlaceObject.self) { removePlace(place) }
            }
            // Destroying the engine destroys its globals, for which the host's filter may call this object.
            let ended = engine
            engine = nil
            withExtendedLifetime(ended) {}
            if let handle { HandleTable.remove(handle) }
            handle = nil
        }
    }
}

extension DragEngine.Globals {
    /// The globals that a host's options request.
    init(_ options: dray_engine_options) {
        self = []
        if options.host_primary_selection == 0 { insert(.primarySelection) }
        if options.data_control != 0 { insert(.dataControl) }
    }
}
