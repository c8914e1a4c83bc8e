// SPDX-License-Identifier: MIT

internal import CDray
internal import CWaylandServer
internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import DrayServer
internal import Glibc
internal import WaylandServer

/// Behind a `struct dray_engine *`: the engine, and the host's callbacks.
final class EngineObject: HandleObject {
    static var kind: HandleKind { .engine }

    let display: Display
    let host: dray_host_interface
    let data: UnsafeMutableRawPointer?
    private(set) var handle: OpaquePointer?
    /// Nil once it was destroyed, or is about to be.
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
    private(set) var borders: [X11Object] = []
    private var isEnding = false
    /// How many callbacks are on the stack.
    private var callbacks = 0
    /// Whether one of them is the host's log.
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

    /// A new engine on a display.
    /// - Returns: its handle.
    static func create(
        on display: OpaquePointer?, _ options: UnsafePointer<dray_engine_options>?
    ) throws(Mistake) -> OpaquePointer {
        guard let display else { throw .null("the struct wl_display *") }
        let options = try dray_engine_options.read(options)
        let host = try dray_host_interface.read(options.host)
        guard host.drag_requested != nil || host.drag_began != nil else {
            throw .null("one of the callbacks drag_requested, drag_began")
        }
        let style = try options.style.map { pointer throws(Mistake) in try dray_style.read(pointer).style() }
        let policy = try options.policy.map { pointer throws(Mistake) in try dray_policy.read(pointer).policy() }
        let object = EngineObject(display: display, options: options, host: host)
        guard let handle = HandleTable.insert({ _ in object }) else { throw .memory("handles") }
        object.handle = handle
        object.start(policy ?? .humanInterface, DragEngine.Globals(options, host))
        object.setStyle(style ?? PresentationStyle())
        return handle
    }

    /// Ends the engine; its handle, and those of its seats and places, are retired.
    func destroy() throws(Mistake) {
        guard callbacks == 0, !isEnding else { throw .order("inside a callback of the same engine") }
        end()
    }

    func log(_ blame: dray_blame, _ text: String) { log(blame, text, of: nil) }

    /// What calls out of the host's log bring about does not go there: a mistake in it would lead to the next without end.
    /// - Parameter client: who has brought the line about.
    func log(_ blame: dray_blame, _ text: String, of client: Client?) {
        let text = oneLine(text)
        guard let logLine, !isLogging else { return writeLog(blame, text, of: client?.processID) }
        isLogging = true
        defer { isLogging = false }
        duringCallback { text.withCString { logLine(logData, blame, client?.pointer, $0) } }
    }

    // MARK: Seats

    func addSeat(data: UnsafeMutableRawPointer?) throws(Mistake) -> OpaquePointer {
        guard let engine, !isEnding else { throw .order("the engine is being destroyed") }
        let handle = HandleTable.insert { handle in
            // The handle's number is the seat's identity, so that callbacks find their seat without a search.
            let id = SeatID(UInt64(UInt(bitPattern: handle)))
            return SeatObject(engine.seat(id), handle: handle, owner: self, data: data)
        }
        guard let handle else { throw .memory("handles") }
        seats.append(handle)
        return handle
    }

    /// The one there is; nil if there are several.
    var onlySeat: SeatObject? {
        guard seats.count == 1 else { return nil }
        return try? HandleTable.object(of: seats[0], as: SeatObject.self)
    }

    func removeSeat(_ seat: SeatObject) {
        removeBorders(of: seat)
        seat.waiting = nil
        engine?.setSelection(nil, on: seat.id)
        engine?.removeSeat(seat.id)
        seats.removeAll { $0 == seat.handle }
        HandleTable.remove(seat.handle)
        // What the host has made meanwhile, in callbacks that found the seat.
        removeBorders(of: seat)
    }

    private func removeBorders(of seat: SeatObject) {
        for border in borders where border.seat == seat.id { removeBorder(border) }
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

    func addBorder(_ make: (OpaquePointer) -> X11Object) throws(Mistake) -> X11Object {
        guard engine != nil, !isEnding else { throw .order("the engine is being destroyed") }
        guard let handle = HandleTable.insert(make) else { throw .memory("handles") }
        let made = try HandleTable.object(of: handle, as: X11Object.self)
        borders.append(made)
        return made
    }

    func removeBorder(_ border: X11Object) {
        borders.removeAll { $0 === border }
        HandleTable.remove(border.handle)
        border.end()
    }

    /// How drags look. A host that shows nothing has no badge either, so that the pointer's shape tells the outcome.
    func setStyle(_ style: PresentationStyle) {
        var style = style
        if host.show == nil { style.showsBadge = false }
        engine?.style = style
    }

    // MARK: Callbacks

    /// Calls the host, with its data and that of a seat.
    /// - Returns: nil if the host has destroyed the seat meanwhile.
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

    /// A surface that the host names.
    func surface(_ pointer: OpaquePointer?) throws(Mistake) -> WlSurface {
        guard let pointer else { throw .null("a wl_surface") }
        let name = wl_resource_get_class(pointer)
        guard let name, strcmp(name, "wl_surface") == 0 else {
            throw .resource("a \(name.map { String(cString: $0) } ?? "nameless object"), not a wl_surface")
        }
        try checkClient(wl_resource_get_client(pointer))
        return WlSurface(borrowing: pointer)
    }

    /// A client of this display.
    func checkClient(_ client: OpaquePointer?) throws(Mistake) {
        guard let client, wl_client_get_display(client) == display.pointer else {
            throw .resource("of a client of another display")
        }
    }

    /// The place in an application that a surface belongs to.
    func container(
        window: OpaquePointer?, number: UInt64, of surface: @autoclosure () -> WlSurface
    ) throws(Mistake) -> ContainerID {
        // Numbers of the host's are kept apart from those of surfaces by the highest bit.
        if number != 0 { return ContainerID(number | 1 << 63) }
        let root = window == nil ? surface() : try self.surface(window)
        return ContainerID(root.resource.id)
    }

    // MARK: Private

    private func start(_ policy: DragPolicy, _ globals: DragEngine.Globals) {
        let engine = DragEngine(display: display, policy: policy, globals: globals)
        engine.host = self
        self.engine = engine
        // Somebody may still have a drag of an engine that is gone.
        if let trace = host.trace {
            engine.observer = { [weak self] drag, event, effects in
                guard let self else { return }
                let words = effects.map { "\($0.recorded())" }.joined(separator: ", ")
                oneLine("\(event.recorded()) -> [\(words)]").withCString { text in
                    duringCallback { trace(data, drag.rawValue, text) }
                }
            }
        }
        if host.transfer != nil {
            engine.transferFilter = { [weak self] drag, type, descriptor in
                self?.transfer(drag, type, descriptor) ?? descriptor
            }
        }
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
        // Taking the listener away from inside its own callback is allowed; this object goes with the engine.
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
            // Its globals go with it, and as they go, the host's filter may ask this object for them.
            let ended = engine
            engine = nil
            withExtendedLifetime(ended) {}
            if let handle { HandleTable.remove(handle) }
            handle = nil
        }
    }
}

extension DragEngine.Globals {
    /// Those that a host's options and callbacks ask for.
    init(_ options: dray_engine_options, _ host: dray_host_interface) {
        self = []
        if options.host_primary_selection == 0 { insert(.primarySelection) }
        if options.data_control != 0 { insert(.dataControl) }
        if host.carry_window != nil, host.put_down_window != nil { insert(.toplevelDrag) }
    }
}
